//go:build !js

package wasm_test

import (
	"strings"
	"testing"

	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/query"
	"mycel/internal/must"
)

// Completions, misspellings, phrases and excluded words mean the same in both
// engines, and texts that phrases wait for arrive in both.
func TestReadingsSameAsNative(t *testing.T) {
	dir, questions := corpus(t, 600, 20)
	p := open(t, dir)
	prefixes, typos, hits := 0, 0, 0
	for i, q := range questions[:12] {
		words := strings.Fields(strings.TrimRight(q.Text, "?."))
		last := words[len(words)-1]
		wrong := last[:1] + last[2:]
		n := len(words) - 2
		for _, asked := range []string{
			last[:(len(last)+1)/2],
			strings.Join(words, " ")[:len(q.Text)*2/3],
			wrong + " ",
			strings.Join(words[:len(words)-1], " ") + " " + wrong,
			`find "` + strings.Join(words[n:], " ") + `"`,
			`find "` + strings.Join(words[n:], " ") + `" -` + words[i%n],
			last + ` -"` + strings.Join(words[n:], " ") + `"`,
			strings.Join(words[n:], "::"),
		} {
			for _, o := range []engine.Options{
				{}, {Mode: bm25.Mode},
				{Options: method.Options{Read: query.Tolerance{Prefix: query.CompleteAlways}}},
				{Options: method.Options{Read: query.Tolerance{Prefix: query.CompleteNever, NoTypos: true}}},
			} {
				r := p.same(t, asked, o)
				hits += len(r.Hits)
				for _, w := range r.Terms {
					switch w.Read {
					case query.Prefix:
						prefixes++
					case query.Typo:
						typos++
					}
				}
			}
		}
	}
	must.Be(t, prefixes >= 20 && typos >= 15 && hits >= 200, "%d completions, %d misspellings, %d hits: too few to compare", prefixes, typos, hits)
}
