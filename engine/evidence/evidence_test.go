package evidence

import (
	"slices"
	"strings"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// ten makes counts of 10 tokens a sentence and 5 a label.
func ten(t *testing.T) *Tokens {
	t.Helper()
	return must.Get(loadTokens(EncodeTokens(slices.Repeat([]uint32{10}, 100), slices.Repeat([]uint32{5}, 10)), 100, 10))(t)
}

func piece(section, group, first, end int) Piece {
	return Piece{Section: model.SectionID(section), Group: group, First: model.SentenceID(first), End: model.SentenceID(end)}
}

// Chunks that touch or overlap make one passage, however they are ranked; others do
// not, nor do those of other sections or groups, but no sentence is there twice.
func TestPackerMerges(t *testing.T) {
	for name, c := range map[string]struct {
		offers []Piece
		want   []Run
	}{
		"apart":                    {[]Piece{piece(0, 0, 0, 3), piece(0, 0, 5, 8)}, []Run{{piece(0, 0, 0, 3), []int{0}}, {piece(0, 0, 5, 8), []int{1}}}},
		"overlapping":              {[]Piece{piece(0, 0, 0, 3), piece(0, 0, 2, 5)}, []Run{{piece(0, 0, 0, 5), []int{0, 1}}}},
		"overlapping in front":     {[]Piece{piece(0, 0, 2, 5), piece(1, 0, 9, 10), piece(0, 0, 0, 3)}, []Run{{piece(0, 0, 0, 5), []int{0, 2}}, {piece(1, 0, 9, 10), []int{1}}}},
		"touching":                 {[]Piece{piece(0, 0, 0, 3), piece(0, 0, 3, 5)}, []Run{{piece(0, 0, 0, 5), []int{0, 1}}}},
		"between two":              {[]Piece{piece(0, 0, 6, 9), piece(0, 0, 0, 3), piece(0, 0, 2, 7)}, []Run{{piece(0, 0, 0, 9), []int{0, 1, 2}}}},
		"touching in other places": {[]Piece{piece(0, 0, 0, 3), piece(1, 0, 3, 5)}, []Run{{piece(0, 0, 0, 3), []int{0}}, {piece(1, 0, 3, 5), []int{1}}}},
		"other groups":             {[]Piece{piece(0, 1, 0, 3), piece(0, 2, 2, 5), piece(0, 0, 4, 7)}, []Run{{piece(0, 1, 0, 3), []int{0}}, {piece(0, 2, 3, 5), []int{1}}, {piece(0, 0, 5, 7), []int{2}}}},
		"around another":           {[]Piece{piece(0, 1, 3, 5), piece(0, 0, 0, 8)}, []Run{{piece(0, 1, 3, 5), []int{0}}, {piece(0, 0, 0, 3), []int{1}}, {piece(0, 0, 5, 8), []int{1}}}},
		"around one of its group":  {[]Piece{piece(0, 0, 3, 5), piece(0, 0, 0, 8)}, []Run{{piece(0, 0, 0, 8), []int{0, 1}}}},
		"around two":               {[]Piece{piece(0, 1, 5, 6), piece(0, 2, 1, 2), piece(0, 1, 0, 8)}, []Run{{piece(0, 1, 2, 8), []int{0, 2}}, {piece(0, 2, 1, 2), []int{1}}, {piece(0, 1, 0, 1), []int{2}}}},
		"within another":           {[]Piece{piece(0, 0, 0, 8), piece(0, 1, 3, 5)}, []Run{{piece(0, 0, 0, 8), []int{0, 1}}}},
		"written":                  {[]Piece{{Section: 0, Written: 40}, piece(0, 0, 0, 3), {Section: 0, Written: 7}}, []Run{{Piece{Section: 0, Written: 40}, []int{0}}, {piece(0, 0, 0, 3), []int{1}}, {Piece{Section: 0, Written: 7}, []int{2}}}},
		"nothing new":              {[]Piece{piece(0, 1, 0, 3), piece(0, 2, 2, 5), piece(0, 0, 1, 4)}, []Run{{piece(0, 1, 0, 3), []int{0, 2}}, {piece(0, 2, 3, 5), []int{1}}}},
	} {
		p := NewPacker(ten(t), 1000, []string{"a-b", "c-d"})
		for _, offer := range c.offers {
			_, ok := p.Add(offer)
			must.Hold(t, ok, "%s: %v does not fit", name, offer)
		}
		if !slices.EqualFunc(p.Runs, c.want, func(a, b Run) bool { return a.Piece == b.Piece && slices.Equal(a.Offers, b.Offers) }) {
			t.Errorf("%s: got %v, want %v", name, p.Runs, c.want)
		}
	}
}

// What a context takes is the sum of its parts, and the first piece that does not
// fit is left out.
func TestPackerBudget(t *testing.T) {
	p := NewPacker(ten(t), 3+5+30+3+5+20, nil)
	if tokens, ok := p.Add(piece(0, 0, 0, 3)); !ok || tokens != 38 {
		t.Errorf("%d, %v", tokens, ok)
	}
	if tokens, ok := p.Add(piece(1, 0, 10, 13)); ok || tokens != 38+38 {
		t.Errorf("%d, %v", tokens, ok)
	}
	if tokens, ok := p.Add(piece(1, 0, 10, 12)); !ok || tokens != 38+28 {
		t.Errorf("%d, %v", tokens, ok)
	}
	// The key of a group stands once.
	p = NewPacker(ten(t), 1000, []string{"Lund-Brask"})
	if tokens, _ := p.Add(piece(0, 1, 0, 1)); tokens != len("Lund-Brask:\n[1]")+5+10 {
		t.Errorf("%d tokens", tokens)
	}
	if tokens, _ := p.Add(piece(1, 1, 8, 9)); tokens != len("Lund-Brask:\n[1][2]")+2*15 {
		t.Errorf("%d tokens", tokens)
	}
}

func TestPackerFront(t *testing.T) {
	p := NewPacker(ten(t), 45, nil)
	if tokens, next, ok := p.AddFront(piece(0, 0, 4, 40)); !ok || tokens != 38 || next != 48 || p.Runs[0].Piece != piece(0, 0, 4, 7) {
		t.Errorf("%d, %d, %v, %v", tokens, next, ok, p.Runs)
	}
	p = NewPacker(ten(t), 17, nil)
	if tokens, next, ok := p.AddFront(piece(0, 0, 4, 40)); ok || tokens != 0 || next != 18 || p.Runs != nil {
		t.Errorf("%d, %d, %v, %v", tokens, next, ok, p.Runs)
	}
}

func TestCut(t *testing.T) {
	const text = "One two three, four."
	for _, c := range []struct {
		tokens, budget int
		front          string
	}{
		{7, 5, "One"}, {12, 10, "One two"}, {12, 8, "One"}, {20, 19, "One two three,"}, {100, 6, "One"}, {100, 5, "One"}, {100, 4, "On"}, {100, 2, ""}, {100, -7, ""},
	} {
		front, cost, next := Cut(text, c.tokens, c.budget)
		if front != c.front || front != "" && cost > c.budget || next <= c.budget {
			t.Errorf("%d tokens into %d: %q for %d, next %d", c.tokens, c.budget, front, cost, next)
		}
	}
	if front, _, _ := Cut("水位观测", 9, 9); front != "水位" {
		t.Errorf("characters are cut: %q", front)
	}
	if front, _, _ := Cut("    return x", 99, 5); front != "" {
		t.Errorf("only indentation: %q", front)
	}
}

func TestContext(t *testing.T) {
	got := Context([]Passage{
		{1, "Lund-Brask", "Gauge › History", "It was built.\n\nTwice."}, {2, "", "Brask", "A town."}, {3, "", "", "No title."},
	})
	const want = "Lund-Brask:\n[1] Gauge › History\nIt was built.\n\nTwice.\n\n[2] Brask\nA town.\n\n[3]\nNo title."
	must.Equal(t, got, want)
	for _, c := range [][3]string{{"T", "H", "T › H"}, {"T", "T", "T"}, {"T", "", "T"}, {"", "H", "H"}, {" a\nb ", "c\t d", "a b › c d"}, {"", "", ""}} {
		must.Equal(t, Label(c[0], c[1]), c[2], "label of %q", c[:2])
	}
	for _, c := range [][2]string{{"  x \n", "  x"}, {"\n \n\tx y\n", "\tx y"}, {" \n ", ""}, {"", ""}} {
		from, to := Trim(c[0])
		must.Be(t, c[0][from:to] == c[1], "%q trimmed is %q", c[0], c[0][from:to])
	}
}

func TestFragment(t *testing.T) {
	for _, c := range []struct{ url, quote, want string }{
		{"a.html#top", "Short, sharp-edged & 100 %.", "a.html#top:~:text=Short%2C%20sharp%2Dedged%20%26%20100%20%25."},
		{"a.html", "one two three four five six seven eight nine ten eleven", "a.html#:~:text=one%20two%20three%20four%20five,seven%20eight%20nine%20ten%20eleven"},
		{"a.html", "one two\nthree four", "a.html#:~:text=one%20two,three%20four"},
		{"a.html", "naïve", "a.html#:~:text=na%C3%AFve"},
		{"", "x", ""},
		{"a.html#b", "", "a.html#b"},
	} {
		must.Equal(t, Fragment(c.url, c.quote), c.want, "%q in %q", c.quote, c.url)
	}
}

func loadTokens(b []byte, sentences, sections int) (*Tokens, error) {
	t := &Tokens{}
	return t, t.Load(b, sentences, sections)
}

func TestTokens(t *testing.T) {
	sentences, labels := []uint32{0, 254, 255, 256, 7, 70000}, []uint32{255, 1}
	b := EncodeTokens(sentences, labels)
	x := must.Get(loadTokens(b, len(sentences), len(labels)))(t)
	for i, n := range sentences {
		must.Equal(t, x.Sentence(model.SentenceID(i)), int(n), "sentence %d", i)
	}
	if x.Label(0) != 255 || x.Label(1) != 1 {
		t.Errorf("labels %d, %d", x.Label(0), x.Label(1))
	}
	for name, damaged := range map[string][]byte{
		"cut": b[:len(b)-1], "another's": EncodeTokens(sentences[1:], labels), "more labels": EncodeTokens(sentences, append(labels, 3)),
		"a large one less": []byte(strings.Replace(string(b), "\xff", "\x01", 1)),
	} {
		must.Is(t, must.Err(loadTokens(damaged, len(sentences), len(labels))), wire.ErrCorrupt, "%s", name)
	}
}

func FuzzLoadTokens(f *testing.F) {
	f.Add(EncodeTokens([]uint32{1, 300, 2}, []uint32{9, 999}))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := loadTokens(b, 3, 2)
		if err != nil {
			return
		}
		for s := range 3 {
			if n := x.Sentence(model.SentenceID(s)); n < 0 {
				t.Fatalf("sentence %d takes %d tokens", s, n)
			}
		}
		for s := range 2 {
			if n := x.Label(model.SectionID(s)); n < 0 {
				t.Fatalf("label %d takes %d tokens", s, n)
			}
		}
	})
}

// Large counts are of rows that say so, ascending, and within their bounds.
func TestLargeCountsRefused(t *testing.T) {
	load := func(small []byte, large, value []uint32) error {
		var w wire.Writer
		w.Raw(small)
		w.Uint32s(large)
		w.Uint32s(value)
		w.Raw(nil)
		w.Uint32s(nil)
		w.Uint32s(nil)
		_, err := loadTokens(w.Bytes(), 3, 0)
		return err
	}
	small := []byte{manyTokens, 1, manyTokens}
	must.OK(t, load(small, []uint32{0, 2}, []uint32{manyTokens, maxCount}))
	for name, c := range map[string][2][]uint32{
		"a row too large": {{0, 3}, {300, 300}}, "a row of a small count": {{0, 1}, {300, 300}}, "out of order": {{2, 0}, {300, 300}}, "twice": {{0, 0}, {300, 300}},
		"too small": {{0, 2}, {300, manyTokens - 1}}, "too large": {{0, 2}, {maxCount + 1, 300}}, "fewer": {{0}, {300}}, "fewer values": {{0, 2}, {300}},
	} {
		must.Is(t, load(small, c[0], c[1]), wire.ErrCorrupt, "%s", name)
	}
}
