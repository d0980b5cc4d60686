package builder

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/method/all"
	"mycel/builder/openai"
	"mycel/engine"
	"mycel/engine/lexical"
	engineda "mycel/engine/method/darag"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/internal/must"
)

// namesOf returns the names that a prompt asks about.
func namesOf(prompt string) []string {
	_, rest, _ := strings.Cut(prompt, "Names:\n")
	names, _, _ := strings.Cut(rest, "\n\n")
	return strings.Split(names, "\n")
}

// says is a model that says something of every name, and of the first two together.
func says(prompt string) (openai.Answer, error) {
	names := namesOf(prompt)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "entity | %s | Written of %s by a harbour.\n", name, name)
	}
	if len(names) > 1 {
		fmt.Fprintf(&b, "relation | %s | %s | joined in writing\n", names[1], names[0])
	}
	return openai.Answer{Text: b.String(), InputTokens: 100, OutputTokens: 10}, nil
}

func readConfig(m llm.Model, change func(*Config)) func(*Config) {
	return func(c *Config) {
		c.With, c.Extractor = all.Named("ket"), m
		if change != nil {
			change(c)
		}
	}
}

// texts counts the written descriptions of a bundle.
func texts(b *mycel.Bundle) (entities, relations int) {
	k := ketrag.Of(b.Engine().Index())
	for i := range k.NumEntities() {
		if k.EntityText(i) != "" {
			entities++
		}
	}
	for i := range k.NumRelations() {
		if k.RelationText(i) != "" {
			relations++
		}
	}
	return entities, relations
}

func tables(t *testing.T, b *mycel.Bundle) string {
	t.Helper()
	r := must.Get(b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "ket"}, TokenBudget: 3000}}))(t)
	return r.Context
}

func TestReadKET(t *testing.T) {
	m := newModel(says)
	dir, r := handbook(t, readConfig(m, nil))
	b := openBundle(t, dir)
	entities, relations := texts(b)
	k := ketrag.Of(b.Engine().Index())
	if entities != k.NumEntities() || relations != k.NumRelations() || entities == 0 || relations == 0 {
		t.Errorf("%d of %d entities and %d of %d relations are written", entities, k.NumEntities(), relations, k.NumRelations())
	}
	want := llm.Extraction{System: "ket", Generation: llm.Generation{Model: "fake", Written: entities + relations, Calls: len(m.prompts), InputTokens: 100 * len(m.prompts), OutputTokens: 10 * len(m.prompts)}}
	must.Hold(t, len(r.Extractions) == 1, "%+v", r.Extractions)
	got := r.Extractions[0]
	if got.Cached = 0; got != want || len(r.Warnings) > 0 {
		t.Errorf("got %+v, want %+v; warnings %v", got, want, r.Warnings)
	}
	if text := tables(t, b); !strings.Contains(text, "Edvard Lund|Written of Edvard Lund by a harbour.") || !strings.Contains(text, "|joined in writing") {
		t.Errorf("no written description in %s", text)
	}
	// Words of descriptions lead to entities; sentences that back them remain.
	for i := range k.NumEntities() {
		must.Be(t, len(k.Description(i)) != 0, "no sentence has entity %d", i)
	}
	term, _, ok := b.Engine().Index().Parser.Lookup("harbour")
	var block lexical.Block
	list := k.Descriptions.List(term, true)
	n := len(list.Read(&block))
	must.Be(t, ok && n == k.NumEntities(), "%d descriptions have a word of all %d", n, k.NumEntities())
}

