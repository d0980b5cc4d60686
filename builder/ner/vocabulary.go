package ner

import (
	"slices"
	"strings"
	"sync"

	"mycel/builder/parallel"
	"mycel/engine/entity"
)

// Thresholds for single words under TermsKeyphrase.
const (
	// vocabularyRepeats is in how many sentences a document must repeat a word of
	// its title or of one of its headings.
	vocabularyRepeats = 2
	// vocabularyShare: of so many occurrences at least one must be in such a
	// document. "Game" is in titles, but in the text of all other pages as well.
	vocabularyShare = 20
	// vocabularyNouns: of so many occurrences at least one must show by its
	// neighbours that the word is a noun, if its ending does not.
	vocabularyNouns = 4
)

// wordEvidence is what speaks for a single word as a term, by its singular.
type wordEvidence struct {
	count    uint32 // occurrences in lower case
	nouns    uint32 // of these, as the noun of a phrase
	capitals uint32 // occurrences in names
	owned    uint32 // occurrences in documents that repeat it under a title with it
	last     int    // 1 + the document counted last
	here     uint32 // occurrences in that document
	repeats  uint32 // sentences of that document with it
}

// accepted tells whether the word is a noun, the subject of documents, and no
// part of names most of the time.
func (w *wordEvidence) accepted(key string) bool {
	noun := w.nouns >= 2 && w.nouns*vocabularyNouns >= w.count || abstract(key)
	return noun && w.owned > 0 && w.owned*vocabularyShare >= w.count && w.count >= w.capitals
}

// abstract tells whether a word has an ending that only nouns have.
func abstract(key string) bool {
	for _, ending := range []string{"tion", "sion", "ment", "ness", "ship", "ity", "ance", "ence", "ency", "ism"} {
		if strings.HasSuffix(key, ending) {
			return true
		}
	}
	return false
}

// vocabulary returns the singulars of the words that titles and headings make
// concepts of the corpus.
func (b *lexiconBuilder) vocabulary(titles []Title) []string {
	owned := b.titleNouns(titles)
	words := make(map[string]*wordEvidence)
	for _, nouns := range owned {
		for _, key := range nouns {
			if words[key] == nil {
				words[key] = new(wordEvidence)
			}
		}
	}
	// Which words matter is looked up once for each, not in every document.
	matter := make(map[string]string) // word → its singular
	for word := range b.lower {
		if key := entity.Singular(word); words[key] != nil {
			matter[word] = key
		}
	}
	b.addWords(words, matter, owned)
	for key, n := range b.names {
		for word := range strings.SplitSeq(key, " ") {
			if w := words[entity.Singular(word)]; w != nil {
				w.capitals += n.spans + n.codes
			}
		}
	}
	var keys []string
	for key, w := range words {
		if w.accepted(key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// wordDocs is how many documents are counted at a time.
const wordDocs = 1 << 10

// addWords counts the words that matter in all documents, batches of them side by
// side.
func (b *lexiconBuilder) addWords(words map[string]*wordEvidence, matter map[string]string, owned [][]string) {
	var mu sync.Mutex
	parallel.Do((len(b.docs)+wordDocs-1)/wordDocs, func(batch int) {
		counts := make(map[string]*wordEvidence)
		var room Candidates
		for doc := batch * wordDocs; doc < min((batch+1)*wordDocs, len(b.docs)); doc++ {
			c := b.docs[doc].open(&room)
			for i := range c.Words {
				key, ok := matter[c.Words[i].Key]
				if !ok {
					continue
				}
				w := counts[key]
				if w == nil {
					w = new(wordEvidence)
					counts[key] = w
				}
				w.add(&c.Words[i], doc, slices.Contains(owned[doc], key))
			}
		}
		mu.Lock()
		defer mu.Unlock()
		for key, n := range counts {
			w := words[key]
			w.count += n.count
			w.nouns += n.nouns
			w.owned += n.owned
		}
	})
}

// add counts a word of a document; owned says that its titles have the word. The
// forms of a word come one by one.
func (w *wordEvidence) add(word *Word, doc int, owned bool) {
	w.count += word.Count
	w.nouns += word.Nouns
	if w.last != doc+1 {
		w.last, w.here, w.repeats = doc+1, 0, 0
	}
	w.here += word.Count
	w.repeats += word.Sentences
	if owned && w.repeats >= vocabularyRepeats {
		w.owned += w.here
		w.here = 0
	}
}

// titleNouns returns for every document the nouns of its titles and headings, in
// the singular.
func (b *lexiconBuilder) titleNouns(titles []Title) [][]string {
	all := make([][]string, len(b.docs))
	for _, t := range titles {
		if t.Doc < 0 || t.Doc >= len(b.docs) {
			continue
		}
		title := withoutNote(t.Text)
		b.sent.read(title, 0, len(title))
		for i := range b.sent.tokens {
			if !b.noun(i) {
				continue
			}
			if noun := entity.Singular(string(b.sent.key(i, i+1))); !slices.Contains(all[t.Doc], noun) {
				all[t.Doc] = append(all[t.Doc], noun)
			}
		}
	}
	return all
}

// noun tells whether token i of a title may be a noun by itself. A gerund is one
// at the end ("References and Borrowing"), not before what it acts on ("Storing
// Keys") nor alone ("Testing": it may be either).
func (b *lexiconBuilder) noun(i int) bool {
	const never = classStop | classLink | classVerb | classVague | classGeneric | classCount | classCalendar | classLabel
	t := &b.sent.tokens[i]
	key := b.sent.key(i, i+1)
	if t.class&never != 0 || t.shape&shapeDigit != 0 || len(key) < 3 || past(key) || adverb(key) || thirdPerson(b.lang, key) ||
		documentParts()[string(key)] {
		return false
	}
	if s := entity.Singular(string(key)); b.lang.class(s)&never != 0 || documentParts()[s] {
		return false
	}
	return !gerund(key) || i > 0 && i+1 == len(b.sent.tokens)
}
