package ner

import (
	"cmp"
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
}

// noun tells whether the word is a noun and the subject of documents. A term is one that
// is no part of names most of the time, besides.
func (w *wordEvidence) noun(key string) bool {
	noun := w.nouns >= 2 && w.nouns*vocabularyNouns >= w.count || abstract(key)
	return noun && w.owned > 0 && w.owned*vocabularyShare >= w.count
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
func (b *lexiconBuilder) vocabulary(titles []Title) []id {
	v := &vocabulary{place: newByID[uint32](b.Strings), owned: make([][]uint32, len(b.docs))}
	b.titleNouns(titles, func(doc int, key id) { v.owned[doc] = append(v.owned[doc], v.add(key)) })
	// Which words matter is looked up once for each, not in every document.
	v.matter = newByID[uint32](b.Strings)
	for word, n := range b.lower {
		if n > 0 {
			*v.matter.at(id(word)) = v.place.get(b.singular(id(word)))
		}
	}
	v.words = make([]wordEvidence, len(v.keys))
	v.count(b.docs)
	// Names are many, and few words are left to look for in them.
	nouns := make(map[string]*wordEvidence)
	for i := range v.words {
		if key := b.text(v.keys[i]); v.words[i].noun(key) {
			nouns[key] = &v.words[i]
		}
	}
	for _, key := range b.named {
		n := &b.names[key]
		for word := range strings.SplitSeq(b.text(key), " ") {
			if w := nouns[entity.Singular(word)]; w != nil {
				w.capitals += n.spans + n.codes
			}
		}
	}
	var keys []id
	for i, key := range v.keys {
		if w := &v.words[i]; nouns[b.text(key)] != nil && w.count >= w.capitals {
			keys = append(keys, key)
		}
	}
	return keys
}

// vocabulary counts the words that titles have.
type vocabulary struct {
	keys   []id           // of these words, in the singular
	place  byID[uint32]   // by key: 1 + place in keys
	matter byID[uint32]   // by word of the texts: that of its singular
	owned  [][]uint32     // by document: places, from 1, of the words that its titles have
	words  []wordEvidence // by place
}

// add returns 1 + the place of a word.
func (v *vocabulary) add(key id) uint32 {
	at := v.place.at(key)
	if *at == 0 {
		v.keys = append(v.keys, key)
		*at = uint32(len(v.keys))
	}
	return *at
}

// wordDocs is how many documents are counted at a time.
const wordDocs = 1 << 10

// count counts the words that matter in all documents, batches of them side by side. A
// batch lists what it adds: counts of its own would be as many as the words of the corpus,
// in each of as many batches as the corpus is long.
func (v *vocabulary) count(docs []*Numbered) {
	var mu sync.Mutex
	parallel.Do((len(docs)+wordDocs-1)/wordDocs, func(batch int) {
		var b wordBatch
		for doc := batch * wordDocs; doc < min((batch+1)*wordDocs, len(docs)); doc++ {
			b.count(v, docs[doc].open(&b.room), v.owned[doc])
		}
		mu.Lock()
		defer mu.Unlock()
		for _, n := range b.added {
			w := &v.words[n.at]
			w.count += n.count
			w.nouns += n.nouns
			w.owned += n.owned
		}
	})
}

// wordBatch counts words in some documents.
type wordBatch struct {
	added []wordCount
	own   []wordCount // of the document, of the words that its titles have, ascending
	room  numbered
}

// wordCount is what a document says of a word.
type wordCount struct {
	at                  uint32 // place
	count, nouns, owned uint32 // see wordEvidence
	repeats             uint32 // sentences with it
}

// count counts the words of a document; owned are those that its titles have. The forms
// of a word come one by one.
func (b *wordBatch) count(v *vocabulary, c *numbered, owned []uint32) {
	b.own = b.own[:0]
	for _, at := range owned {
		b.own = append(b.own, wordCount{at: at - 1})
	}
	slices.SortFunc(b.own, wordCount.compare)
	b.own = slices.CompactFunc(b.own, func(x, y wordCount) bool { return x.at == y.at })
	for i := range c.words {
		word := &c.words[i]
		at := v.matter.get(word.key)
		if at == 0 {
			continue
		}
		n := wordCount{at: at - 1, count: word.count, nouns: word.nouns}
		b.added = append(b.added, n)
		if k, ok := slices.BinarySearchFunc(b.own, n, wordCount.compare); ok {
			b.own[k].owned += word.count
			b.own[k].repeats += word.sentences
		}
	}
	for _, n := range b.own {
		if n.repeats >= vocabularyRepeats {
			b.added = append(b.added, n)
		}
	}
}

func (n wordCount) compare(other wordCount) int { return cmp.Compare(n.at, other.at) }

// titleNouns calls f for the nouns of the titles and headings of every document, in the
// singular.
func (b *lexiconBuilder) titleNouns(titles []Title, f func(doc int, key id)) {
	for _, t := range titles {
		if t.Doc < 0 || t.Doc >= len(b.docs) {
			continue
		}
		for _, noun := range t.parsed.nouns {
			f(t.Doc, b.number(noun))
		}
	}
}

// noun tells whether token i of a title, in a language, may be a noun by itself. A gerund is one
// at the end ("References and Borrowing"), not before what it acts on ("Storing
// Keys") nor alone ("Testing": it may be either).
func noun(s *sentence, lang *language, i int) bool {
	const never = classStop | classLink | classVerb | classVague | classGeneric | classCount | classCalendar | classLabel
	t := &s.tokens[i]
	key := s.key(i, i+1)
	if t.class&never != 0 || t.shape&shapeDigit != 0 || len(key) < 3 || past(key) || adverb(key) || thirdPerson(lang, key) ||
		documentParts()[string(key)] {
		return false
	}
	if one := entity.Singular(string(key)); lang.class(one)&never != 0 || documentParts()[one] {
		return false
	}
	return !gerund(key) || i > 0 && i+1 == len(s.tokens)
}