// A chunk with an unusable answer keeps its own sentences. A model whose answers are all
// unusable ends the build.
func TestReadKETFallback(t *testing.T) {
	whole, w := handbook(t, readConfig(newModel(says), nil))
	all := w.Extractions[0].Calls
	for name, bad := range map[string]struct {
		answer openai.Answer
		err    error
		says   string
	}{
		"empty":       {openai.Answer{}, nil, "the model's answer is empty"},
		"other names": {openai.Answer{Text: "entity | Atlantis | a town\nrelation | Atlantis | Lemuria | both sank"}, nil, "nothing that could be read"},
		"prose":       {openai.Answer{Text: "Sure! Here is what I found:"}, nil, "nothing that could be read"},
		"a megabyte":  {openai.Answer{Text: strings.Repeat("x", 1<<20)}, nil, "nothing that could be read"},
		"no answer":   {openai.Answer{}, fmt.Errorf("POST http://here: %w: it is not JSON", openai.ErrAnswer), "it is not JSON"},
	} {
		none := newModel(func(string) (openai.Answer, error) { return bad.answer, bad.err })
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle"}
		readConfig(none, nil)(&c)
		must.Say(t, must.Err(Build(t.Context(), c)), "in a row were of no use", "%s", name)
		one := newModel(func(prompt string) (openai.Answer, error) {
			if strings.Contains(prompt, "Helene Lund") {
				return bad.answer, bad.err
			}
			return says(prompt)
		})
		dir, r := handbook(t, readConfig(one, nil))
		e := r.Extractions[0]
		if e.Fallbacks == 0 || e.Fallbacks >= all || e.Written == 0 || len(r.Warnings) != e.Fallbacks || !strings.Contains(r.Warnings[0].Message, bad.says) {
			t.Errorf("%s: %+v, warnings %v", name, e, r.Warnings)
		}
		text := tables(t, openBundle(t, dir))
		must.Be(t, !strings.Contains(text, "Written of Helene Lund") && !strings.Contains(text, "Atlantis"), "%s: %s", name, text)
	}
	must.Be(t, strings.Contains(tables(t, openBundle(t, whole)), "Written of Helene Lund"), "with all answers it is not written either")
}

// A dry run announces the very calls of the build, and afterwards none.
func TestDryRunOfReading(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"words":   func(c *Config) { c.Vectors = false },
		"trained": func(c *Config) { c.Vectors = true },
		"half":    func(c *Config) { c.Vectors, c.With = true, with("ket", "ket-core", 0.5) },
		"none":    func(c *Config) { c.With = with("ket", "ket-core-by", 1) },
	} {
		m := newModel(says)
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16}
		readConfig(m, change)(&c)
		plan, err := DryRun(t.Context(), c)
		must.Hold(t, err == nil && len(plan.Extractions) == 1 && len(m.prompts) <= 0, "%s: %+v, %v, %d prompts", name, plan, err, len(m.prompts))
		r := mustBuild(t, c)
		u, e := plan.Extractions[0], r.Extractions[0]
		if u.Calls != e.Calls || u.Cached != e.Cached || u.Calls != len(m.prompts) || u.Estimated != 0 || (u.Calls == 0) != (name == "none") {
			t.Errorf("%s: announced %+v, did %+v, %d prompts", name, u, e, len(m.prompts))
		}
		input := 0
		for _, p := range m.prompts {
			input += len(p)
		}
		if u.Calls > 0 && (u.InputTokens <= 0 || u.InputTokens > input || u.MaxOutputTokens <= u.OutputTokens) {
			t.Errorf("%s: %+v for %d bytes", name, u, input)
		}
		again, err := DryRun(t.Context(), c)
		if err != nil || again.Extractions[0].Calls != 0 || again.Extractions[0].Cached != u.Calls+u.Cached {
			t.Errorf("%s: then %+v, %v", name, again, err)
		}
	}
}

