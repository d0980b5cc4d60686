package query

import (
	"mycel/engine/model"
	"mycel/engine/text"
)

// maxCompoundWords is the most words of a query in which an unknown word is read as two. In a longer query, a
// sentence, such a word seldom helps.
const maxCompoundWords = 4

// leastHead is the fewest bytes of a first word that the corpus has only in other forms.
const leastHead = 5

// mostKnown is the most passages with a compound that is also read by its parts.
const mostKnown = 5

// plain tells whether no operator applies to a word, and this bundle itself has read it.
func (w *Word) plain() bool { return !w.Quoted && !w.Excluded && w.shared == nil }

// findCompound returns the number of the next words of a query that the corpus spells as another compound, and the
// spellings of the corpus. The only block of words that it may need in addition is that of the second word.
func (p *Parser) findCompound(q *Query, words []Word) (n int, m []meaning) {
	first := &words[0]
	near := func(key, other string) bool { return p.BlockOf(key) == p.BlockOf(other) }
	if !first.plain() {
		return 0, nil
	}
	if len(words) > 1 && !first.Stop && first.End < words[1].Start && words[1].plain() {
		key := first.Key + words[1].Key
		if text.MayJoin(first.Key, q.Text[first.End:words[1].Start], words[1].Key) && near(key, first.Key) {
			if t, stop, ok := p.Exact(key); ok && !stop {
				return 2, []meaning{{key, []model.TermID{t}, true}}
			}
		}
	}
	joins := p.synonyms.haveCompounds()
	if first.Known && (!joins || p.DF(first.Term) > mostKnown) || !joins && len(q.Words)+len(words) > maxCompoundWords {
		return 0, nil
	}
	for _, at := range text.Splits(first.Key) {
		head, tail := first.Key[:at], first.Key[at:]
		if !near(head, first.Key) {
			continue
		}
		a, function, known := p.Exact(head)
		if !known && len(head) >= leastHead {
			a, known = p.ByRules(head) // or without the letters that link it
		}
		if !known {
			continue
		}
		b, stop, ok := p.lookUpAs(tail, q.way)
		if function || !ok || stop != text.IsParticle(tail) {
			continue
		}
		if !first.Known {
			if terms, _ := p.nearestWords(first.Key, false, 1); len(terms) > 0 {
				break // rather a misspelling
			}
		}
		return 1, []meaning{{head + " " + tail, []model.TermID{a, b}, true}}
	}
	return 0, nil
}
