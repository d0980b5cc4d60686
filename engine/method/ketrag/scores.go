package ketrag

import (
	"math"
	"math/bits"

	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/rank"
	"mycel/engine/vector"
)

// scores has the nearness of sentences, pieces, keywords and entities to a query. The first query makes
// the lists of sentences: four bytes for each sentence of a keyword, at most 200 sentences a keyword.
type scores struct {
	s   *method.Searcher
	x   *method.Index
	own *Section

	keywords []uint32 // the terms that are keywords, ascending
	end      []uint32 // by keyword: the end of its sentences in sampled
	sampled  []uint32 // the sentences whose mean is the vector of a keyword, ascending within a keyword
	lengths  []uint32 // by sentence: its distinct keywords
	mean     float32  // of the lengths

	cosine  []float32 // by sentence
	keyword []float32 // by term: its nearness to the query
	entity  []float32 // by entity of the skeleton
	piece   []float32 // by piece, valid where known is set: see nearness
	known   []bool

	wordsOfSentences, wordsOfPieces sparse               // BM25 over the best
	described                       *lexical.Accumulator // BM25 of entities
	ofSentences, ofEntities         *vector.Scorer       // nil for an index without vectors
	ofPieces                        *vector.Scorer       // likewise

	dense  bool // nearness uses vectors
	worded bool // nearness uses words
	read   int  // postings that this query has read
}

// search is the scratch space of KET-RAG.
type search struct {
	s      *method.Searcher
	x      *method.Index
	own    *Section
	scores *scores

	o        param.Settings // of the request
	channels Channels
	theta    float32 // share of the skeleton

	pieces   []uint32 // all of them: 0, 1, …
	entities []uint32 // likewise

	limited bool   // whether there are more candidates than the budget needs
	have    []bool // by piece: whether a list has it
	top     []rank.Item
	edges   int // relations that this query has looked at
}

func newSearch(s *method.Searcher) *search {
	own := Of(s.Index)
	return &search{
		s: s, x: s.Index, own: own, scores: newScores(s, own), pieces: rank.Numbers(own.NumPieces()), entities: rank.Numbers(own.NumEntities()),
		have: make([]bool, own.NumPieces()),
	}
}

func newScores(s *method.Searcher, own *Section) *scores {
	k := &scores{
		s: s, x: s.Index, own: own,
		described: lexical.NewAccumulator(own.NumEntities()), entity: make([]float32, own.NumEntities()),
		piece: make([]float32, own.NumPieces()), known: make([]bool, own.NumPieces()),
		wordsOfPieces: newSparse(own.NumPieces()),
	}
	k.listSentences()
	k.keyword = make([]float32, s.Index.Dictionary.NumTerms())
	k.cosine, k.wordsOfSentences = make([]float32, len(k.lengths)), newSparse(len(k.lengths))
	if own.SentenceVectors == nil {
		return k
	}
	k.ofSentences, k.ofEntities = own.SentenceVectors.NewScorer(), own.EntityVectors.NewScorer()
	if k.ofPieces = s.Dense.Scorer; own.PieceVectors != nil {
		k.ofPieces = own.PieceVectors.NewScorer()
	}
	return k
}

// listSentences lists the sentences of every keyword. O(postings).
func (k *scores) listSentences() {
	n, all := 0, 0
	for c := range k.x.Corpus.NumChunks() {
		c := model.ChunkID(c)
		n = max(n, int(k.own.FirstSentence(c))+k.own.NumSentences(c))
	}
	k.lengths = make([]uint32, n)
	var own []uint32
	for t := range k.x.Dictionary.NumTerms() {
		t := model.TermID(t)
		if k.own.Norm(t) == 0 {
			continue
		}
		own = own[:0]
		k.eachPlace(t, func(c model.ChunkID, mask uint64) { own = k.appendSentences(own, c, mask) })
		for _, s := range own {
			k.lengths[s]++
		}
		all += len(own)
		for i, step := 0, skeleton.Step(len(own)); i < len(own); i += step {
			k.sampled = append(k.sampled, own[i])
		}
		if len(own) > 0 {
			k.keywords, k.end = append(k.keywords, uint32(t)), append(k.end, uint32(len(k.sampled)))
		}
	}
	k.mean = float32(all) / float32(max(n, 1))
}

