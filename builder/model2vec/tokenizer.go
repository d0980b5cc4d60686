package model2vec

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// tokenizer turns a text into tokens as tokenizer.json of the tokenizers library
// (https://github.com/huggingface/tokenizers) says. Of it these are read:
//
//	normalizer     BertNormalizer, Lowercase, NFC, NFD, NFKC, NFKD, Replace, Sequence,
//	               Strip, StripAccents
//	pre_tokenizer  BertPreTokenizer, Metaspace, Whitespace, WhitespaceSplit
//	model          WordPiece, WordLevel, Unigram
//
// Any other kind is refused by its name: a text cut in another way than the model was
// made with has a wrong vector and no error. Post-processors, which add tokens at the
// ends, do not count, as Model2Vec leaves those out, and with them tokens that the
// model does not know. Special tokens are not looked for in texts.
type tokenizer struct {
	normalize func(string) string
	split     func(string) []string
	model     subwords
	size      int // tokens are below it
}

// subwords cuts a piece of a text into tokens of its vocabulary and appends them. It drops unknown
// characters.
type subwords interface {
	appendTokens(dst []int, piece string) []int
}

// component is the part of every component of tokenizer.json that says which it is.
type component struct {
	Type string `json:"type"`
}

// readTokenizer reads tokenizer.json.
func readTokenizer(b []byte) (*tokenizer, error) {
	var file struct {
		Normalizer   json.RawMessage `json:"normalizer"`
		PreTokenizer json.RawMessage `json:"pre_tokenizer"`
		Model        json.RawMessage `json:"model"`
		AddedTokens  []struct {
			Content string `json:"content"`
			Special bool   `json:"special"`
		} `json:"added_tokens"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, err
	}
	for _, t := range file.AddedTokens {
		if !t.Special {
			return nil, fmt.Errorf("added token %q: only special ones are supported", t.Content)
		}
	}
	t := &tokenizer{}
	var err error
	if t.normalize, err = readNormalizer(file.Normalizer); err != nil {
		return nil, fmt.Errorf("normalizer: %w", err)
	}
	if t.split, err = readPreTokenizer(file.PreTokenizer); err != nil {
		return nil, fmt.Errorf("pre_tokenizer: %w", err)
	}
	if t.model, t.size, err = readSubwords(file.Model); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	return t, nil
}

// tokens returns the tokens of a text that the model knows.
func (t *tokenizer) tokens(text string) []int {
	var out []int
	for _, piece := range t.split(t.normalize(text)) {
		out = t.model.appendTokens(out, piece)
	}
	return out
}

// isNull reports whether a component is left out.
func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// kindOf returns the type of a component.
func kindOf(raw json.RawMessage) (string, error) {
	var c component
	err := json.Unmarshal(raw, &c)
	return c.Type, err
}

// unsupported is the error for a kind of component that this package has not.
func unsupported(kind string, supported ...string) error {
	slices.Sort(supported)
	return fmt.Errorf("type %q is not supported, only %v", kind, supported)
}

// readSubwords reads the model of tokenizer.json, and the size of its vocabulary.
func readSubwords(raw json.RawMessage) (subwords, int, error) {
	if isNull(raw) {
		return nil, 0, errors.New("missing")
	}
	kind, err := kindOf(raw)
	if err != nil {
		return nil, 0, err
	}
	switch kind {
	case "WordPiece":
		return readWordPiece(raw)
	case "WordLevel":
		return readWordLevel(raw)
	case "Unigram":
		return readUnigram(raw)
	case "":
		return nil, 0, errors.New("it has no type")
	}
	return nil, 0, unsupported(kind, "WordPiece", "WordLevel", "Unigram")
}
