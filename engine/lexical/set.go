package lexical

import (
	"math"
	"strconv"
	"strings"

	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/wire"
)

// Set says of what set of bundles a bundle is one, or the root. Bundles of a set weigh words by the
// statistics of all of them, so their scores compare.
//
// A query goes to the root first. The root reads its words, and the reading (Dictionary.Share) goes with
// the query to the bundles: so a word has the same stem and weight in all bundles, and a bundle
// knows the weight of the words that it lacks.
type Set struct {
	Passages int    // of all bundles
	ID       uint32 // differs between sets
	Bundles  int    // of a root: its passages are the bundles; else 0
}

// Encode writes a set.
func (s *Set) Encode() []byte {
	var w wire.Writer
	w.Uint32s([]uint32{uint32(s.Passages), s.ID, uint32(s.Bundles)})
	return w.Bytes()
}

// DecodeSet reads what Encode wrote.
func DecodeSet(b []byte) (*Set, error) {
	r := wire.NewReader(b)
	n := r.Uint32s()
	if len(n) != 3 {
		r.Fail("not three numbers")
		return nil, r.Close()
	}
	return &Set{int(n[0]), n[1], int(n[2])}, r.Close()
}

// BoundUnit is the unit of the bounds that a root has in the place of occurrences. A bound is the
// greatest score of a term in a bundle, with an idf of 1.
const BoundUnit = 2.2 / 255 // DefaultBM25.K1 + 1 is the greatest score

// Shared is what the root of a set knows of a word of a query.
type Shared struct {
	Key, Stem string
	IDF       float32
	flags     byte
}

const (
	sharedStop   = 1 << iota // it is a stop word
	sharedSearch             // its term is searched for
	sharedExact              // the corpus has this very form
)

// Share returns what the root knows of the words of a query, for ParseShared, ascending by stem. Words that
// the corpus lacks are left to the bundles.
func (d *Dictionary) Share(q *Query) string {
	var all []Shared
	for i := range q.Words {
		w := &q.Words[i]
		if !w.Known || w.Read != Exact && w.Read != Stem {
			continue
		}
		x := Shared{Key: w.Key, Stem: d.Stem(w.Term), IDF: d.IDF(w.Term)}
		if w.Stop {
			x.flags |= sharedStop
		}
		if !w.Excluded && q.Searches(w.Term) {
			x.flags |= sharedSearch
		}
		if w.Read == Exact {
			x.flags |= sharedExact
		}
		all = append(all, x)
	}
	rank.Sort(all, func(a, b Shared) int { return strings.Compare(a.Stem, b.Stem) })
	var out []byte
	for i := range all {
		x := &all[i]
		out = append(append(append(append(out, x.Key...), ' '), x.Stem...), ' ')
		out = strconv.AppendUint(append(out, '0'+x.flags), uint64(math.Float32bits(x.IDF)), 10)
		out = append(out, '\n')
	}
	return string(out)
}

// ParseShared reads what Share wrote; ok is false for other texts.
func ParseShared(s string) (all []Shared, ok bool) {
	fields := strings.Fields(s)
	for ; len(fields) >= 3; fields = fields[3:] {
		bits, err := strconv.ParseUint(fields[2][1:], 10, 32)
		if err != nil {
			return nil, false
		}
		all = append(all, Shared{fields[0], fields[1], math.Float32frombits(uint32(bits)), fields[2][0] - '0'})
	}
	return all, len(fields) == 0
}

// sharedOf returns what the root knows of a word, nil if it does not.
func (q *Query) sharedOf(key string) *Shared {
	for i := range q.Shared {
		if q.Shared[i].Key == key {
			return &q.Shared[i]
		}
	}
	return nil
}

// termOf finds the term of a stem.
func (d *Dictionary) termOf(stem string) (model.TermID, bool) {
	b := d.with(stem)
	if b == nil {
		return 0, false
	}
	i, found := b.stems.Find(stem)
	return model.TermID(int(b.firstTerm) + i), found
}

// Weights returns the weights of the query's terms, and their sum with the weights of terms that are searched for and
// that only other bundles of the set have.
func (d *Dictionary) Weights(q *Query) (weight []float32, sum float32) {
	lacks := q.Lacks
	lack := func(before string, all bool) {
		for ; len(lacks) > 0 && (all || lacks[0].Stem < before); lacks = lacks[1:] { // sums are in the order of the corpus's terms
			sum += lacks[0].IDF
		}
	}
	for _, t := range q.Terms {
		if len(lacks) > 0 {
			lack(d.Stem(t), false)
		}
		weight = append(weight, d.IDF(t))
		sum += weight[len(weight)-1]
	}
	lack("", true)
	return weight, sum
}
