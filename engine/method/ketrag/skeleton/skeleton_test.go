package skeleton

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/wire"
	"mycel/internal/must"
)

var sizes = Sizes{Chunks: 4, Sentences: 12, Terms: 3, Entities: 9}

func parts() *Parts {
	return &Parts{
		Heads: [2]int{11, 12},
		Chunks: []Chunk{
			{First: 0, Ends: []int{2, 4}, Core: true, Neighbours: []uint32{1, 3}},
			{First: 3, Ends: []int{5}, Neighbours: []uint32{0}}, // shares a sentence with the first
			{First: 8},
			{First: 8, Ends: []int{1, 3, 4}, Core: true, Neighbours: []uint32{0}},
		},
		Norms:     []float32{0.5, 0, 1},
		Entities:  []Entity{{ID: 2, Sentences: []model.SentenceID{0, 5}, Cost: 20}, {ID: 3, Cost: 1 << 20}, {ID: 8, Sentences: []model.SentenceID{11}, Cost: 7}},
		Relations: []Relation{{A: 0, B: 1, Weight: 3, Sentence: 5, From: 4, To: 30, Cost: 9}, {A: 0, B: 2, Weight: 1, Sentence: 11, Cost: 8}},
	}
}

func decode(t testing.TB, p *Parts) *Skeleton {
	t.Helper()
	return must.Get(Decode(Encode(p), sizes))(t)
}

func TestRoundTrip(t *testing.T) {
	p := parts()
	s := decode(t, p)
	if s.NumPieces() != 6 || s.NumKeywords() != 2 || s.NumEntities() != 3 || s.NumRelations() != 2 || !s.Divided() {
		t.Errorf("%d pieces, %d keywords, %d entities, %d relations", s.NumPieces(), s.NumKeywords(), s.NumEntities(), s.NumRelations())
	}
	for c, want := range p.Chunks {
		c := model.ChunkID(c)
		// The pieces of a chunk follow each other, and are all of it.
		first, end := s.Pieces(c)
		at := want.First
		for piece := first; piece < end; piece++ {
			owner, from, to := s.Piece(piece)
			if owner != c || from != at || int(to-want.First) != want.Ends[piece-first] {
				t.Errorf("piece %d: chunk %d, sentences %d to %d", piece, owner, from, to)
			}
			for n := from; n < to; n++ {
				must.Equal(t, s.PieceOf(c, int(n-want.First)), piece, "sentence %d of chunk %d is in piece", n, c)
			}
			at = to
		}
		if int(at-want.First) != s.NumSentences(c) || int(end-first) != len(want.Ends) {
			t.Errorf("chunk %d has %d sentences in %d pieces", c, s.NumSentences(c), end-first)
		}
		if s.IsCore(c) != want.Core || !slices.Equal(s.Neighbours(c), want.Neighbours) || s.FirstSentence(c) != want.First {
			t.Errorf("chunk %d: core %v, neighbours %v", c, s.IsCore(c), s.Neighbours(c))
		}
	}
	for i, want := range p.Entities {
		if s.Entity(i) != want.ID || s.EntityCost(i) != min(want.Cost, maxUint16) || len(s.Description(i)) != len(want.Sentences) {
			t.Errorf("entity %d: got %d, cost %d, described by %v", want.ID, s.Entity(i), s.EntityCost(i), s.Description(i))
		}
	}
	for i, want := range p.Relations {
		must.Equal(t, s.Relation(i), want, "relation")
	}
	if !slices.Equal(s.Incident(0), []uint32{0, 1}) || !slices.Equal(s.Incident(1), []uint32{0}) || !slices.Equal(s.Incident(2), []uint32{1}) {
		t.Errorf("incident %v %v %v", s.Incident(0), s.Incident(1), s.Incident(2))
	}
	if e, r := s.Heads(); e != 11 || r != 12 || s.Norm(0) != 0.5 || s.Norm(1) != 0 {
		t.Errorf("heads %d, %d, norms %v, %v", e, r, s.Norm(0), s.Norm(1))
	}
}

