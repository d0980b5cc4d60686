package divide

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/builder/summary"
	"mycel/engine/text"
)

const (
	mostPhrases = 3 // of a name
	mostWords   = 3 // of a phrase
	leastLength = 4 // least letters of a word that is not part of a name
)

// names returns, for each text, the phrases that distinguish it from the others, as the title of a
// summary (summary.Title); "" for none.
func names(texts []string) []string {
	counts := make([]map[string]int, len(texts))
	totals, within, written := map[string]int{}, map[string]int{}, map[string]string{} // within: texts that have a phrase
	all := 0
	for i, t := range texts {
		counts[i] = map[string]int{}
		phrases(t, func(key, as string) {
			if counts[i][key]++; counts[i][key] == 1 {
				within[key]++
			}
			totals[key]++
			all++
			if _, ok := written[key]; !ok {
				written[key] = as
			}
		})
	}
	out := make([]string, len(texts))
	for i := range texts {
		var list []summary.Phrase
		for key, n := range counts[i] { // Title orders them
			if n > 1 && 2*within[key] <= len(texts) {
				list = append(list, summary.Phrase{Text: written[key], Count: n, Total: totals[key]})
			}
		}
		out[i] = summary.Title(list, float64(all)/float64(len(texts)), mostPhrases)
	}
	return out
}

// phrases calls visit for the runs of capitalised words within sentences, and for other words of at
// least four letters. It leaves out pairs of characters, which scripts without spaces have instead of
// words: they name nothing.
func phrases(s string, visit func(key, as string)) {
	sc := text.NewScanner(s)
	var run []string
	end := 0 // of the last word
	flush := func() {
		if as := strings.Join(run, " "); len(as) > 1 {
			visit(strings.ToLower(as), as)
		}
		run = run[:0]
	}
	for sc.Next() {
		start, to := sc.Span()
		word := sc.Text()
		first, _ := utf8.DecodeRuneInString(word)
		between := s[min(end, start):start] // pairs of characters overlap
		end = to
		if between != " " {
			flush()
		}
		begins := start == 0 || strings.ContainsAny(between, ".!?…:\n\"“‘(") // there a capital is no hint
		switch {
		case unicode.IsUpper(first) && !begins && len(run) < mostWords:
			run = append(run, word)
			continue
		case unicode.IsUpper(first):
			flush()
			continue
		}
		flush()
		if unicode.IsLower(first) && utf8.RuneCountInString(word) >= leastLength {
			visit(string(sc.Key()), word)
		}
	}
	flush()
}
