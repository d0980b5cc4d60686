package evaluation

import (
	"strings"

	"mycel/engine/text"
)

// Coverage, the measure of KET-RAG (Huang et al. 2025), is the share of the queries
// whose answer stands in the context. Answers and contexts are compared word by word,
// as words are searched for: without case, accents and punctuation.

// answerable tells whether an answer can stand in a context: it has words, and is none
// of the judgements that no text spells out.
func answerable(answer string) bool {
	key := wordsOf(answer)
	return key != " " && key != " yes " && key != " no "
}

// covers tells whether a context has an answer.
func covers(context, answer string) bool {
	return strings.Contains(wordsOf(context), wordsOf(answer))
}

// wordsOf returns the keys of a text's words, a space before, between and behind them.
func wordsOf(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for sc := text.NewScanner(s); sc.Next(); {
		b.Write(sc.Key())
		b.WriteByte(' ')
	}
	return b.String()
}
