package lexical

import (
	"math"

	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/engine/wire"
)

// maxLevel is the highest level of a posting. Levels are finer at the bottom: the weight grows with their square.
const maxLevel = 255

// Level returns the level nearest to a weight in 0..1. Weights above 0 have a level above 0.
func Level(weight float32) byte {
	level := byte(float64(maxLevel*math.Sqrt(float64(min(weight, 1)))) + 0.5)
	if level == 0 && weight > 0 {
		return 1
	}
	return level
}

// coarse is the step between the levels in collections of passages. Finer levels find no more there, and take more
// bytes.
const coarse = 4

// PassageLevel returns the level of a posting in a collection of passages: the level of its BM25 score without idf,
// divided by the greatest possible score. ratio is the length of the passage over the mean length.
func PassageLevel(tf uint32, ratio float32) byte {
	level := int(Level(BM25(1, float32(tf), ratio) / MostBM25))
	return byte(coarse * min(max(1, (level+coarse/2)/coarse), maxLevel/coarse))
}

// Weight returns the weight of a level.
func Weight(level byte) float32 { return float32(int(level)*int(level)) / (maxLevel * maxLevel) }

// MaxShare is the share of a term that is the whole heading of its section. A share is the term's part of the summed
// idf of the heading's words.
const MaxShare = 255

// A cut list keeps at least 1/leastKept of the reach. Common words decide little, but some queries have no others.
const leastKept = 8

// Kept returns the number of postings beside a term that is in df of some passages. It is df up to the reach. Above it,
// it falls with the weight of the term.
func Kept(df, passages, reach int) int {
	if df <= reach {
		return df
	}
	share := rank.Ln(float64(passages)/float64(df)) / rank.Ln(float64(passages)/float64(reach))
	return max(int(share*float64(reach)), reach/leastKept)
}

// Complete adds to the score of a passage the postings that the heads of the query's lists lack. It ignores
// alternatives. It does nothing while the rest of the passage is missing.
func (a *Accumulator) Complete(p *Postings, q *TermQuery, d *Dictionary, passage uint32) {
	var lacks [MaxTerms]uint32 // by term: 1 + the number of its list
	some := false
	for i, t := range q.Terms {
		if a.Mask[passage]&(1<<i) == 0 {
			lacks[i] = p.beside(t).number
			some = some || lacks[i] > 0
		}
	}
	if !some || !p.rests.Has(passage) {
		return
	}
	rest, next := *parts.Row[[]byte](p.rest, passage), uint32(0)
	for at := 0; at < len(rest); {
		var step uint32
		step, at, _ = wire.Uvarint(rest, at)
		next += step + 1
		for i, t := range q.Terms {
			if lacks[i] == next {
				a.Mask[passage] |= 1 << i
				a.Score[passage] += float32(d.IDF(t) * a.weight[rest[at]])
			}
		}
		at++
	}
}
