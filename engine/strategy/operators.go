package strategy

import (
	"mycel/engine/lexical"
	"mycel/engine/model"
)

// What the operators of a query (lexical.Query.Phrases, Excluded) leave is decided
// here for all modes, where their lists are made. The index knows in which sentences
// a word stands, but not where in them: the passages that have all words of a phrase
// in one sentence are looked at in their texts, best first, as many as a list needs.

// maxLooked is how many texts are looked at for a query's phrases. Passages behind
// those count as not having the phrase.
const maxLooked = 256

// operated is what the operators of one request let through.
type operated struct {
	excluded []bool   // by section
	together [][]bool // by phrase and chunk: the words stand in one sentence
	looked   map[lookedAt]bool
}

// lookedAt is a phrase and a chunk.
type lookedAt struct {
	phrase int
	chunk  uint32
}

// admits tells whether a chunk may be in the answer: whether its section has no
// word that is excluded, and it has all phrases, and the filters want it. Nothing else
// is asked of queries without operators.
func (s *Searcher) Admits(r *Request, chunk uint32) bool {
	if !r.Wants(chunk) {
		return false
	}
	return s.operatorsAllow(r, chunk, func(o *operated, i int) bool { return o.has(r, i, chunk) })
}

// mayAdmit tells what the index knows of the operators of a query: whether a chunk's
// section has no excluded word, and the words of each phrase stand in one sentence.
func (s *Searcher) mayAdmit(r *Request, chunk uint32) bool {
	return s.operatorsAllow(r, chunk, func(o *operated, i int) bool { return r.Query.Phrases[i].Known && o.together[i][chunk] })
}

// operatorsAllow tells whether a chunk is as the operators of a query want it; has tells whether it
// has a phrase.
func (s *Searcher) operatorsAllow(r *Request, chunk uint32, has func(o *operated, phrase int) bool) bool {
	q := r.Query
	if len(q.Excluded) == 0 && len(q.Phrases) == 0 {
		return true
	}
	if r.operated == nil {
		r.operated = s.operate(q)
	}
	o := r.operated
	if o.excluded != nil && o.excluded[s.Index.Corpus.ChunkSection(model.ChunkID(chunk))] {
		return false
	}
	for i := range q.Phrases {
		if has(o, i) == q.Phrases[i].Not {
			return false
		}
	}
	return true
}

// has tells whether a chunk has a phrase. While its text is missing it may have it.
func (o *operated) has(r *Request, phrase int, chunk uint32) bool {
	p := &r.Query.Phrases[phrase]
	if !p.Known || !o.together[phrase][chunk] {
		return false
	}
	key := lookedAt{phrase, chunk}
	found, known := o.looked[key]
	if !known {
		if len(o.looked) == maxLooked {
			return false
		}
		found = r.contains(p, chunk)
		o.looked[key] = found
	}
	return found
}

// contains looks for a phrase in a chunk's text, title and headings.
func (r *Request) contains(p *lexical.Phrase, chunk uint32) bool {
	return r.Contains == nil || r.Contains(p, model.ChunkID(chunk))
}

func (s *Searcher) operate(q *lexical.Query) *operated {
	o := &operated{looked: map[lookedAt]bool{}}
	if len(q.Excluded) > 0 {
		o.excluded = make([]bool, s.Index.Corpus.NumSections())
		for _, t := range q.Excluded {
			s.Each(t, func(c model.ChunkID, _ uint64) { o.excluded[s.Index.Corpus.ChunkSection(c)] = true })
		}
	}
	for i := range q.Phrases {
		together := make([]bool, s.Index.Corpus.NumChunks())
		if q.Phrases[i].Known {
			for c, places := range s.meeting(q.Phrases[i].Terms) {
				together[c] = places != 0
			}
		}
		o.together = append(o.together, together)
	}
	return o
}

// meeting returns, for each chunk, the places that have all of the terms.
func (s *Searcher) meeting(terms []model.TermID) []uint64 {
	var met []uint64
	for i, t := range terms {
		next := make([]uint64, s.Index.Corpus.NumChunks())
		s.Each(t, func(c model.ChunkID, places uint64) {
			if i > 0 {
				places &= met[c]
			}
			next[c] = places
		})
		met = next
	}
	return met
}

// each calls found for the chunks that have a term, and the places of the term in
// them. found must not call it.
func (s *Searcher) Each(t model.TermID, found func(c model.ChunkID, places uint64)) {
	places := s.Index.Postings.Places(t)
	list := s.Index.Postings.List(t)
	for block := list.Read(&s.block); len(block) > 0; block = list.Read(&s.block) {
		for i := range block {
			found(model.ChunkID(block[i].Passage), places.Next())
		}
	}
}
