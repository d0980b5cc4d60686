package builder

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/method/all"
	ket "mycel/builder/method/ketrag"
	"mycel/builder/openai"
	"mycel/engine"
	"mycel/engine/lexical"
	engineda "mycel/engine/method/darag"
	"mycel/engine/method/ketrag"
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
	r, err := b.Retrieve(t.Context(), "Edvard Lund's float gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{Options: engine.Options{Mode: "ket"}, TokenBudget: 3000}})
	must.OK(t, err)
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
	if n := len(list.Read(&block)); !ok || n != k.NumEntities() {
		t.Errorf("%d descriptions have a word of all %d", n, k.NumEntities())
	}
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
		if text := tables(t, openBundle(t, dir)); strings.Contains(text, "Written of Helene Lund") || strings.Contains(text, "Atlantis") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if text := tables(t, openBundle(t, whole)); !strings.Contains(text, "Written of Helene Lund") {
		t.Error("with all answers it is not written either")
	}
}

// With all answers there, a build asks nothing and gives the same bytes; what is not
// about one answer ends it.
func TestReadDeterminism(t *testing.T) {
	m := newModel(says)
	first, _ := handbook(t, readConfig(m, nil))
	m.reply = func(string) (openai.Answer, error) { return openai.Answer{}, errors.New("401 Unauthorized") }
	again, r := handbook(t, readConfig(m, nil))
	same(t, "built again", must.Tree(t, first), must.Tree(t, again))
	if e := r.Extractions[0]; e.Calls != 0 || e.Cached == 0 || e.InputTokens != 0 {
		t.Errorf("%+v", e)
	}
	m.kept = nil
	c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle"}
	readConfig(m, nil)(&c)
	must.Say(t, must.Err(Build(t.Context(), c)), "401 Unauthorized")
}

// A dry run announces the very calls of the build, and afterwards none.
func TestDryRunOfReading(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"words":   func(c *Config) { c.Vectors = false },
		"trained": func(c *Config) { c.Vectors = true },
		"half": func(c *Config) {
			c.Vectors, c.With = true, []method.Method{ket.Method{Options: ket.Options{Core: 0.5}}}
		},
		"none": func(c *Config) { c.With = []method.Method{ket.Method{Options: ket.Options{CoreBy: ket.None}}} },
	} {
		m := newModel(says)
		c := Config{Docs: []string{"testdata/handbook"}, Output: t.TempDir() + "/bundle", ChunkTokens: 48, ChunkOverlap: 16}
		readConfig(m, change)(&c)
		plan, err := DryRun(t.Context(), c)
		if err != nil || len(plan.Extractions) != 1 || len(m.prompts) > 0 {
			t.Fatalf("%s: %+v, %v, %d prompts", name, plan, err, len(m.prompts))
		}
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
		if da := r.Extractions[2]; calls != len(m.prompts) || da.Calls >= r.Extractions[0].Calls {
			t.Errorf("%d calls, %d prompts, %+v", calls, len(m.prompts), da)
		}
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
