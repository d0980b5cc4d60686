package terms

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/analyse"
	"mycel/builder/stem"
	"mycel/engine/bundle"
	"mycel/engine/query"
	"mycel/engine/text"
	"mycel/files"
)

// Synonym is a word or phrase of queries with a second meaning; "" marks a stop word.
type Synonym struct{ from, to string }

// ReadSynonyms reads a file of synonyms. A line has words or phrases with commas between them, and each also means the
// others. Behind an arrow stand the meanings of those before it:
//
//	k8s, kubernetes
//	js => javascript      # and not the other way round
//	please, acme =>       # words that no query is about: stop words
//
// Comments and errors are those of [files.EachLine].
func ReadSynonyms(name string) ([]Synonym, error) {
	var all []Synonym
	err := files.EachLine(name, func(_ int, line string) error {
		pairs, err := parseSynonyms(norm.NFC.String(line))
		all = append(all, pairs...)
		return err
	})
	return all, err
}

// parseSynonyms reads a line.
func parseSynonyms(line string) ([]Synonym, error) {
	left, right, oneWay := strings.Cut(line, "=>")
	if strings.Contains(right, "=>") {
		return nil, fmt.Errorf("got two arrows in %q, want one", line)
	}
	from, err := synonymList(left)
	if err != nil {
		return nil, err
	}
	to := from
	if oneWay && strings.TrimSpace(right) == "" {
		for _, f := range from {
			if len(text.Tokens(f, 2)) > 1 {
				return nil, fmt.Errorf("got %q with nothing behind the arrow, want single words: they become stop words", f)
			}
		}
		to = []string{""}
	} else if oneWay {
		if to, err = synonymList(right); err != nil {
			return nil, err
		}
	} else if len(from) < 2 {
		return nil, fmt.Errorf("got %q alone, want words with commas between them, or word => meaning", line)
	}
	var pairs []Synonym
	for _, f := range from {
		for _, t := range to {
			if f != t {
				pairs = append(pairs, Synonym{f, t})
			}
		}
	}
	return pairs, nil
}

// synonymList reads words and phrases with commas between them.
func synonymList(s string) ([]string, error) {
	var list []string
	for part := range strings.SplitSeq(s, ",") {
		part = strings.Join(strings.Fields(part), " ")
		switch n := len(text.Tokens(part, query.MaxSynonymWords+1)); {
		case n == 0:
			return nil, fmt.Errorf("got %q, want a word on both sides of every comma and arrow", part)
		case n > query.MaxSynonymWords:
			return nil, fmt.Errorf("got %q, want at most %d words", part, query.MaxSynonymWords)
		}
		list = append(list, part)
	}
	return list, nil
}

// StopWords returns the keys of the words that are marked as stop words.
func StopWords(pairs []Synonym) map[string]bool {
	stop := map[string]bool{}
	for _, p := range pairs {
		if p.to == "" {
			stop[text.Key(p.from)] = true
		}
	}
	return stop
}

//go:embed variants.txt
var variants string

// addVariants adds rows of Han characters: each leads to the variants of the character that occur in the forms.
func addVariants(rows map[string][]string, forms []string) {
	has := map[rune]bool{}
	for _, form := range forms {
		for _, r := range form {
			has[r] = true
		}
	}
	for line := range strings.Lines(variants) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for group := range strings.FieldsSeq(line) {
			for _, from := range group {
				key := query.VariantKey(string(from))
				for _, r := range group {
					if r != from && has[r] {
						rows[key] = append(rows[key], string(r))
					}
				}
			}
		}
	}
}

// writesVariants tells whether a corpus has Chinese or Japanese.
func writesVariants(t *analyse.Languages) bool {
	return slices.ContainsFunc(t.Stemmers, func(s *stem.Stemmer) bool { return s.Base() == "zh" || s.Base() == "ja" })
}

// EncodeSynonyms writes the synonyms in the form in which queries look them up in this dictionary, and the variants of
// Chinese and Japanese characters. It makes no section if there are none.
func EncodeSynonyms(pairs []Synonym, t *analyse.Languages, words func() (Dictionary, error)) ([]bundle.Section, error) {
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p Synonym) bool { return p.to == "" })
	compounds := slices.ContainsFunc(t.Stemmers, func(s *stem.Stemmer) bool { return slices.Contains(compounding, s.Base()) })
	if len(pairs) == 0 && !writesVariants(t) && !compounds {
		return nil, nil
	}
	d, err := words()
	if err != nil {
		return nil, err
	}
	rows, parser := map[string][]string{}, query.NewParser(d.Dictionary)
	for _, p := range pairs {
		from := parser.SynonymKey(p.from)
		if !slices.Contains(rows[from], p.to) && parser.SynonymKey(p.to) != from {
			rows[from] = append(rows[from], p.to)
		}
	}
	if writesVariants(t) {
		addVariants(rows, d.Forms())
	}
	if compounds {
		rows[query.LinksKey] = linking[1:]
	}
	maps.DeleteFunc(rows, func(_ string, to []string) bool { return len(to) == 0 })
	if len(rows) == 0 {
		return nil, nil
	}
	from := slices.Sorted(maps.Keys(rows))
	to := make([][]string, len(from))
	for i, key := range from {
		to[i] = rows[key]
	}
	return []bundle.Section{{Name: bundle.SectionSynonyms, Data: query.EncodeSynonyms(from, to)}}, nil
}
