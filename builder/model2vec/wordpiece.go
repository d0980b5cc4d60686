package model2vec

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// vocabulary numbers the tokens of WordPiece and WordLevel.
type vocabulary map[string]int

// maxTokens bounds the identifiers of tokens.
const maxTokens = 1 << 24

// check returns one more than the largest identifier.
func (v vocabulary) check() (size int, err error) {
	if len(v) == 0 {
		return 0, errors.New("no vocabulary")
	}
	for token, id := range v {
		if id < 0 || id >= maxTokens {
			return 0, fmt.Errorf("token %q: identifier %d, want 0 to %d", token, id, maxTokens-1)
		}
		size = max(size, id+1)
	}
	return size, nil
}

// wordPiece cuts a word into the longest tokens that it begins with, one after the
// other (Schuster & Nakajima 2012; as in BERT). A word that cannot be cut so to its
// end is unknown as a whole.
type wordPiece struct {
	vocab   vocabulary
	inner   string // put before all pieces but the first
	maxLen  int    // characters of a word
	unknown int    // token that is left out; −1 for none
}

func readWordPiece(raw json.RawMessage) (subwords, int, error) {
	file := struct {
		Vocab   vocabulary `json:"vocab"`
		Unknown string     `json:"unk_token"`
		Inner   *string    `json:"continuing_subword_prefix"`
		MaxLen  *int       `json:"max_input_chars_per_word"`
	}{}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, 0, err
	}
	m := &wordPiece{vocab: file.Vocab, inner: "##", maxLen: 100, unknown: -1}
	if file.Inner != nil {
		m.inner = *file.Inner
	}
	if file.MaxLen != nil {
		m.maxLen = *file.MaxLen
	}
	if id, ok := file.Vocab[file.Unknown]; ok {
		m.unknown = id
	}
	size, err := file.Vocab.check()
	return m, size, err
}

func (m *wordPiece) appendTokens(dst []int, word string) []int {
	if utf8.RuneCountInString(word) > m.maxLen {
		return dst
	}
	known := len(dst)
	var piece strings.Builder
	for start := 0; start < len(word); {
		end, id := len(word), -1
		for ; end > start; end = previousRune(word, end) {
			piece.Reset()
			if start > 0 {
				piece.WriteString(m.inner)
			}
			piece.WriteString(word[start:end])
			if found, ok := m.vocab[piece.String()]; ok {
				id = found
				break
			}
		}
		if id < 0 {
			return dst[:known]
		}
		if id != m.unknown {
			dst = append(dst, id)
		}
		start = end
	}
	return dst
}

// previousRune returns where the character before the byte end of s begins.
func previousRune(s string, end int) int {
	_, n := utf8.DecodeLastRuneInString(s[:end])
	return end - n
}

// wordLevel has whole words for tokens.
type wordLevel struct {
	vocab   vocabulary
	unknown int // token that is left out; −1 for none
}

func readWordLevel(raw json.RawMessage) (subwords, int, error) {
	file := struct {
		Vocab   vocabulary `json:"vocab"`
		Unknown string     `json:"unk_token"`
	}{}
	if err := json.Unmarshal(raw, &file); err != nil {
		return nil, 0, err
	}
	m := &wordLevel{vocab: file.Vocab, unknown: -1}
	if id, ok := file.Vocab[file.Unknown]; ok {
		m.unknown = id
	}
	size, err := file.Vocab.check()
	return m, size, err
}

func (m *wordLevel) appendTokens(dst []int, word string) []int {
	if id, ok := m.vocab[word]; ok && id != m.unknown {
		return append(dst, id)
	}
	return dst
}
