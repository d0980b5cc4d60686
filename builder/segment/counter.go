package segment

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
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
	name string
	load func() func(string) int // once
}

// NewCounter returns a counter for the named encoding, "" meaning
// DefaultEncoding. For an unknown name the error lists the known ones.
//
// The vocabulary is loaded by Load or the first Count, which takes some 10 ms for
// cl100k_base. That counts about 20 MB of English a second and core, by this package's
// own pre-tokenizer and merges. The other encodings go through tiktoken-go, at about
// 2 MB a second.
func NewCounter(encoding string) (*Counter, error) {
	if encoding == "" {
		encoding = DefaultEncoding
	}
	if !slices.Contains(encodings, encoding) {
		return nil, fmt.Errorf("unknown tokenizer: got %q, want one of %s", encoding, strings.Join(encodings, ", "))
	}
	return &Counter{encoding, sync.OnceValue(func() func(string) int {
		count, err := load(encoding)
		if err != nil {
			panic(fmt.Sprintf("tokenizer %s, which is compiled in: %v", encoding, err))
		}
		return count
	})}, nil
}

func load(encoding string) (count func(string) int, err error) {
	if encoding != tiktoken.MODEL_CL100K_BASE {
		return loadLibrary(encoding)
	}
	vocabulary, err := loadRanks(encoding)
	if err != nil {
		return nil, err
	}
	return (&cl100k{newMerger(vocabulary)}).count, nil
}

// useOfflineLoader sets the loader of tiktoken-go, which is global, once.
var useOfflineLoader = sync.OnceFunc(func() { tiktoken.SetBpeLoader(loader.NewOfflineLoader()) })

func loadLibrary(encoding string) (count func(string) int, err error) {
	useOfflineLoader()
	t, err := tiktoken.GetEncoding(encoding)
	if err != nil {
		return nil, err
	}
	return func(s string) int { return len(t.EncodeOrdinary(s)) }, nil
}

// Load loads the vocabulary, so that the first Count need not.
func (c *Counter) Load() { c.load() }

// Count returns the number of tokens of s. Names of special tokens such as
// <|endoftext|> count as the text they are. A byte that is not UTF-8 counts as
// U+FFFD.
func (c *Counter) Count(s string) int { return c.load()(s) }

// Name returns the name of the encoding.
func (c *Counter) Name() string { return c.name }
