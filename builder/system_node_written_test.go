package builder

import (
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/method/all"
	"mycel/builder/openai"
	"mycel/engine"
	"mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/internal/must"
)

// tells is a model that tells every sentence as an event, and writes attributes and
// elements.
func tells(prompt string) (openai.Answer, error) {
	names := namesOf(prompt)
	last := names[len(names)-1]
	a := openai.Answer{InputTokens: 100, OutputTokens: 10}
	switch {
	case strings.Contains(prompt, "numbered sentences"):
		_, text, _ := strings.Cut(prompt, "\n\nText:\n")
		for l := range strings.Lines(text) {
			number, sentence, found := strings.Cut(l, ". ")
			if !found {
				break // the mark behind the text
			}
			a.Text += "event | " + number + " | " + names[0] + "; Atlantis | Told of " + strings.TrimSpace(sentence) + "\n"
		}
		if len(names) > 1 {
			a.Text += "relation | " + last + " | " + names[0] + " | joined in telling\n"
		}
	case strings.Contains(prompt, "title | NAME"):
		a.Text = "title | " + last + "; Atlantis\ntext | Insight into " + last + "."
	default:
		a.Text = "Portrait of " + names[0] + " by the harbour."
	}
	return a, nil
}

// nodeConfig builds a small graph that has attributes and elements.
func nodeConfig(m llm.Model, vectors bool) func(*Config) {
	return readConfig(m, func(c *Config) { c.With, c.Vectors = all.Named("node"), vectors })
}

// nodesOf calls f for every node of a type, with what was written of it.
func nodesOf(g *heterograph.Graph, of heterograph.Type, f func(i uint32, text string, cost int)) (n int) {
	first, end := g.Range(of)
	for node := first; node < end; node++ {
		text, cost := g.Written(node)
		f(node-first, text, cost)
	}
	return int(end - first)
}

func TestReadNodes(t *testing.T) {
	for _, vectors := range []bool{false, true} {
		m := newModel(tells)
		dir, r := handbook(t, nodeConfig(m, vectors))
		b := openBundle(t, dir)
		x := b.Engine().Index()
		g := noderag.Of(x).Graph
		name := func(e model.EntityID) string { return x.Entities.Name(e) }
		entity := func(node uint32) string {
			first, _ := g.Range(heterograph.Entity)
			return name(model.EntityID(node - first))
		}
		units := nodesOf(g, heterograph.Unit, func(i uint32, text string, cost int) {
			first, _ := g.Range(heterograph.Unit)
			if named := g.Of(first+i, heterograph.Entity); !strings.HasPrefix(text, "Told of ") || cost < len(strings.Fields(text)) || len(named) == 0 {
				t.Errorf("unit %d: %q of %d tokens, entities %v", i, text, cost, named)
			}
			if from, end := g.Sentences(i); end != from+1 {
				t.Errorf("unit %d is of sentences %d to %d, want one", i, from, end)
			}
		})
		relations := nodesOf(g, heterograph.Relation, func(i uint32, text string, cost int) {
			must.Be(t, text == "joined in telling" && cost >= 4 && len(g.Clips(i)) != 0, "relation %d: %q of %d tokens", i, text, cost)
		})
		attributes := nodesOf(g, heterograph.Attribute, func(i uint32, text string, cost int) {
			if want := "Portrait of " + name(g.Subject(i)) + " by the harbour."; text != want || cost < 6 || len(g.Extract(i)) == 0 {
				t.Errorf("attribute %d: %q of %d tokens, want %q", i, text, cost, want)
			}
		})
		elements := nodesOf(g, heterograph.Element, func(i uint32, text string, cost int) {
			first, _ := g.Range(heterograph.Element)
			titles := g.Of(first+i, heterograph.Overview)
			over, _ := g.Range(heterograph.Overview)
			// An element's title is what the model chose of the names.
			if len(titles) != 1 || len(g.Names(titles[0]-over)) != 1 || text != "Insight into "+name(model.EntityID(g.Names(titles[0] - over)[0]))+"." {
				t.Errorf("element %d: %q of %d tokens, titles %v", i, text, cost, titles)
			}
		})
		passages := len(m.prompts) - attributes - elements
		e := r.Extractions[0]
		if units == 0 || relations == 0 || attributes == 0 || elements == 0 || passages < 10 || e.System != "node" || e.Fallbacks != 0 ||
			e.Written != units+relations+attributes+elements || e.Calls != len(m.prompts) || e.Dropped < units+elements {
			t.Errorf("%d units, %d relations, %d attributes, %d elements, %d passages: %+v", units, relations, attributes, elements, passages, e)
		}
		search := engine.Options{Mode: "node"}
		found, err := b.Search(t.Context(), "learned clockmaking", search)
		if err != nil || len(found.Hits) == 0 {
			t.Fatal(err)
		}
		var told []string
		for _, h := range found.Hits {
			for _, r := range h.Why.Reasons {
				if r.Kind == "unit" {
					told = append(told, r.Text)
				}
			}
		}
		must.Be(t, len(told) != 0 && strings.HasPrefix(told[0], "Told of "), "no hit says what was told: %q", told)
		first, _ := g.Range(heterograph.Relation)
		if ends := g.Of(first, heterograph.Entity); len(ends) != 2 || entity(ends[0]) == entity(ends[1]) {
			t.Errorf("relation 0 is between %v", ends)
		}
		options := engine.EvidenceOptions{Options: engine.Options{Mode: "node"}, TokenBudget: 3000}
		context, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: options})
		must.OK(t, err)
		for _, want := range []string{"|The float gauge|Portrait of The float gauge by the harbour.", "Semantic units\nid|about|text\n0||Told of ", "|joined in telling"} {
			must.Be(t, strings.Contains(context.Context, want), "want %q in %s", want, context.Context)
		}
		for _, budget := range []int{30, 60, 100, 200, 400, 800} {
			options.TokenBudget = budget
			found, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: options})
			must.Be(t, err == nil && found.Tokens <= budget, "%d tokens of %d, %v", found.Tokens, budget, err)
		}
		dryRunNodes(t, m, vectors, passages, e.Calls)
		again, r := handbook(t, nodeConfig(m, vectors))
		same(t, "built again", must.Tree(t, dir), must.Tree(t, again))
		must.Be(t, r.Extractions[0].Calls == 0, "%+v", r.Extractions[0])
	}
}

