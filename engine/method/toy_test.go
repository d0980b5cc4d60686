// Package method_test has a toy method, which is registered as any other.
package method_test

import (
	"errors"
	"mycel"
	"slices"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/strategy"
)

// A toy method: passages in the order of the corpus that mention an entity of the query.
// It is what CONTRIBUTING.md has a newcomer write.

var toyFirst = &param.Param{Name: "toyFirst", Least: 1, Most: 100, Default: 3, Meaning: param.Text("passages of each entity")}

var toyMethod = &strategy.Method{
	Name: "toy", Modes: []string{"toy"}, Summary: "Passages that mention an entity of the query.",
	Params: []*param.Param{toyFirst},
	Open:   func(s *strategy.Searcher) strategy.Ranker { return (&toyRanker{s}).rank },
}

type toyRanker struct{ *strategy.Searcher }

func (m *toyRanker) rank(r *strategy.Request) *strategy.Ranking {
	m.ScoreChunks(r)
	out := &strategy.Ranking{Mode: r.Mode, Reason: "a toy was asked for"}
	for _, link := range r.Entities {
		chunks := m.Index.EntityChunks.Set(uint32(link.Entity)).Append(nil)
		for _, c := range chunks[:min(len(chunks), r.Options.Params.Int(toyFirst))] {
			out.Items = append(out.Items, strategy.Item{
				Node: model.NodeID(c), Score: 1, Source: strategy.Graph, Reasons: strategy.Over([]model.EntityID{link.Entity}),
			})
		}
	}
	out.Items = m.Fill(out.Items, r, strategy.Filled)
	return out
}

func init() { strategy.Register(toyMethod) }

// A method that a program registers is found by its mode, has its parameters checked, and
// says what led to its hits.
func TestToyMethod(t *testing.T) {
	b, err := mycel.Open("../testdata/handbook")
	if err != nil {
		t.Fatal(err)
	}
	e := b.Engine()
	if !slices.Contains(e.Index().Modes(), "toy") || strategy.FindParameter("toyFirst") != toyFirst {
		t.Fatal("the method is not known")
	}
	ask := func(first any) (*engine.Result, error) {
		request, err := msgpack.Marshal(map[string]any{"query": "Edvard Lund", "mode": "toy", "toyFirst": first})
		if err != nil {
			t.Fatal(err)
		}
		query, o, err := e.ParseRequest(request)
		if err != nil {
			return nil, err
		}
		return b.Search(t.Context(), query, o)
	}
	r, err := ask(2)
	if err != nil || r.Mode != "toy" || len(r.Hits) < 2 {
		t.Fatalf("%+v, error %v", r, err)
	}
	for i, h := range r.Hits {
		led := len(h.Why.Reasons) == 1 && slices.Equal(h.Why.Reasons[0].Path, []string{"Edvard Lund"})
		if led != (h.Why.Source == strategy.Graph) || i == 0 && !led {
			t.Errorf("hit %d: %+v", i, h.Why)
		}
	}
	if _, err := ask(0); !errors.Is(err, engine.ErrOption) || !strings.Contains(err.Error(), "toyFirst") {
		t.Errorf("an invalid parameter: error %v", err)
	}
}
