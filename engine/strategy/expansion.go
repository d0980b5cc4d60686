package strategy

import (
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// Retrieval in two steps, the baselines of graph retrieval: the best passages of the
// first step say what else to look for, and the second looks for both.
//
// With terms it is RM3 (Lavrenko & Croft 2001, "Relevance-based language models";
// interpolated with the query as by Abdul-Jaleel et al. 2004, "UMass at TREC 2004:
// novelty and HARD"), on BM25 as it is usually reproduced:
//
//	P(w) ∝ Σ P(w|d)·bm25(d)           d among the best passages, P(w|d) = tf/length
//	weight(w) = λ·P(w|query) + (1−λ)·P(w)      of the best w only
//	score(d) = Σ weight(w)·bm25(w,d)
//
// With entities w is an entity at first, and its weight goes to the terms of its
// name in equal parts: BM25 in two steps, as SPRIG compares itself with.

// ExpandBy says what is added to a query.
type ExpandBy uint8

const (
	ExpandByTerms    ExpandBy = iota // the default
	ExpandByEntities                 // the terms of their names
)

// nodes is what the chunks are asked for.
func (b ExpandBy) nodes() Nodes {
	if b == ExpandByEntities {
		return NodesEntities
	}
	return NodesTerms
}

// Expansion holds the parameters of ModeRM3. The zero value of each field means its
// default. The defaults are those that BM25+RM3 is usually reported with; they are
// not tuned.
type Expansion struct {
	By       ExpandBy
	Passages int     // best passages to take from, 1..100; default 10
	Terms    int     // terms or entities added, 1..100; default 10
	Query    float32 // λ, the query's part of the weights, 0.01..1; default 0.5
}

// SetDefaults fills in zero fields.
func (o *Expansion) SetDefaults() {
	orInt(&o.Passages, 10)
	orInt(&o.Terms, 10)
	orFloat(&o.Query, 0.5)
}

// maxTermShare is the part of the passages, one in so many, above which a term says
// nothing: it is neither added to a query nor a node of the graph of terms.
const maxTermShare = 10

// RM3 ranks by the words of the query and those of the passages that have most of
// them.
func (s *Searcher) RM3(r *Request) *Ranking {
	ready := s.incidenceReady(r.Options.Expansion.By.nodes())
	if !s.x.Postings.HasAll() || !ready { // any term may be added
		return waiting(ModeRM3)
	}
	s.scoreChunks(r)
	read := s.nodes.Read
	read += s.scoreWeighted(s.expand(r), r.Options.BM25)
	s.scored = r // so that what fills the list has these scores
	out := &Ranking{Mode: ModeRM3, Reason: "the query was expanded by words of its best matches", Items: s.fill(nil, r, Words)}
	s.scored = nil
	out.Stats = Stats{Postings: read, Chunks: len(s.nodes.Touched)}
	return out
}

// expand returns the terms to search for with their weights, by ascending term.
func (s *Searcher) expand(r *Request) []rank.Item {
	o := &r.Options.Expansion
	model := s.relevance(s.incidenceOf(o.By.nodes()), s.topNodes(o.Passages))
	rank.Sort(model, rank.Compare)
	model = model[:min(len(model), o.Terms)]
	total := float32(0)
	for _, it := range model {
		total += it.Score
	}
	var terms []rank.Item
	for _, t := range r.Query.Terms {
		terms = append(terms, rank.Item{ID: uint32(t), Score: o.Query / float32(len(r.Query.Terms))})
	}
	if o.Query == 1 {
		model = nil // what weighs nothing need not be found
	}
	for _, it := range model {
		parts := s.termsOf(it.ID, o.By)
		for _, t := range parts {
			terms = append(terms, rank.Item{ID: uint32(t), Score: (1 - o.Query) * it.Score / total / float32(len(parts))})
		}
	}
	return merge(terms, plus)
}

// relevance returns the model of what the passages have, not normalised.
func (s *Searcher) relevance(in *incidence, passages []rank.Item) []rank.Item {
	var model []rank.Item
	var row []uint32
	for _, p := range passages {
		row = in.byChunk.Append(row[:0], p.ID)
		counts := in.byChunk.Counts(p.ID)
		length := 0
		for _, n := range counts {
			length += int(n)
		}
		for i, w := range row {
			if in.byNode.Len(w)*maxTermShare <= s.x.Corpus.NumChunks() {
				model = append(model, rank.Item{ID: w, Score: p.Score * float32(counts[i]) / float32(length)})
			}
		}
	}
	return merge(model, plus)
}

// termsOf returns the terms of a node: itself, or those of the entity's name.
func (s *Searcher) termsOf(node uint32, by ExpandBy) []model.TermID {
	if by == ExpandByTerms {
		return []model.TermID{model.TermID(node)}
	}
	return s.x.Dictionary.ParseQuery(s.x.Entities.Name(model.EntityID(node))).Terms
}

// scoreWeighted scores the chunks by weighted terms and returns how many postings it
// read.
func (s *Searcher) scoreWeighted(terms []rank.Item, params lexical.BM25) (read int) {
	if s.single == nil {
		s.single = lexical.NewAccumulator(s.x.Corpus.NumChunks())
	}
	s.nodes.Reset()
	s.best = 0
	for _, t := range terms {
		s.single.Reset()
		s.single.Add(s.x.Postings, &lexical.Query{Terms: []model.TermID{model.TermID(t.ID)}}, s.x.Dictionary, params)
		read += s.single.Read
		for _, c := range s.single.Touched {
			if s.nodes.Mask[c] == 0 {
				s.nodes.Mask[c] = 1
				s.nodes.Touched = append(s.nodes.Touched, c)
			}
			s.nodes.Score[c] += float32(t.Score * s.single.Score[c])
			s.best = max(s.best, s.nodes.Score[c])
		}
	}
	return read
}
