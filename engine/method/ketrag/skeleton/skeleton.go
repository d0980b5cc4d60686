// Package skeleton holds the index of KET-RAG (Huang et al. 2025, arXiv 2502.09304): the pieces of chunks that are
// retrieved, the keywords that lead to them, and the skeleton of entities and relations, which the builder makes from
// the core chunks.
//
// Descriptions are sentences of the corpus, by number: their texts lie in the blocks, like all texts. Texts that a
// language model wrote stand beside them (texts.go).
package skeleton

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// PieceID numbers pieces through all chunks.
type PieceID uint32

// Skeleton is immutable. It borrows the section from which it was decoded.
type Skeleton struct {
	heads      []uint32 // tokens of the tables' heads
	first      []uint32 // by chunk: its first sentence
	pieceEnd   []uint32 // chunks+1 numbers: the pieces of all chunks before
	pieces     []uint32 // by piece: its end, in sentences of its chunk
	chunkOf    []uint32 // by piece
	core       []byte   // a bit for each chunk, beginning with the lowest bit of a byte
	nextTo     []uint32 // chunks+1 offsets into neighbours
	neighbours []uint32
	norms      []float32
	entities   []uint32 // ascending
	cost       []uint32 // by entity
	describe   []uint32 // entities+1 offsets into sentences
	sentences  []uint32
	ends       []uint32 // of relations: two entities each, by position, A < B; ascending
	relations  []uint32 // by relation: the sentence that describes it
	weight     []uint32
	spans      []uint32 // by relation: first and end byte of the words between the names in its sentence
	relCost    []uint32
	touching   []uint32 // entities+1 offsets into incident
	incident   []uint32 // relations of each entity, ascending
	keywordSum int
	texts      wire.Strings // see EncodeTexts; empty if all descriptions are sentences
}

// Chunk is a chunk, as Encode takes it.
type Chunk struct {
	First model.SentenceID // its first sentence
	Ends  []int            // of its pieces, ascending, in sentences from First; none without text
	Core  bool

	Neighbours []uint32 // neighbours in the graph of nearest neighbours, ascending
}

// Entity is an entity of the skeleton.
type Entity struct {
	ID        model.EntityID
	Sentences []model.SentenceID // sentences that describe the entity, in the order of the corpus
	Cost      int                // tokens of its row, see evidence.Row
	Text      string             // a language model's text instead of sentences, for EncodeTexts; "" for no text
}

// Relation joins two entities.
type Relation struct {
	A, B     int // positions of the entities, A < B
	Weight   int // sentences that have both
	Sentence model.SentenceID
	From, To int    // bytes of the sentence between the names; 0, 0 for none
	Cost     int    // tokens of its row
	Text     string // as that of Entity
}

// Parts holds all of a skeleton, for Encode.
type Parts struct {
	Heads     [2]int // tokens of the heads of the tables, of entities and of relations
	Chunks    []Chunk
	Norms     []float32  // by term: length of the mean of its sentences' vectors; 0 for a term that is not a keyword
	Entities  []Entity   // ascending by ID
	Relations []Relation // ascending by A and B
}

// maxUint16 caps weights and costs. A row with a greater cost fits into no context.
const maxUint16 = 1<<16 - 1

func short(n int) uint32 { return uint32(min(n, maxUint16)) }

// Encode writes the section.
func Encode(p *Parts) []byte {
	var first, pieceEnd, neighbours, entities, sentences, ends, relations []uint32
	var pieces, cost, weight, spans, relCost []uint32
	core := make([]byte, (len(p.Chunks)+7)/8)
	pieceEnd = append(pieceEnd, 0)
	nextTo := []uint32{0}
	for i, c := range p.Chunks {
		first = append(first, uint32(c.First))
		for _, end := range c.Ends {
			pieces = append(pieces, uint32(end))
		}
		pieceEnd = append(pieceEnd, uint32(len(pieces)))
		if c.Core {
			core[i/8] |= 1 << (i % 8)
		}
		neighbours = append(neighbours, c.Neighbours...)
		nextTo = append(nextTo, uint32(len(neighbours)))
	}
	describe := []uint32{0}
	for _, e := range p.Entities {
		entities, cost = append(entities, uint32(e.ID)), append(cost, short(e.Cost))
		for _, s := range e.Sentences {
			sentences = append(sentences, uint32(s))
		}
		describe = append(describe, uint32(len(sentences)))
	}
	for _, r := range p.Relations {
		ends = append(ends, uint32(r.A), uint32(r.B))
		relations = append(relations, uint32(r.Sentence))
		weight, relCost = append(weight, short(r.Weight)), append(relCost, short(r.Cost))
		spans = append(spans, uint32(r.From), uint32(r.To))
	}
	var w wire.Writer
	w.Uint32s([]uint32{uint32(p.Heads[0]), uint32(p.Heads[1])})
	w.Uint32s(first)
	w.Offsets(pieceEnd)
	w.Uint32s(pieces)
	w.Raw(core)
	w.Offsets(nextTo)
	w.Uint32s(neighbours)
	w.Float32s(p.Norms)
	w.Uint32s(entities)
	w.Uint32s(cost)
	w.Offsets(describe)
	w.Uint32s(sentences)
	w.Uint32s(ends)
	w.Uint32s(relations)
	w.Uint32s(weight)
	w.Uint32s(spans)
	w.Uint32s(relCost)
	return w.Bytes()
}

