package ketrag

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"mycel/builder/parallel"
	"mycel/builder/summary"
)

// Relation is two entities that share sentences.
type Relation struct {
	A, B     uint32 // A < B
	Weight   int    // number of sentences that have both
	Sentence int    // position of the sentence that describes it
	From, To int    // bytes of the sentence: from one name to the other; 0, 0 for none
}

// maxRelations is the most relations of an entity.
const maxRelations = 30

// pair is a relation before its description is chosen.
type pair struct {
	a, b  uint32
	at    []int // sentences with both
	score float64
}

// Relate finds the relations: pairs that share two sentences, or one sentence more often than by chance (positive
// pointwise mutual information). An entity with more than 30 keeps those with the greatest weight · information. The
// result ascends by A and B.
func Relate(sentences []Sentence, entities int, idf []float32) []Relation {
	found := occurrences(sentences, entities)
	pairs := pairsOf(sentences)
	all := float64(len(sentences))
	kept := pairs[:0]
	for _, p := range pairs {
		n := float64(len(p.at))
		information := math.Log(n * all / (float64(len(found[p.a])) * float64(len(found[p.b]))))
		if len(p.at) >= 2 || information > 0 {
			p.score = n * information
			kept = append(kept, p)
		}
	}
	kept = strongest(kept, entities)
	out := make([]Relation, len(kept))
	parallel.Do(len(kept), func(i int) { out[i] = relate(sentences, kept[i], idf) })
	return out
}

// pairsOf lists the pairs of entities that share a sentence, ascending. A name inside a
// longer name does not occur together with it.
func pairsOf(sentences []Sentence) []pair {
	type place struct {
		key      uint64
		sentence int
	}
	var places []place
	for i := range sentences {
		m := sentences[i].Mentions
		first := len(places)
		for k, x := range m {
			for _, y := range m[k+1:] {
				if x.Entity != y.Entity && !(x.Start < y.End && y.Start < x.End) {
					places = append(places, place{uint64(min(x.Entity, y.Entity))<<32 | uint64(max(x.Entity, y.Entity)), i})
				}
			}
		}
		slices.SortFunc(places[first:], func(a, b place) int { return cmp.Compare(a.key, b.key) })
		places = places[:first+len(slices.Compact(places[first:]))]
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.sentence, b.sentence)) })
	var pairs []pair
	for i := 0; i < len(places); {
		p := pair{a: uint32(places[i].key >> 32), b: uint32(places[i].key)}
		for key := places[i].key; i < len(places) && places[i].key == key; i++ {
			p.at = append(p.at, places[i].sentence)
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// strongest keeps pairs, the strongest first, while both ends have room. The kept pairs stay in their order.
func strongest(pairs []pair, entities int) []pair {
	order := make([]int, len(pairs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(pairs[b].score, pairs[a].score), cmp.Compare(a, b)) })
	degree := make([]int, entities)
	keep := make([]bool, len(pairs))
	for _, i := range order {
		p := &pairs[i]
		if degree[p.a] < maxRelations && degree[p.b] < maxRelations {
			degree[p.a]++
			degree[p.b]++
			keep[i] = true
		}
	}
	out := pairs[:0]
	for i, p := range pairs {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// relate describes a pair by the most central sentence with both, and by the words between the two names in it.
func relate(sentences []Sentence, p pair, idf []float32) Relation {
	at := summary.Spread(p.at, maxSentences)
	best := at[0]
	if len(at) > 1 {
		scores := summary.LexRank(bags(sentences, at), idf)
		top := 0
		for i, s := range scores {
			if s > scores[top] {
				top = i
			}
		}
		best = at[top]
	}
	r := Relation{A: p.a, B: p.b, Weight: len(p.at), Sentence: best}
	r.From, r.To = between(&sentences[best], p.a, p.b)
	return r
}

// maxBetween is the most words between two names of a relation.
const maxBetween = 15

// between finds the shortest stretch of a sentence from one entity to the other with a word like a verb between them
// and at most 15 words: open information extraction calls this a relation (Fader, Soderland & Etzioni 2011). It
// returns 0, 0 if there is none.
func between(s *Sentence, a, b uint32) (from, to int) {
	for _, x := range s.Mentions {
		for _, y := range s.Mentions {
			if !(x.Entity == a && y.Entity == b || x.Entity == b && y.Entity == a) || x.End > y.Start {
				continue
			}
			words := strings.Fields(s.Text[x.End:y.Start])
			if len(words) <= maxBetween && slices.ContainsFunc(words, verbLike) && (to == 0 || y.End-x.Start < to-from) {
				from, to = x.Start, y.End
			}
		}
	}
	return from, to
}

// auxiliaries are verbs that have no ending of a verb.
var auxiliaries = strings.Fields("is are was were be been has have had do does did can could will would may might must shall should " +
	"became become began came gave got grew held kept knew led left lost made met won took taught told thought sold saw sent spoke stood went wrote ran plays")

// verbLike reports whether a word may be a verb of English: by its ending, or as one of the most frequent irregular
// verbs.
func verbLike(word string) bool {
	if word != strings.ToLower(word) {
		return false
	}
	word = strings.Trim(word, ".,;:()")
	return len(word) > 3 && (strings.HasSuffix(word, "ed") || strings.HasSuffix(word, "ing")) || slices.Contains(auxiliaries, word)
}
