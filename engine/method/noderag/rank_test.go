package noderag

import (
	"math"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/internal/must"
)

// nodeToy is a test index in which every chunk is one unit, tied to its chunk and to the
// entities that its words are. change may add to the graph; nodes are numbered chunks,
// entities, units, then what it adds.
func nodeToy(t testing.TB, chunks []string, change func(g *heterograph.Tables)) *method.Index {
	t.Helper()
	x := testindex.New(t, chunks)
	g := &heterograph.Tables{Entities: x.Entities.Len()}
	n, entities := uint32(len(chunks)), uint32(x.Entities.Len())
	for c := range n {
		g.Chunks = append(g.Chunks, heterograph.Range{First: model.SentenceID(c), End: model.SentenceID(c + 1)})
		g.Units = append(g.Units, heterograph.UnitRow{First: model.SentenceID(c), Size: 1, Tokens: 5})
		g.Edges = append(g.Edges, heterograph.Edge{U: c, V: n + entities + c, Weight: 1})
	}
	for e := range entities {
		for _, c := range x.EntityChunks.Append(nil, e) {
			g.Edges = append(g.Edges, heterograph.Edge{U: n + e, V: n + entities + c, Weight: 1})
		}
	}
	if change != nil {
		change(g)
	}
	slices.SortFunc(g.Edges, func(a, b heterograph.Edge) int {
		if a.U != b.U {
			return int(a.U) - int(b.U)
		}
		return int(a.V) - int(b.V)
	})
	own := &Section{}
	own.Graph = must.Get(heterograph.Decode(g.Encode(), len(chunks), x.Entities.Len(), len(chunks)))(t)
	x.Own = &method.Sections{}
	x.Own.Add(own)
	return x
}

// The paper's chain T1 – S1 – N – S2 – T2: from N, both texts are reached in two steps
// and have the same mass, and in one step neither; without a step all mass is on N.
func TestNodeChain(t *testing.T) {
	x := nodeToy(t, []string{"a", "a"}, nil)
	s := fresh(x)
	for steps, reached := range []bool{0: false, 1: false, 2: true} {
		q := s.start(asked(x, "a", paramEntries.To(1), paramSteps.To(float64(steps))))
		q.named = q.namedBy(q.elementsOf())
		q.spread()
		one, two := q.walker.Score[0], q.walker.Score[1]
		a := q.named[0].ID
		must.Be(t, steps != 0 || q.walker.Score[a] == 1, "without steps: the entry has %g of the mass", q.walker.Score[a])
		must.Be(t, one == two && (one > 0) == reached, "%d steps: texts have %g and %g", steps, one, two)
		sum := float32(0)
		for _, n := range q.walker.Reached {
			sum += q.walker.Score[n]
		}
		must.Be(t, math.Abs(float64(sum-1)) <= 1e-6, "%d steps: mass %g", steps, sum)
	}
}

// A row depends on degrees alone, however often an edge was made: 1/max(degree, degree), normalised.
func TestNodeWeights(t *testing.T) {
	// T 0 1 2, N 3 (a) 4 (b), S 5 6 7; S0 – S1 is made twice.
	x := nodeToy(t, []string{"a", "a b", "b"}, func(g *heterograph.Tables) {
		g.Edges = append(g.Edges, heterograph.Edge{U: 5, V: 6, Weight: 2})
	})
	g := &walkedGraph{g: Of(x).Graph}
	// Degrees: T0 1, Na 2, S0 3, S1 4. So weights are ⅓, ⅓, ¼ of 11/12.
	to, p := g.Row(5)
	must.Equal(t, to, []uint32{0, 3, 6}, "row 5 leads to")
	for i, want := range []float64{4.0 / 11, 4.0 / 11, 3.0 / 11} {
		must.Be(t, math.Abs(float64(p[i])-want) <= 1e-6, "corrected: %v", p)
	}
}

// nodeParts adds a relation between a and b, an attribute of a, and an element with its
// overview over the units 0 and 1.
func nodeParts(g *heterograph.Tables) {
	entity := uint32(len(g.Chunks))
	next := entity + uint32(g.Entities+len(g.Units))
	g.Relations = [][]heterograph.Clip{{{Unit: 0, Start: 0, Length: 1}}}
	g.Attributes = []heterograph.AttributeRow{{Entity: 0, Units: []uint32{0}}}
	g.Elements = [][]uint32{{0, 1}}
	g.Overviews = [][]uint32{{0, 1}}
	g.Edges = append(g.Edges,
		heterograph.Edge{U: entity, V: next, Weight: 1}, heterograph.Edge{U: entity + 1, V: next, Weight: 1},
		heterograph.Edge{U: entity, V: next + 1, Weight: 1}, heterograph.Edge{U: next + 2, V: next + 3, Weight: 1})
}