// appendSentences appends the sentences of a term in a chunk to those of earlier chunks. It ignores
// positions beyond the chunk's sentences, which only a damaged index has.
func (k *scores) appendSentences(dst []uint32, c model.ChunkID, mask uint64) []uint32 {
	if n := k.own.NumSentences(c); n < 63 {
		mask &= 1<<(n+1) - 1
	}
	return skeleton.AppendSentences(dst, k.own.FirstSentence(c), mask)
}

// eachPlace calls f for every chunk of a term, with the bits of the term's sentences in it.
func (k *scores) eachPlace(t model.TermID, f func(c model.ChunkID, mask uint64)) {
	k.read += k.s.Each(t, f)
}

// denseKET is the weight of vectors in SimilarityMixed. It was chosen on the odd queries of HotpotQA,
// where 0.3 and 0.7 find a little less.
const denseKET = 0.5

// score computes the nearness of sentences, entities and keywords to the query. It returns false if
// all are 0. O(sentences · dimensions/8 + positions).
func (k *scores) score(r *method.Request, how method.Similarity) bool {
	k.read = 0
	clear(k.known)
	k.dense = k.ofSentences != nil && how != method.SimilarityWords && k.byVectors(r)
	k.worded = (!k.dense || how == method.SimilarityMixed) && k.byWords(r)
	if !k.dense && !k.worded {
		return false
	}
	k.scoreKeywords()
	k.scoreEntities()
	return true
}

// mixed returns the weighted mean of a cosine and a similarity by words.
func mixed(cosine, words float32) float32 {
	if !(cosine > 0) { // max is a call in the browser
		cosine = 0
	}
	return float32(denseKET*cosine) + float32((1-denseKET)*words)
}

// near returns the nearness by vectors, by words, or by both; dense and worded decide.
func (k *scores) near(cosine, words float32) float32 {
	switch {
	case !k.worded:
		return cosine
	case !k.dense:
		return words
	}
	return mixed(cosine, words)
}

// scoreKeywords computes the nearness of the keywords from that of their sentences.
func (k *scores) scoreKeywords() {
	cosines, words, sampled, ends := k.cosine, k.wordsOfSentences.score, k.sampled, k.end
	first := uint32(0)
	for i, t := range k.keywords {
		own := sampled[first:ends[i]]
		first = ends[i]
		cosine, same := sums(cosines, words, own)
		n := float32(len(own))
		k.keyword[t] = k.near(cosine/float32(n*k.own.Norm(model.TermID(t))), same/n)
	}
	k.read += len(sampled)
}

// sums adds the elements of a, and those of b, at these places, in their order. In the browser an
// iteration costs more than an addition, so it adds eight in each.
func sums(a, b []float32, places []uint32) (x, y float32) {
	for ; len(places) >= 8; places = places[8:] {
		p := (*[8]uint32)(places)
		x += a[p[0]]
		x += a[p[1]]
		x += a[p[2]]
		x += a[p[3]]
		x += a[p[4]]
		x += a[p[5]]
		x += a[p[6]]
		x += a[p[7]]
		y += b[p[0]]
		y += b[p[1]]
		y += b[p[2]]
		y += b[p[3]]
		y += b[p[4]]
		y += b[p[5]]
		y += b[p[6]]
		y += b[p[7]]
	}
	for _, i := range places {
		x += a[i]
		y += b[i]
	}
	return x, y
}

// scoreEntities computes the nearness of the entities from their cosines.
func (k *scores) scoreEntities() {
	if !k.worded {
		return
	}
	if !k.dense {
		clear(k.entity)
	} else {
		for e, cosine := range k.entity {
			k.entity[e] = mixed(cosine, 0)
		}
	}
	scale := overBest(k.described.Score, k.described.Touched)
	for _, e := range k.described.Touched {
		words := k.described.Score[e] * scale
		if k.dense {
			words = float32((1 - denseKET) * words)
		}
		k.entity[e] += words
	}
}

