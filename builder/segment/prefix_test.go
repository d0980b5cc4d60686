package segment

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What Prefix cuts off has the tokens that were asked for, as the reference counts, and
// goes as far as the encoding of the whole text does.
func TestPrefix(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("a", 3000), strings.Repeat("字", 1000), strings.Repeat("\n", 3000), strings.Repeat(".", 8000),
		strings.Repeat("Antidisestablishmentarianism übertrifft 东京 zxqj. It's 12345!\n\n", 40),
		strings.Repeat("camelCaseWithoutEnd", 200), strings.Repeat("😀\u0301x ", 300), "one", "",
	} {
		for name, c := range counters {
			tokens := references[name].EncodeOrdinary(s)
			for _, limit := range []int{1, 2, 7, 100, 399} {
				got := c.Prefix(s, limit)
				if len(tokens) <= limit {
					if got != len(s) {
						t.Errorf("%s: Prefix(%.20q, %d) = %d, want all %d", name, s, limit, got, len(s))
					}
					continue
				}
				want := len(references[name].Decode(tokens[:limit]))
				for want > 0 && !utf8.RuneStart(s[want]) {
					want--
				}
				if got != want {
					t.Errorf("%s: Prefix(%.20q, %d) = %d, want %d", name, s, limit, got, want)
				}
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
// about once, and what is merged for a cut is little longer than the part.
func TestEndlessWords(t *testing.T) {
	const limit = 400
	for _, unit := range []string{"a", `"(`, ".", "&amp;", "字", "camelCase", "\u0301", "7", "😀"} {
		s := strings.Repeat(unit, 200_000/len(unit))
		r, err := loadRanks(DefaultEncoding)
		if err != nil {
			t.Fatal(err)
		}
		var used []*merge
		m := newMerger(r)
		m.work.New = func() any { used = append(used, new(merge)); return used[len(used)-1] }
		c := &measured{Counter: &Counter{load: func() *tokenizer { return &tokenizer{cl100kPieces, m} }}}
		starts := Sentences(s, 0, len(s), c, limit)
		longest := 0
		for i, at := range starts[1:] {
			longest = max(longest, at-starts[i])
		}
		if c.counted > 2*len(s) || c.cuts > len(starts) {
			t.Errorf("%q: %d bytes counted of %d, %d cuts for %d parts", unit, c.counted, len(s), c.cuts, len(starts))
		}
		for _, w := range used {
			if cap(w.next) > 4*(longest+4*limit) {
				t.Errorf("%q: %d bytes merged for parts of %d", unit, cap(w.next), longest)
			}
		}
	}
}
