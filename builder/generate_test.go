package builder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/openai"
	"mycel/builder/segment"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/lexical"
	"mycel/engine/method/e2graph"
	"mycel/internal/must"
)

// fakeModel answers prompts by a function and keeps the answers, as a client with a
// cache does.
type fakeModel struct {
	reply func(prompt string) (openai.Answer, error)

	mu      sync.Mutex
	kept    map[string]openai.Answer
	prompts []string // that were answered and not kept
}

func newModel(reply func(prompt string) (openai.Answer, error)) *fakeModel {
	return &fakeModel{reply: reply, kept: map[string]openai.Answer{}}
}

// textOf returns what a prompt wants the summary of, which stands between two marks.
func textOf(prompt string) string {
	_, rest, _ := strings.Cut(prompt, "\n\n")
	mark, text, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(text, "\n"+mark)
}

// firstWords is a model that says the first words of the text behind one that no
// document has.
func firstWords(prompt string) (openai.Answer, error) {
	words := strings.Fields(textOf(prompt))
	return openai.Answer{Text: "Zusammenschau: " + strings.Join(words[:5], " ") + ".", InputTokens: 100, OutputTokens: 10}, nil
}

func (f *fakeModel) ModelName() string { return "fake" }

func (f *fakeModel) key(prompt string, maxTokens int) string { return fmt.Sprint(maxTokens, prompt) }

func (f *fakeModel) Kept(prompt string, maxTokens int) (openai.Answer, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, ok := f.kept[f.key(prompt, maxTokens)]
	a.Cached = true
	return a, ok
}

func (f *fakeModel) Forget(prompt string, maxTokens int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.kept, f.key(prompt, maxTokens))
}

func (f *fakeModel) Complete(ctx context.Context, prompt string, maxTokens int) (openai.Answer, error) {
	if a, ok := f.Kept(prompt, maxTokens); ok {
		return a, nil
	}
	a, err := f.reply(prompt)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.prompts = append(f.prompts, prompt)
	if err == nil {
		f.kept[f.key(prompt, maxTokens)] = a
	}
	return a, errors.Join(err, ctx.Err())
}

// long writes a corpus with trees of several levels: 26 chunks are summarised by 6
// summaries, and these by 2; of both levels the last has one child. Two documents
// are the same but for their titles.
func long(t *testing.T) string {
	t.Helper()
	var lines []any
	for i, title := range []string{"First", "Second", "Third"} {
		var text strings.Builder
		for k := range 26 {
			fmt.Fprintf(&text, "Sentence %d of text %d tells of the harbour and of its keeper, who wrote letters.\n\n", k, min(i, 1))
		}
		lines = append(lines, record{title, title, text.String()})
	}
	return writeLines(t, lines...)
}

// Sizes of the trees of long: by document, and in all. Of the 18 + 6 summaries one
// in each level and document is its child's; the texts of two documents are equal.
const (
	longSummaries = 3 * (6 + 2 + 1)
	longRequests  = 2 * (5 + 1 + 1)
	longCached    = longRequests / 2
)

func longConfig(t *testing.T, m llm.Model) func(*Config) {
	path := long(t)
	return func(c *Config) {
		c.Docs, c.JSONL, c.Vectors = nil, []string{path}, false
		c.ChunkTokens, c.ChunkOverlap = 24, -1
		c.Summarizer = m
	}
}

// origins counts the summaries of a bundle by level and origin.
func origins(b *mycel.Bundle) map[string]int {
	x := b.Engine().Index().Tree
	counts := map[string]int{}
	for i := range x.Len() {
		n := x.Node(i)
		text, _ := x.Text(n)
		counts[fmt.Sprintf("%d %d", x.Level(n), min(len(text), 1))]++
	}
	return counts
}

