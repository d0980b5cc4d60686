package model2vec

import (
	"slices"
	"strings"
	"testing"
)

func tokenizerOf(t testing.TB, text string) *tokenizer {
	t.Helper()
	tok, err := readTokenizer([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

const unigramModel = `"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁",-2],["▁tide",-4],["▁tid",-3],["es",-1.5],["e",-3],["s",-3],["▁tides",-9]]}`

func TestTokens(t *testing.T) {
	longest := strings.Repeat("a", 101)
	for name, test := range map[string]struct {
		tokenizer, text string
		want            []int
	}{
		"whole words":                   {seaWords, "The SEA: the tide", []int{3, 1, 3, 2}},
		"unknown words are left out":    {seaWords, "a [UNK] sea", []int{1}},
		"accents are dropped":           {seaWords, "Séa", []int{1}},
		"control characters go":         {seaWords, "se\u200ba\x00", []int{1}},
		"other blanks part":             {seaWords, "sea\u00a0tide\tthe\u2028sea", []int{1, 2, 3, 1}},
		"longest pieces first":          {seaPieces, "tides seas", []int{2, 3, 1, 3}},
		"a word cut to no end":          {seaPieces, "tided sea", []int{1}},
		"ideographs stand alone":        {`{` + bert + `,"model":{"type":"WordLevel","vocab":{"海":0,"洋":1}}}`, "海洋", []int{0, 1}},
		"the most probable way":         {`{"pre_tokenizer":{"type":"Metaspace"},` + unigramModel + `}`, "tides", []int{3, 4}},
		"metaspace, whole":              {`{"pre_tokenizer":{"type":"Metaspace","split":false},` + unigramModel + `}`, "tide tides", []int{2, 3, 4}},
		"unknown characters":            {`{"pre_tokenizer":{"type":"Metaspace"},` + unigramModel + `}`, "tideü", []int{2}},
		"nothing before the first":      {`{"pre_tokenizer":{"type":"Metaspace","prepend_scheme":"never"},` + unigramModel + `}`, "es", []int{4}},
		"a sequence of normalisers":     {`{"normalizer":{"type":"Sequence","normalizers":[{"type":"Lowercase"},{"type":"Replace","pattern":{"String":"-"},"content":" "},{"type":"Replace","pattern":{"Regex":"\\s+"},"content":" "},{"type":"Strip"}]},"model":{"type":"WordLevel","vocab":{"sea tide":5}}}`, " Sea-  Tide\u00a0", []int{5}},
		"compatibility forms":           {`{"normalizer":{"type":"NFKC"},"model":{"type":"WordLevel","vocab":{"fi":1}}}`, "ﬁ", []int{1}},
		"runs of signs":                 {`{"pre_tokenizer":{"type":"Whitespace"},"model":{"type":"WordLevel","vocab":{"sea_1":1,"?!":2}}}`, "sea_1?! ", []int{1, 2}},
		"blanks only":                   {`{"pre_tokenizer":{"type":"WhitespaceSplit"},"model":{"type":"WordLevel","vocab":{"sea?":1}}}`, " sea? ", []int{1}},
		"words longer than the longest": {`{"pre_tokenizer":null,"model":{"type":"WordPiece","vocab":{"a":0,"##a":1}}}`, longest, nil},
		"words as long as the longest":  {`{"model":{"type":"WordPiece","vocab":{"a":0,"##a":1},"max_input_chars_per_word":3}}`, "aaa", []int{0, 1, 1}},
		"nothing":                       {seaWords, "", nil},
	} {
		if got := tokenizerOf(t, test.tokenizer).tokens(test.text); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// What is not known how to do is refused by name.
func TestReadTokenizerErrors(t *testing.T) {
	const model = `"model":{"type":"WordLevel","vocab":{"a":0}}`
	for text, want := range map[string]string{
		`[]`:                             "cannot unmarshal",
		`{}`:                             "model: missing",
		`{"model":{"vocab":{"a":0}}}`:    "model: it has no type",
		`{"model":{"type":"BPE"}}`:       `type "BPE" is not supported, only [Unigram WordLevel WordPiece]`,
		`{"model":{"type":"WordLevel"}}`: "no vocabulary",
		`{"model":{"type":"WordPiece","vocab":{"a":-1}}}`:                                          "identifier -1",
		`{"model":{"type":"WordPiece","vocab":{"a":999999999}}}`:                                   "identifier 999999999",
		`{"model":{"type":"WordPiece","vocab":[1]}}`:                                               "cannot unmarshal",
		`{"model":{"type":"Unigram"}}`:                                                             "no vocabulary",
		`{"model":{"type":"Unigram","vocab":[["a",0]],"byte_fallback":true}}`:                      "byte_fallback",
		`{"model":{"type":"Unigram","vocab":[["a",0]],"unk_id":1}}`:                                "unk_id is 1, want 0 to 0",
		`{"model":{"type":"Unigram","vocab":[["a"]]}}`:                                             "want a token and a score",
		`{"normalizer":{"type":"Precompiled"},` + model + `}`:                                      `normalizer: type "Precompiled" is not supported`,
		`{"normalizer":{"type":"Sequence","normalizers":[{"type":"Nmt"}]},` + model + `}`:          `normalizer: 0: type "Nmt" is not supported`,
		`{"normalizer":{"type":"Sequence","normalizers":[{"type":"Sequence"}]},` + model + `}`:     "a Sequence in a Sequence",
		`{"normalizer":{"type":"Replace","pattern":{"Regex":"(a|b)"},"content":""},` + model + `}`: `expression "(a|b)" is not supported`,
		`{"normalizer":{"type":"Replace","content":""},` + model + `}`:                             "without a pattern",
		`{"pre_tokenizer":{"type":"ByteLevel"},` + model + `}`:                                     `pre_tokenizer: type "ByteLevel" is not supported`,
		`{"pre_tokenizer":{"type":"Metaspace","prepend_scheme":"sometimes"},` + model + `}`:        `prepend_scheme "sometimes"`,
		`{"pre_tokenizer":{"type":"Metaspace","replacement":""},` + model + `}`:                    "no replacement",
		`{"added_tokens":[{"id":7,"content":"<sea>","special":false}],` + model + `}`:              `added token "<sea>": only special ones`,
	} {
		_, err := readTokenizer([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// Whatever is accepted cuts any text into tokens that it has.
func FuzzReadTokenizer(f *testing.F) {
	f.Add([]byte(seaWords), "The sea")
	f.Add([]byte(seaPieces), "tides\xff")
	f.Add([]byte(`{"pre_tokenizer":{"type":"Metaspace"},`+unigramModel+`}`), "tides ü")
	f.Add([]byte(`{"normalizer":{"type":"Sequence","normalizers":[{"type":"Lowercase"},{"type":"Strip"}]},"model":{"type":"WordLevel","vocab":{"a":0}}}`), " A ")
	f.Fuzz(func(t *testing.T, b []byte, text string) {
		tok, err := readTokenizer(b)
		if err != nil || len(text) > 200 || strings.Count(string(b), "Replace") > 3 {
			return // replacements in a row can make a text as long as their author wants
		}
		for _, id := range tok.tokens(text) {
			if id < 0 || id >= tok.size {
				t.Fatalf("token %d of %d", id, tok.size)
			}
		}
	})
}
