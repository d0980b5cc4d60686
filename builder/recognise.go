package builder

import (
	"fmt"
	"slices"

	"mycel/builder/ner"
)

// loadMentions reads what another program has found, which must be in these
// documents; nil if none has looked for any.
func (b *build) loadMentions() (*ner.External, error) {
	if b.Mentions == "" {
		return nil, nil
	}
	e, err := ner.LoadExternal(b.Mentions)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(b.docs))
	for i, d := range b.docs {
		ids[i] = d.ID
	}
	slices.Sort(ids)
	for _, doc := range e.Documents() {
		if _, ok := slices.BinarySearch(ids, doc); !ok {
			return nil, fmt.Errorf("%s: there is no document %q", b.Mentions, doc)
		}
	}
	return e, nil
}

// lexicon is what the entities of the corpus are, and where they are mentioned.
type lexicon interface {
	Entities() []ner.Entity
	Aliases() []ner.Alias
	Mentions(text string, sentences []int, c *ner.Numbered) []ner.Mention
}

// lexicon decides with all pages in view.
func (b *build) lexicon() lexicon {
	candidates := make([]*ner.Numbered, len(b.pages))
	var titles []ner.Title
	for i, p := range b.pages {
		candidates[i] = p.Candidates
		if !b.NoTitles {
			titles = append(titles, p.Titles(i)...)
		}
	}
	if b.NER == NERRegex {
		return ner.NewLiteral(b.strings, candidates, titles)
	}
	return ner.NewLexicon(b.strings, candidates, titles, b.nerOptions())
}
