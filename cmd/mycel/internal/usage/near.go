package usage

import "strings"

// maxTypos is the edit distance within which a word is suggested for another:
// the distance that cobra uses for commands.
const maxTypos = 2

// IsNear reports whether a word begins with the word given, or is near it.
func IsNear(given, word string) bool {
	return Distance(given, word) <= maxTypos || strings.HasPrefix(word, given)
}

// Near lists the words that begin with the one given, or are near it.
func Near(words []string, word string) []string {
	var near []string
	for _, w := range words {
		if IsNear(word, w) {
			near = append(near, w)
		}
	}
	return near
}

// DidYouMean returns the end of an error message.
func DidYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// Distance counts the insertions, deletions and substitutions of bytes that
// lead from a to b (Levenshtein 1966). O(len(a)·len(b)).
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