// Written descriptions belong to the rows that they were written of.
func TestTexts(t *testing.T) {
	p := parts()
	s := decode(t, p)
	must.Be(t, s.EntityText(0) == "" && s.RelationText(1) == "", "written without a section")
	p.Entities[1].Text, p.Relations[0].Text = "A town.", "born in"
	must.OK(t, s.LoadTexts(EncodeTexts(p)))
	for i, e := range p.Entities {
		must.Equal(t, s.EntityText(i), e.Text, "entity %d", i)
	}
	for i, r := range p.Relations {
		must.Equal(t, s.RelationText(i), r.Text, "relation %d", i)
	}
	other := parts()
	other.Relations = other.Relations[:1]
	must.Is(t, decode(t, other).LoadTexts(EncodeTexts(p)), wire.ErrCorrupt, "texts of another skeleton")
	b := EncodeTexts(p)
	for i := range b {
		b[i] ^= 1
		err := decode(t, parts()).LoadTexts(b)
		must.Be(t, err == nil || errors.Is(err, wire.ErrCorrupt), "byte %d: error %v", i, err)
		b[i] ^= 1
	}
	for name, w := range map[string]func(*wire.Writer){
		"a text of no origin":  func(w *wire.Writer) { w.Raw(make([]byte, 5)); w.Strings([]string{"", "A town.", "", "", ""}) },
		"an origin of no text": func(w *wire.Writer) { w.Raw([]byte{1, 0, 0, 0, 0}); w.Strings(make([]string, 5)) },
		"an unknown origin":    func(w *wire.Writer) { w.Raw([]byte{2, 0, 0, 0, 0}); w.Strings([]string{"a", "", "", "", ""}) },
	} {
		var bad wire.Writer
		w(&bad)
		must.Is(t, decode(t, parts()).LoadTexts(bad.Bytes()), wire.ErrCorrupt, "%s", name)
	}
}

// One chunk without anything is a skeleton, too.
func TestEmpty(t *testing.T) {
	s, err := Decode(Encode(&Parts{Chunks: []Chunk{{}}, Norms: []float32{0}}), Sizes{Chunks: 1, Terms: 1})
	must.Be(t, err == nil && s.NumPieces() == 0 && !s.Divided() && s.NumSentences(0) == 0, "%+v, %v", s, err)
}

func TestDecodeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Parts){
		"piece of nothing":        func(p *Parts) { p.Chunks[0].Ends = []int{2, 2} },
		"pieces out of order":     func(p *Parts) { p.Chunks[0].Ends = []int{3, 2} },
		"sentences out of range":  func(p *Parts) { p.Chunks[3].Ends = []int{5} },
		"chunk out of range":      func(p *Parts) { p.Chunks[0].First = 13 },
		"too few chunks":          func(p *Parts) { p.Chunks = p.Chunks[:3] },
		"neighbour out of range":  func(p *Parts) { p.Chunks[0].Neighbours = []uint32{4} },
		"too few norms":           func(p *Parts) { p.Norms = p.Norms[:2] },
		"negative norm":           func(p *Parts) { p.Norms[0] = -1 },
		"entities out of order":   func(p *Parts) { p.Entities[1].ID = 2 },
		"entity out of range":     func(p *Parts) { p.Entities[2].ID = 9 },
		"description nowhere":     func(p *Parts) { p.Entities[2].Sentences[0] = 12 },
		"relation with itself":    func(p *Parts) { p.Relations[0].B = 0 },
		"relation the wrong way":  func(p *Parts) { p.Relations[0].A, p.Relations[0].B = 1, 0 },
		"relation out of range":   func(p *Parts) { p.Relations[1].B = 3 },
		"relation in no sentence": func(p *Parts) { p.Relations[1].Sentence = 12 },
		"words the wrong way":     func(p *Parts) { p.Relations[0].From = 31 },
	} {
		p := parts()
		change(p)
		must.Is(t, must.Err(Decode(Encode(p), sizes)), wire.ErrCorrupt, "%s", name)
	}
}

// Sentences in the overlap of chunks count once; titles are in no sentence.
func TestAppendSentences(t *testing.T) {
	got := AppendSentences(nil, 10, 1|1<<1|1<<4)
	got = AppendSentences(got, 13, 1<<1|1<<2)
	got = AppendSentences(got, 20, 1)
	got = AppendSentences(got, 30, 1<<63)
	must.Equal(t, got, []uint32{10, 13, 14, 92})
}

func TestStep(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 200: 1, 201: 2, 400: 2, 401: 3, 100_000: 500} {
		must.Equal(t, Step(n), want, "of %d every", n)
	}
}

// Whatever the bytes, they are refused or can be read in full.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(parts()))
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		b := Encode(parts())
		b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Decode(b, sizes)
		if err != nil {
			return
		}
		for c := range model.ChunkID(sizes.Chunks) {
			s.Neighbours(c)
			s.PieceOf(c, s.NumSentences(c))
			first, end := s.Pieces(c)
			for p := first; p < end; p++ {
				_, _, to := s.Piece(p)
				must.Hold(t, int(to) <= sizes.Sentences, "piece %d ends with sentence %d", p, to)
			}
		}
		for e := range s.NumEntities() {
			s.Description(e)
			for _, r := range s.Incident(e) {
				s.Relation(int(r))
			}
		}
	})
}
