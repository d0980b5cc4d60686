package method

import (
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/embed"
	"mycel/builder/entities"
	"mycel/builder/givengraph"
	"mycel/builder/llm"
	"mycel/builder/terms"
	"mycel/builder/vectors"
	"mycel/engine/bundle"
	"mycel/engine/vector"
)

// Corpus is the input of a method: the pages, and the statistics of all pages together. Terms, entities, sections,
// chunks and sentences are numbered across all pages.
type Corpus struct {
	Pages    []*analyse.Page
	Keys     []string          // of words, by number
	Analyser *analyse.Analyser // of the pages
	Language string            // of most pages, a BCP 47 tag

	Vocabulary *terms.Vocabulary
	Chunks     *terms.PostingLists
	IDF        []float32 // by term
	Entities   *entities.Tables

	Vectors *vector.Table    // of chunks; nil for none
	Space   vectors.Space    // of the vectors; nil for none
	Reader  *llm.Reader      // asks a language model; nil for none
	Given   *givengraph.Tied // a graph made elsewhere; nil for none
}

// SetVectors finds the vectors of the chunks in the sections of the bundle.
func (c *Corpus) SetVectors(sections []bundle.Section) (err error) {
	for _, s := range sections {
		switch s.Name {
		case bundle.SectionVectors:
			c.Vectors, err = vector.Decode(s.Data, len(c.Chunks.Length))
		case bundle.GroupSigns:
			err = c.Vectors.Load(s.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Count counts the tokens of a text, as a language model counts them.
func (c *Corpus) Count(text string) int { return c.Analyser.Counter.Count(text) }

// Terms returns the terms of a text, without stop words and words that the corpus lacks.
func (c *Corpus) Terms(text string) (terms []uint32) {
	sp := analyse.NewSpeller()
	for _, w := range c.Analyser.Words(text, sp) {
		if t, ok := c.Vocabulary.Find(sp.Keys[w]); ok && !c.Vocabulary.Stop[t] {
			terms = append(terms, uint32(t))
		}
	}
	return terms
}

// TermsOf returns the terms of words, without stop words.
func (c *Corpus) TermsOf(words analyse.WordList) (terms []uint32) {
	for _, w := range words {
		if t := c.Vocabulary.Term[w]; !c.Vocabulary.Stop[t] {
			terms = append(terms, uint32(t))
		}
	}
	return terms
}

// TermsOfKey returns the terms of the key of a name, without stop words and words that no page has. It looks words up
// by their strings: a table from the cache has numbers for words of removed pages, but no terms for them.
func (c *Corpus) TermsOfKey(key string) (terms []uint32) {
	for word := range strings.SplitSeq(key, " ") {
		if t, ok := c.Vocabulary.Find(word); ok && !c.Vocabulary.Stop[t] {
			terms = append(terms, uint32(t))
		}
	}
	return terms
}

// Signs returns the sign vectors of the chunks.
func (c *Corpus) Signs() *embed.Signs {
	s := &embed.Signs{Dims: c.Vectors.Dims()}
	for i := range c.Vectors.Len() {
		s.Words = c.Vectors.AppendWords(s.Words, uint32(i))
	}
	return s
}

// Sentences finds sentences by their numbers in the corpus.
type Sentences struct {
	pages []*analyse.Page
	First []int // sentences before each page, and the number of all
}

// NewSentences numbers the sentences of the pages.
func NewSentences(pages []*analyse.Page) *Sentences {
	s := &Sentences{pages: pages, First: make([]int, len(pages)+1)}
	for i, p := range pages {
		s.First[i+1] = s.First[i] + len(p.Sentences)
	}
	return s
}

// At returns the page of a sentence, and the sentence's number there.
func (s *Sentences) At(sentence int) (p *analyse.Page, k int) {
	// Pages without sentences begin at the same number as the next page: the last of them is found.
	i, _ := slices.BinarySearch(s.First, sentence+1)
	return s.pages[i-1], sentence - s.First[i-1]
}

// Text returns the text of a sentence.
func (s *Sentences) Text(sentence int) string {
	p, k := s.At(sentence)
	return p.Doc.Text[p.Sentences[k]:p.SentenceEnd(k)]
}