// dryRunNodes holds what a dry run announces against a build that asked a model so many
// questions, of which some were about passages: these are known, others an estimate, and
// exact once the passages have been told.
func dryRunNodes(t *testing.T, m *fakeModel, vectors bool, passages, calls int) {
	t.Helper()
	dry := func(m *fakeModel) llm.Usage {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16}
		nodeConfig(m, vectors)(&c)
		plan, err := DryRun(t.Context(), c)
		must.OK(t, err)
		return plan.Extractions[0].Usage
	}
	if u := dry(newModel(tells)); u.Calls <= passages || u.Estimated != u.Calls-passages {
		t.Errorf("vectors %v: announced %+v, want %d calls and an estimate of others", vectors, u, passages)
	}
	told := newModel(tells)
	for key, answer := range m.kept {
		if strings.Contains(key, "numbered sentences") {
			told.kept[key] = answer
		}
	}
	if u := dry(told); u.Calls != calls-passages || u.Estimated != 0 || u.Cached != passages {
		t.Errorf("vectors %v: announced %+v when passages are told, want %d calls", vectors, u, calls-passages)
	}
	if u := dry(m); u.Calls != 0 || u.Cached != calls {
		t.Errorf("vectors %v: announced %+v when all is there", vectors, u)
	}
}

// Sentences that the model tells nothing of, or not in a way that can be read, are units
// as without it.
func TestReadNodesInPart(t *testing.T) {
	var silent atomic.Int32
	first := newModel(func(prompt string) (openai.Answer, error) {
		if !strings.Contains(prompt, "numbered sentences") {
			if silent.Add(1) <= 2 {
				return openai.Answer{}, nil
			}
			return openai.Answer{Text: "text | Written of a node."}, nil
		}
		names := namesOf(prompt)
		return openai.Answer{Text: "Here you are:\nevent | 1 | " + names[0] + " | Told first\nevent | 99 | | Told of nothing\nrelation | a\nevent | 2 | | Told in half a", Cut: true}, nil
	})
	dir, r := handbook(t, nodeConfig(first, false))
	g := noderag.Of(openBundle(t, dir).Engine().Index()).Graph
	told, cut, next := 0, 0, model.SentenceID(0)
	nodesOf(g, heterograph.Unit, func(i uint32, text string, _ int) {
		from, end := g.Sentences(i)
		must.Be(t, from >= next, "unit %d begins with sentence %d, which the one before has", i, from)
		next = end
		switch text {
		case "Told first":
			told++
		case "":
			cut++
		default:
			t.Errorf("unit %d: %q", i, text)
		}
	})
	// Equal texts are one unit.
	must.Be(t, told == 1 && cut != 0, "%d told, %d cut", told, cut)
	if e := r.Extractions[0]; e.Dropped < 3 || e.Fallbacks == 0 || e.Written < 1 {
		t.Errorf("%+v", e)
	}
}

// An endpoint that cannot be reached ends the build, and leaves no bundle.
func TestReadNodesUnreachable(t *testing.T) {
	c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle"}
	nodeConfig(newModel(func(string) (openai.Answer, error) { return openai.Answer{}, errors.New("connection refused") }), false)(&c)
	if _, err := Build(t.Context(), c); err == nil || !strings.Contains(err.Error(), "connection refused") || !strings.Contains(err.Error(), "node") {
		t.Errorf("got error %v", err)
	}
	if _, err := os.Stat(c.Output); err == nil {
		t.Error("a bundle was left")
	}
}

// A model whose answers are all unusable ends the build.
func TestReadNodesFallback(t *testing.T) {
	for name, answer := range map[string]string{"empty": "", "blank": " \n\x00", "thinking": "<think>Well", "marks": "---\n***"} {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle"}
		m := newModel(func(string) (openai.Answer, error) { return openai.Answer{Text: answer}, nil })
		nodeConfig(m, true)(&c)
		must.Say(t, must.Err(Build(t.Context(), c)), "in a row were of no use", "%s", name)
	}
	long := newModel(func(prompt string) (openai.Answer, error) {
		words := strings.Repeat("Word and word. ", 1<<11)
		if strings.Contains(prompt, "Helene Lund") {
			words = strings.Repeat(words, 1<<5)
		}
		if strings.Contains(prompt, "numbered sentences") {
			return openai.Answer{Text: "event | 1 | | " + words}, nil
		}
		return openai.Answer{Text: "text | " + words}, nil
	})
	dir, r := handbook(t, nodeConfig(long, true))
	g := noderag.Of(openBundle(t, dir).Engine().Index()).Graph
	for _, of := range []heterograph.Type{heterograph.Attribute, heterograph.Element} {
		nodesOf(g, of, func(i uint32, text string, _ int) {
			must.Be(t, len(text) <= 1500 && text != "", "extract %d has %d bytes", i, len(text))
		})
	}
	nodesOf(g, heterograph.Unit, func(i uint32, text string, _ int) {
		must.Be(t, len(text) <= 1000, "unit %d has %d bytes", i, len(text))
	})
	if e := r.Extractions[0]; e.Fallbacks == 0 { // an event that does not end is not read
		t.Errorf("%+v", e)
	}
}