// What answers is never an entity or an overview; these lead to what is said of them,
// and nothing is there twice.
func TestNodeAnswers(t *testing.T) {
	x := nodeToy(t, []string{"a b", "b c", "c d", "e"}, nodeParts)
	s := fresh(x)
	for _, o := range []param.Settings{nil, {paramSteps.To(5)}, {paramEntries.To(1)}} {
		out := askNode(s, asked(x, "a c", o...))
		have := map[uint32]bool{}
		types := map[heterograph.Type]int{}
		for _, f := range out.state.found {
			must.Be(t, !have[f.Node] && f.Type == Of(x).Graph.TypeOf(f.Node), "%+v: node %d twice, or of type %d", o, f.Node, f.Type)
			have[f.Node] = true
			types[f.Type]++
		}
		if types[heterograph.Entity]+types[heterograph.Overview] > 0 || types[heterograph.Attribute] != 1 || types[heterograph.Element] != 1 || types[heterograph.Relation] != 1 {
			t.Errorf("%+v: types %v", o, types)
		}
	}
}

// The entries by similarity are the best of units, attributes and texts: as many as are asked for, the best first, with
// similarities above 0, up to 1.
func TestNodeEntries(t *testing.T) {
	x := nodeToy(t, []string{"a b", "b c", "c d", "e", "a c", "c"}, nodeParts)
	last := 0
	for k := 1; k < 20; k++ {
		got := askNode(fresh(x), asked(x, "a c", paramEntries.To(float64(k)))).state.similar
		for i, it := range got {
			must.Be(t, it.Score > 0 && it.Score <= 1 && (i <= 0 || it.Score <= got[i-1].Score), "%d entries: the similarities are %v", k, got)
		}
		must.Be(t, len(got) <= k && len(got) >= min(k, last) && got[0].Score == 1, "%d entries: got %v", k, got)
		last = len(got)
	}
	must.Be(t, last >= 8 && last <= 13, "%d nodes have words of the query", last)
}

// The quota bounds the nodes that the walk selects.
func TestNodeQuotas(t *testing.T) {
	x := nodeToy(t, []string{"a b", "a c", "a d", "a e", "a f"}, nodeParts)
	s := fresh(x)
	cross := func(o ...param.Setting) (n int) {
		for _, f := range askNode(s, asked(x, "a", o...)).state.found {
			if f.By == ByWalk && f.Type != heterograph.Relation {
				n++
			}
		}
		return n
	}
	must.Equal(t, cross(paramEntries.To(1), paramTexts.To(3)), 3)
	if n := cross(paramTexts.To(1000)); n > Of(x).Graph.NumNodes() {
		t.Errorf("%d cross nodes of a quota larger than the graph", n)
	}
}

// Elements of the query: entities by whole words of their names, words of too many
// chunks only where there is nothing else, and marks of regular expressions as they are.
func TestNodeElements(t *testing.T) {
	x := nodeToy(t, []string{"a b", "b c", "c"}, nil)
	s := fresh(x)
	for query, want := range map[string]string{"a": "aa", "a c": "aa cc", "zzz": "zzzzzz", "a .*": "aa", "": "", "( [ a": "aa"} {
		must.Equal(t, strings.Join(askNode(s, asked(x, query)).state.elements, " "), want, "%q: elements", query)
	}
	q := s.start(asked(x, "b"))
	q.r.Entities = nil // so that the word counts, which is in more than a twentieth of the chunks
	must.Equal(t, q.elementsOf(), []string{"bb"}, "a common word alone")
	got := q.namedBy([]string{"b"})
	must.Be(t, len(got) == 0, "part of a word names %v", got)
}

// Without entries words rank alone; an empty index of nodes is no error.
func TestNodeFallback(t *testing.T) {
	x := nodeToy(t, []string{"a b", "c"}, nil)
	out := askNode(fresh(x), asked(x, "zzz"))
	must.Be(t, len(out.Items) == 0 && strings.Contains(out.Reason, "no node has anything"), "%s: %s", testindex.Nodes(out.Ranking), out.Reason)
	if out := askNode(fresh(x), asked(x, "")); len(out.Items) != 0 || len(out.state.found) != 0 {
		t.Errorf("no query: %s", testindex.Nodes(out.Ranking))
	}
	bare := nodeToy(t, []string{"a b", "c"}, func(g *heterograph.Tables) { g.Units, g.Edges = nil, nil })
	if out := askNode(fresh(bare), asked(bare, "a")); testindex.Nodes(out.Ranking) != "0" {
		t.Errorf("without units: %s", testindex.Nodes(out.Ranking))
	}
}

// Filters leave chunks out of what answers.
func TestNodeFilters(t *testing.T) {
	x := nodeToy(t, []string{"a b", "a c", "a d"}, nodeParts)
	r := asked(x, "a")
	r.Only = []bool{false, true, true}
	for _, it := range askNode(fresh(x), r).Items {
		must.Be(t, it.Node != 0, "a chunk that is left out is there")
	}
}

