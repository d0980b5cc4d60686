package lexical

import "mycel/engine/model"

// Parameters of BM25 (Robertson & Zaragoza 2009).
const (
	bm25K1 float32 = 1.2  // saturation of the term frequency
	bm25B  float32 = 0.75 // share of length normalisation, 0..1
)

// MostBM25 is the greatest score of a term with an idf of 1.
const MostBM25 = bm25K1 + 1

// BM25 returns the contribution of one term to the score of one passage:
//
//	idf · tf·(k1+1) / (tf + k1·(1 − b + b·ratio))
//
// ratio is the passage's length over the mean length. Every product is rounded before it is added: so machines with
// fused multiply-add give the same bits.
func BM25(idf, tf, ratio float32) float32 {
	norm := 1 - bm25B + float32(bm25B*ratio)
	return idf * float32(tf*(bm25K1+1)) / (tf + float32(bm25K1*norm))
}

// Accumulator sums scores per passage. It is reused between queries. So a query allocates nothing, and its cost grows
// with the postings that it reads, not with the corpus.
type Accumulator struct {
	Score   []float32 // by passage; zero for passages that are not in Touched
	Mask    []uint32  // by passage: which of the query's terms it contains, bit i for Terms[i]
	Touched []uint32  // passages with a score, in the order of their first postings
	Read    int       // postings read
	Head    []float32 // by passage, of documentation: share of its heading that the query's terms make up

	weight [maxLevel + 1]float32 // by level
	part   float32               // while Add adds a reading of a word: its weight as a share of the word's idf
	block  Block
}

// NewAccumulator makes room for n passages.
//
//go:noinline
func NewAccumulator(n int) *Accumulator {
	a := &Accumulator{Score: make([]float32, n), Mask: make([]uint32, n), Touched: make([]uint32, 0, 1024)}
	for level := range a.weight {
		a.weight[level] = Weight(byte(level))
	}
	return a
}

// Reset forgets all scores. O(len(Touched)).
func (a *Accumulator) Reset() {
	for _, p := range a.Touched {
		a.Drop(p)
	}
	a.Touched = a.Touched[:0]
	a.Read = 0
}

// Drop forgets the score of a passage, which stays in Touched.
func (a *Accumulator) Drop(passage uint32) {
	a.Score[passage], a.Mask[passage] = 0, 0
	if a.Head != nil {
		a.Head[passage] = 0
	}
}

// Add sums in Score, over the query's terms, the idf times the weights of their postings in p, and in Head the shares
// of headings. It adds terms in the ascending order of the query's Terms, so the sum does not depend on the order of
// the words.
func (a *Accumulator) Add(p *Postings, q *TermQuery, d *Dictionary) {
	if a.Head == nil && p.headings {
		a.Head = make([]float32, len(a.Score))
	}
	for i, t := range q.Terms {
		idf := d.IDF(t)
		a.part = 1
		least := a.add(p.List(t, q.Exhaustive), idf, 1<<i)
		for _, other := range q.Alternatives {
			if other.Bit != i {
				continue
			}
			reading := idf * other.Weight
			if reading == 0 { // a passage with this reading must not score more than the lowest score of the readings before
				reading = least
			}
			if idf > 0 {
				a.part = reading / idf
			}
			if other.All {
				least = min(least, a.addTogether(p, q, other.Terms, reading, 1<<i))
				continue
			}
			for _, t := range other.Terms {
				least = min(least, a.add(p.List(t, q.Exhaustive), reading, 1<<i))
			}
		}
	}
}

// addTogether adds the score of terms that count together: of passages with all of them, by the lowest level. It
// returns the lowest score that it has added, or idf.
func (a *Accumulator) addTogether(p *Postings, q *TermQuery, terms []model.TermID, idf float32, bit uint32) float32 {
	var all []Posting
	for i, t := range terms {
		list := p.List(t, q.Exhaustive)
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
					kept = append(kept, Posting{x.Passage, min(x.Level, all[next].Level)})
				}
			}
		}
		all = kept
	}
	return a.addBlock(all, idf, bit, idf)
}

// add adds the scores of a list. It skips passages that already have another reading of the same word. It returns the
// lowest score that it has added, or idf without any.
func (a *Accumulator) add(list List, idf float32, bit uint32) float32 {
	least := idf
	share := a.part / MaxShare
	first := uint32(0) // posting of the block
	for block := list.Read(&a.block); len(block) > 0; block = list.Read(&a.block) {
		a.Read += len(block)
		for ; len(list.heads) > 0 && list.heads[0] < first+uint32(len(block)); list.heads, list.shares = list.heads[1:], list.shares[1:] {
			if id := block[list.heads[0]-first].Passage; a.Mask[id]&bit == 0 {
				a.Head[id] += float32(share * float32(list.shares[0]))
			}
		}
		first += uint32(len(block))
		least = a.addBlock(block, idf, bit, least)
	}
	return least
}

// addBlock is add for some postings. It returns the lower of least and the lowest score that it has added.
func (a *Accumulator) addBlock(block []Posting, idf float32, bit uint32, least float32) float32 {
	for _, x := range block {
		switch mask := a.Mask[x.Passage]; {
		case mask == 0:
			a.Touched = append(a.Touched, x.Passage)
		case mask&bit != 0:
			continue
		}
		a.Mask[x.Passage] |= bit
		score := float32(idf * a.weight[x.Level])
		if score > 0 {
			least = min(least, score)
		}
		a.Score[x.Passage] += score
	}
	return least
}
