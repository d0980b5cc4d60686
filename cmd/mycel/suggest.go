package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// maxTypos is the edit distance within which a flag is suggested for another:
// the distance that cobra uses for commands.
const maxTypos = 2

// movedFlags names the replacements of flags of earlier versions.
var movedFlags = map[string]string{
	"dataset":       "data sets are measured by mycel-lab eval, which is built from Mycel's sources",
	"query-vectors": "how queries are encoded is chosen by the model: by centroids for --embedding-model, outside for --embeddings",
}

// flagHint adds the flags to an error that the one given might have meant: cobra
// suggests commands only.
func flagHint(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if where := movedFlags[unknown.GetSpecifiedName()]; where != "" {
		return fmt.Errorf("%w: %s", err, where)
	}
	var near []string
	for _, name := range nearFlags(cmd.Flags(), unknown.GetSpecifiedName()) {
		near = append(near, "--"+name)
	}
	return fmt.Errorf("%w%s", err, didYouMean(near))
}

// nearFlags lists the flags whose names begin with the one given, or are near it.
func nearFlags(f *pflag.FlagSet, name string) []string {
	var near []string
	f.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && (editDistance(name, f.Name) <= maxTypos || strings.HasPrefix(f.Name, name)) {
			near = append(near, f.Name)
		}
	})
	return near
}

// nearWords lists the words that begin with the one given, or are near it.
func nearWords(words []string, word string) []string {
	var near []string
	for _, w := range words {
		if editDistance(word, w) <= maxTypos || strings.HasPrefix(w, word) {
			near = append(near, w)
		}
	}
	return near
}

// didYouMean returns the end of an error message.
func didYouMean(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(names, " or ") + "?"
}

// editDistance counts the insertions, deletions and substitutions of bytes that
// lead from a to b (Levenshtein 1966). O(len(a)·len(b)).
func editDistance(a, b string) int {
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
