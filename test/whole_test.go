package test

import (
	"fmt"
	"testing"

	"mycel/engine"
)

// A page with a section that has all words of a short query, one of them rare, comes before pages without such a
// section; also while the last word is typed, with a misspelling, and where words have no spaces between them.
func TestAllWordsFirst(t *testing.T) {
	pages := map[string]string{
		"harbor": "# Tides\n\nOf the sea.\n\n## Gates\n\nThe gate of the harbour has a context that a windlass turns, and no more than one.\n\n## More\n\nText.",
		"tokyo":  "# 港\n\n海の話。\n\n## 門\n\n水門は巻上機で動く。\n\n## 外\n\n文章。",
	}
	for i := range 12 {
		pages[fmt.Sprintf("context%d", i)] = fmt.Sprintf("# Context %d\n\nContext, context and context.\n\n## Context of gates\n\nA context has a context.\n\n## Windows\n\nOf context %d.", i, i)
		pages[fmt.Sprintf("gate%d", i)] = fmt.Sprintf("# 水門 %d\n\n水門、水門。\n\n## 水門の外\n\n水門と水門。", i)
	}
	b := corpusOf(t, pages)
	for query, want := range map[string]string{
		"context windlass": "harbor.md#gates", "windlass context": "harbor.md#gates", "context windlas": "harbor.md#gates", "context windl": "harbor.md#gates",
		"context wimdlass turns": "harbor.md#gates", "gates harbour context": "harbor.md#gates", "水門 巻上機": "tokyo.md#門",
	} {
		r := ask(t, b, query, engine.Options{})
		if got := r.Hits[0].Document + "#" + r.Hits[0].Anchor; got != want {
			t.Errorf("%q finds %s first, want %s", query, got, want)
		}
	}
}
