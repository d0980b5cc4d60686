package lexical

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// dictionary has the forms of a small corpus about sharing; "the" is a stop word.
func dictionary(t testing.TB) *Dictionary {
	t.Helper()
	stems := []string{"data", "share", "the", "thread"}
	entries := []Entry{
		{"data", 0, false, 0}, {"shared", 1, false, 9}, {"sharing", 1, false, 1}, {"the", 2, true, 0}, {"thread", 3, false, 0}, {"threads", 3, false, 0},
	}
	rules := []Rule{{"ing", "e"}, {"es", "e"}, {"s", ""}}
	d := must.Get((&Words{Entries: entries, Stems: stems, DF: []uint32{3, 2, 9, 1}, Rules: rules}).Whole(9, true))(t)
	d.SetIDF([]float32{1, 2, 0.1, 3})
	return d
}

// decodePostings makes postings that are all there.
func decodePostings(b []byte, terms, passages int) (*Postings, error) {
	p := NewPostings(parts.Reader{}, terms, passages)
	rows := make([]uint32, terms)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return p, p.Load(rows, b)
}

func readAll(l List) (all []Posting) {
	var buffer Block
	for block := l.Read(&buffer); len(block) > 0; block = l.Read(&buffer) {
		all = append(all, block...)
	}
	return all
}

// The core has stop words of languages, which are few, but no pairs of characters, which are many.
func TestCommonForms(t *testing.T) {
	b := (&Words{Entries: []Entry{{"is", 0, true, 0}, {"して", 1, true, 0}, {"を見", 2, true, 0}}, Stems: []string{"is", "して", "を見"}, DF: []uint32{3, 2, 1}}).Cut([]uint32{0, 3})
	all := b.common()
	must.Be(t, len(all) == 1 && all[0].Form == "is", "the core has %v", all)
}

func TestLookup(t *testing.T) {
	d := dictionary(t)
	for key, want := range map[string]string{
		"threads": "thread", "sharing": "share", "share": "share", "the": "the",
		"shares":  "share", // unseen: stemmed like the corpus's own forms
		"datas":   "data",
		"mutex":   "", // no term
		"s":       "", // a rule must leave a stem
		"thrings": "",
	} {
		term, _, ok := d.Lookup(key)
		got := ""
		if ok {
			got = d.Stem(term)
		}
		must.Equal(t, got, want, "Lookup(%q)", key)
	}
}

func TestPostingsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		passages := 1 + rng.IntN(500)
		lists := make([][]Posting, rng.IntN(8))
		for i := range lists {
			for p := range passages {
				if rng.IntN(5) == 0 {
					lists[i] = append(lists[i], Posting{uint32(p), byte(rng.IntN(256))})
				}
			}
		}
		p := must.Get(decodePostings(EncodePostings(lists), len(lists), passages))(t)
		for i, want := range lists {
			got := readAll(p.List(model.TermID(i), true))
			must.Equal(t, got, want, "list %d", i)
		}
	}
}

func TestPostingsRefuse(t *testing.T) {
	good := EncodePostings([][]Posting{{{0, 1}, {2, 3}}})
	for name, c := range map[string]struct {
		b               []byte
		terms, passages int
	}{
		"fewer terms":      {good, 2, 3},
		"fewer passages":   {good, 1, 2},
		"passage too high": {EncodePostings([][]Posting{{{3, 1}}}), 1, 3},
		"truncated":        {good[:len(good)-1], 1, 3},
		"one more":         {append(slices.Clone(good), 0), 1, 3},
		"fewer levels":     {[]byte{1, 2, 0, 0, 7}, 1, 3},
		"too long":         {[]byte{1, 9, 0, 0, 0, 1}, 1, 3},
	} {
		must.Is(t, must.Err(decodePostings(c.b, c.terms, c.passages)), wire.ErrCorrupt, "%s", name)
	}
}

// Expected scores were computed by hand from the formula of Robertson & Zaragoza
// (2009), equation 3.15, with k1 = 1.2 and b = 0.75.
func TestBM25Score(t *testing.T) {
	for _, c := range []struct{ idf, tf, ratio, want float64 }{
		{2, 1, 1, 2},                  // 2·2.2/(1+1.2)
		{1, 3, 1, 6.6 / 4.2},          // saturation
		{1, 1, 2, 2.2 / 3.1},          // long passage: norm 1.75
		{1, 1, 0.5, 2.2 / (1 + 0.75)}, // short passage: norm 0.625
	} {
		got := BM25(float32(c.idf), float32(c.tf), float32(c.ratio))
		must.Be(t, math.Abs(float64(got)-c.want) <= 1e-6, "Score(%v) = %v, want %v", c, got, c.want)
	}
}

