package segment

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/pkoukk/tiktoken-go"
)

// DefaultEncoding is the encoding that GPT-4 and the text-embedding-3 models
// read.
const DefaultEncoding = tiktoken.MODEL_CL100K_BASE

// encodings are those whose vocabularies are compiled in.
var encodings = []string{
	tiktoken.MODEL_CL100K_BASE, tiktoken.MODEL_O200K_BASE,
	tiktoken.MODEL_P50K_BASE, tiktoken.MODEL_P50K_EDIT, tiktoken.MODEL_R50K_BASE,
}

// A Counter counts tokens as OpenAI's tokenizers do, without a network. It is
// safe for concurrent use.
type Counter struct {
	name  string
	store Store
	load  func() *tokenizer // once
}

// A Store keeps vocabularies, by the names of their encodings, as they are in memory: from
// one run of a program to the next.
type Store interface {
	Get(encoding string) (record string, ok bool)
	Put(encoding string, record []byte)
}

// NewCounter returns a counter for the named encoding, "" meaning
// DefaultEncoding. For an unknown name the error lists the known ones.
//
// The vocabulary is loaded by Load or the first Count, which takes some 10 ms for
// cl100k_base. That counts about 20 MB of English a second and core, by this package's
// own pre-tokenizer. The other encodings are split by regular expressions, at about
// 2 MB a second.
func NewCounter(encoding string) (*Counter, error) {
	if encoding == "" {
		encoding = DefaultEncoding
	}
	if !slices.Contains(encodings, encoding) {
		return nil, fmt.Errorf("unknown tokenizer: got %q, want one of %s", encoding, strings.Join(encodings, ", "))
	}
	c := &Counter{name: encoding}
	c.load = sync.OnceValue(func() *tokenizer {
		t, err := load(encoding, c.store)
		if err != nil {
			panic(fmt.Sprintf("tokenizer %s, which is compiled in: %v", encoding, err))
		}
		return t
	})
	return c, nil
}

func load(encoding string, kept Store) (*tokenizer, error) {
	pieces, vocabulary := cl100kPieces, encoding
	switch encoding {
	case tiktoken.MODEL_O200K_BASE:
		pieces = matches(o200k)
	case tiktoken.MODEL_P50K_BASE, tiktoken.MODEL_R50K_BASE:
		pieces = matches(r50k)
	case tiktoken.MODEL_P50K_EDIT:
		pieces, vocabulary = matches(r50k), tiktoken.MODEL_P50K_BASE
	}
	r, err := keptRanks(vocabulary, kept)
	if err != nil {
		return nil, err
	}
	return &tokenizer{pieces, newMerger(r)}, nil
}

// keptRanks returns a vocabulary from what keeps it, nil for nothing.
func keptRanks(encoding string, kept Store) (*ranks, error) {
	if kept == nil {
		return loadRanks(encoding)
	}
	if record, ok := kept.Get(encoding); ok {
		if r, ok := readRanks(record); ok {
			return r, nil
		}
	}
	r, err := loadRanks(encoding)
	if err == nil {
		kept.Put(encoding, r.record())
	}
	return r, err
}

// KeepIn has the vocabulary come from a store, in a twentieth of the time, if it is there.
// It comes before Load and Count.
func (c *Counter) KeepIn(s Store) { c.store = s }

// Load loads the vocabulary, so that the first Count need not.
func (c *Counter) Load() { c.load() }

// Count returns the number of tokens of s. Names of special tokens such as
// <|endoftext|> count as the text they are. A byte that is not UTF-8 counts as
// U+FFFD. O(n log n) for the n bytes of the longest word, else O(len(s)).
func (c *Counter) Count(s string) int {
	n := 0
	t := c.load()
	for piece := range t.pieces(s) {
		n += t.merger.count(piece)
	}
	return n
}

// Prefix returns the length of the first limit tokens of s, which is valid UTF-8,
// without a character that they have only the beginning of: all of s if it has no more.
// It reads little more of s than that, however long s is. limit is positive.
func (c *Counter) Prefix(s string, limit int) int {
	const usual = 4 // bytes per token
	t := c.load()
	for n := usual*limit + t.merger.longest; ; {
		head := s[:runeStart(s, min(n, len(s)))]
		length, tokens := t.prefix(head, limit)
		// The last tokens of head may be others than those of s there.
		if length+t.merger.longest <= len(head) || len(head) == len(s) {
			return runeStart(s, length)
		}
		n = n*limit/max(tokens, 1) + t.merger.longest // as far as that goes on, and some more
	}
}

// Name returns the name of the encoding.
func (c *Counter) Name() string { return c.name }

// A tokenizer splits texts into pieces, without gaps, and merges bytes within each.
type tokenizer struct {
	pieces func(string) iter.Seq[string]
	merger *merger
}

// prefix returns the length of the first limit tokens of s, and how many there are.
//
// Tokens that are the encoding of a piece in a row are also that of their own text, or
// merging would have gone another way: cut behind a token, a text loses no other.
func (t *tokenizer) prefix(s string, limit int) (length, tokens int) {
	for piece := range t.pieces(s) {
		n, end := t.merger.cut(piece, limit-tokens)
		length, tokens = length+end, tokens+n
		if end < len(piece) {
			break
		}
	}
	return length, tokens
}
