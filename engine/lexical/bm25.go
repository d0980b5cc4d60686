package lexical

import "mycel/engine/model"

// Parameters of BM25 (Robertson & Zaragoza 2009).
const (
	bm25K1 float32 = 1.2  // saturation of the term frequency
	bm25B  float32 = 0.75 // share of length normalisation, 0..1
)

// BM25 returns the contribution of one term to the score of one passage:
//
//	idf · tf·(k1+1) / (tf + k1·(1 − b + b·ratio))
//
// ratio is the passage's length over the mean length. Every product is rounded
// before it is added, so the result has the same bits on machines that would
// fuse the two.
func BM25(idf, tf, ratio float32) float32 {
	norm := 1 - bm25B + float32(bm25B*ratio)
	return idf * float32(tf*(bm25K1+1)) / (tf + float32(bm25K1*norm))
}

// Accumulator sums scores per passage. It is reused between queries, so that a
// query allocates nothing and costs the postings it reads, not the corpus.
type Accumulator struct {
	Score   []float32 // by passage; zero for those not in Touched
	Mask    []uint32  // by passage: which of the query's terms it contains, bit i for Terms[i]
	Touched []uint32  // passages with a score, in the order they were met
	Read    int       // postings read
	Head    []float32 // by passage, of AddFields: how much of its heading the query's terms are, times its factor; nil before

	fields *Fields // while AddFields adds
	whole  bool    // lists that are cut are read whole; likewise
	part   float32 // of the idf of a word that a reading of it has; likewise
	block  Block
}

// NewAccumulator makes room for n passages.
//
//go:noinline
func NewAccumulator(n int) *Accumulator {
	return &Accumulator{Score: make([]float32, n), Mask: make([]uint32, n), Touched: make([]uint32, 0, 1024)}
}

// Reset forgets all scores. O(len(Touched)).
func (a *Accumulator) Reset() {
	for _, p := range a.Touched {
		a.Score[p], a.Mask[p] = 0, 0
	}
	a.Touched = a.Touched[:0]
	a.Read = 0
}

// Add sums the BM25 scores of the query's terms over p. Terms are added in the
// order of the query's Terms, which is ascending: the sum does not depend on the
// order of the words.
func (a *Accumulator) Add(p *Postings, q *TermQuery, d *Dictionary) {
	a.addAll(p, q, d.IDF)
}

// addAll adds the scores of all terms, with the weights that idf gives them.
func (a *Accumulator) addAll(p *Postings, q *TermQuery, idfOf func(model.TermID) float32) {
	most := bm25K1 + 1 // the greatest score of a term of idf 1
	if a.fields != nil {
		most = a.fields.top
	}
	for i, t := range q.Terms {
		idf := idfOf(t)
		a.part = 1
		least := a.add(p, t, idf, 1<<i, 1)
		for _, other := range q.Alternatives {
			if other.Bit != i {
				continue
			}
			reading := idf * other.Weight
			if reading == 0 { // no passage may come to more than the least of those before
				reading = least / most
			}
			if idf > 0 {
				a.part = reading / idf
			}
			if other.All {
				least = min(least, a.addTogether(p, other.Terms, reading, 1<<i))
				continue
			}
			for _, t := range other.Terms {
				least = min(least, a.add(p, t, reading, 1<<i, 1))
			}
		}
	}
}

// addTogether sums the scores of terms that count as one, where a passage has all of them:
// as often as the rarest of them there. It returns the least of the scores.
func (a *Accumulator) addTogether(p *Postings, terms []model.TermID, idf float32, bit uint32) float32 {
	var all []Posting
	for i, t := range terms {
		list := a.list(p, t)
		kept, next := all[:0], 0
		for block := list.Read(&a.block); len(block) > 0; block = list.Read(&a.block) {
			a.Read += len(block)
			if i == 0 {
				kept = append(kept, block...)
				continue
			}
			for _, x := range block {
				for next < len(all) && all[next].Passage < x.Passage {
					next++
				}
				if next < len(all) && all[next].Passage == x.Passage {
					kept = append(kept, Posting{x.Passage, min(x.TF, all[next].TF)})
				}
			}
		}
		all = kept
	}
	least := idf
	for _, x := range all {
		least = min(least, a.count(p, x, idf, bit))
	}
	return least
}

// list returns the postings of a term, with levels for occurrences if there are fields.
func (a *Accumulator) list(p *Postings, t model.TermID) List {
	if f := a.fields; f != nil && f.Has(uint32(t)) {
		return p.weighed(f, t, a.whole)
	} else if f == nil && p.LengthsLoaded() {
		return p.List(t)
	}
	return List{}
}

// count adds the score of one passage, unless it has another reading of the same word
// already, and returns it.
func (a *Accumulator) count(p *Postings, x Posting, idf float32, bit uint32) float32 {
	switch mask := a.Mask[x.Passage]; {
	case mask == 0:
		a.meet(x.Passage)
	case mask&bit != 0:
		return idf
	}
	a.Mask[x.Passage] |= bit
	score := float32(0)
	if a.fields != nil {
		score = idf * a.fields.weight[x.TF]
	} else {
		score = BM25(idf, float32(x.TF), p.ratio[x.Passage])
	}
	a.Score[x.Passage] += score
	return score
}

// meet notes a passage that has no score yet.
func (a *Accumulator) meet(passage uint32) {
	a.Touched = append(a.Touched, passage)
	if a.Head != nil {
		a.Head[passage] = 0
	}
}

// AddTerm sums what one term contributes to every step-th passage that has it, as
// if its idf were 1.
func (a *Accumulator) AddTerm(p *Postings, t model.TermID, step int) {
	a.add(p, t, 1, 1, step)
}

// add sums the scores of a term, but over passages that have another reading of the
// same word already. It returns the least of the scores, idf if there are none.
func (a *Accumulator) add(p *Postings, t model.TermID, idf float32, bit uint32, step int) float32 {
	if a.fields != nil {
		return a.addFields(p, t, idf, bit)
	}
	return a.addList(p, a.list(p, t), idf, bit, step)
}

// addList is add for the postings of a list.
func (a *Accumulator) addList(p *Postings, list List, idf float32, bit uint32, step int) float32 {
	least := idf
	skip := 0 // postings before the next one that counts
	for block := list.Read(&a.block); len(block) > 0; block = list.Read(&a.block) {
		i := skip
		for ; i < len(block); i += step {
			id := block[i].Passage
			a.Read++
			switch mask := a.Mask[id]; {
			case mask == 0:
				a.Touched = append(a.Touched, id)
			case mask&bit != 0:
				continue
			}
			a.Mask[id] |= bit
			score := BM25(idf, float32(block[i].TF), p.ratio[id])
			least = min(least, score)
			a.Score[id] += score
		}
		skip = i - len(block)
	}
	return least
}
