package embed

import (
	"context"
	"slices"
	"testing"

	"mycel/internal/must"
)

// A text with the terms of a passage has the passage's vector, in whatever order they
// stand.
func TestSpace(t *testing.T) {
	c := topics(8, 200)
	signs, space := must.Get2(Train(context.Background(), c))(t)
	texts := make([][]uint32, len(c.Documents))
	for i, doc := range c.Documents {
		texts[i] = slices.Clone(doc)
		slices.Reverse(texts[i])
	}
	more := space.Signs(texts)
	must.Be(t, more.Dims == signs.Dims && slices.Equal(more.Words, signs.Words), "the same terms have other vectors")
	none := space.Signs(nil)
	must.Be(t, none.Dims == signs.Dims && len(none.Words) == 0, "no texts have %d words of %d dimensions", len(none.Words), none.Dims)
}