// Sizes are the sizes of the index to which a skeleton belongs.
type Sizes struct{ Chunks, Sentences, Terms, Entities int }

// Decode reads the bytes that Encode wrote, and checks all of them. Errors wrap wire.ErrCorrupt.
func Decode(b []byte, n Sizes) (*Skeleton, error) {
	r := wire.NewReader(b)
	s := &Skeleton{}
	s.heads = r.Uint32s()
	s.first = r.IDs(n.Chunks, n.Sentences+1)
	s.pieceEnd = r.Offsets(n.Chunks, -1)
	s.pieces = r.IDs(-1, maxUint16+1)
	s.core = r.Raw()
	s.nextTo = r.Offsets(n.Chunks, -1)
	s.neighbours = r.IDs(int(s.nextTo[len(s.nextTo)-1]), n.Chunks)
	s.norms = r.Float32s()
	s.entities = r.IDs(-1, n.Entities)
	s.cost = r.IDs(-1, maxUint16+1)
	s.describe = r.Offsets(len(s.entities), -1)
	s.sentences = r.IDs(int(s.describe[len(s.describe)-1]), n.Sentences)
	s.ends = r.IDs(-1, len(s.entities))
	s.relations = r.IDs(len(s.ends)/2, n.Sentences)
	s.weight, s.spans, s.relCost = r.IDs(-1, maxUint16+1), r.IDs(-1, maxUint16+1), r.IDs(-1, maxUint16+1)
	if err := r.Close(); err != nil {
		return nil, err
	}
	if wrong := s.wrong(n); wrong != "" {
		r.Fail(wrong)
		return nil, r.Close()
	}
	s.join()
	return s, nil
}

// wrong returns the contradiction that it finds in a skeleton; "" if there is none.
func (s *Skeleton) wrong(n Sizes) string {
	switch relations := len(s.relations); {
	case len(s.heads) != 2:
		return "wrong number of heads"
	case len(s.pieces) != int(s.pieceEnd[n.Chunks]) || len(s.core) != (n.Chunks+7)/8:
		return "wrong number of pieces"
	case len(s.norms) != n.Terms:
		return "wrong number of keywords"
	case len(s.cost) != len(s.entities):
		return "wrong number of entities"
	case len(s.ends) != 2*relations || len(s.weight) != relations || len(s.spans) != 2*relations || len(s.relCost) != relations:
		return "wrong number of relations"
	}
	for i := 1; i < len(s.entities); i++ {
		if s.entities[i] <= s.entities[i-1] {
			return "entities out of order"
		}
	}
	for i := 0; i < len(s.ends); i += 2 {
		if s.ends[i] >= s.ends[i+1] || s.spans[i] > s.spans[i+1] {
			return "malformed relation"
		}
	}
	for _, x := range s.norms {
		if x < 0 {
			return "negative length of a keyword"
		}
	}
	for c := range n.Chunks {
		last := 0
		for _, end := range s.pieces[s.pieceEnd[c]:s.pieceEnd[c+1]] {
			if int(end) <= last || int(s.first[c])+int(end) > n.Sentences {
				return "malformed piece"
			}
			last = int(end)
		}
	}
	return ""
}

// join makes the reverse lists: the chunk of each piece, and the relations of each entity.
func (s *Skeleton) join() {
	s.chunkOf = make([]uint32, len(s.pieces))
	for c := range s.first {
		for p := s.pieceEnd[c]; p < s.pieceEnd[c+1]; p++ {
			s.chunkOf[p] = uint32(c)
		}
	}
	s.touching = make([]uint32, len(s.entities)+1)
	for _, e := range s.ends {
		s.touching[e+1]++
	}
	for i := range s.entities {
		s.touching[i+1] += s.touching[i]
	}
	s.incident = make([]uint32, len(s.ends))
	next := append([]uint32(nil), s.touching...)
	for i, e := range s.ends {
		s.incident[next[e]] = uint32(i / 2)
		next[e]++
	}
	for _, x := range s.norms {
		if x > 0 {
			s.keywordSum++
		}
	}
}