func TestGenerate(t *testing.T) {
	m := newModel(firstWords)
	dir, r := handbook(t, longConfig(t, m))
	must.Hold(t, r.Counts["summaries"] == longSummaries, "%d summaries, want %d: is the corpus cut otherwise?", r.Counts["summaries"], longSummaries)
	// Where the last group is one chunk, its summary is that chunk, and so above it.
	want := llm.Generation{Model: "fake", Written: 3 * (5 + 1 + 1), Calls: longRequests, Cached: longCached, InputTokens: 100 * longRequests, OutputTokens: 10 * longRequests}
	must.Be(t, *r.Generation == want && len(m.prompts) == longRequests, "%d requests; got %+v, want %+v", len(m.prompts), *r.Generation, want)
	b := openBundle(t, dir)
	must.Equal(t, origins(b), map[string]int{"1 1": 15, "1 0": 3, "2 1": 3, "2 0": 3, "3 1": 3}, "summaries by level and origin")
	x := b.Engine().Index().Tree
	if got, _ := x.Text(x.Node(0)); got != "Zusammenschau: Sentence 0 of text 0." || len(x.Sentences(x.Node(0))) == 0 {
		t.Errorf("the first summary: %q of sentences %v", got, x.Sentences(x.Node(0)))
	}
	// Above the first level the model reads what it wrote.
	if !slices.ContainsFunc(m.prompts, func(p string) bool {
		return strings.HasPrefix(textOf(p), "Zusammenschau: Sentence 0 of text 0.\n\nZusammenschau: Sentence 5 of text 0.\n\n")
	}) {
		t.Errorf("no prompt of summaries in %q", m.prompts)
	}
	level1 := slices.IndexFunc(m.prompts, func(p string) bool { return strings.Contains(p, "Sentence 0 of text 0 ") })
	if level1 < 0 || !strings.Contains(m.prompts[level1], "Sentence 4 of text 0 ") || strings.Contains(m.prompts[level1], "Sentence 5 of text 0 ") {
		t.Error("no prompt of the first five chunks")
	}
}

// A word that only a written summary has leads to the chunks below it, and the
// result says what was written.
func TestGeneratedWords(t *testing.T) {
	dir, _ := handbook(t, longConfig(t, newModel(firstWords)))
	r := ask(t, openBundle(t, dir), "e2graph", "zusammenschau")
	must.Hold(t, len(r.Hits) != 0 && r.Terms[0].Known, "%d hits, terms %+v", len(r.Hits), r.Terms)
	for _, h := range r.Hits {
		if len(h.Why.Reasons) != 1 || !strings.HasPrefix(h.Why.Reasons[0].Text, "Zusammenschau: ") || h.Why.Reasons[0].Label == "" {
			t.Errorf("chunk %d: %+v", h.Chunk, h.Why)
		}
	}
	if json := string(r.AppendJSON(nil)); !strings.Contains(json, `"text":"Zusammenschau: `) {
		t.Errorf("not in %s", json)
	}
	plain, _ := handbook(t, longConfig(t, nil))
	if r := ask(t, openBundle(t, plain), "e2graph", "zusammenschau"); r.Terms[0].Known || len(r.Hits) > 0 {
		t.Errorf("without the model: %+v", r.Hits)
	}
	r = ask(t, openBundle(t, plain), "e2graph", "keeper letters")
	if json := string(r.AppendJSON(nil)); strings.Contains(json, `"written"`) {
		t.Errorf("an extract passes for written in %s", json)
	}
}

// The words of a written summary are found by it, and those of its extract are not.
func TestGeneratedPostings(t *testing.T) {
	dir, _ := handbook(t, longConfig(t, newModel(func(string) (openai.Answer, error) {
		return openai.Answer{Text: "Überblick über alles."}, nil
	})))
	x := openBundle(t, dir).Engine().Index()
	summaries := func(word string) int {
		term, _, ok := x.Parser.Lookup(word)
		must.Hold(t, ok, "no term for %q", word)
		var block lexical.Block
		list := x.SummaryPostings.List(term, true)
		return len(list.Read(&block))
	}
	written := 0
	for i := range x.Tree.Len() {
		if text, _ := x.Tree.Text(x.Tree.Node(i)); text != "" {
			written++
		}
	}
	n := summaries("uberblick")
	must.Be(t, written != 0 && n == written, "%d summaries have the model's word, %d are written", n, written)
	must.Equal(t, summaries("keeper"), x.Tree.Len()-written)
}