// BM25 over units, by places, is BM25 over the texts of the units.
func TestUnitWords(t *testing.T) {
	x := nodeToy(t, []string{"a b b", "b c", "c d", "b"}, nodeParts)
	w := newUnitWords(method.NewSearcher(x), Of(x).Graph)
	r := asked(x, "b c")
	w.scoreAll(r)
	idf := func(word string) float32 {
		e, _ := x.Entities.Find(word + word)
		return x.Dictionary.IDF(model.TermID(e))
	}
	ratio := func(units int) float32 { return float32(units) * 6 / 7 } // six rows of seven units' lengths
	for row, want := range []float32{
		lexical.BM25(idf("b"), 1, ratio(1)), // in one sentence, however often
		lexical.BM25(idf("b"), 1, ratio(1)) + lexical.BM25(idf("c"), 1, ratio(1)),
		lexical.BM25(idf("c"), 1, ratio(1)),
		lexical.BM25(idf("b"), 1, ratio(1)),
		lexical.BM25(idf("b"), 1, ratio(1)),                                       // the attribute
		lexical.BM25(idf("b"), 2, ratio(2)) + lexical.BM25(idf("c"), 1, ratio(2)), // the element
	} {
		must.Be(t, math.Abs(float64(w.score[row]-want)) <= 1e-6, "row %d: %g, want %g", row, w.score[row], want)
	}
	// Used again, it has forgotten.
	w.scoreAll(asked(x, "d"))
	must.Be(t, w.score[0] == 0 && w.score[2] != 0, "scores %v", w.score)
}

// costs takes a token for a sentence and none for labels.
type costs struct{}

func (costs) Sentence(model.SentenceID) int { return 10 }
func (costs) Label(model.SectionID) int     { return 2 }

// A context has every sentence once, by type; a greater budget has what a smaller one has.
func TestNodeContext(t *testing.T) {
	x := nodeToy(t, []string{"a b", "a c", "a d", "a e", "a f"}, nodeParts)
	x.Costs = costs{}
	s := fresh(x)
	ask := func(budget int, o ...param.Setting) answeredNode {
		r := asked(x, "a", o...)
		r.Chunks, r.Budget = true, budget
		return askNode(s, r)
	}
	before := map[model.SentenceID]bool{}
	for budget := 1; budget < 400; budget += 7 {
		out := ask(budget)
		have := map[model.SentenceID]bool{}
		for i, it := range out.Items {
			if i > 0 && it.Channel < out.Items[i-1].Channel || it.Channel == 0 || len(it.Reasons) == 0 {
				t.Fatalf("budget %d: item %d is in channel %d", budget, i, it.Channel)
			}
			for s := it.First; s < it.End; s++ {
				must.Hold(t, !have[s], "budget %d: sentence %d twice", budget, s)
				have[s] = true
			}
		}
		for s := range before {
			must.Hold(t, have[s], "budget %d lacks sentence %d, which a smaller one has", budget, s)
		}
		next := out.Context.Next
		must.Be(t, next <= 0 || next > budget && len(ask(next).Items) >= len(out.Items), "budget %d: next %d", budget, next)
		before = have
	}
	must.Be(t, len(before) == 5, "the greatest budget has %d of 5 sentences", len(before))
	flat := ask(400, paramFormat.Word("flat"))
	for _, it := range flat.Items {
		must.Be(t, it.Channel == 0, "a flat context has channels")
	}
	must.Be(t, strings.Join(flat.Context.Channels, "") == "", "a flat context has the headings %q", flat.Context.Channels)
}

// A used searcher answers as a fresh one.
func TestNodeReuse(t *testing.T) {
	x := nodeToy(t, []string{"a b", "b c", "c d", "a e"}, nodeParts)
	used := fresh(x)
	for i, query := range []string{"a", "b c", "e", "zzz", "d a", "a"} {
		r := asked(x, query, paramSteps.To(float64(1+i%2)))
		got, want := askNode(used, r), askNode(fresh(x), r)
		if testindex.Nodes(got.Ranking) != testindex.Nodes(want.Ranking) || len(got.state.found) != len(want.state.found) {
			t.Errorf("%q: %s, fresh %s", query, testindex.Nodes(got.Ranking), testindex.Nodes(want.Ranking))
		}
	}
}

// answeredNode is a ranking with the state of the query.
type answeredNode struct {
	*method.Ranking
	state *query
}

func askNode(h *search, r *method.Request) answeredNode {
	q := h.start(r)
	return answeredNode{q.rank(), q}
}

func fresh(x *method.Index) *search { return newSearch(method.NewSearcher(x)) }

func asked(x *method.Index, query string, o ...param.Setting) *method.Request {
	return testindex.Request(x, query, method.Options{Params: o})
}
