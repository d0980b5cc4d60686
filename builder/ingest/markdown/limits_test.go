package markdown

import (
	"strings"
	"testing"

	"mycel/internal/must"
)

// A page at a limit is read, and one beyond it is named; a blank line ends what a paragraph counts.
func TestLimits(t *testing.T) {
	times := func(s string, n int) string { return strings.Repeat(s, n) }
	fences := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(times("`", i+1) + " ")
		}
		return b.String()
	}
	for name, of := range map[string]struct {
		page func(n int) string
		most int
	}{
		"quotes":          {func(n int) string { return times(">", n) + " a" }, 100},
		"lists":           {func(n int) string { return times("- ", n) + "a" }, 100},
		"numbers":         {func(n int) string { return times("1. ", n) + "a" }, 100},
		"indentation":     {func(n int) string { return times(" ", n) + "a" }, 400},
		"tabs":            {func(n int) string { return times("\t", n) + "a" }, 100},
		"brackets":        {func(n int) string { return times("[", n) }, 1000},
		"brackets closed": {func(n int) string { return times("[", n/2) + times("]", n/2) + times("[", n) }, 1000},
		"targets":         {func(n int) string { return times("](", n) }, 1000},
		"backticks":       {fences, 100},
		"definitions":     {func(n int) string { return times("[a]: b\n", n) }, 20_000},
		"notes":           {func(n int) string { return times("[^a]: b\n\n", n) }, 10_000},
		"cells":           {func(n int) string { return "a|b|c\n-|-|-\n" + times("a\n", n/3) }, 1 << 19},
	} {
		must.Equal(t, TooIntricate(of.page(of.most)), "", "%s: %d are refused", name, of.most)
		must.Be(t, TooIntricate(of.page(of.most+3)) != "", "%s: %d are read", name, of.most+3)
		must.Equal(t, TooIntricate(times(of.page(of.most/2)+"\n\n", 2)), "", "%s: twice %d are refused", name, of.most/2)
	}
	for line, want := range map[string]int{
		"[^a]: b": 5, "[^a] b": 0, "[^a]:": 5, "[a]: b": 0, `[^a\]b]: c`: 8, "[^a[b]: c": 0, "[^" + times("a", MaxNoteLabel-1) + "]:": MaxNoteLabel + 3, "[^" + times("a", MaxNoteLabel+9) + "]:": 0, "": 0,
	} {
		must.Equal(t, Footnote(line), want, "%.20q: a mark of", line)
	}
}
