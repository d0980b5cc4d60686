package strategy

import (
	"math"
	"math/bits"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
	"mycel/engine/skeleton"
	"mycel/engine/vector"
)

// ketSearch is the scratch space of KET-RAG. What of it is made of the index alone is
// made by the first query: four bytes for each sentence of each keyword.
type ketSearch struct {
	s *Searcher
	x *Index

	start     []uint32 // terms+1 offsets into sentences
	sentences []uint32 // of each keyword, ascending
	keywords  []uint32 // the terms that are keywords, ascending
	lengths   []uint32 // by sentence: its distinct keywords
	mean      float32  // of the lengths

	ketNearness             // what the channels go by
	words       ketNearness // by words alone
	keyword     []float32   // by term: its nearness
	pieces      []uint32    // all of them: 0, 1, …
	entities    []uint32    // likewise

	ofSentences, ofEntities, ofPieces *vector.Scorer // nil for an index without vectors
	described                         *lexical.Accumulator

	dense   bool // whether vectors are part of the nearness
	limited bool // whether there are more candidates than the budget wanted
	top     []rank.Item
	block   lexical.Block
	read    int // postings, of this query
	edges   int // relations
}

// ketNearness is how near everything is to the query.
type ketNearness struct{ sentence, piece, entity []float32 }

func newKETNearness(i *KETIndex, sentences int) ketNearness {
	return ketNearness{make([]float32, sentences), make([]float32, i.NumPieces()), make([]float32, i.NumEntities())}
}

func newKETSearch(s *Searcher) *ketSearch {
	i := s.x.KET
	k := &ketSearch{
		s: s, x: s.x, pieces: ascending(i.NumPieces()), entities: ascending(i.NumEntities()),
		described: lexical.NewAccumulator(i.NumEntities()),
	}
	k.listSentences()
	k.keyword = make([]float32, s.x.Dictionary.NumTerms())
	k.words, k.ketNearness = newKETNearness(i, len(k.lengths)), newKETNearness(i, len(k.lengths))
	if i.SentenceVectors == nil {
		return k
	}
	k.ofSentences, k.ofEntities = i.SentenceVectors.NewScorer(), i.EntityVectors.NewScorer()
	if k.ofPieces = s.near.scorer; i.PieceVectors != nil {
		k.ofPieces = i.PieceVectors.NewScorer()
	}
	return k
}

func ascending(n int) []uint32 {
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(i)
	}
	return ids
}

// listSentences lists the sentences of every keyword. O(postings).
func (k *ketSearch) listSentences() {
	n := 0
	for c := range k.x.Corpus.NumChunks() {
		c := model.ChunkID(c)
		n = max(n, int(k.x.KET.FirstSentence(c))+k.x.KET.NumSentences(c))
	}
	k.lengths = make([]uint32, n)
	k.start = make([]uint32, 1, k.x.Dictionary.NumTerms()+1)
	for t := range k.x.Dictionary.NumTerms() {
		if t := model.TermID(t); k.x.KET.Norm(t) > 0 {
			first := len(k.sentences)
			k.eachPlace(t, func(c model.ChunkID, mask uint64) {
				k.sentences = k.appendSentences(first, c, mask)
			})
			for _, s := range k.sentences[first:] {
				k.lengths[s]++
			}
			if len(k.sentences) > first {
				k.keywords = append(k.keywords, uint32(t))
			}
		}
		k.start = append(k.start, uint32(len(k.sentences)))
	}
	k.mean = float32(len(k.sentences)) / float32(max(n, 1))
}

// appendSentences appends a term's sentences in a chunk to those from first on. Places
// beyond the chunk's sentences, which only a damaged index has, are none.
func (k *ketSearch) appendSentences(first int, c model.ChunkID, mask uint64) []uint32 {
	if n := k.x.KET.NumSentences(c); n < 63 {
		mask &= 1<<(n+1) - 1
	}
	own := skeleton.AppendSentences(k.sentences[first:], k.x.KET.FirstSentence(c), mask)
	return append(k.sentences[:first], own...)
}

// eachPlace calls f with every chunk of a term, and where in it the term is.
func (k *ketSearch) eachPlace(t model.TermID, f func(c model.ChunkID, mask uint64)) {
	places := k.x.TermPlaces.Row(uint32(t))
	list := k.x.Postings.List(t)
	for block := list.Read(&k.block); len(block) > 0; block = list.Read(&k.block) {
		k.read += len(block)
		for i := range block {
			f(model.ChunkID(block[i].Passage), places.Next())
		}
	}
}

// sentencesOf returns the sentences of a keyword.
func (k *ketSearch) sentencesOf(t uint32) []uint32 { return k.sentences[k.start[t]:k.start[t+1]] }

// denseKET is the vectors' part of SimilarityMixed: chosen on the odd queries of
// HotpotQA, where 0.3 and 0.7 find a little less.
const denseKET = 0.5

// score measures the nearness of sentences, pieces, entities and keywords to the query;
// false if the query has none to anything. O(sentences · dimensions/8 + places).
func (k *ketSearch) score(r *Request) bool {
	k.read, k.edges = 0, 0
	how := r.Options.E2Graph.Similarity
	k.dense = k.ofSentences != nil && how != SimilarityWords && k.byVectors(r)
	words := !k.dense || how == SimilarityMixed
	if words && !k.byWords(r) {
		if !k.dense {
			return false
		}
		words = false
	}
	k.scoreKeywords(words)
	switch {
	case !words:
	case k.dense:
		mix(k.piece, k.words.piece)
		mix(k.entity, k.words.entity)
	default:
		k.piece, k.words.piece = k.words.piece, k.piece
		k.entity, k.words.entity = k.words.entity, k.entity
	}
	return true
}

