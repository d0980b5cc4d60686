package noderag

import (
	"math"
	"math/rand/v2"

	"mycel/builder/embed"
	"mycel/builder/parallel"
	"mycel/engine/vector"
)

// projected is the number of dimensions to which terms are projected without vectors.
const projected = 128

// space compares the texts of nodes: by the corpus's vectors, or by TF-IDF with a random projection to a few
// dimensions, which keeps angles (Achlioptas 2003, "Database-friendly random projections").
type space struct {
	c     *Corpus
	units *embed.Signs // nil without vectors, or before they are placed
}

// placeUnits makes the vectors of units, once.
func (s *space) placeUnits() (err error) {
	if s.c.Signs == nil || s.units != nil {
		return nil
	}
	contents := make([]Content, len(s.c.Units))
	for i := range contents {
		contents[i] = s.c.ofUnit(i)
	}
	s.units, err = s.c.Signs(contents)
	return err
}

// dims is the number of dimensions of points.
func (s *space) dims() int {
	if s.units != nil {
		return s.units.Dims
	}
	return projected
}

// appendUnit appends the point of a unit.
func (s *space) appendUnit(to []float32, unit uint32) []float32 {
	if s.units != nil {
		return appendSigns(to, s.units, int(unit))
	}
	return s.appendTerms(to, s.c.Units[unit].Terms)
}

// appendSigns appends row i as numbers of ±1.
func appendSigns(to []float32, s *embed.Signs, i int) []float32 {
	for _, w := range s.Row(i) {
		for bit := range vector.WordBits {
			to = append(to, float32(int(w>>bit&1)*2-1))
		}
	}
	return to
}

// appendTerms appends the projection of a bag of terms. Its length is 1, or 0 if no term has a weight.
func (s *space) appendTerms(to []float32, terms []uint32) []float32 {
	var sum [projected]float64
	for _, t := range countTerms(terms) {
		weight := float64(s.c.IDF[t.Term]) * float64(t.Count)
		signs := rand.NewPCG(seed, uint64(t.Term))
		for d := 0; d < projected; d += 64 {
			bits := signs.Uint64()
			for bit := range 64 {
				sum[d+bit] += float64(weight * float64(int(bits>>bit&1)*2-1))
			}
		}
	}
	length := 0.0
	for _, x := range sum {
		length += float64(x * x)
	}
	if length > 0 {
		length = 1 / math.Sqrt(length)
	}
	for _, x := range sum {
		to = append(to, float32(x*length))
	}
	return to
}

// points returns the points of all contents, row by row; signs are their vectors; nil without vectors.
func (m *maker) points(contents []Content, signs *embed.Signs) []float32 {
	dims := m.vectors.dims()
	out := make([]float32, len(contents)*dims)
	parallel.Do(len(contents), func(i int) {
		row := out[i*dims:][:0:dims]
		if signs != nil {
			appendSigns(row, signs, i)
		} else {
			m.vectors.appendTerms(row, m.terms(contents[i]))
		}
	})
	return out
}

// terms returns the terms of a content and of its names; without names, those of the page's title.
func (c *Corpus) terms(of Content) []uint32 {
	var terms []uint32
	for _, e := range of.Names {
		terms = append(terms, c.EntityTerms[e]...)
	}
	if of.Note.Text != "" {
		return append(terms, of.Note.Terms...)
	}
	for _, u := range of.Units {
		if len(of.Names) == 0 {
			terms = append(terms, c.Units[u].Title...)
		}
		terms = append(terms, c.Units[u].Terms...)
	}
	return terms
}
