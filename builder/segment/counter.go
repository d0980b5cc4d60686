package segment

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
)

// DefaultEncoding is the encoding of GPT-4 and the text-embedding-3 models.
const DefaultEncoding = tiktoken.MODEL_CL100K_BASE

// encodings are the encodings whose vocabularies are compiled in.
var encodings = []string{
	tiktoken.MODEL_CL100K_BASE, tiktoken.MODEL_O200K_BASE,
	tiktoken.MODEL_P50K_BASE, tiktoken.MODEL_P50K_EDIT, tiktoken.MODEL_R50K_BASE,
}

// encoders has a function for each encoding, which loads it at the first call. All
// counters share an encoding's vocabulary, some 30 MB of memory.
var encoders = func() map[string]func() *tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	m := map[string]func() *tiktoken.Tiktoken{}
	for _, encoding := range encodings {
		m[encoding] = sync.OnceValue(func() *tiktoken.Tiktoken {
			t, err := tiktoken.GetEncoding(encoding)
			if err != nil {
				panic(fmt.Sprintf("tokenizer %s, which is compiled in: %v", encoding, err))
			}
			return t
		})
	}
	return m
}()

// A Counter counts tokens as OpenAI's tokenizers do, without a network: tiktoken-go
// counts each distinct word once. It is safe for concurrent use.
type Counter struct {
	encoder func() *tiktoken.Tiktoken
	counts  sync.Pool // of *wordCounts, about one for each core
}

// NewCounter returns a counter for the named encoding, "" meaning
// DefaultEncoding. For an unknown name the error lists the known ones.
//
// The vocabulary is loaded by Load or the first Count, which takes some 40 ms for cl100k_base.
func NewCounter(encoding string) (*Counter, error) {
	if encoding == "" {
		encoding = DefaultEncoding
	}
	if !slices.Contains(encodings, encoding) {
		return nil, fmt.Errorf("unknown tokenizer: got %q, want one of %s", encoding, strings.Join(encodings, ", "))
	}
	c := &Counter{encoder: encoders[encoding]}
	c.counts.New = func() any { return &wordCounts{encoder: c.encoder(), short: map[string]int{}, long: map[string]int{}} }
	return c, nil
}

// Load loads the vocabulary, so that the first Count is fast.
func (c *Counter) Load() { c.encoder() }

// Count returns the number of tokens of s. Names of special tokens such as <|endoftext|> count as the text they are. A
// byte that is not UTF-8 counts as U+FFFD. A word of more than maxWord bytes is counted in pieces of maxWord bytes,
// which can have a few tokens more than the word. O(len(s)).
func (c *Counter) Count(s string) int {
	w := c.counts.Get().(*wordCounts)
	defer c.counts.Put(w)
	n := 0
	for s != "" {
		end := wordEnd(s)
		n += w.count(s[:end])
		s = s[end:]
	}
	return n
}

// Prefix returns the length of the first limit tokens of s, without a character that the limit would cut; len(s) if s
// has at most limit tokens. s is valid UTF-8, and limit is positive. It reads at most one word more, even if s is
// long.
func (c *Counter) Prefix(s string, limit int) int {
	w := c.counts.Get().(*wordCounts)
	defer c.counts.Put(w)
	for start := 0; start < len(s); {
		word := s[start : start+wordEnd(s[start:])]
		n, tokens := w.encode(word)
		if n > limit {
			if tokens == nil {
				tokens = w.encoder.EncodeOrdinary(word)
			}
			return runeStart(s, start+len(w.encoder.Decode(tokens[:limit])))
		}
		limit -= n
		start += len(word)
	}
	return len(s)
}

// wordCounts remembers the token counts of words: of short ones, and of the last long ones, because a sentence that is
// cut is counted several times.
type wordCounts struct {
	encoder     *tiktoken.Tiktoken
	short, long map[string]int
}

// Limits of the remembered words.
const (
	maxShort  = 32      // bytes of a short word; longer words are seldom repeated
	shortRoom = 1 << 17 // words; then all are forgotten
	longRoom  = 1 << 10
)

func (w *wordCounts) count(word string) int {
	n, _ := w.encode(word)
	return n
}

// encode returns the number of tokens of word. It also returns the tokens, unless it remembered their number.
func (w *wordCounts) encode(word string) (n int, tokens []int) {
	counts, room := w.short, shortRoom
	if len(word) > maxShort {
		counts, room = w.long, longRoom
	}
	if n, ok := counts[word]; ok {
		return n, nil
	}
	tokens = w.encoder.EncodeOrdinary(word)
	if len(counts) >= room {
		clear(counts)
	}
	counts[strings.Clone(word)] = len(tokens)
	return len(tokens), tokens
}
