package terms

import (
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/fields"
	"mycel/builder/stem"
)

// languages has the language of each passage. Weights are measured within a language: passages of another language lack
// a word for reasons that say nothing about the word, and their lengths have other units.
type languages struct {
	of       []int    // by passage
	passages []uint32 // by language
	counted  []uint32 // by term: see PostingLists.counted
}

// SetLanguages sets the languages of the passages. It does nothing if there is one language, or for a bundle of a set.
func (l *PostingLists) SetLanguages(pages []*analyse.Page, t *analyse.Languages) {
	x, numbers, numberOf := &languages{}, map[string]int{}, map[string]int{}
	for _, p := range pages {
		n, known := numberOf[p.Doc.Lang]
		if !known {
			spoken := t.Stemmers[0]
			if s, err := stem.New(p.Doc.Lang); err == nil && p.Doc.Lang != "" {
				spoken = s
			}
			if n, known = numbers[spoken.Base()]; !known {
				n = len(numbers)
				numbers[spoken.Base()], x.passages = n, append(x.passages, 0)
			}
			numberOf[p.Doc.Lang] = n
		}
		chunks := p.Sizes().Chunks
		x.passages[n] += chunks
		x.of = append(x.of, slices.Repeat([]int{n}, int(chunks))...)
	}
	if l.languages = nil; len(numbers) > 1 && l.Set == nil {
		x.count(l)
		l.languages = x
	}
}

// language returns the number of the language of a passage.
func (x *languages) language(passage uint32) int {
	if x == nil {
		return 0
	}
	return x.of[passage]
}

// counted returns, for each term, the number of passages in its weight: in documentation the passages that have it
// themselves. With several languages the number is the term's mean share within the languages that have it, weighted by
// their passages with the term, times all passages. So a page in another language changes no weight by much.
func (l *PostingLists) counted() []uint32 {
	switch {
	case l.languages != nil:
		return l.languages.counted
	case l.Fields != nil:
		return l.Fields.own
	}
	return nil
}

// count counts the passages of each term, for PostingLists.counted.
func (x *languages) count(l *PostingLists) {
	x.counted = make([]uint32, len(l.Rows))
	has, own := make([]int, len(x.passages)), make([]int, len(x.passages))
	for t := range l.Rows {
		clear(has)
		clear(own)
		l.eachOwn(t, func(passage uint32, itself bool) {
			n := x.of[passage]
			has[n]++
			if itself {
				own[n]++
			}
		})
		share, all := 0.0, 0.0
		for n, passages := range x.passages {
			weight := float64(has[n]) * float64(passages)
			share += float64(weight*(float64(own[n])+0.5)) / (float64(passages) + 1)
			all += weight
		}
		x.counted[t] = uint32(max(0, float64(share/max(1, all)*float64(len(l.Length)+1))-0.5) + 0.5)
	}
}

// lengthFactors is fields.LengthFactors within each language.
func (x *languages) lengthFactors(lengths []uint32) []float32 {
	if x == nil {
		return fields.DefaultFields.LengthFactors(lengths)
	}
	factors := make([]float32, len(lengths))
	for n := range x.passages {
		own := make([]uint32, len(lengths)) // 0 in other languages
		for i, language := range x.of {
			if language == n {
				own[i] = lengths[i]
			}
		}
		for i, factor := range fields.DefaultFields.LengthFactors(own) {
			factors[i] += factor
		}
	}
	return factors
}

// means returns the mean length of passages by language.
func (x *languages) means(l *PostingLists) []float32 {
	if x == nil {
		return []float32{l.Mean()}
	}
	sums, means := make([]uint64, len(x.passages)), make([]float32, len(x.passages))
	for i, n := range x.of {
		sums[n] += uint64(l.Length[i])
	}
	for n, sum := range sums {
		means[n] = Mean(sum, uint64(x.passages[n]))
	}
	return means
}
