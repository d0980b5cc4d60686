package lexical

import (
	"math"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

func TestLevels(t *testing.T) {
	last := float32(-1)
	for level := range 256 {
		weight := Weight(byte(level))
		if weight <= last || Level(weight) != byte(level) {
			t.Fatalf("level %d weighs %v, which has level %d, behind %v", level, weight, Level(weight), last)
		}
		last = weight
	}
	must.Be(t, last == 1 && Level(2) == maxLevel, "the highest level weighs %v, want 1", last)
	if Level(0) != 0 || Level(1e-9) != 1 {
		t.Errorf("levels %d of no weight, %d of little", Level(0), Level(1e-9))
	}
}

// weigh loads lists, with shares of headings if there are any, as the builder writes them.
func weigh(p *Postings, lists [][]Posting, heads [][]uint32, shares [][]byte) error {
	var steps, rows wire.Writer
	terms := make([]uint32, len(lists))
	for t, list := range lists {
		terms[t] = uint32(t)
		WriteSteps(&steps, list)
		for _, x := range list {
			rows.Byte(x.Level)
		}
		if heads != nil {
			rows.Uint(uint32(len(heads[t])))
			rows.Steps(heads[t])
			rows.Append(shares[t])
		}
	}
	return p.LoadRows(terms, steps.Bytes(), rows.Bytes(), func(t uint32) int { return len(lists[t]) })
}

// Scores are sums of idf times the weight of levels, and heads sums of shares.
func TestAddFields(t *testing.T) {
	p := NewPostings(parts.Reader{}, 2, 4)
	content, err := p.DecodeWeights(EncodeWeights(Documentation, 0), 4)
	must.Hold(t, content == Documentation && err == nil, "%v %v", content, err)
	lists := [][]Posting{{{0, 255}, {2, 51}}, {{2, 102}, {3, 0}}}
	must.OK(t, weigh(p, lists, [][]uint32{{1}, {0, 1}}, [][]byte{{102}, {51, 255}}))
	d := must.Get((&Words{Stems: []string{"a", "b"}, DF: []uint32{2, 2}, Counted: []uint32{2, 1}}).Whole(4, false))(t)
	a := NewAccumulator(4)
	a.Add(p, &TermQuery{Terms: []model.TermID{0, 1}}, d)
	i, j := d.IDF(0), d.IDF(1)
	must.Hold(t, j > i && d.Counted(0) == 2 && d.Counted(1) == 1 && d.DF(1) == 2, "idf %v of two passages, %v of one", i, j)
	near := func(name string, got, want []float32) {
		t.Helper()
		for c := range want {
			must.Be(t, math.Abs(float64(got[c]-want[c])) <= 1e-6, "%s of passage %d: %v, want %v", name, c, got[c], want[c])
		}
	}
	near("score", a.Score, []float32{i, 0, i*0.04 + j*0.16, 0})
	near("head", a.Head, []float32{0, 0, 0.6, 1})
	must.Be(t, a.Mask[3] == 2 && a.Mask[2] == 3 && a.Read == 4, "masks %v, %d postings read", a.Mask, a.Read)
	// A reading of half the weight has half the score and half the share. It does not count in a
	// passage that has the word itself.
	a.Reset()
	a.Add(p, &TermQuery{Terms: []model.TermID{0}, Alternatives: []Alternative{{Bit: 0, Terms: []model.TermID{1}, Weight: 0.5}}}, d)
	near("score", a.Score, []float32{i, 0, i * 0.04, 0})
	near("head", a.Head, []float32{0, 0, 0.4, 0.5})
	// Terms that count as one count as the one of the lowest level.
	a.Reset()
	a.Add(p, &TermQuery{Terms: []model.TermID{0}, Alternatives: []Alternative{{Bit: 0, Terms: []model.TermID{0, 1}, Weight: 1, All: true}}}, d)
	near("score", a.Score, []float32{i, 0, i * 0.04, 0})
}

func TestRowsRefuse(t *testing.T) {
	for name, c := range map[string]struct{ steps, b []byte }{
		"levels cut short":         {[]byte{0, 0}, []byte{9}},
		"posting out of range":     {[]byte{0, 0}, []byte{9, 9, 1, 2, 7}},
		"more heads than postings": {[]byte{0, 0}, []byte{9, 9, 3, 0, 0, 0, 7, 7, 7}},
		"shares cut short":         {[]byte{0, 0}, []byte{9, 9, 1, 1}},
		"bytes left over":          {[]byte{0, 0}, []byte{9, 9, 1, 1, 7, 7}},
		"passage out of range":     {[]byte{0, 3}, []byte{9, 9, 0}},
		"steps left over":          {[]byte{0, 0, 0}, []byte{9, 9, 0}},
	} {
		p := NewPostings(parts.Reader{}, 1, 4)
		must.Get(p.DecodeWeights(EncodeWeights(Documentation, 0), 4))(t)
		must.Is(t, p.LoadRows([]uint32{0}, c.steps, c.b, func(uint32) int { return 2 }), wire.ErrCorrupt, "%s", name)
	}
	for name, b := range map[string][]byte{"of another kind": EncodeWeights(numContents, 0), "more sections than bundles": EncodeWeights(Bundles, 0), "cut": {0}, "more": append(EncodeWeights(Passages, 5), 1)} {
		must.Is(t, must.Err(NewPostings(parts.Reader{}, 1, 3).DecodeWeights(b, 4)), wire.ErrCorrupt, "%s", name)
	}
}
