package analyse

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/segment"
	"mycel/internal/must"
)

// interrupted is a context that is cancelled when it has been asked a few times.
type interrupted struct {
	context.Context
	asked, after int
}

func (c *interrupted) Err() error {
	c.asked++
	if c.asked > c.after {
		return context.Canceled
	}
	return nil
}

// A build that is interrupted does not go on to the end of a long page.
func TestInterruptedPage(t *testing.T) {
	counter := must.Get(segment.NewCounter(""))(t)
	a := &Analyser{Counter: counter, Size: 400, Sentences: 400, Languages: &Languages{Of: map[string]int{}}}
	text := strings.Repeat("Here is one more sentence. ", 1000)
	doc := &document.Document{ID: "a", Title: "A", Text: text, Sections: []document.Section{{End: len(text)}}}
	for _, after := range []int{0, 1, 500, 1500} {
		ctx := &interrupted{Context: t.Context(), after: after}
		_, _, err := a.Page(ctx, doc)
		must.Be(t, errors.Is(err, context.Canceled) && ctx.asked <= after+5, "cancelled at the %dth look: got %v after %d", after, err, ctx.asked)
	}
}

// Speech, code, tables, contents, questions and pieces read badly in a summary.
func TestPoor(t *testing.T) {
	stop := func(word string) bool { return word == "the" || word == "if" || word == "what" }
	for text, want := range map[string]string{
		"The keeper wrote it down. He left.\n\n":                                           "..",
		"\"I never saw it. Nor did he.\"\n\nThe keeper left. ":                             "xx.",
		"“Well,” said Tom. He went to the “Model Boy” of the village and sat down.":        "x.",
		"„Komm her!“ Er ging. «Viens ici.» Il partit.":                                     "x.x.",
		"What is it? It is a lamp. ":                                                       "x.",
		"Name | Use\nOil | for lamps. The lamp burns.":                                     "xx.",
		"Basal Cell Skin Cancer Testing Staging Treatment. The lamp burns.":                "x.",
		"Caring for lamps The oil must be clean. A lamp (The Big One) burns in the tower.": "x.",
		"and then it went. The year was bad. It began with":                                "x.x",
	} {
		p := &Page{Doc: &document.Document{Text: text}, Analysis: &Analysis{}}
		p.Sentences = segment.Sentences(text, 0, len(text), true, nil, 0)
		p.findPoor(stop)
		got := ""
		for _, poor := range p.Poor {
			got += map[bool]string{true: "x", false: "."}[poor]
		}
		must.Equal(t, got, want, "%q in %d sentences", text, len(p.Sentences))
	}
}