// An answer that is none costs its own summary alone.
func TestGenerateFallback(t *testing.T) {
	for name, bad := range map[string]struct {
		answer openai.Answer
		err    error
		says   string
	}{
		"empty":     {openai.Answer{}, nil, "the model's answer is empty"},
		"thinking":  {openai.Answer{Text: "<think>Hm."}, nil, "the model's answer is empty"},
		"cut off":   {openai.Answer{Text: "This ends in the", Cut: true}, nil, "cut off"},
		"no answer": {openai.Answer{}, fmt.Errorf("POST http://here: %w: it is not JSON", openai.ErrAnswer), "POST http://here: unusable answer: it is not JSON"},
	} {
		m := newModel(func(prompt string) (openai.Answer, error) {
			if strings.HasPrefix(textOf(prompt), "Sentence 5 of text 1 ") {
				return bad.answer, bad.err
			}
			return firstWords(prompt)
		})
		dir, r := handbook(t, longConfig(t, m))
		// Two documents have this text.
		g := *r.Generation
		must.Be(t, g.Fallbacks == 2 && g.Written == 3*(5+1+1)-2 && g.Calls == longRequests, "%s: %+v", name, g)
		if len(r.Warnings) != 2 || r.Warnings[0].Path != "Second" || r.Warnings[1].Path != "Third" || !strings.Contains(r.Warnings[0].Message, bad.says) {
			t.Errorf("%s: warnings %+v, want %q of two documents", name, r.Warnings, bad.says)
		}
		must.Equal(t, origins(openBundle(t, dir)), map[string]int{"1 1": 13, "1 0": 5, "2 1": 3, "2 0": 3, "3 1": 3}, "%s: summaries by level and origin", name)
		// The summary above is made of the extract in its place.
		if !slices.ContainsFunc(m.prompts, func(p string) bool {
			text := textOf(p)
			return strings.HasPrefix(text, "Zusammenschau: Sentence 0 of text 1.\n\nSentence ") && strings.Contains(text, "who wrote letters.\n\nZusammenschau: Sentence 10 of text 1.")
		}) {
			t.Errorf("%s: no prompt with an extract in %q", name, m.prompts)
		}
	}
}

// A model that says nothing ends the build after a few answers.
func TestGenerateNothing(t *testing.T) {
	m := newModel(func(string) (openai.Answer, error) { return openai.Answer{}, nil })
	c := Config{Output: filepath.Join(t.TempDir(), "bundle"), Version: "golden"}
	longConfig(t, m)(&c)
	must.Say(t, must.Err(Build(t.Context(), c)), "in a row were of no use")
	must.Is(t, must.Err(os.Stat(c.Output)), os.ErrNotExist, "a bundle was written")
}

// Any other error ends the build, and what was answered before is not asked again.
func TestGenerateResumes(t *testing.T) {
	answered := 0
	m := newModel(nil)
	var mu sync.Mutex
	m.reply = func(prompt string) (openai.Answer, error) {
		mu.Lock()
		defer mu.Unlock()
		if answered == 7 {
			return openai.Answer{}, errors.New("POST http://here: 401 Unauthorized")
		}
		answered++
		return firstWords(prompt)
	}
	change := longConfig(t, m)
	c := Config{Output: filepath.Join(t.TempDir(), "bundle"), Version: "golden"}
	change(&c)
	must.Say(t, must.Err(Build(t.Context(), c)), "401 Unauthorized")
	must.Is(t, must.Err(os.Stat(c.Output)), os.ErrNotExist, "a bundle was written")
	m.reply, m.prompts = firstWords, nil
	plan, err := DryRun(t.Context(), c)
	// One more may be planned, as long as it is not known that two summaries are equal.
	if err != nil || plan.Summaries.Calls < longRequests-7 || plan.Summaries.Calls > longRequests-5 {
		t.Errorf("plan %+v, %v, want %d calls", plan.Summaries, err, longRequests-7)
	}
	r, err := Build(t.Context(), c)
	if err != nil || len(m.prompts) != longRequests-7 || r.Generation.Calls != longRequests-7 {
		t.Errorf("%v after %d requests, want the other %d", err, len(m.prompts), longRequests-7)
	}
	fresh, _ := handbook(t, longConfig(t, newModel(firstWords)))
	same(t, "interrupted and not", must.Tree(t, c.Output), must.Tree(t, fresh))
}

func TestGenerateCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := newModel(func(prompt string) (openai.Answer, error) { cancel(); return firstWords(prompt) })
	c := Config{Output: filepath.Join(t.TempDir(), "bundle")}
	longConfig(t, m)(&c)
	must.Is(t, must.Err(Build(ctx, c)), context.Canceled)
}