// DA-RAG has descriptions by the model, and shares its answers with KET-RAG.
func TestReadDA(t *testing.T) {
	for _, vectors := range []bool{false, true} {
		m := newModel(func(prompt string) (openai.Answer, error) {
			if strings.Contains(prompt, "entity | NAME") {
				return says(prompt)
			}
			return tells(prompt)
		})
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16, Vectors: vectors, With: all.Methods(), Extractor: m}
		plan, err := DryRun(t.Context(), c)
		must.Hold(t, err == nil && len(plan.Extractions) == len(all.Names()), "%+v, %v", plan, err)
		r := mustBuild(t, c)
		calls := 0
		for i, e := range r.Extractions {
			u := plan.Extractions[i]
			exact := u.Calls == e.Calls && u.Cached == e.Cached && u.Estimated == 0
			if e.System == "node" { // what it asks about nodes depends on what it is told of passages
				exact = u.Estimated > 0 && u.Estimated < u.Calls
			}
			must.Be(t, u.System == e.System && exact && e.Written != 0 && e.Fallbacks <= 0, "announced %+v, did %+v", u, e)
			calls += e.Calls
		}
		da := r.Extractions[2]
		must.Be(t, calls == len(m.prompts) && da.Calls < r.Extractions[0].Calls, "%d calls, %d prompts, %+v", calls, len(m.prompts), da)
		b := openBundle(t, c.Output)
		x := b.Engine().Index()
		named := 0
		for e := range x.Entities.Len() {
			if text, cost := engineda.Of(x).EntityNote(model.EntityID(e)); text != "" {
				named++
				if !strings.HasPrefix(text, "Written of "+x.Entities.Name(model.EntityID(e))) || cost < 3 {
					t.Errorf("entity %d: %q of %d tokens", e, text, cost)
				}
			}
		}
		must.Be(t, named != 0, "no entity is described")
		for _, budget := range []int{60, 200, 500, 1000, 3000} {
			found, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "da"}, TokenBudget: budget}})
			if err != nil || found.Tokens > budget || budget == 3000 && !strings.Contains(found.Context, " by a harbour.|") {
				t.Errorf("%d tokens of %d, %v: %s", found.Tokens, budget, err, found.Context)
			}
		}
	}
}

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

// nodesOf calls f for every node of a type, with its written text and the cost of that text. It returns their number.
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
			from, end := g.Sentences(i)
			must.Be(t, end == from+1, "unit %d is of sentences %d to %d, want one", i, from, end)
		})
		relations := nodesOf(g, heterograph.Relation, func(i uint32, text string, cost int) {
			must.Be(t, text == "joined in telling" && cost >= 4 && len(g.Clips(i)) != 0, "relation %d: %q of %d tokens", i, text, cost)
		})
		attributes := nodesOf(g, heterograph.Attribute, func(i uint32, text string, cost int) {
			want := "Portrait of " + name(g.Subject(i)) + " by the harbour."
			must.Be(t, text == want && cost >= 6 && len(g.Extract(i)) != 0, "attribute %d: %q of %d tokens, want %q", i, text, cost, want)
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
		must.Hold(t, err == nil && len(found.Hits) != 0, "%v", err)
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
		ends := g.Of(first, heterograph.Entity)
		must.Be(t, len(ends) == 2 && entity(ends[0]) != entity(ends[1]), "relation 0 is between %v", ends)
		options := engine.EvidenceOptions{Options: engine.Options{Mode: "node"}, TokenBudget: 3000}
		context, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: options})
		must.OK(t, err)
		must.Contain(t, context.Context, "|The float gauge|Portrait of The float gauge by the harbour.", "Semantic units\nid|about|text\n0||Told of ", "|joined in telling")
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

// dryRunNodes holds a dry run against a build that asked a model questions, some of them about passages. The dry run
// knows questions about passages. It estimates the others until a model has told the passages.
func dryRunNodes(t *testing.T, m *fakeModel, vectors bool, passages, calls int) {
	t.Helper()
	dry := func(m *fakeModel) llm.Usage {
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16}
		nodeConfig(m, vectors)(&c)
		plan := must.Get(DryRun(t.Context(), c))(t)
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
	e := r.Extractions[0]
	must.Be(t, e.Dropped >= 3 && e.Fallbacks != 0 && e.Written >= 1, "%+v", e)
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
