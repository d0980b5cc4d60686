package usage

import "strings"

// maxTypos is the greatest edit distance of a suggestion, as in cobra's
// suggestions of commands.
const maxTypos = 2

// IsNear reports whether word begins with given, or differs from it by at
// most maxTypos.
func IsNear(given, word string) bool {
	return Distance(given, word) <= maxTypos || strings.HasPrefix(word, given)
}

// Near lists the words that begin with word or resemble it.
func Near(words []string, word string) []string {
	var near []string
	for _, w := range words {
		if IsNear(word, w) {
			near = append(near, w)
		}
	}
	return near
}

// DidYouMean returns a question with the suggestions, for the end of an error
// message.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// Distance returns the number of insertions, deletions and substitutions of
// bytes that change a into b (Levenshtein 1966). O(len(a)·len(b)).
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
