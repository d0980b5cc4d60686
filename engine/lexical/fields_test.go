package lexical

import (
	"errors"
	"math"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

func TestLevels(t *testing.T) {
	for _, top := range []float32{1, 2.5} {
		f, err := DecodeFields(EncodeFields(top), parts.Reader{}, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		last := float32(-1)
		for level, weight := range f.weight {
			if weight <= last || Level(weight, top) != byte(level) {
				t.Fatalf("top %v: level %d weighs %v, which has level %d, behind %v", top, level, weight, Level(weight, top), last)
			}
			last = weight
		}
		if last != top || Level(2*top, top) != maxLevel {
			t.Errorf("the highest level weighs %v, want %v", last, top)
		}
		if Level(0, top) != 0 || Level(1e-9, top) != 1 {
			t.Errorf("levels %d of no weight, %d of little", Level(0, top), Level(1e-9, top))
		}
	}
}

func TestLengthFactors(t *testing.T) {
	// 33 words are as 32, so that adding a word changes nothing; 34 are more.
	a, b := DefaultFields.LengthFactors([]uint32{32, 0, 33}), DefaultFields.LengthFactors([]uint32{32, 0, 34})
	if a[0] != 1 || a[1] != 0 || a[2] != 1 || b[0] != 1 || !(b[2] < 1) {
		t.Errorf("factors %v, %v", a, b)
	}
	if long := DefaultFields.LengthFactors([]uint32{1000, 1000}); math.Abs(float64(long[0])-1) > 0.06 {
		t.Errorf("a field of the mean length has factor %v", long[0])
	}
	if got := DefaultFields.LengthFactors([]uint32{0}); got[0] != 0 {
		t.Errorf("empty fields have factor %v", got[0])
	}
}

func TestHeadingIDF(t *testing.T) {
	for _, c := range []struct {
		df       uint32
		passages int
		want     int
	}{{1, 1, 1}, {1, 2, 3}, {1, 1024, 21}, {1023, 1024, 2}, {1024, 1024, 1}, {0, 1024, 22}, {2000, 1024, 1}} {
		if got := HeadingIDF(c.df, c.passages); got != c.want {
			t.Errorf("df %d of %d: %d, want %d", c.df, c.passages, got, c.want)
		}
	}
}

// Scores are sums of idf times the weight of levels, and heads sums of shares.
func TestAddFields(t *testing.T) {
	lists := [][]Posting{{{0, 1}, {2, 1}}, {{2, 1}, {3, 1}}}
	rows := []FieldRow{
		{Own: 2, Levels: []byte{255, 51}, Heads: []uint32{1}, Shares: []byte{102}},
		{Own: 1, Levels: []byte{102, 0}, Heads: []uint32{0, 1}, Shares: []byte{51, 255}},
	}
	p := NewPostings(parts.Reader{}, parts.Reader{}, parts.Reader{}, 2, 4)
	f, err := DecodeFields(EncodeFields(1), parts.Reader{}, 2, 4)
	if err != nil {
		t.Fatal(err)
	}
	var w wire.Writer
	for _, row := range rows {
		row.Append(&w)
	}
	df := func(uint32) int { return 2 }
	steps, levels := wire.NewReader(EncodeSteps(lists)), wire.NewReader(w.Bytes())
	p.LoadRows([]uint32{0, 1}, steps, df)
	f.LoadRows([]uint32{0, 1}, levels, df)
	if err := errors.Join(steps.Close(), levels.Close()); err != nil {
		t.Fatal(err)
	}
	a := NewAccumulator(4)
	a.AddFields(p, f, &TermQuery{Terms: []model.TermID{0, 1}})
	i, j := f.IDF(0), f.IDF(1)
	if !(j > i) {
		t.Fatalf("idf %v of two passages, %v of one", i, j)
	}
	near := func(name string, got, want []float32) {
		t.Helper()
		for c := range want {
			if math.Abs(float64(got[c]-want[c])) > 1e-6 {
				t.Errorf("%s of passage %d: %v, want %v", name, c, got[c], want[c])
			}
		}
	}
	near("score", a.Score, []float32{i, 0, i*0.04 + j*0.16, 0})
	near("head", a.Head, []float32{0, 0, 0.6, 1})
	if a.Mask[3] != 2 || a.Mask[2] != 3 || a.Read != 4 {
		t.Errorf("masks %v, %d postings read", a.Mask, a.Read)
	}
	// A reading of half the weight has half the score and half the share. It does not count in a
	// passage that has the word itself.
	a.Reset()
	a.AddFields(p, f, &TermQuery{Terms: []model.TermID{0}, Alternatives: []Alternative{{Bit: 0, Terms: []model.TermID{1}, Weight: 0.5}}})
	near("score", a.Score, []float32{i, 0, i * 0.04, 0})
	near("head", a.Head, []float32{0, 0, 0.4, 0.5})
	// Terms that count as one count as the one of the lowest level.
	a.Reset()
	a.AddFields(p, f, &TermQuery{Terms: []model.TermID{0}, Alternatives: []Alternative{{Bit: 0, Terms: []model.TermID{0, 1}, Weight: 1, All: true}}})
	near("score", a.Score, []float32{i, 0, i * 0.04, 0})
}

func TestFieldsRefuse(t *testing.T) {
	for name, b := range map[string][]byte{
		"more passages than postings": {3, 9, 9, 0},
		"levels cut short":            {1, 9},
		"posting out of range":        {1, 9, 9, 1, 2, 7},
		"more heads than postings":    {1, 9, 9, 3, 0, 0, 0, 7, 7, 7},
		"shares cut short":            {1, 9, 9, 1, 1},
		"bytes left over":             {1, 9, 9, 1, 1, 7, 7},
	} {
		f, err := DecodeFields(EncodeFields(1), parts.Reader{}, 1, 4)
		if err != nil {
			t.Fatal(err)
		}
		r := wire.NewReader(b)
		f.LoadRows([]uint32{0}, r, func(uint32) int { return 2 })
		if err := r.Close(); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, top := range []float32{0, -1} {
		if _, err := DecodeFields(EncodeFields(top), parts.Reader{}, 1, 1); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("top %v: error %v", top, err)
		}
	}
}
