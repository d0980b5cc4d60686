package analyse

import (
	"context"
	"errors"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/segment"
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
	counter, err := segment.NewCounter("")
	if err != nil {
		t.Fatal(err)
	}
	a := &Analyser{Counter: counter, Size: 400, Sentences: 400, Languages: &Languages{Of: map[string]int{}}}
	text := strings.Repeat("Here is one more sentence. ", 1000)
	doc := &document.Document{ID: "a", Title: "A", Text: text, Sections: []document.Section{{End: len(text)}}}
	for _, after := range []int{0, 1, 500, 1500} {
		ctx := &interrupted{Context: t.Context(), after: after}
		if _, _, err := a.Page(ctx, doc); !errors.Is(err, context.Canceled) || ctx.asked > after+5 {
			t.Errorf("cancelled at the %dth look: got %v after %d", after, err, ctx.asked)
		}
	}
}
