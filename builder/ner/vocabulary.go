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

// vocabulary returns the singulars of the words that titles and headings make concepts of the corpus.
func (b *lexiconBuilder) vocabulary(titles []Title) []id {
	v := &vocabulary{place: newByID[uint32](b.Strings), owned: make([][]uint32, len(b.docs))}
	b.titleNouns(titles, func(doc int, key id) { v.owned[doc] = append(v.owned[doc], v.add(key)) })
	// Each word is looked up once, not once for every document.
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
	keys   []id           // keys of these words, in the singular
	place  byID[uint32]   // by key: 1 + index in keys
	matter byID[uint32]   // by word of the texts: place of its singular
	owned  [][]uint32     // by document: places, from 1, of the words in its titles
	words  []wordEvidence // by index in keys
}

// add returns 1 + the index of a word.
func (v *vocabulary) add(key id) uint32 {
	at := v.place.at(key)
	if *at == 0 {
		v.keys = append(v.keys, key)
		*at = uint32(len(v.keys))
	}
	return *at
}

// wordDocs is the number of documents in a batch.
const wordDocs = 1 << 10

// count counts the words that matter in all documents, in parallel batches. A batch lists what it
// adds. Arrays of counts would have an element for each word of the corpus, in every batch.
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
	own   []wordCount // counts of the document for the words in its titles, ascending
	room  numbered
}

// wordCount is the counts of a word in one document.
type wordCount struct {
	at                  uint32 // index in vocabulary.keys
	count, nouns, owned uint32 // see wordEvidence
	repeats             uint32 // sentences with it
}

// count counts the words of a document. owned are the words in its titles. The forms of a word
// come one after the other.
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

// titleNouns calls f for the nouns of the titles and headings of every document, in the singular.
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

// noun reports whether token i of a title may be a noun by itself. A gerund may be one at the end ("References and
// Borrowing"), but not before its object ("Storing Keys") nor alone ("Testing": it may be either).
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