// nearness returns the nearness of a piece to the query. It is computed only for the pieces that are
// asked for.
func (k *scores) nearness(p uint32) float32 {
	if !k.known[p] {
		k.known[p] = true
		cosine := float32(0)
		if k.dense {
			row := p
			if k.own.PieceVectors == nil { // chunks and pieces have the same vectors
				chunk, _, _ := k.own.Piece(skeleton.PieceID(p))
				row = uint32(chunk)
			}
			cosine = k.ofPieces.Score(row) * k.scale()
		}
		k.piece[p] = k.near(cosine, k.wordsOfPieces.score[p])
	}
	return k.piece[p]
}

// byVectors fills in the cosines of sentences and entities.
func (k *scores) byVectors(r *method.Request) bool {
	if !k.s.Dense.Embed(r) {
		return false
	}
	k.cosines(k.ofSentences, k.cosine)
	k.cosines(k.ofEntities, k.entity)
	k.ofPieces.SetQuery(k.s.Dense.Query)
	return true
}

// cosines fills dst with the cosines of the query and all rows of a table.
func (k *scores) cosines(scorer *vector.Scorer, dst []float32) {
	scorer.SetQuery(k.s.Dense.Query)
	scorer.All(dst)
	scale := k.scale()
	for i := range dst {
		dst[i] *= scale
	}
}

// scale turns a dot product with signs into a cosine.
func (k *scores) scale() float32 { return 1 / float32(math.Sqrt(float64(len(k.s.Dense.Query)))) }

// byWords computes BM25 as a share of the best. Sentences and pieces count as passages, with the terms'
// idf over the chunks. It returns false if no piece has a term of the query.
func (k *scores) byWords(r *method.Request) bool {
	k.wordsOfSentences.reset()
	k.wordsOfPieces.reset()
	for i, t := range r.Query.Terms {
		idf := k.x.Dictionary.IDF(t)
		k.addTerm(t, idf)
		for _, other := range r.Query.Alternatives {
			if other.Bit == i {
				k.addAlternative(&other, idf)
			}
		}
	}
	k.described.Reset()
	k.described.Add(k.own.Descriptions, &r.Query.TermQuery, k.x.Dictionary)
	k.wordsOfSentences.normalise()
	return k.wordsOfPieces.normalise()
}

// addAlternative adds other readings of a term. Terms that count only together share the weight.
func (k *scores) addAlternative(other *lexical.Alternative, idf float32) {
	if idf *= other.Weight; other.All {
		idf /= float32(len(other.Terms))
	}
	for _, t := range other.Terms {
		k.addTerm(t, idf)
	}
}

// addTerm adds the scores of a term to the sentences and pieces that have it. Titles and headings count
// as a sentence of each of their pieces.
func (k *scores) addTerm(t model.TermID, idf float32) {
	i := k.own
	mean := k.mean * float32(len(k.lengths)) / float32(max(1, len(k.piece))) // length of a piece
	next := model.SentenceID(0)                                              // sentences before it are counted already
	k.eachPlace(t, func(c model.ChunkID, mask uint64) {
		first, end := i.Pieces(c)
		for p := first; p < end; p++ {
			_, from, to := i.Piece(p)
			tf, length := uint64(0), uint32(0)
			for s := from; s < to; s++ {
				length += k.lengths[s]
				place := min(uint(s-i.FirstSentence(c))+1, 63)
				if mask>>place&1 == 0 {
					continue
				}
				if tf++; s >= next { // chunks share sentences
					k.wordsOfSentences.add(uint32(s), lexical.BM25(idf, 1, float32(k.lengths[s])/k.mean))
					next = s + 1
				}
			}
			tf += uint64(bits.OnesCount64(mask & 1))
			if tf > 0 {
				k.wordsOfPieces.add(uint32(p), lexical.BM25(idf, float32(tf), float32(length)/mean))
			}
		}
	})
}

// cost bounds the tokens of a piece in a context: its mark, its label and its sentences.
func (k *scores) cost(p uint32) int {
	chunk, first, end := k.own.Piece(skeleton.PieceID(p))
	if k.x.Costs == nil {
		return int(k.x.Corpus.ChunkTokens(chunk))
	}
	sum := len("[1000]") + k.x.Costs.Label(k.x.Corpus.ChunkSection(chunk))
	for s := first; s < end; s++ {
		sum += k.x.Costs.Sentence(s)
	}
	return sum
}
