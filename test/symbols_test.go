package test

import (
	"strings"
	"testing"

	"mycel/engine"
	"mycel/internal/must"
)

// Signs of code are found where the documents have them: the section that explains a sign, by its
// heading or in inline code, before listings that are full of it.
func TestSymbols(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"equality":    "# Equality\n\nValues are compared.\n\n## Strict\n\nThe sign `===` compares without conversion. A test `a == b` converts.\n\n## Notes\n\nMore.",
		"propagating": "# Propagating\n\nErrors go up.\n\n## The `?` operator\n\nIt returns early.\n\n## Where `?` stands\n\nBehind an expression such as `f()?`, or behind `?` itself.",
		"operator":    "# Operator\n\nWho operates the station?\n\n## Hours\n\nNine to five.",
		"listing":     "# Examples\n\nCode.\n\n## Comparing\n\nLook:\n\n```js\n" + strings.Repeat("if (a === b && c?.d) f(...args);\n", 30) + "```",
		"asked":       "# Asked\n\nText.\n\n## Where is the `!` operator?\n\nThere is none.",
		"printed":     "# Printed\n\nWhat it says.\n\n## Run\n\n```console\n>>> ready\n```",
	}))
	for _, c := range []struct{ query, want, marked string }{
		{"===", "equality.html#strict", "==="},
		{"what does === mean?", "equality.html#strict", "==="},
		{"`==`", "equality.html#strict", "=="},
		{"?.", "listing.html#comparing", "?."},
		{"&&", "listing.html#comparing", "&&"},
		{"...", "listing.html#comparing", "..."},
		{"? operator", "propagating.html#the--operator", ""},
		{"The `?` operator", "propagating.html#the--operator", ""},
		{"?", "propagating.html#where--stands", "?"},
		{"station operator ?", "operator.html#operator", ""}, // the mark of the sentence
		{">>>", "", ""},
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 {
			must.Be(t, c.want == "", "%s: nothing is found, terms %+v", c.query, r.Terms)
			continue
		}
		h := r.Hits[0]
		must.Equal(t, h.URL, c.want, "%s: the first hit", c.query)
		marked := false
		for _, m := range h.Excerpt.Matches {
			marked = marked || h.Excerpt.Text[m.Start:m.End] == c.marked
		}
		if c.marked != "" && !marked {
			t.Errorf("%s: %q is not marked in %q", c.query, c.marked, h.Excerpt.Text)
		}
	}
}
