package skeleton

import (
	"mycel/engine/model"
)

// Heads of a context's tables, from the paper's code.
const (
	EntityHead   = "Entities\nid|entity|description|number of relationships"
	RelationHead = "Relationships\nid|source|target|description|weight"
)

// NumPieces, NumKeywords, NumEntities and NumRelations return the numbers of rows.
func (s *Skeleton) NumPieces() int    { return len(s.pieces) }
func (s *Skeleton) NumKeywords() int  { return s.keywordSum }
func (s *Skeleton) NumEntities() int  { return len(s.entities) }
func (s *Skeleton) NumRelations() int { return len(s.relations) }

// FirstSentence returns the first sentence of a chunk.
func (s *Skeleton) FirstSentence(c model.ChunkID) model.SentenceID {
	return model.SentenceID(s.first[c])
}

// NumSentences returns the number of sentences of a chunk.
func (s *Skeleton) NumSentences(c model.ChunkID) int {
	first, end := s.Pieces(c)
	if first == end {
		return 0
	}
	return int(s.pieces[end-1])
}

// Pieces returns the pieces [first, end) of a chunk.
func (s *Skeleton) Pieces(c model.ChunkID) (first, end PieceID) {
	return PieceID(s.pieceEnd[c]), PieceID(s.pieceEnd[c+1])
}

// Piece returns the chunk of a piece and its sentences [first, end).
func (s *Skeleton) Piece(p PieceID) (c model.ChunkID, first, end model.SentenceID) {
	c = model.ChunkID(s.chunkOf[p])
	start := s.first[c]
	first, end = model.SentenceID(start), model.SentenceID(start+uint32(s.pieces[p]))
	if uint32(p) > s.pieceEnd[c] {
		first = model.SentenceID(start + uint32(s.pieces[p-1]))
	}
	return c, first, end
}

// PieceOf returns the piece of a chunk that has its sentence n, counted from 0. It returns the last piece
// if the chunk has fewer sentences.
func (s *Skeleton) PieceOf(c model.ChunkID, n int) PieceID {
	p, end := s.Pieces(c)
	for p+1 < end && int(s.pieces[p]) <= n {
		p++
	}
	return p
}

// IsCore reports whether a chunk is one of those from which the skeleton was made.
func (s *Skeleton) IsCore(c model.ChunkID) bool { return s.core[c/8]>>(c%8)&1 != 0 }

// Neighbours returns the neighbours of a chunk in the graph of nearest neighbours, ascending.
func (s *Skeleton) Neighbours(c model.ChunkID) []uint32 {
	return s.neighbours[s.nextTo[c]:s.nextTo[c+1]]
}

// Norm returns the length of the mean vector of a term's sentences: 1 in an index without vectors, 0 for a
// term that is not a keyword.
func (s *Skeleton) Norm(t model.TermID) float32 { return s.norms[t] }

// Heads returns the tokens of the heads of the tables.
func (s *Skeleton) Heads() (entities, relations int) { return int(s.heads[0]), int(s.heads[1]) }

// Entity returns the entity at a position.
func (s *Skeleton) Entity(i int) model.EntityID { return model.EntityID(s.entities[i]) }

// Description returns the sentences that describe an entity.
func (s *Skeleton) Description(i int) []uint32 {
	return s.sentences[s.describe[i]:s.describe[i+1]]
}

// EntityCost returns the tokens of an entity's row.
func (s *Skeleton) EntityCost(i int) int { return int(s.cost[i]) }

// Incident returns the relations of an entity, ascending; their number is its degree.
func (s *Skeleton) Incident(i int) []uint32 { return s.incident[s.touching[i]:s.touching[i+1]] }

// Relation returns a relation.
func (s *Skeleton) Relation(i int) Relation {
	return Relation{
		A: int(s.ends[2*i]), B: int(s.ends[2*i+1]), Weight: int(s.weight[i]), Sentence: model.SentenceID(s.relations[i]),
		From: int(s.spans[2*i]), To: int(s.spans[2*i+1]), Cost: int(s.relCost[i]),
	}
}

// Divided reports whether any chunk has more than one piece.
func (s *Skeleton) Divided() bool {
	for c := range s.first {
		if s.pieceEnd[c+1]-s.pieceEnd[c] > 1 {
			return true
		}
	}
	return false
}
