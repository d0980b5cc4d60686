package builder

import (
	"strings"
	"testing"

	"mycel"
	"mycel/builder/openai"
	"mycel/engine"
	"mycel/engine/heterograph"
	"mycel/engine/model"
)

// notes is a model that writes attributes and elements.
func notes(prompt string) (openai.Answer, error) {
	names := namesOf(prompt)
	if !strings.Contains(prompt, "title | NAME") {
		return openai.Answer{Text: "Portrait of " + names[0] + " by the harbour.", InputTokens: 100, OutputTokens: 10}, nil
	}
	last := names[len(names)-1]
	return openai.Answer{Text: "title | " + last + "; Atlantis\ntext | Insight into " + last + ".", InputTokens: 100, OutputTokens: 10}, nil
}

// nodeConfig builds a small graph that has attributes and elements.
func nodeConfig(m Summarizer, vectors bool) func(*Config) {
	return readConfig(m, func(c *Config) { c.With, c.Vectors = []string{"node"}, vectors })
}

func TestReadNodes(t *testing.T) {
	for _, vectors := range []bool{false, true} {
		m := newModel(notes)
		dir, r := handbook(t, nodeConfig(m, vectors))
		b := openBundle(t, dir)
		g := b.Engine().Index().Nodes
		first, end := g.Range(heterograph.Attribute)
		for i := range g.NumExtracts() {
			text, cost := g.Written(uint32(i))
			want := "Insight into "
			if uint32(i) < end-first {
				want = "Portrait of " + b.Engine().Index().Entities.Name(g.Subject(uint32(i))) + " by the harbour."
			}
			if !strings.HasPrefix(text, want) || cost < len(strings.Fields(text)) || len(g.Extract(uint32(i))) == 0 {
				t.Errorf("extract %d: %q of %d tokens, want %q", i, text, cost, want)
			}
		}
		elements := g.NumExtracts() - int(end-first)
		e := r.Extractions[0]
		if end == first || elements == 0 || e.System != "node" || e.Written != g.NumExtracts() || e.Calls+e.Cached != g.NumExtracts() || e.Dropped != elements || e.Fallbacks != 0 || e.Calls != len(m.prompts) {
			t.Errorf("%d attributes, %d elements: %+v", end-first, elements, e)
		}
		// An element's title is what the model chose of the names.
		over, last := g.Range(heterograph.Overview)
		if over == last {
			t.Error("no overview")
		}
		for o := over; o < last; o++ {
			for _, n := range g.Of(o, heterograph.Element) {
				text, _ := g.Written(n - first)
				names := g.Names(o - over)
				if len(names) != 1 || text != "Insight into "+b.Engine().Index().Entities.Name(model.EntityID(names[0]))+"." {
					t.Errorf("overview %d of %q has %v", o, text, names)
				}
			}
		}
		found, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "node"}, TokenBudget: 3000}})
		if err != nil || !strings.Contains(found.Context, "\nid|about|text\n0|") || !strings.Contains(found.Context, "|The float gauge|Portrait of The float gauge by the harbour.") {
			t.Errorf("%v, %s", err, found.Context)
		}
		for _, budget := range []int{30, 60, 100, 200, 400, 800} {
			found, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "node"}, TokenBudget: budget}})
			if err != nil || found.Tokens > budget {
				t.Errorf("%d tokens of %d, %v", found.Tokens, budget, err)
			}
		}
		// What a dry run announces, now and before.
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16}
		nodeConfig(newModel(notes), vectors)(&c)
		if plan, err := DryRun(t.Context(), c); err != nil || plan.Extractions[0].Calls != e.Calls || plan.Extractions[0].Estimated != 0 {
			t.Errorf("vectors %v: announced %+v, did %+v, %v", vectors, plan.Extractions[0], e, err)
		}
		again, r := handbook(t, nodeConfig(m, vectors))
		same(t, "built again", contents(t, dir), contents(t, again))
		if r.Extractions[0].Calls != 0 {
			t.Errorf("%+v", r.Extractions[0])
		}
	}
}

// Answers of no use leave nodes as they are without a model.
func TestReadNodesFallback(t *testing.T) {
	plain, _ := handbook(t, nodeConfig(nil, true))
	for name, answer := range map[string]string{"empty": "", "blank": " \n\x00", "thinking": "<think>Well", "marks": "---\n***"} {
		dir, r := handbook(t, nodeConfig(newModel(func(string) (openai.Answer, error) { return openai.Answer{Text: answer}, nil }), true))
		same(t, name, contents(t, plain), contents(t, dir))
		if e := r.Extractions[0]; e.Written != 0 || e.Fallbacks == 0 || len(r.Warnings) != e.Fallbacks {
			t.Errorf("%s: %+v, %d warnings", name, e, len(r.Warnings))
		}
	}
	long := newModel(func(string) (openai.Answer, error) {
		return openai.Answer{Text: "text | " + strings.Repeat("Word and word. ", 1<<16)}, nil
	})
	dir, r := handbook(t, nodeConfig(long, true))
	g := openBundle(t, dir).Engine().Index().Nodes
	for i := range g.NumExtracts() {
		if text, _ := g.Written(uint32(i)); len(text) > 1500 || text == "" {
			t.Errorf("extract %d has %d bytes", i, len(text))
		}
	}
	if e := r.Extractions[0]; e.Fallbacks != 0 {
		t.Errorf("%+v", e)
	}
}
