package model2vec

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// readPreTokenizer reads what cuts a text into the pieces that are made tokens of.
func readPreTokenizer(raw json.RawMessage) (func(string) []string, error) {
	if isNull(raw) {
		return func(s string) []string { return []string{s} }, nil
	}
	kind, err := kindOf(raw)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "BertPreTokenizer":
		return splitWords, nil
	case "WhitespaceSplit":
		return strings.Fields, nil
	case "Whitespace":
		return func(s string) []string { return wordsOrSigns.FindAllString(s, -1) }, nil
	case "Metaspace":
		return readMetaspace(raw)
	}
	return nil, unsupported(kind, "BertPreTokenizer", "Metaspace", "Whitespace", "WhitespaceSplit")
}

// wordsOrSigns matches runs of word characters and runs of all others but blanks.
var wordsOrSigns = regexp.MustCompile(`[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}]+|[^\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\s\v\x{85}\p{Z}]+`)

// splitWords cuts at white space and around every sign of punctuation.
func splitWords(s string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, s[start:end])
			start = -1
		}
	}
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			flush(i)
		case isPunctuation(r):
			flush(i)
			out = append(out, string(r))
		case start < 0:
			start = i
		}
	}
	flush(len(s))
	return out
}

// isPunctuation reports whether r is punctuation to BERT, to which all signs of ASCII
// are.
func isPunctuation(r rune) bool {
	if r < unicode.MaxASCII {
		return r > ' ' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}
	return unicode.IsPunct(r)
}

// readMetaspace reads the pre-tokenizer of SentencePiece, which writes blanks as a
// visible character and puts one before the text.
func readMetaspace(raw json.RawMessage) (func(string) []string, error) {
	file := struct {
		Replacement string `json:"replacement"`
		Scheme      string `json:"prepend_scheme"`
		Split       *bool  `json:"split"`
	}{Replacement: "▁", Scheme: "always"}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	switch file.Scheme {
	case "always", "first", "never":
	default:
		return nil, fmt.Errorf("prepend_scheme %q, want always, first or never", file.Scheme)
	}
	if file.Replacement == "" {
		return nil, errors.New("no replacement")
	}
	return func(s string) []string {
		s = strings.ReplaceAll(s, " ", file.Replacement)
		if file.Scheme != "never" && !strings.HasPrefix(s, file.Replacement) {
			s = file.Replacement + s
		}
		if file.Split != nil && !*file.Split {
			return []string{s}
		}
		return splitBefore(s, file.Replacement)
	}, nil
}

// splitBefore cuts s before each mark.
func splitBefore(s, mark string) []string {
	var out []string
	for s != "" {
		end := len(s)
		if i := strings.Index(s[1:], mark); i >= 0 {
			end = i + 1
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}
