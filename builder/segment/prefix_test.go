package segment

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/internal/must"
)

// What Prefix cuts off has the tokens that were asked for, as the reference counts, and
// goes as far as the encoding of the whole text does.
func TestPrefix(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("a", maxWord), strings.Repeat("字", maxWord/3), strings.Repeat("\n", maxWord), strings.Repeat(".", maxWord),
		strings.Repeat("Antidisestablishmentarianism übertrifft 东京 zxqj. It's 12345!\n\n", 40),
		strings.Repeat("camelCaseWithoutEnd", maxWord/19), strings.Repeat("😀\u0301x ", 300), strings.Repeat("don't stop", 90), "one", "",
	} {
		for name, c := range counters {
			tokens := references[name].EncodeOrdinary(s)
			for _, limit := range []int{1, 2, 7, 100, 399} {
				got := c.Prefix(s, limit)
				if len(tokens) <= limit {
					must.Equal(t, got, len(s), "%s: Prefix(%.20q, %d)", name, s, limit)
					continue
				}
				want := len(references[name].Decode(tokens[:limit]))
				for want > 0 && !utf8.RuneStart(s[want]) {
					want--
				}
				must.Equal(t, got, want, "%s: Prefix(%.20q, %d)", name, s, limit)
			}
		}
	}
}

// measured counts the bytes that are looked at.
type measured struct {
	*Counter
	counted, cuts int
}

func (m *measured) Count(s string) int { m.counted += len(s); return m.Counter.Count(s) }

func (m *measured) Prefix(s string, limit int) int { m.cuts++; return m.Counter.Prefix(s, limit) }

// An endless word is cut by work that grows with its length alone: every part is counted
// about once.
func TestEndlessWords(t *testing.T) {
	const limit = 400
	for _, unit := range []string{"a", `"(`, ".", "&amp;", "字", "camelCase", "\u0301", "7", "😀"} {
		s := strings.Repeat(unit, 30_000/len(unit))
		c := &measured{Counter: counters[DefaultEncoding]}
		starts := Sentences(s, 0, len(s), true, c, limit)
		for i, at := range starts {
			end := len(s)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			n := c.Counter.Count(s[at:end])
			must.Be(t, n <= limit, "%q: a part of %d tokens, want at most %d", unit, n, limit)
		}
		if c.counted > 2*len(s) || c.cuts > len(starts) {
			t.Errorf("%q: %d bytes counted of %d, %d cuts for %d parts", unit, c.counted, len(s), c.cuts, len(starts))
		}
	}
}

// A sentence with at most as many bytes as tokens are allowed is short enough without being counted, as nearly all are.
func TestShortSentencesAreNotCounted(t *testing.T) {
	text := strings.Repeat("The keeper left. ", 50)
	for limit, counts := range map[int]bool{400: false, 17: false, 16: true, 1: true} {
		c := &measured{Counter: counters[DefaultEncoding]}
		Sentences(text, 0, len(text), true, c, limit)
		must.Be(t, (c.counted+c.cuts > 0) == counts, "at most %d tokens: %d bytes counted, %d sentences cut", limit, c.counted, c.cuts)
	}
}

// A word beyond maxWord is counted in pieces: never fewer tokens than it has, and at most
// two more a piece.
func TestCountLongWords(t *testing.T) {
	for _, unit := range []string{"a", ".", "字", "camelCase", "7", "😀", "=", " "} {
		s := strings.Repeat(unit, 3*maxWord/len(unit))
		for _, name := range encodings {
			want := len(references[name].EncodeOrdinary(s))
			if got := counters[name].Count(s); got < want || got > want+2*4 {
				t.Errorf("%s: Count of %q × %d = %d, want %d to %d", name, unit, 3*maxWord/len(unit), got, want, want+2*4)
			}
		}
	}
}

// A word ends where its tokens do not depend on what follows.
func TestWordEnd(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"one two", "one"}, {" two", " two"}, {"don't go", "don't"}, {"a1", "a"}, {"1a,b", "1a"},
		{"e\u0301a", "e\u0301a"}, {"漢字、", "漢字"}, {"...", "..."}, {"\xff", "\xff"},
		{strings.Repeat("字", 1000), strings.Repeat("字", maxWord/3)},
	} {
		must.Equal(t, c.in[:wordEnd(c.in)], c.want, "wordEnd(%.20q)", c.in)
	}
}
