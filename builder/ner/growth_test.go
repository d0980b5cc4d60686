package ner

import (
	"fmt"
	"runtime"
	"testing"

	"mycel/internal/must"
)

// Four times as many documents, each with a word of its own, take about four times the
// memory: nothing has a row for every word in every document.
func TestGrowth(t *testing.T) {
	const few, many = 1 << 12, 1 << 14
	small, large := lexiconBytes(few), lexiconBytes(many)
	must.Be(t, large <= 5*small, "a lexicon of %d documents allocates %d bytes, of %d %d", few, small, many, large)
}

// lexiconBytes returns what making the lexicon of n documents allocates.
func lexiconBytes(n int) uint64 {
	s := NewStrings()
	docs, titles := make([]*Numbered, n), make([]Title, n)
	for i := range docs {
		word := ""
		for k := i; len(word) < 4; k /= 26 {
			word += string(rune('a' + k%26))
		}
		word += "ment"
		text := fmt.Sprintf("Here is the %[1]s. There was no %[1]s before.", word)
		docs[i] = s.Adopt(Scan(text, []int{0, len("Here is the . ") + len(word)}, nil, Options{}))
		titles[i] = Title{Text: word, Doc: i}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	NewLexicon(s, docs, titles, Options{})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
