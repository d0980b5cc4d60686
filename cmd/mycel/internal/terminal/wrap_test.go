package terminal

import (
	"strings"
	"testing"

	"mycel/engine/model"
	"mycel/internal/must"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		name    string
		text    string
		matches []model.Span
		width   int
		want    string // lines; * stands for bold on, / for off
	}{
		{"empty", "", nil, 10, ""},
		{"space only", " \n\t", nil, 10, ""},
		{"short", "one two", nil, 10, "one two"},
		{"exact", "12345 7890", nil, 10, "12345 7890"},
		{"breaks", "one two three", nil, 8, "one two|three"},
		{"long word", "a incomprehensible b", nil, 5, "a|incomprehensible|b"},
		{"white space", "  one\n\n two\u00a0three ", nil, 40, "one two three"},
		{"matches", "one two", []model.Span{{Start: 4, End: 7}}, 40, "one *two/"},
		{"match over a break", "one two", []model.Span{{Start: 0, End: 7}}, 4, "*one/|*two/"},
		{"match inside a word", "subword", []model.Span{{Start: 3, End: 7}}, 40, "sub*word/"},
		{"wide characters", "知識 知識", nil, 8, "知識|知識"},
		{"no width", "\u200b \u200b", nil, 8, "\u200b \u200b"},
		{"control characters", "a\x1b[31mb\u202ec", nil, 40, "a\ufffd[31mb\ufffdc"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(Wrap(test.text, test.matches, test.width, true), "|")
			got = strings.NewReplacer(BoldOn, "*", BoldOff, "/").Replace(got)
			must.Equal(t, got, test.want)
		})
	}
}

// FuzzWrap checks that wrapping loses no word and lets no control character
// through.
func FuzzWrap(f *testing.F) {
	f.Add("one two three", 8, uint32(4), uint32(7))
	f.Add("\x1b[2J\u00a0\xff 知識", 0, uint32(1), uint32(2))
	f.Fuzz(func(t *testing.T, text string, width int, start, end uint32) {
		n := uint32(len(text))
		span := model.Span{Start: min(start, n), End: min(max(start, end), n)}
		got := strings.Join(Wrap(text, []model.Span{span}, width, false), "\n")
		if want := strings.Join(strings.Fields(Printable(strings.Join(strings.Fields(text), " "))), " "); strings.Join(strings.Fields(got), " ") != want {
			t.Errorf("got %q, want the words of %q", got, want)
		}
		must.Be(t, !strings.ContainsAny(strings.ReplaceAll(got, "\n", ""), "\x00\x07\x08\r\x1b\x7f"), "got a control character in %q", got)
	})
}

func TestNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", -1000: "-1,000", -100: "-100", 1234567: "1,234,567"} {
		must.Equal(t, Thousands(n), want, "Thousands(%d)", n)
	}
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 999: "999 bytes", 1000: "1.0 kB", 1250: "1.2 kB",
		999_949: "999.9 kB", 999_950: "1.0 MB", 2_500_000: "2.5 MB", 7_000_000_000: "7.0 GB", 7_000_000_000_000: "7000.0 GB",
	} {
		must.Equal(t, Bytes(n), want, "Bytes(%d)", n)
	}
	must.Equal(t, Quantity(1, "entity", "entities")+", "+Quantity(2000, "entity", "entities"), "1 entity, 2,000 entities")
}
