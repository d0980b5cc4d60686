package vector

import "encoding/binary"

// Scorer computes dot products of one float query with the vectors of a table. For each byte of a vector, eight
// dimensions, it looks up the query's sum for the eight signs: 32 additions for 256 dimensions, with the query at full
// precision. It is reused between queries and not safe for concurrent use.
type Scorer struct {
	table *Table
	sums  [][wordBytes][256]float32 // by word, byte of the word, value of the byte
}

// NewScorer makes room for a query: 128 bytes a dimension, 32 KB for 256.
func (t *Table) NewScorer() *Scorer {
	return &Scorer{table: t, sums: make([][wordBytes][256]float32, t.dims/WordBits)}
}

// SetQuery prepares a query of Dims elements. O(32·Dims).
func (s *Scorer) SetQuery(q []float32) {
	for i := range s.sums {
		for j := range s.sums[i] {
			fill(&s.sums[i][j], (*[8]float32)(q[WordBits*i+8*j:]))
		}
	}
}

// fill computes the sums of all sign patterns of eight dimensions, each from the pattern without its highest set bit.
func fill(sums *[256]float32, q *[8]float32) {
	none := float32(0)
	for _, v := range q {
		none -= v
	}
	sums[0] = none
	for k, v := range q {
		bit := 1 << k
		for rest := range bit {
			sums[bit|rest] = sums[rest] + float32(2*v)
		}
	}
}

// Score returns the dot product of the query with the signs of a passage. For a query of length 1 it is at most √Dims.
func (s *Scorer) Score(passage uint32) float32 {
	var one [1]float32
	s.rows(one[:], s.table.row(passage))
	return one[0]
}

// rows scores vectors that follow each other: a call for each would cost as much in the browser as its sums.
func (s *Scorer) rows(dst []float32, bits []byte) {
	for i := range dst {
		var even, odd float32
		for j := range s.sums {
			sums := &s.sums[j]
			w := binary.LittleEndian.Uint64(bits)
			bits = bits[wordBytes:]
			even += sums[0][byte(w)] + sums[2][byte(w>>16)] + sums[4][byte(w>>32)] + sums[6][byte(w>>48)]
			odd += sums[1][byte(w>>8)] + sums[3][byte(w>>24)] + sums[5][byte(w>>40)] + sums[7][byte(w>>56)]
		}
		dst[i] = even + odd
	}
}

// Scores writes the score of every passage of ids to dst, which is as long.
func (s *Scorer) Scores(dst []float32, ids []uint32) {
	dst = dst[:len(ids)]
	for i, id := range ids {
		dst[i] = s.Score(id)
	}
}

// All writes the score of every passage of the table to dst, indexed by passage.
func (s *Scorer) All(dst []float32) { s.rows(dst[:s.table.Len()], s.table.bits) }
