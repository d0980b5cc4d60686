package darag

import (
	"slices"

	"mycel/engine/ktruss"
	"mycel/engine/rank"
)

// Adaptive k (DA-RAG, section 5.1): a search tries several k. It then takes, again and again, the community with the
// best score whose report fits into the rest of the budget. In the paper a language model gives the scores and writes
// the reports; here
//
//	score = clamp((QR − median) / (maximum − median)) · coverage
//
// QR is the mean relevance of the community's nodes. median and maximum are those of all nodes of the layer. coverage
// is the weight of the query's terms in the texts of the community. A term that an earlier report has counts less,
// because communities of different k overlap.

const (
	repeated    = 0.3 // factor for a term that an earlier report has
	minCoverage = 0.1 // keeps communities that match by vectors alone
	maxOverlap  = 0.8 // Jaccard coefficient above which a community repeats another
	noStructure = 5   // number of nodes that are taken where the layer has no edge
)

// communityCandidate is a community that may be chosen.
type communityCandidate struct {
	Community
	nodes    []uint32 // of the layer, by place
	mask     uint32
	rejected bool // its report has no sentence, or does not fit
}

// layerSearch searches one layer.
type layerSearch struct {
	*query
	l *layer
}

// choose searches a layer, and adds the chosen communities to found, which it also returns.
func (q *query) choose(l *layer) []Community {
	if len(l.nodes) == 0 {
		return nil
	}
	before := len(q.found)
	layerSearch{q, l}.choose()
	return q.found[before:]
}

func (q layerSearch) choose() {
	candidates := q.candidates()
	var taken []*communityCandidate
	for {
		best := q.best(candidates, taken)
		if best == nil {
			break
		}
		q.left -= best.Tokens
		q.covered |= best.mask
		taken = append(taken, best)
		q.keep(best)
	}
	if len(taken) == 0 {
		q.keep(q.withoutReport(candidates))
	}
}

// keep adds a chosen community to found.
func (q layerSearch) keep(c *communityCandidate) {
	c.Diameter = ktruss.Diameter(q.l.graph, c.nodes)
	q.found = append(q.found, c.Community)
}

// withoutReport returns the best candidate, without its report. It is taken if no report fits.
func (q layerSearch) withoutReport(candidates []communityCandidate) *communityCandidate {
	best := &candidates[0]
	for i := range candidates {
		c := &candidates[i]
		if c.Coverage, c.Score = q.score(c); c.Score > best.Score {
			best = c
		}
	}
	r := reporter{q.query}
	best.report, best.Tokens, best.Title = report{}, 0, r.title(r.entitiesOf(best))
	return best
}

// best returns the candidate with the best score that fits and does not repeat a taken one; nil if there is none. It
// makes the reports of the candidates that it looks at.
func (q layerSearch) best(candidates []communityCandidate, taken []*communityCandidate) *communityCandidate {
	for {
		var best *communityCandidate
		most := float32(0)
		for i := range candidates {
			c := &candidates[i]
			c.Coverage, c.Score = q.score(c)
			if c.Score > most && !c.rejected && !repeats(c, taken) { // 0: not more relevant than the median
				best, most = c, c.Score
			}
		}
		if best == nil {
			return nil
		}
		reporter{q.query}.on(q.l, best)
		if best.Tokens <= q.left && len(best.report.sentences) > 0 {
			return best
		}
		best.rejected = true
	}
}

// repeats reports whether most nodes of a candidate belong to a taken one.
func repeats(c *communityCandidate, taken []*communityCandidate) bool {
	for _, t := range taken {
		if jaccardAbove(c.nodes, t.nodes) {
			return true
		}
	}
	return false
}

// jaccardAbove reports whether the Jaccard coefficient of two ascending lists is above maxOverlap.
func jaccardAbove(a, b []uint32) bool {
	common := rank.Common(a, b)
	return float32(common) > float32(maxOverlap*float32(len(a)+len(b)-common))
}

// score computes coverage and score of a candidate, after the reports taken so far.
func (q layerSearch) score(c *communityCandidate) (coverage, score float32) {
	coverage = 1
	if len(q.weight) > 0 {
		coverage = q.cover(c.mask&^q.covered) + float32(repeated*q.cover(c.mask&q.covered))
		coverage = max(coverage, minCoverage)
	}
	relevance := float32(1)
	if q.l.most > q.l.middle {
		relevance = min(1, max(0, (c.Relevance-q.l.middle)/(q.l.most-q.l.middle)))
	}
	return coverage, relevance * coverage
}

// candidates searches a layer with several k, and describes each distinct community once.
func (q layerSearch) candidates() []communityCandidate {
	var out []communityCandidate
	add := func(c ktruss.Community) {
		for i := range out {
			if slices.Equal(out[i].nodes, c.Nodes) {
				return
			}
		}
		out = append(out, q.describeCommunity(c))
	}
	o := ktruss.Options{MaxChecks: q.o.Int(paramMaxChecks), Top: q.o.Int(paramComponents)}
	search := q.l.trusses.Search(q.l.fixed)
	for _, k := range q.values(q.l.trusses.MaxK()) {
		for _, c := range search.Peel(k, o) {
			add(c)
		}
	}
	if len(out) == 0 {
		nodes := q.l.top(noStructure)
		add(ktruss.Community{Nodes: nodes, Sum: q.l.sum(nodes)})
	}
	return out
}

// values returns the k to try. most is the largest trussness. It returns the k of the request if there is one;
// otherwise Candidates values from 3 to most, evenly spaced, with both ends; 2 if there is no 3-truss; nil if there
// is no edge.
func (q *query) values(most int) []int {
	if k := q.o.Int(paramTruss); k > 0 {
		return []int{max(2, k)} // every edge is in the 2-truss
	}
	switch most {
	case 0:
		return nil
	case 2:
		return []int{2}
	}
	n := min(q.o.Int(paramCandidates), most-2)
	out := []int{3}
	for i := 1; i < n; i++ {
		out = append(out, 3+(i*(most-3)+(n-1)/2)/(n-1))
	}
	return out
}

// top returns the n most relevant nodes, ascending. It leaves out nodes without relevance, unless no node has any.
func (l *layer) top(n int) []uint32 {
	best := rank.Top(nil, rank.Numbers(len(l.nodes)), l.relevance, n)
	some := len(best)
	for some > 0 && best[some-1].Score <= 0 {
		some--
	}
	if some > 0 {
		best = best[:some]
	}
	return ascendingIDs(best)
}

// sum returns the sum of the relevances of nodes (ktruss.Fixed).
func (l *layer) sum(nodes []uint32) (sum int64) {
	for _, u := range nodes {
		sum += int64(l.fixed[u])
	}
	return sum
}

// describeCommunity returns a community in terms of the index.
func (q layerSearch) describeCommunity(found ktruss.Community) communityCandidate {
	c := communityCandidate{nodes: found.Nodes}
	c.Layer, c.K, c.Edges, c.Capped = q.l.name, found.K, found.Edges, found.Capped
	c.Relevance = found.Relevance()
	c.Density = ktruss.Density(len(found.Nodes), found.Edges)
	for _, u := range found.Nodes {
		c.mask |= q.l.masks[u]
		if q.l.name == ChunkLayer {
			c.Chunks = append(c.Chunks, q.l.nodes[u])
		} else {
			c.Entities = append(c.Entities, q.l.nodes[u])
		}
	}
	return c
}
