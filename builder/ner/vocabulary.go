package ner

import (
	"slices"
	"strings"

	"mycel/engine/entity"
)

// Thresholds for single words under TermsKeyphrase.
const (
	// vocabularyRepeats is the number of sentences in which a document must repeat a word of its
	// title or of one of its headings.
	vocabularyRepeats = 2
	// vocabularyShare: one in vocabularyShare occurrences must be in such a document. "Game" is in
	// titles, but also in the text of all other pages.
	vocabularyShare = 20
	// vocabularyNouns: unless its ending shows that the word is a noun, the neighbours must show
	// it in one of vocabularyNouns occurrences.
	vocabularyNouns = 4
)

// wordEvidence counts the occurrences of a word, by its singular.
type wordEvidence struct {
	count    uint32 // occurrences in lower case
	nouns    uint32 // of these, as the noun of a phrase
	capitals uint32 // occurrences in names
	owned    uint32 // occurrences in documents that repeat it under a title with it
}

// noun reports whether the word is a noun and the subject of documents. A word that is mostly part
// of names is not a term.
func (w *wordEvidence) noun(key string) bool {
	noun := w.nouns >= 2 && w.nouns*vocabularyNouns >= w.count || abstract(key)
	return noun && w.owned > 0 && w.owned*vocabularyShare >= w.count
}

// abstract reports whether a word has an ending that only nouns have.
func abstract(key string) bool {
	endings := []string{"tion", "sion", "ment", "ness", "ship", "ity", "ance", "ence", "ency", "ism"}
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(key, ending) })
}

// vocabulary returns the singulars of the words in titles and headings that are concepts of the corpus.
func (b *lexiconBuilder) vocabulary(titles []Title) (keys []id) {
	words, titled := make(map[id]*wordEvidence), make([][]id, len(b.docs)) // words of all titles, and of each document's
	for _, t := range titles {
		if t.Doc < 0 || t.Doc >= len(b.docs) {
			continue
		}
		for _, noun := range t.parsed.nouns {
			key := b.number(noun)
			if titled[t.Doc] = append(titled[t.Doc], key); words[key] == nil {
				words[key], keys = new(wordEvidence), append(keys, key)
			}
		}
	}
	for doc := range b.docs {
		b.countWords(doc, titled[doc], words)
	}
	// Most entities are names: few words remain to be searched for in them.
	nouns := make(map[string]*wordEvidence)
	for _, key := range keys {
		if text := b.text(key); words[key].noun(text) {
			nouns[text] = words[key]
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
	return slices.DeleteFunc(keys, func(key id) bool {
		w := nouns[b.text(key)]
		return w == nil || w.count < w.capitals
	})
}

// countWords counts words in a document, which has some of them in its titles.
func (b *lexiconBuilder) countWords(doc int, titled []id, words map[id]*wordEvidence) {
	slices.Sort(titled)
	own := make(map[id][2]uint32) // of these: occurrences, and sentences
	c := b.docs[doc].open(&b.room)
	for i := range c.words {
		x := &c.words[i]
		key := b.singular(x.key)
		w := words[key]
		if w == nil {
			continue
		}
		w.count += x.count
		w.nouns += x.nouns
		if _, ok := slices.BinarySearch(titled, key); ok {
			own[key] = [2]uint32{own[key][0] + x.count, own[key][1] + x.sentences}
		}
	}
	for key, n := range own {
		if n[1] >= vocabularyRepeats {
			words[key].owned += n[0]
		}
	}
}

// noun reports whether token i of a title may be a noun by itself. A gerund may be a noun at the end ("References
// and Borrowing"), but not before its object ("Storing Keys") nor alone ("Testing").
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