// The accumulator agrees with scoring every passage by itself, and forgets.
func TestAccumulator(t *testing.T) {
	d := dictionary(t)
	lists := [][]Posting{{{0, 100}, {1, 120}}, {{1, 80}}, {{0, 200}, {1, 201}, {2, 9}}, {{2, 254}}}
	p := must.Get(decodePostings(EncodePostings(lists), 4, 3))(t)
	a := NewAccumulator(3)
	for _, terms := range [][]model.TermID{{3}, {0, 1}, {2}, nil} {
		q := &TermQuery{Terms: terms}
		a.Reset()
		a.Add(p, q, d)
		for passage := range 3 {
			want := float32(0)
			for _, term := range q.Terms {
				for _, posting := range lists[term] {
					if int(posting.Passage) == passage {
						want += d.IDF(term) * Weight(posting.Level)
					}
				}
			}
			must.Equal(t, a.Score[passage], want, "%v: passage %d scores", terms, passage)
		}
	}
}

func FuzzPostings(f *testing.F) {
	f.Add(EncodePostings([][]Posting{{{0, 1}, {2, 3}}, {{1, 200}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := decodePostings(b, 2, 3)
		if err != nil {
			return
		}
		for term := range 2 {
			last := -1
			for _, posting := range readAll(p.List(model.TermID(term), true)) {
				must.Hold(t, int(posting.Passage) > last && posting.Passage < 3, "posting %v after %d", posting, last)
				last = int(posting.Passage)
			}
		}
	})
}

// A passage with an alternative of a weight counts by it, and those with one of no weight come behind all that have the term or an
// alternative before, and in their own order.
func TestAlternatives(t *testing.T) {
	d := dictionary(t)
	lists := [][]Posting{{{0, 100}, {1, 200}}, {{2, 120}, {3, 240}}, {{4, 250}, {5, 30}}, {{1, 90}, {4, 90}}}
	p := must.Get(decodePostings(EncodePostings(lists), 4, 6))(t)
	a := NewAccumulator(6)
	a.Add(p, &TermQuery{Terms: []model.TermID{0}, Alternatives: []Alternative{{Terms: []model.TermID{1}, Weight: 0.5}, {Terms: []model.TermID{2}}}}, d)
	want := 0.5 * d.IDF(0) * Weight(240)
	must.Be(t, math.Abs(float64(a.Score[3]-want)) <= 1e-6, "an alternative of half the weight scores %v, want %v", a.Score[3], want)
	for _, better := range []int{0, 1, 2, 3} {
		if a.Score[better] <= a.Score[4] || a.Score[4] <= a.Score[5] || a.Score[5] <= 0 {
			t.Errorf("passage %d scores %v, those with an alternative of no weight %v and %v", better, a.Score[better], a.Score[4], a.Score[5])
		}
	}
}

// Words are listed by classes of lengths, from three letters to two beyond the longest that are compared.
func TestLengthClasses(t *testing.T) {
	for letters, want := range map[int]int{0: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 2, 9: 3, 10: 3, 11: 4, 13: 4, 14: 5, 34: 5, 35: -1, 99: -1} {
		must.Equal(t, lengthClass(letters), want, "%d letters are of class", letters)
	}
}

func TestKept(t *testing.T) {
	const passages, reach = 1_000_000, 4096
	for _, c := range []struct{ df, want int }{
		{0, 0},
		{1, 1},
		{4096, 4096},
		{4097, 4095},
		{64_000, 2048}, // half the idf of a term in 4,096
		{250_000, 1032},
		{1_000_000, 512},
	} {
		must.Equal(t, Kept(c.df, passages, reach), c.want, "the list of a term in %d passages has", c.df)
	}
	must.Equal(t, Kept(5, 5, 5), 5, "a list that is not cut")
	for df := reach; df < passages; df++ {
		if here, next := Kept(df, passages, reach), Kept(df+1, passages, reach); here > reach || next > here {
			t.Fatalf("lists of %d and %d postings have %d and %d beside their terms", df, df+1, here, next)
		}
	}
}

// Levels of passages rise with the occurrences and fall with the length, in steps of coarse, and no posting is without weight.
func TestPassageLevels(t *testing.T) {
	for _, ratio := range []float32{1e-6, 0.1, 1, 10, 1e6} {
		last := byte(coarse)
		for tf := uint32(1); tf < 1<<31; tf *= 2 {
			level := PassageLevel(tf, ratio)
			if level < last || level%coarse != 0 || PassageLevel(tf, 2*ratio) > level {
				t.Fatalf("%d occurrences in a passage of %v mean lengths have level %d, behind %d", tf, ratio, level, last)
			}
			last = level
		}
		must.Equal(t, last, maxLevel/coarse*coarse, "the highest level of a passage of %v mean lengths", ratio)
	}
}
