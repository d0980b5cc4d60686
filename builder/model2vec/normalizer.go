package model2vec

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// readNormalizer reads what changes a text before it is cut.
func readNormalizer(raw json.RawMessage) (func(string) string, error) {
	if isNull(raw) {
		return func(s string) string { return s }, nil
	}
	kind, err := kindOf(raw)
	if err != nil {
		return nil, err
	}
	switch kind {
	case "BertNormalizer":
		return readBertNormalizer(raw)
	case "Lowercase":
		return strings.ToLower, nil
	case "NFC":
		return norm.NFC.String, nil
	case "NFD":
		return norm.NFD.String, nil
	case "NFKC":
		return norm.NFKC.String, nil
	case "NFKD":
		return norm.NFKD.String, nil
	case "Replace":
		return readReplace(raw)
	case "Sequence":
		return readSequence(raw)
	case "Strip":
		return readStrip(raw)
	case "StripAccents":
		return stripMarks, nil
	}
	return nil, unsupported(kind, "BertNormalizer", "Lowercase", "NFC", "NFD", "NFKC", "NFKD", "Replace", "Sequence", "Strip", "StripAccents")
}

func readSequence(raw json.RawMessage) (func(string) string, error) {
	var file struct {
		Normalizers []json.RawMessage `json:"normalizers"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	steps := make([]func(string) string, len(file.Normalizers))
	for i, part := range file.Normalizers {
		kind, err := kindOf(part)
		if err == nil && kind == "Sequence" {
			err = errors.New("a Sequence in a Sequence is not supported")
		}
		if err == nil {
			steps[i], err = readNormalizer(part)
		}
		if err != nil {
			return nil, fmt.Errorf("%d: %w", i, err)
		}
	}
	return func(s string) string {
		for _, step := range steps {
			s = step(s)
		}
		return s
	}, nil
}

func readStrip(raw json.RawMessage) (func(string) string, error) {
	file := struct {
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}{true, true}
	err := json.Unmarshal(raw, &file)
	return func(s string) string {
		if file.Left {
			s = strings.TrimLeftFunc(s, unicode.IsSpace)
		}
		if file.Right {
			s = strings.TrimRightFunc(s, unicode.IsSpace)
		}
		return s
	}, err
}

// expressions are the ones that Replace may have. They are read as Oniguruma, the engine of
// the tokenizers library, reads them: its \s is Unicode's.
var expressions = map[string]*regexp.Regexp{
	`\s+`:   regexp.MustCompile(`[\s\v\x{85}\p{Z}]+`),
	` {2,}`: regexp.MustCompile(` {2,}`),
}

func readReplace(raw json.RawMessage) (func(string) string, error) {
	var file struct {
		Pattern struct {
			String *string
			Regex  *string
		} `json:"pattern"`
		Content string `json:"content"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, err
	}
	switch {
	case file.Pattern.String != nil:
		return func(s string) string { return strings.ReplaceAll(s, *file.Pattern.String, file.Content) }, nil
	case file.Pattern.Regex != nil:
		expression, ok := expressions[*file.Pattern.Regex]
		if !ok {
			return nil, fmt.Errorf("Replace of the expression %q is not supported", *file.Pattern.Regex)
		}
		return func(s string) string { return expression.ReplaceAllLiteralString(s, file.Content) }, nil
	}
	return nil, errors.New("Replace without a pattern")
}

// readBertNormalizer reads the normaliser of BERT.
func readBertNormalizer(raw json.RawMessage) (func(string) string, error) {
	file := struct {
		Clean     bool  `json:"clean_text"`
		Chinese   bool  `json:"handle_chinese_chars"`
		Accents   *bool `json:"strip_accents"`
		Lowercase bool  `json:"lowercase"`
	}{true, true, nil, true}
	err := json.Unmarshal(raw, &file)
	strip := file.Lowercase
	if file.Accents != nil {
		strip = *file.Accents
	}
	return func(s string) string {
		if file.Clean {
			s = strings.Map(clean, s)
		}
		if file.Chinese {
			s = spaceIdeographs(s)
		}
		if strip {
			s = stripMarks(norm.NFD.String(s))
		}
		if file.Lowercase {
			s = strings.ToLower(s)
		}
		return s
	}, err
}

// clean drops control characters and makes white space a blank.
func clean(r rune) rune {
	switch {
	case r == '\t' || r == '\n' || r == '\r':
		return ' '
	case r == unicode.ReplacementChar || unicode.Is(unicode.C, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// spaceIdeographs puts blanks around ideographs, so that each is a word.
func spaceIdeographs(s string) string {
	if strings.IndexFunc(s, isIdeograph) < 0 {
		return s
	}
	var out strings.Builder
	for _, r := range s {
		if isIdeograph(r) {
			out.WriteByte(' ')
			out.WriteRune(r)
			out.WriteByte(' ')
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// isIdeograph reports whether r lies in the blocks of unified and compatibility
// ideographs that BERT separates.
func isIdeograph(r rune) bool {
	for _, block := range [][2]rune{
		{0x4e00, 0x9fff}, {0x3400, 0x4dbf}, {0x20000, 0x2a6df}, {0x2a700, 0x2b73f},
		{0x2b740, 0x2b81f}, {0x2b920, 0x2ceaf}, {0xf900, 0xfaff}, {0x2f800, 0x2fa1f},
	} {
		if block[0] <= r && r <= block[1] {
			return true
		}
	}
	return false
}

// stripMarks drops marks that take no space: accents, in a decomposed text.
func stripMarks(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}