// What a dry run says is what the build then does.
func TestDryRun(t *testing.T) {
	m := newModel(firstWords)
	c := Config{Output: filepath.Join(t.TempDir(), "bundle")}
	longConfig(t, m)(&c)
	plan, err := DryRun(t.Context(), c)
	must.OK(t, err)
	u := *plan.Summaries
	if u.Calls != longRequests+2 || u.Texts != u.Calls || u.Cached != 3*(5+1+1)-u.Calls || u.Estimated != 6 || len(m.prompts) > 0 {
		// Two more than there will be: that two documents have the same summaries is not
		// known before the level below is.
		t.Errorf("plan %+v after %d requests", u, len(m.prompts))
	}
	if u.MaxInputTokens <= u.InputTokens || u.MaxOutputTokens <= u.OutputTokens || plan.Embeddings != nil {
		t.Errorf("plan %+v, embeddings %+v", u, plan.Embeddings)
	}
	must.Is(t, must.Err(os.Stat(c.Output)), os.ErrNotExist, "something was written")
	mustBuild(t, c)
	if plan, err = DryRun(t.Context(), c); err != nil || *plan.Summaries != (llm.Usage{Model: "fake", Cached: 3 * (5 + 1 + 1)}) {
		t.Errorf("after the build: plan %+v, %v", plan.Summaries, err)
	}
}

// With the first level there, the input of the second is known to the token, and that of the third is not.
func TestDryRunPartly(t *testing.T) {
	m := newModel(nil)
	m.reply = func(prompt string) (openai.Answer, error) {
		if strings.HasPrefix(textOf(prompt), "Zusammenschau") {
			return openai.Answer{}, errors.New("no second level")
		}
		return firstWords(prompt)
	}
	c := Config{Output: filepath.Join(t.TempDir(), "bundle")}
	longConfig(t, m)(&c)
	must.Hold(t, must.Err(Build(t.Context(), c)) != nil, "no error")
	plan := must.Get(DryRun(t.Context(), c))(t)
	u := *plan.Summaries
	must.Be(t, u.Calls == 2+3 && u.Estimated == 3 && u.InputTokens != 0 && u.Cached == 15+1, "plan %+v", u)
}

// A dry run is refused what a build is refused, and says so where nothing is sent.
func TestDryRunChecksConfiguration(t *testing.T) {
	must.Is(t, must.Err(DryRun(t.Context(), Config{})), ErrConfig)
	plan, err := DryRun(t.Context(), Config{Docs: []string{"testdata/handbook"}, Output: filepath.Join(t.TempDir(), "x")})
	must.Be(t, err == nil && plan.Summaries == nil && plan.Embeddings == nil, "%+v, %v", plan, err)
}

// A written summary is a passage of a context, which says so, names the sections below it and
// keeps the budget.
func TestGenerateContexts(t *testing.T) {
	dir, _ := handbook(t, longConfig(t, newModel(firstWords)))
	b := mustOpen(t, dir)
	counter := must.Get(segment.NewCounter("cl100k_base"))(t)
	retrieve := func(budget int) *answer.Evidence {
		e := must.Get(b.Retrieve(context.Background(), "zusammenschau", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{
			Options: engine.Options{Mode: e2graph.Mode}, TokenBudget: budget,
		}}))(t)
		n := counter.Count(e.Context)
		must.Be(t, n <= e.Tokens && e.Tokens <= budget, "%d tokens, said to be at most %d of %d:\n%s", n, e.Tokens, budget, e.Context)
		return e
	}
	for budget := 1; budget < 400; budget += 7 {
		if e := retrieve(budget); e.Truncated && len(retrieve(e.Next).Context) <= len(e.Context) {
			t.Errorf("budget %d: truncated, but %d tokens give the same", budget, e.Next)
		}
	}
	e := retrieve(2000)
	written := 0
	for i, p := range e.Passages {
		if !strings.HasPrefix(p.Text, "Zusammenschau") {
			continue
		}
		written++
		c := e.Citations[i]
		if p.Summary == "" || len(p.Written) == 0 || c.Quote != "" || c.Document != p.Document || p.At.End <= p.At.Start {
			t.Errorf("passage %+v, citation %+v", p, c)
		}
		if !strings.Contains(e.Context, "Summary by a language model of "+p.Summary+":\n["+fmt.Sprint(p.N)+"] "+p.Title+"\n"+p.Text) {
			t.Errorf("the context does not say who wrote passage %d:\n%s", p.N, e.Context)
		}
	}
	must.Be(t, written != 0, "no written summary in\n%s", e.Context)
}
