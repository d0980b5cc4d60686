package ner

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/builder/stem"
	"mycel/engine/entity"
)

// In German every noun has a capital, so a capital proves no name. Articles decide: they stand before common nouns, and
// hardly before names.

// germanDeterminers are articles and other words before nouns.
const germanDeterminers = `der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner keines
	dies diese dieser dieses diesen diesem jede jeder jedes jeden jedem welche welcher welches welchen welchem
	mein meine meinen meinem meiner sein seine seinen seinem seiner seines ihr ihre ihren ihrem ihrer ihres
	unser unsere unseren unserem unserer euer eure im am beim vom zum zur ins ans alle aller allen
	viele vieler vielen mehrere mehreren einige einigen zwei drei solche solcher solchen`

// germanNouns are endings of common nouns, as keys.
var germanNouns = strings.Fields("ung ungen heit heiten keit keiten schaft schaften tion tionen tat taten nis nisse tum chen lein ismus")

const (
	nounShare = 12 // a common noun has an article at 1/nounShare of its occurrences, or more
	nounHead  = 4  // letters of a noun at the end of a compound
)

// determined reports whether token i stands behind an article, perhaps with an adjective between them.
func (s *sentence) determined(i int) bool {
	for range 2 {
		if i == 0 || s.tokens[i].gap != gapSpace {
			return false
		}
		i--
		t := &s.tokens[i]
		if t.class&classDeterminer != 0 {
			return true
		}
		key := s.key(i, i+1)
		if !t.shape.plain() || t.class&classStop != 0 || len(key) < 3 {
			return false
		}
		switch string(key[len(key)-2:]) {
		case "er", "es", "em":
			return true // the ending of an adjective without an article
		}
		if !inflected(string(key)) {
			return false
		}
	}
	return false
}

// nouns distinguishes common nouns from names by the occurrences of all forms of a word.
type nouns struct {
	lang *language
	stem func(string) string
	seen map[string]seenNoun // by stem of a word

	adjectives map[string]bool // stems of words in lower case with the ending of one
}

type seenNoun struct{ all, determined uint32 }

// newNouns returns nil for languages in which a capital is the sign of a name.
func newNouns(e *evidence, o Options) *nouns {
	if !o.language().nouns {
		return nil
	}
	stemmer, err := stem.New(o.Language)
	if err != nil {
		return nil // no text has this language
	}
	n := &nouns{lang: o.language(), stem: stemmer.Stem, seen: map[string]seenNoun{}, adjectives: map[string]bool{}}
	for word, count := range e.lower {
		if text := e.text(id(word)); count > 0 && inflected(text) {
			n.adjectives[n.stem(text)] = true
		}
	}
	for _, key := range e.named {
		if text := e.text(key); !strings.Contains(text, " ") {
			stem := n.stem(text)
			s := n.seen[stem]
			s.all += e.names[key].spans
			s.determined += e.names[key].determined
			n.seen[stem] = s
		}
	}
	return n
}

// noun reports whether a span consists of common nouns: it has one, unless its first word is an adjective with a
// capital, as in Deutsche Bank. strong is the number of its occurrences that do not begin a sentence.
func (n *nouns) noun(span string, strong uint32) bool {
	words := strings.Fields(span)
	if len(words) == 1 {
		return strong == 0 || n.common(span)
	}
	if strong > 0 && inflected(words[0]) && n.adjectives[n.stem(words[0])] && n.lang.class(words[1])&classLink == 0 {
		return false
	}
	return slices.ContainsFunc(words, n.common)
}

// inflected reports whether a word has the ending of an adjective: e, en, er, es or em.
func inflected(word string) bool { return strings.HasSuffix(strings.TrimRight(word, "mnrs"), "e") }

// common reports whether a word is a common noun: it occurs with articles, has the ending of a noun, or ends with a
// common noun.
func (n *nouns) common(word string) bool {
	if n.determinedOften(word) || slices.ContainsFunc(germanNouns, func(end string) bool { return strings.HasSuffix(word, end) && len(word) > len(end)+2 }) {
		return true
	}
	for at := range word {
		if head := word[at:]; at >= nounHead && utf8.RuneCountInString(head) >= nounHead && n.determinedOften(head) {
			return true
		}
	}
	return false
}

func (n *nouns) determinedOften(word string) bool {
	s := n.seen[n.stem(word)]
	return s.determined > 0 && s.determined*nounShare >= s.all
}

// acceptNouns makes terms of the common nouns in titles and headings, in all their forms. The pages below them must
// repeat the word and have a fair share of its occurrences, as vocabulary requires for English.
func (b *lexiconBuilder) acceptNouns(titles []Title) {
	if b.nouns == nil || b.opt.Terms == TermsNone {
		return
	}
	titled := make([][]string, len(b.docs)) // words of the titles of each document
	for _, t := range titles {
		if t.Doc >= 0 && t.Doc < len(b.docs) {
			titled[t.Doc] = append(titled[t.Doc], strings.Fields(Key(t.Text))...)
		}
	}
	owned := map[string]uint32{} // by stem
	for doc, words := range titled {
		if len(words) == 0 {
			continue
		}
		counts := b.countNouns(doc)
		for _, word := range words {
			stem := b.nouns.stem(word)
			if n := counts[stem]; n >= vocabularyRepeats && b.lang.class(word) == 0 && b.nouns.common(word) {
				owned[stem] += n
				delete(counts, stem) // a noun counts once for a document
			}
		}
	}
	for _, key := range b.named {
		text := b.text(key)
		if strings.Contains(text, " ") {
			continue
		}
		stem := b.nouns.stem(text)
		if n := owned[stem]; n > 0 && n*vocabularyShare >= b.nouns.seen[stem].all {
			b.accept(key, path{}, entity.Term)
		}
	}
}

// countNouns counts the occurrences of words with capitals in a document, by the stem that all forms of a word share.
func (b *lexiconBuilder) countNouns(doc int) map[string]uint32 {
	counts := map[string]uint32{}
	c := b.docs[doc].open(&b.room)
	for i := range c.forms {
		if f := &c.forms[i]; f.kind == entity.Name {
			counts[b.nouns.stem(b.text(f.key))] += f.strong + f.weak
		}
	}
	return counts
}
