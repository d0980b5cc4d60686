package query

import (
	"math"
	"strings"

	"mycel/engine/lexical"
)

// Shared is the root's knowledge of a word of a query, in a set of bundles.
type Shared struct {
	Key, Stem string
	IDF       float32
	flags     byte
}

const (
	sharedStop   = 1 << iota // it is a stop word
	sharedSearch             // its term is searched for
	sharedExact              // the corpus has exactly this form
)

// ShareWords returns the root's knowledge of the words of a query, for ParseShared: a line for each word, ascending by
// stem. It leaves out words that the corpus lacks: each bundle reads them itself.
func ShareWords(d *lexical.Dictionary, q *Query) (out string) {
	var lines []string
	for i := range q.Words {
		w := &q.Words[i]
		if !w.Known || w.Read != Exact && w.Read != Stem {
			continue
		}
		numbers := [9]byte{'a'}
		if w.Stop {
			numbers[0] += sharedStop
		}
		if !w.Excluded && q.Searches(w.Term) {
			numbers[0] += sharedSearch
		}
		if w.Read == Exact {
			numbers[0] += sharedExact
		}
		bits := math.Float32bits(d.IDF(w.Term))
		for n := 1; n < len(numbers); n++ {
			numbers[n] = 'a' + byte(bits&15)
			bits >>= 4
		}
		line, at := d.Stem(w.Term)+" "+w.Key+" "+string(numbers[:])+"\n", len(lines)
		for lines = append(lines, ""); at > 0 && line < lines[at-1]; at-- { // a space is before letters
			lines[at] = lines[at-1]
		}
		lines[at] = line
	}
	for _, line := range lines {
		out += line
	}
	return out
}

// ParseShared reads a text that ShareWords wrote; ok is false for other texts.
func ParseShared(s string) (all []Shared, ok bool) {
	for s != "" {
		var line, numbers string
		var x Shared
		line, s, _ = strings.Cut(s, "\n")
		x.Stem, line, _ = strings.Cut(line, " ")
		x.Key, numbers, _ = strings.Cut(line, " ")
		if len(numbers) != 9 {
			return nil, false
		}
		bits := uint32(0)
		for n := 8; n > 0; n-- {
			bits = bits<<4 | uint32(numbers[n]-'a')
		}
		x.flags, x.IDF = numbers[0]-'a', math.Float32frombits(bits)
		all = append(all, x)
	}
	return all, true
}

// sharedOf returns the root's knowledge of a word; nil for none.
func (q *Query) sharedOf(key string) *Shared {
	for i := range q.Shared {
		if q.Shared[i].Key == key {
			return &q.Shared[i]
		}
	}
	return nil
}

// Weights returns the weights of the query's terms, and the sum of the weights of all terms that are searched for. The
// sum includes terms that only other bundles of the set have.
func Weights(d *lexical.Dictionary, q *Query) (weight []float32, sum float32) {
	lacks := 0
	for i := 0; i <= len(q.Terms); i++ {
		for lacks < len(q.Lacks) && (i == len(q.Terms) || q.Lacks[lacks].Stem < d.Stem(q.Terms[i])) { // sums are in the order of the corpus's terms
			sum += q.Lacks[lacks].IDF
			lacks++
		}
		if i < len(q.Terms) {
			weight = append(weight, d.IDF(q.Terms[i]))
			sum += weight[i]
		}
	}
	return weight, sum
}
