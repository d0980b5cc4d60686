package ketrag

// sparse has scores for a few of many rows. The cost of its operations depends
// on these few.
type sparse struct {
	score   []float32 // by row, 0 for most
	touched []uint32  // rows with a score, in the order of their first score
}

func newSparse(rows int) sparse { return sparse{score: make([]float32, rows)} }

// reset forgets all scores.
func (s *sparse) reset() {
	for _, i := range s.touched {
		s.score[i] = 0
	}
	s.touched = s.touched[:0]
}

// add adds to the score of a row; x ≥ 0.
func (s *sparse) add(row uint32, x float32) {
	if x == 0 {
		return
	}
	if s.score[row] == 0 {
		s.touched = append(s.touched, row)
	}
	s.score[row] += x
}

// normalise divides by the greatest score; it returns false if there is none.
func (s *sparse) normalise() bool {
	scale := overBest(s.score, s.touched)
	for _, i := range s.touched {
		s.score[i] *= scale
	}
	return scale > 0
}

// overBest returns 1 over the greatest score of some rows, 0 if that is 0.
func overBest(score []float32, rows []uint32) float32 {
	best := float32(0)
	for _, i := range rows {
		if x := score[i]; x > best { // max is a call in the browser
			best = x
		}
	}
	if best == 0 {
		return 0
	}
	return 1 / best
}
