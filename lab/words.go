package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mycel/builder/stem"
	"mycel/lab/internal/words"
)

// wordsCommand counts frequent words of languages.
func wordsCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: "words LANGUAGE:NUMBER=SOURCES…", Args: cobra.MinimumNArgs(1),
		Short: "frequent words of languages, which no query has by mistake: builder/stem/common.txt",
		Long: `Counts the words of texts and writes a number of the most frequent of each language. SOURCES are files or folders, separated by
commas, which may have wildcards. Each is a text that counts as much as any other: see the heading of the file.`,
		RunE: func(_ *cobra.Command, args []string) error {
			var b strings.Builder
			b.WriteString(commonHead)
			for _, arg := range args {
				to, patterns, _ := strings.Cut(arg, "=")
				language, number, _ := strings.Cut(to, ":")
				most, err := strconv.Atoi(number)
				if err != nil || most < 1 || patterns == "" {
					return fmt.Errorf("words: got %s, want LANGUAGE:NUMBER=SOURCES", arg)
				}
				stemmer, err := stem.New(language)
				if err != nil {
					return err
				}
				var sources []string
				for pattern := range strings.SplitSeq(patterns, ",") {
					found, err := filepath.Glob(pattern)
					if err == nil && len(found) == 0 {
						err = errors.New("words: no file " + pattern)
					}
					if err != nil {
						return err
					}
					sources = append(sources, found...)
				}
				listed := map[string]bool{} // in every dictionary
				for _, w := range stemmer.StopWords() {
					listed[w] = true
				}
				common, err := words.Common(sources, most, func(key string) bool { return listed[key] })
				if err != nil {
					return err
				}
				fmt.Fprintf(&b, "%s %s\n", language, strings.Join(common, " "))
			}
			return os.WriteFile(out, []byte(b.String()), 0o644)
		},
	}
	cmd.Flags().StringVar(&out, "out", "builder/stem/common.txt", "`FILE` to write")
	return cmd
}

const commonHead = `# Frequent words by language, without accents, counted by ` + "`make words`" + ` (mycel-lab words). English: prose of HotpotQA, 2WikiMultihopQA,
# SciFact, the Rust book and the documentation of Astro, React, Rust and Vue. Other languages:
# translations of the messages of the programs in Debian 12, and of their manual pages.
`
