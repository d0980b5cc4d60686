package segment

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/pkoukk/tiktoken-go"

	"mycel/internal/must"
)

// counters has a counter of this package for each encoding, references those of tiktoken-go.
var counters, references = func() (map[string]*Counter, map[string]*tiktoken.Tiktoken) {
	ours, theirs := map[string]*Counter{}, map[string]*tiktoken.Tiktoken{}
	for _, name := range encodings {
		var err, err2 error
		ours[name], err = NewCounter(name)
		theirs[name], err2 = tiktoken.GetEncoding(name)
		if err = errors.Join(err, err2); err != nil {
			panic(err)
		}
	}
	return ours, theirs
}()

// compare counts s with both implementations.
func compare(t *testing.T, s string, encodings ...string) {
	t.Helper()
	for _, name := range encodings {
		must.Equal(t, counters[name].Count(s), len(references[name].EncodeOrdinary(s)), "%s: Count(%q)", name, s)
	}
}

// Counts that OpenAI's own tokenizer gives.
func TestCountPublished(t *testing.T) {
	for _, c := range []struct {
		encoding, in string
		want         int
	}{
		{"", "", 0},
		{"", "hello world", 2},
		{"cl100k_base", "tiktoken is great!", 6},
		{"cl100k_base", "antidisestablishmentarianism", 6},
		{"cl100k_base", "2 + 2 = 4", 7},
		{"cl100k_base", "お誕生日おめでとう", 9},
		{"r50k_base", "antidisestablishmentarianism", 5},
		{"p50k_base", "2 + 2 = 4", 5},
		{"p50k_edit", "2 + 2 = 4", 5},
		{"o200k_base", "お誕生日おめでとう", 8},
	} {
		counter := must.Get(NewCounter(c.encoding))(t)
		must.Equal(t, counter.Count(c.in), c.want, "%s: Count(%q)", c.encoding, c.in)
	}
}

func TestUnknownEncoding(t *testing.T) {
	_, err := NewCounter("gpt9")
	must.Hold(t, err != nil, "got no error")
	for _, want := range append([]string{`"gpt9"`}, encodings...) {
		must.Be(t, strings.Contains(err.Error(), want), "error %q does not name %s", err, want)
	}
}

// uniform are ranges of characters that are all alike: ideographs, Hangul
// syllables, private use, unassigned planes. One in 97 stands for the others.
var uniform = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x3400, Hi: 0x4dbf, Stride: 1}, {Lo: 0x4e00, Hi: 0x9fff, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xe000, Hi: 0xf8ff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x17000, Hi: 0x18cff, Stride: 1}, {Lo: 0x20000, Hi: 0xdffff, Stride: 1}, {Lo: 0xe0200, Hi: 0x10ffff, Stride: 1}},
}

// Every character is in the class that the expression puts it into, beside each
// of the kinds of character it distinguishes.
func TestCountEveryCharacter(t *testing.T) {
	var b strings.Builder
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || unicode.Is(uniform, r) && r%97 != 0 {
			continue
		}
		c := string(r)
		for _, part := range []string{"a", c, "1", c, " ", c, "!", c, "\n", c, c, "'", c, "  "} {
			b.WriteString(part)
		}
		if b.Len() > 20000 {
			compare(t, b.String(), DefaultEncoding)
			b.Reset()
		}
	}
	compare(t, b.String(), DefaultEncoding)
}

func TestCountAwkward(t *testing.T) {
	for _, s := range []string{
		"", " ", "  ", "\n", " \n ", "\r\n\r\n", "a  b", "a   ", "   a", "\t\tif x {\n\t\t}\n", " \t \n \t x",
		"'s 'S 'll 'LL 'lL 'x 'ſ 'r 're 'v 've '", "don't WE'LL ''s", "12345 ١٢٣٤٥ ½ⅷ 1a2", "!!!\n\n!! \n!",
		"\u00a0a \u3000字 \u2028x\u0085y \u200b\u200bz \ufeff", "e\u0301e\u0301 हिन्दी ไทย 한국어", "\xff\xfe a\x80", "\xe5\xad",
		"<|endoftext|> <|fim_prefix|>", "😀👨‍👩‍👧 🇩🇪", "ǅǈ ꟸ", strings.Repeat("=", maxWord), strings.Repeat("a", maxWord),
		strings.Repeat("字", maxWord/3), strings.Repeat("ab", maxWord/2), strings.Repeat(" ", 1000) + "x", strings.Repeat("fn(x)", 900), strings.Repeat("\n", 500),
	} {
		compare(t, s, encodings...)
	}
}

func TestCountRandom(t *testing.T) {
	pieces := []string{"the", " of", "The", "ing", "'s", "'", "L", "\u2019", " ", "  ", "\n", "\r", "\t", "1", "23", "٣", ".", "...", "(", "\u00a0",
		"é", "e\u0301", "字", "漢", "を", "가", "ß", "😀", "\u200d", "\ufe0f", "\u2028", "\xff", "\xc3", "ſ", "K", "x", "zq", "_", "/", "ǅ", "𝔘"}
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		var b strings.Builder
		for range rng.IntN(60) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		compare(t, b.String(), DefaultEncoding, encodings[i%len(encodings)])
	}
}

// Long words are counted alike when they come again, and few are remembered.
func TestRememberedLongWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	reference := references[DefaultEncoding]
	w := counters[DefaultEncoding].counts.New().(*wordCounts)
	last := make([]string, 8)
	for range 3 * longRoom {
		word := make([]byte, maxShort+1+rng.IntN(maxWord-maxShort))
		for i := range word {
			word[i] = 'a' + byte(rng.IntN(3))
		}
		last[rng.IntN(len(last))] = string(word)
		again := last[rng.IntN(len(last))]
		for _, s := range []string{string(word), again} {
			must.Equal(t, w.count(s), len(reference.EncodeOrdinary(s)), "count(%q)", s)
		}
		must.Hold(t, len(w.long) <= longRoom, "%d long words are remembered", len(w.long))
	}
}

func TestCountConcurrently(t *testing.T) {
	c := counters[DefaultEncoding]
	s := strings.Repeat("Antidisestablishmentarianism übertrifft 东京 zxqj. ", 20)
	want := c.Count(s)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				must.Equal(t, c.Count(s), want)
			}
		})
	}
	wg.Wait()
}

// A token has at least one byte, on which Sentences relies.
func FuzzCount(f *testing.F) {
	f.Add("don't  stop\r\n\n 12345 x\u0301 \u3000字 \xff")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > maxWord { // longer words are counted in pieces
			return
		}
		compare(t, s, DefaultEncoding)
		n := counters[DefaultEncoding].Count(s)
		must.Be(t, !utf8.ValidString(s) || n <= len(s), "%d tokens in %d bytes", n, len(s))
	})
}
