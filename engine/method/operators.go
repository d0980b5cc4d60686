package method

import (
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
)

// The operators of a query (query.Query.Phrases, Excluded) are applied here for all methods, when a list is filled. The
// index knows in which sentences a word stands, but not where in them. So the texts of passages with all words of a
// phrase in one sentence are searched, best passages first, until the list is full.

// maxLooked is the most texts that are searched for a query's phrases. Passages behind them count as not having the
// phrase.
const maxLooked = 256

// operators decides which chunks the operators of one request let through.
type operators struct {
	excluded []bool   // by section
	together [][]bool // by phrase and chunk: the words stand in one sentence
	looked   map[lookedAt]bool
}

// lookedAt is a phrase and a chunk.
type lookedAt struct {
	phrase int
	chunk  uint32
}

// Admits tells whether a chunk may be in the answer: the filters let it through, its section
// has no excluded word, and it has all phrases of the query.
func (s *Searcher) Admits(r *Request, chunk uint32) bool {
	return r.Wants(chunk) && s.operatorsAllow(r, chunk, true)
}

// operatorsAllow tells whether the operators of a query let a chunk through. If texts is false, it reads no text: a
// chunk with all words of a phrase in one sentence then counts as having the phrase.
func (s *Searcher) operatorsAllow(r *Request, chunk uint32, texts bool) bool {
	o := s.operators(r)
	if o == nil {
		return true
	}
	if o.excluded != nil && o.excluded[s.Index.Corpus.ChunkSection(model.ChunkID(chunk))] {
		return false
	}
	for i := range r.Query.Phrases {
		if o.has(r, i, chunk, texts) == r.Query.Phrases[i].Not {
			return false
		}
	}
	return true
}

// operators returns the operators of a request; nil if its query has none.
func (s *Searcher) operators(r *Request) *operators {
	if r.operators == nil && len(r.Query.Excluded)+len(r.Query.Phrases) > 0 {
		r.operators = s.newOperators(r.Query)
	}
	return r.operators
}

// has tells whether a chunk has a phrase. While its text is missing, has returns true.
func (o *operators) has(r *Request, phrase int, chunk uint32, texts bool) bool {
	p := &r.Query.Phrases[phrase]
	if !p.Known || !o.together[phrase][chunk] {
		return false
	}
	if !texts || p.Forms {
		return true
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
func (r *Request) contains(p *query.Phrase, chunk uint32) bool {
	return r.Contains == nil || r.Contains(p, model.ChunkID(chunk))
}

func (s *Searcher) newOperators(q *query.Query) *operators {
	o := &operators{looked: map[lookedAt]bool{}}
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

// Each calls found for the chunks that have a term, and the places of the term in them. It returns the number of chunks.
func (s *Searcher) Each(t model.TermID, found func(c model.ChunkID, places uint64)) (n int) {
	var room lexical.Block
	places, list := s.Index.Postings.Places(t, true), s.Index.Postings.List(t, true)
	for block := list.Read(&room); len(block) > 0; block = list.Read(&room) {
		n += len(block)
		for i := range block {
			found(model.ChunkID(block[i].Passage), places.Next())
		}
	}
	return n
}
