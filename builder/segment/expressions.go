package segment

import (
	"iter"

	"github.com/dlclark/regexp2"
)

// The expressions whose matches are the pieces of the other encodings, as OpenAI's
// tiktoken has them.
const (
	o200k = `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`
	r50k = `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`
)

// matches returns a function that yields the matches of an expression.
func matches(expression string) func(string) iter.Seq[string] {
	re := regexp2.MustCompile(expression, regexp2.None)
	return func(s string) iter.Seq[string] {
		return func(yield func(string) bool) {
			// The only error there is, that it takes too long, is for expressions with a limit.
			for m, _ := re.FindStringMatch(s); m != nil; m, _ = re.FindNextMatch(m) {
				if !yield(m.String()) {
					return
				}
			}
		}
	}
}
