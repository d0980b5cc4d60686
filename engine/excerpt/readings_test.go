package excerpt

import (
	"testing"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/internal/must"
)

// What a word was read as is marked, whole; of a compound the part that matches.
func TestSpansOfReadings(t *testing.T) {
	words := []string{"effect", "hash", "hashmap", "lock", "locking", "map", "mutex", "use", "useeffect", "树很", "棵树"}
	var entries []lexical.Entry
	for i, w := range words {
		entries = append(entries, lexical.Entry{Form: w, Term: model.TermID(i)})
	}
	n := len(words)
	df := make([]uint32, n)
	for i := range df {
		df[i] = 1
	}
	d := must.Get((&lexical.Words{Entries: entries, Stems: words, DF: df}).Whole(n, true))(t)
	for _, c := range []struct{ query, text, want string }{
		{"mut", "A Mutex, two mutexes", "A [Mutex], two mutexes"}, // beginnings
		{"lock", "lock and locking", "[lock] and locking"},
		{"lockin", "lock and locking", "lock and [locking]"},
		{"muetx ", "the MUTEX of mut", "the [MUTEX] of mut"}, // misspellings
		{"effect", "call useEffect(…) for effect", "call use[Effect](…) for [effect]"},
		{"useEffect", "call useEffect, use effect", "call [useEffect], [use] [effect]"},
		{"use map", "HashMap, hashmap, map", "Hash[Map], hashmap, [map]"},
		{"hash -map", "a HashMap", "a [Hash]Map"},
		{"树", "这棵树很高", "这棵[树]很高"}, // a lone character, in the pairs with it
		{"树很", "这棵树很高", "这棵[树很]高"},
		{`"hash map" mutex`, "hash, map, mutex", "[hash], [map], [mutex]"},
	} {
		m := NewMatcher(d, query.NewParser(d).Interpret(c.query, query.Tolerance{}))
		must.Equal(t, marked(c.text, m.Spans(c.text)), c.want, "%q in %q", c.query, c.text)
	}
}