// mix replaces cosines by their means with similarities by words.
func mix(cosines, words []float32) {
	for i, c := range cosines {
		cosines[i] = mixed(c, words[i])
	}
}

func mixed(cosine, words float32) float32 {
	return float32(denseKET*max(0, cosine)) + float32((1-denseKET)*words)
}

// scoreKeywords computes the nearness of the keywords from that of their sentences: by
// vectors, by words, or both.
func (k *ketSearch) scoreKeywords(words bool) {
	for _, t := range k.keywords {
		sentences := k.sentencesOf(t)
		step := skeleton.Step(len(sentences))
		n, cosine, same := 0, float32(0), float32(0)
		for i := 0; i < len(sentences); i += step {
			s := sentences[i]
			n++
			if k.dense {
				cosine += k.sentence[s]
			}
			if words {
				same += k.words.sentence[s]
			}
		}
		k.read += n
		cosine /= float32(n) * k.x.KET.Norm(model.TermID(t))
		same /= float32(n)
		switch {
		case !words:
			k.keyword[t] = cosine
		case k.dense:
			k.keyword[t] = mixed(cosine, same)
		default:
			k.keyword[t] = same
		}
	}
}

// byVectors takes the cosine.
func (k *ketSearch) byVectors(r *Request) bool {
	n := k.s.near
	if !k.s.embed(r) {
		return false
	}
	k.cosines(k.ofSentences, k.sentence)
	k.cosines(k.ofEntities, k.entity)
	if k.x.KET.PieceVectors != nil {
		k.cosines(k.ofPieces, k.piece)
		return true
	}
	k.ofPieces.SetQuery(n.query)
	scale := 1 / float32(math.Sqrt(float64(len(n.query))))
	for i := range k.piece { // the vectors of pieces are those of their chunks
		chunk, _, _ := k.x.KET.Piece(skeleton.PieceID(i))
		k.piece[i] = k.ofPieces.Score(uint32(chunk)) * scale
	}
	return true
}

// cosines writes those of the query with all rows of a table.
func (k *ketSearch) cosines(scorer *vector.Scorer, dst []float32) {
	query := k.s.near.query
	scorer.SetQuery(query)
	scorer.All(dst)
	scale := 1 / float32(math.Sqrt(float64(len(query))))
	for i := range dst {
		dst[i] *= scale
	}
}

// byWords takes BM25 over the best BM25: of sentences and pieces as if they were
// passages, with the terms' idf over the chunks.
func (k *ketSearch) byWords(r *Request) bool {
	n := &k.words
	clear(n.sentence)
	clear(n.piece)
	clear(n.entity)
	for i, t := range r.Query.Terms {
		idf := k.x.Dictionary.IDF(t)
		k.addTerm(r, t, idf)
		for _, other := range r.Query.Alternatives {
			if other.Bit == i {
				k.addAlternative(r, &other, idf)
			}
		}
	}
	k.described.Reset()
	k.described.Add(k.x.KET.Descriptions, r.Query, k.x.Dictionary, r.Options.BM25)
	for _, e := range k.described.Touched {
		n.entity[e] = k.described.Score[e]
	}
	normaliseScores(n.sentence)
	normaliseScores(n.entity)
	return normaliseScores(n.piece)
}

// addAlternative adds other readings of a term. Those that count only all together
// share the weight.
func (k *ketSearch) addAlternative(r *Request, other *lexical.Alternative, idf float32) {
	if idf *= other.Weight; other.All {
		idf /= float32(len(other.Terms))
	}
	for _, t := range other.Terms {
		k.addTerm(r, t, idf)
	}
}

// addTerm adds what a term contributes to the sentences and pieces that have it. Titles
// and headings count as a sentence of each of their pieces.
func (k *ketSearch) addTerm(r *Request, t model.TermID, idf float32) {
	bm25, i := r.Options.BM25, k.x.KET
	mean := k.mean * float32(len(k.lengths)) / float32(max(1, len(k.pieces))) // length of a piece
	next := model.SentenceID(0)                                               // sentences before it are done
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
					k.words.sentence[s] += bm25.Score(idf, 1, float32(k.lengths[s])/k.mean)
					next = s + 1
				}
			}
			tf += uint64(bits.OnesCount64(mask & 1))
			if tf > 0 {
				k.words.piece[p] += bm25.Score(idf, float32(tf), float32(length)/mean)
			}
		}
	})
}

// normaliseScores divides by the greatest; false if that is 0.
func normaliseScores(scores []float32) bool {
	best := float32(0)
	for _, s := range scores {
		best = max(best, s)
	}
	if best == 0 {
		return false
	}
	scale := 1 / best
	for i, s := range scores {
		if s != 0 { // few are not
			scores[i] = s * scale
		}
	}
	return true
}

// cost bounds the tokens of a piece in a context: its mark, its label, its sentences.
func (k *ketSearch) cost(p uint32) int {
	chunk, first, end := k.x.KET.Piece(skeleton.PieceID(p))
	if k.x.Costs == nil {
		return int(k.x.Corpus.ChunkTokens(chunk))
	}
	sum := len("[1000]") + k.x.Costs.Label(k.x.Corpus.ChunkSection(chunk))
	for s := first; s < end; s++ {
		sum += k.x.Costs.Sentence(s)
	}
	return sum
}
