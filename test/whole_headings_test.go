package test

import (
	"testing"

	"mycel/engine"
	"mycel/engine/method"
	"mycel/internal/must"
)

// A heading is found by all of its words, function words and endings included, where other headings
// or titles have the same words without them.
func TestWholeHeadings(t *testing.T) {
	b := corpusOf(t, manual(map[string]string{
		"directives": "# Directives\n\nA list.\n\n## v-if\n\nShows. v-if v-if.\n\n## v-on\n\nListens to v-if.\n\n## v-for\n\nRepeats.\n\n## v-once\n\nKeeps.\n\n## V\n\nA letter.",
		"traits":     "# Traits\n\nThey are shared.\n\n## Kinds\n\nMany traits.\n\n## Traits\n\nAgain.",
		"more":       "# More\n\nText.\n\n## Other traits\n\nRare.\n\n## Ways to trim\n\n### By hand\n\nSlowly.\n\n### By wind\n\nFast.",
		"install":    "# Installation\n\nText.\n\n## Next\n\nText.",
		"tools":      "# Tools\n\nText.\n\n## Installing\n\nOne.\n\n## Install\n\nTwo.\n\n## Installed\n\nThree.\n\n## To install\n\nFour.",
	}))
	for _, c := range []struct {
		query, want string
		exact       method.Exactness
	}{
		{"v-if", "directives.html#v-if", method.ExactHead},
		{"v-on", "directives.html#v-on", method.ExactHead},
		{"v-once", "directives.html#v-once", method.ExactHead},
		{"other traits", "more.html#other-traits", method.ExactHead},
		{"Traits", "traits.html#traits", method.ExactTitle},
		{"installation", "install.html#installation", method.ExactTitle},
		{"Installing", "tools.html#installing", method.ExactHead},
		{"to install", "tools.html#to-install", method.ExactHead},
		{"ways to trim", "more.html#by-hand", method.ExactHead}, // it has no text of its own
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 || r.Hits[0].URL != c.want || r.Hits[0].Why.Exact != c.exact {
			t.Errorf("%s: got %s, want %s", c.query, documents(r), c.want)
			for _, h := range r.Hits {
				t.Log(h.URL, h.Why.Exact)
			}
		}
		seen := map[string]bool{}
		for _, h := range r.Hits {
			must.Be(t, !seen[h.URL], "%s: %s is there twice", c.query, h.URL)
			seen[h.URL] = true
		}
	}
}
