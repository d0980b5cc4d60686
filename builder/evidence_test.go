package builder

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"mycel"
	"mycel/builder/method/all"
	"mycel/builder/segment"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/model"
	"mycel/internal/must"
)

// writer makes texts in which tokenizers find much to join over the borders of
// sentences: words with and without spaces between them, brackets and quotes at ends,
// code, numbers, scripts, emoji.
type writer struct {
	*rand.Rand
	names []string
}

func (w *writer) pick(list []string) string { return list[w.IntN(len(list))] }

var (
	openers = []string{"", "", "", "", "“", "(", "'", "\"", "…", "¿", "--", "'s ", "don't ", "#", "@", "\u00a0"}
	closers = []string{".", ".", ".", "!", "?", ".)", "!?", "…”", ".\"", ";", "。", "?!!)", " 🙂.", ":", "\".\".", "])}"}
	plain   = []string{"the", "of", "water", "was", "measured", "getElementById", "at", "Noon", "thirty-two", "1953", "3.14159", "keeper's", "they'll", "antidisestablishmentarianism", "naïve", "Zürich", "日本語", "текст", "lock", "a", "I", "x_y", "foo()", "🜁🜂", "ﬁne", "e\u0301tude", "supercalifragilistic", "µg", "10,000", "c++", "N/A"}
)

func (w *writer) sentence() string {
	if w.IntN(8) == 0 {
		return strings.Repeat(w.pick([]string{"水位", "观测", "灯塔", "の記録", "潮汐表"}), 1+w.IntN(9)) + "。"
	}
	var words []string
	for range 1 + w.IntN(14) {
		if w.IntN(4) == 0 {
			words = append(words, w.pick(w.names))
		} else {
			words = append(words, w.pick(plain))
		}
	}
	first := []rune(words[0])
	words[0] = string(unicode.ToUpper(first[0])) + string(first[1:])
	return w.pick(openers) + strings.Join(words, w.pick([]string{" ", " ", " ", "  ", "-"})) + w.pick(closers)
}

func (w *writer) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", w.pick(w.names))
	for range 1 + w.IntN(5) {
		if w.IntN(2) == 0 {
			fmt.Fprintf(&b, "\n\n## %s %s\n\n", w.pick(w.names), w.pick(plain))
		}
		if w.IntN(6) == 0 {
			b.WriteString("```\n")
			for range w.IntN(5) {
				b.WriteString(strings.Repeat("    ", w.IntN(3)) + "if x { return " + w.pick(plain) + " }\n")
			}
			b.WriteString("```\n\n")
		}
		for range 1 + w.IntN(12) {
			b.WriteString(w.sentence())
			b.WriteString(w.pick([]string{" ", " ", " ", "\n", "\n\n", "  ", "\t", "", "\u2003", " \n \n"}))
		}
	}
	return b.String()
}

// corpus writes a folder of random pages.
func (w *writer) corpus(t *testing.T, pages int) string {
	dir := t.TempDir()
	for range 12 {
		w.names = append(w.names, w.pick([]string{"Edvard", "Maud", "Brask", "Lomvi", "Ödön", "Σίγμα"})+" "+w.pick([]string{"Lund", "Bay", "Gauge", "Ellison", "Møller"}))
	}
	for i := range pages {
		must.OK(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("p%02d.md", i)), []byte(w.page()), 0o644))
	}
	return dir
}

// What evidence promises, for random texts, questions and budgets, and by the
// tokenizer itself.
func TestEvidenceProperties(t *testing.T) { testEvidenceProperties(t, 30) }

func TestSoakEvidenceProperties(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	testEvidenceProperties(t, 1000)
}

// testEvidenceProperties asks the given number of questions of each corpus.
func testEvidenceProperties(t *testing.T, questions int) {
	for seed, tokenizer := range []string{"cl100k_base", "cl100k_base", "cl100k_base", "cl100k_base", "o200k_base", "p50k_base", "r50k_base"} {
		t.Run(fmt.Sprint(seed, " ", tokenizer), func(t *testing.T) {
			w := &writer{Rand: rand.New(rand.NewPCG(uint64(seed), 9))}
			docs := w.corpus(t, 25)
			out := filepath.Join(t.TempDir(), "bundle")
			must.Get(Build(context.Background(), Config{
				Docs: []string{docs}, Output: out, Version: "test", Tokenizer: tokenizer, ChunkTokens: 30 + 12*seed, ChunkOverlap: 12, Vectors: seed%2 == 0, With: all.Methods(),
			}))(t)
			b := mustOpen(t, out)
			counter := must.Get(segment.NewCounter(tokenizer))(t)
			p := &promises{t: t, b: b, count: counter.Count, texts: map[string]string{}}
			modes := method.Modes()
			for _, name := range w.names[:(seed%2)*len(w.names)] { // summaries of seed 1 are of several sections
				p.check(name+" Gauge Noon Edvard Bay", engine.EvidenceOptions{Options: engine.Options{Mode: "e2graph", Options: method.Options{K: 19}}, TokenBudget: 3527})
			}
			must.Be(t, seed != 1 || p.extracts > p.summarised, "%d passages of %d summaries: no summary has several", p.extracts, p.summarised)
			for i := range questions {
				query := w.pick(w.names) + " " + w.pick(plain) + " " + w.pick(w.names)
				if i%7 == 0 {
					query = w.sentence()
				}
				if i%10 == 4 {
					query = [...]string{"What are the main topics of these documents?", "Summarise all texts about " + w.pick(w.names)}[i/10%2]
					p.check(query, engine.EvidenceOptions{TokenBudget: 1 + w.IntN(1<<w.IntN(11))})
				}
				p.checkOverview([]string{"", w.pick(w.names), query}[i%3], 1+w.IntN(1<<w.IntN(13)))
				p.check(query, engine.EvidenceOptions{
					Options: engine.Options{Mode: modes[i%len(modes)], Options: method.Options{K: 1 + w.IntN(20)}}, TokenBudget: 1 + w.IntN(1<<w.IntN(13)),
				})
			}
			if seed == 0 && p.extracts == 0 { // its chunks are the shortest, so documents have trees
				t.Error("no passage is of a summary")
			}
			if p.passages < questions/3 || p.truncated < questions/15 || p.merged < questions/100 || p.summaries < questions/6 {
				t.Errorf("%d passages, %d contexts truncated, %d passages of more than one chunk, %d summaries: too few to prove anything", p.passages, p.truncated, p.merged, p.summaries)
			}
			t.Logf("contexts take %.1f %% of their bound", 100*float64(p.tokens)/float64(p.bound))
		})
	}
}

// promises holds answers against what is promised of them.
type promises struct {
	t     *testing.T
	b     *mycel.Bundle
	count func(string) int
	texts map[string]string // of documents, by id

	passages, truncated, merged, summaries int

	extracts      int // passages of summaries
	summarised    int // summaries with passages
	tokens, bound int
}

func (p *promises) retrieve(query string, o engine.EvidenceOptions) *answer.Evidence {
	p.t.Helper()
	return must.Get(p.b.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: o}))(p.t)
}

func (p *promises) check(query string, o engine.EvidenceOptions) {
	t := p.t
	e := p.retrieve(query, o)
	at := fmt.Sprintf("%q, mode %s, k %d, budget %d", query, o.Mode, o.K, o.TokenBudget)
	n := p.count(e.Context)
	must.Be(t, n <= e.Tokens && e.Tokens <= o.TokenBudget, "%s: %d tokens, said to be at most %d:\n%s", at, n, e.Tokens, e.Context)
	if e.Truncated {
		p.truncated++
		o := o
		o.TokenBudget = e.Next
		more := p.retrieve(query, o)
		must.Be(t, e.Next > e.Tokens && more.Context != e.Context, "%s: truncated, but %d tokens give the same", at, e.Next)
		o.TokenBudget = e.Next - 1
		if less := p.retrieve(query, o); less.Context != e.Context && !slices.Contains(method.Systems(), o.Mode) {
			t.Errorf("%s: %d tokens give another context, but the next is for %d", at, e.Next-1, e.Next)
		}
	} else {
		o := o
		o.TokenBudget = 1 << 30
		all := p.retrieve(query, o)
		same := all.Context == e.Context
		if slices.Contains(method.Systems(), o.Mode) { // a sentence may stand in another table
			same = lacks(e.Context, all.Context) == ""
		}
		if !same || all.Truncated {
			t.Errorf("%s: not truncated, but there is more: %q", at, lacks(e.Context, all.Context))
		}
	}
	if (e.Reason == "") != (len(e.Passages) > 0) || (e.Context == "") != (len(e.Passages) == 0) || len(e.Citations) != len(e.Passages) {
		t.Errorf("%s: %d passages, %d citations, reason %q, context %q", at, len(e.Passages), len(e.Citations), e.Reason, e.Context)
	}
	c := e.Coverage
	must.Be(t, c.Terms >= 0 && c.Terms <= 1 && c.Entities >= 0 && c.Entities <= 1, "%s: coverage %+v", at, c)
	p.tokens += n
	p.bound += e.Tokens
	p.checkPassages(at, e)
}

// checkOverview holds an overview against its budget and its sources.
func (p *promises) checkOverview(topic string, budget int) {
	o := must.Get(p.b.Overview(context.Background(), topic, budget))(p.t)
	if n := p.count(o.Context); n > o.Tokens || o.Tokens > budget {
		p.t.Errorf("overview of %q: %d tokens, said to be at most %d of %d:\n%s", topic, n, o.Tokens, budget, o.Context)
	}
	if (o.Reason == "") != (len(o.Summaries) > 0) || (o.Context == "") != (len(o.Summaries) == 0) {
		p.t.Errorf("overview of %q: %d summaries, reason %q, context %q", topic, len(o.Summaries), o.Reason, o.Context)
	}
	for _, s := range o.Summaries {
		p.summaries++
		source := p.source(s.Sections[0].Document)
		for part := range strings.SplitSeq(s.Text, "\n\n") {
			must.Be(p.t, strings.Contains(source, part), "overview of %q: %q is not in %s", topic, part, s.Sections[0].Document)
		}
	}
}

// lacks returns a word of other that is not in context, or "".
func lacks(context, other string) string {
	for word := range strings.FieldsFuncSeq(other, func(r rune) bool { return r == '|' || unicode.IsSpace(r) }) {
		if !strings.Contains(context, word) {
			return word
		}
	}
	return ""
}

func textLength(e *answer.Evidence) (n int) {
	for _, p := range e.Passages {
		n += len(p.Text)
	}
	return n
}

// checkPassages looks passages up in their sources.
func (p *promises) checkPassages(at string, e *answer.Evidence) {
	t := p.t
	rest := e.Context
	for i, passage := range e.Passages {
		p.passages++
		source := p.source(passage.Document)
		if passage.N != i+1 || source[passage.At.Start:passage.At.End] != passage.Text {
			t.Errorf("%s: passage %d is not at %v of %s: %q", at, passage.N, passage.At, passage.Document, passage.Text)
		}
		_, text, _ := strings.Cut(rest, fmt.Sprintf("[%d]", passage.N))
		_, text, _ = strings.Cut(text, "\n")
		var found bool
		if rest, found = strings.CutPrefix(text, passage.Text); !found {
			t.Errorf("%s: passage %d does not stand behind its mark in %q", at, passage.N, text)
		}
		c := e.Citations[i]
		if c.N != passage.N || c.Quote == "" && passage.Text != "" || source[c.At.Start:c.At.End] != c.Quote || !strings.Contains(passage.Text, c.Quote) {
			t.Errorf("%s: citation %+v of %q", at, c, passage.Text)
		}
		for _, other := range e.Passages[:i] {
			if other.Document == passage.Document && other.At.Start < passage.At.End && passage.At.Start < other.At.End {
				t.Errorf("%s: passages %d and %d overlap", at, other.N, passage.N)
			}
		}
		if passage.Summary != "" {
			p.extracts++
			if !slices.ContainsFunc(e.Passages[:i], func(o answer.Passage) bool { return o.Summary == passage.Summary }) {
				p.summarised++
			}
		}
		chunks, earlier := 0, false
		for _, it := range e.Trace.Items {
			if it.Passage == passage.N {
				chunks++
			}
			earlier = earlier || it.Passage > 0 && it.Passage < passage.N && it.Document == passage.Document
		}
		if chunks == 0 && !(earlier && passage.Summary != "") { // a ranked summary names the first of its passages
			t.Errorf("%s: nothing that was ranked brought passage %d", at, passage.N)
		}
		if chunks > 1 {
			p.merged++
		}
	}
	must.Equal(t, rest, "", "%s: the context ends with", at)
}

// source returns the text of a document.
func (p *promises) source(id string) string {
	if text, ok := p.texts[id]; ok {
		return text
	}
	doc, _, _, ok, err := p.b.Find(context.Background(), id)
	if err == nil && ok {
		_, err = p.b.Document(context.Background(), doc) // loads its rows and texts
	}
	must.Hold(p.t, err == nil && ok, "no document %s: %v", id, err)
	text, missing := p.b.Engine().Text(p.b.Engine().Index().Corpus.DocText(doc))
	must.Hold(p.t, len(missing) == 0, "%s has passages, but no text", id)
	p.texts[id] = text.Text
	return text.Text
}

// A caller's own counter bounds the context as well, whatever it counts.
func TestEvidenceCountTokens(t *testing.T) {
	passages, questions := synth.Corpus(3, 300, 20)
	var records []record
	for _, p := range passages {
		records = append(records, record{p.ID, p.Title, p.Text})
	}
	b := index(t, records)
	for name, count := range map[string]func(string) int{
		"bytes": func(s string) int { return len(s) },
		"words": func(s string) int { return len(strings.Fields(s)) },
		"marks": func(s string) int { return strings.Count(s, "\n[") + 1 },
		"all":   func(string) int { return 1 << 40 },
	} {
		for _, q := range questions {
			for _, budget := range []int{1, 2, 3, 50, 300, 1000, 5000} {
				calls := 0
				e := must.Get(b.Retrieve(context.Background(), q.Text, mycel.RetrieveOptions{
					EvidenceOptions: engine.EvidenceOptions{TokenBudget: budget},
					CountTokens:     func(s string) int { calls++; return count(s) },
				}))(t)
				if e.Context != "" && count(e.Context) != e.Tokens || e.Tokens > budget {
					t.Errorf("%s, %q: %d tokens of %d:\n%s", name, q.Text, e.Tokens, budget, e.Context)
				}
				must.Be(t, calls <= 25, "%s, %q, budget %d: counted %d times", name, q.Text, budget, calls)
				// The next larger context must be too large.
				if !e.Truncated {
					continue
				}
				more := must.Get(b.Retrieve(context.Background(), q.Text, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: e.Next}}))(t)
				if count(more.Context) <= budget {
					t.Errorf("%s, %q: %d tokens fit into %d, but so do %d", name, q.Text, e.Tokens, budget, count(more.Context))
				}
			}
		}
	}
}

// Contexts use their budget: excerpts fill what whole chunks leave, even where the first chunk alone is
// too long, and chunks that are short are as many as the budget holds.
func TestContextsFillBudgets(t *testing.T) {
	passages, questions := synth.Corpus(3, 400, 10)
	var texts strings.Builder
	for _, p := range passages {
		texts.WriteString(p.Text + "\n\n")
	}
	for name, chunk := range map[string]int{"long chunks": 400, "short chunks": 60} {
		b := index(t, []record{{"book", "Book", texts.String()}}, func(c *Config) { c.ChunkTokens = chunk })
		for _, budget := range []int{150, 300, 500, 1000, 4000} {
			used, passages := 0, 0
			for _, q := range questions {
				e := must.Get(b.Retrieve(context.Background(), q.Text, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: budget}}))(t)
				used += e.Tokens
				passages += len(e.Passages)
			}
			share := float64(used) / float64(budget*len(questions))
			must.Be(t, share >= .6 && (budget <= 150 || share >= .8), "%s, budget %d: %.2f of it is used", name, budget, share)
			if chunk > budget && budget > 150 && passages <= len(questions) {
				t.Errorf("%s, budget %d: %d passages for %d questions", name, budget, passages, len(questions))
			}
		}
	}
}

// Contexts from documentation have the best section, then excerpts of others, then the rest of these.
func TestEvidenceOfDocumentation(t *testing.T) {
	w := &writer{Rand: rand.New(rand.NewPCG(5, 5))}
	dir := w.corpus(t, 0)
	var book strings.Builder
	book.WriteString("# Book\n\n")
	for range 60 {
		book.WriteString("#" + w.page())
	}
	must.OK(t, os.WriteFile(filepath.Join(dir, "book.md"), []byte(book.String()), 0o644))
	out := filepath.Join(t.TempDir(), "bundle")
	mustBuild(t, Config{Docs: []string{dir}, Output: out, ChunkTokens: 400})
	b := mustOpen(t, out)
	p := &promises{t: t, b: b}
	const all = 100_000
	more := 0
	for _, name := range w.names {
		for _, budget := range []int{200, 500, 1000, all} {
			o := engine.EvidenceOptions{Options: engine.Options{Options: method.Options{K: 30}}, TokenBudget: budget}
			auto := p.retrieve("what is told of "+name+" and water", o)
			o.Mode = bm25.Mode
			words := p.retrieve("what is told of "+name+" and water", o)
			must.Equal(t, auto.Passages[0].Section, words.Passages[0].Section, "%s, budget %d: the context begins with section", name, budget)
			more += sectionsIn(auto) - sectionsIn(words)
			if budget == all && textLength(auto) < textLength(words) {
				t.Errorf("%s: excerpts are left unfinished: %d bytes, want %d", name, textLength(auto), textLength(words))
			}
		}
	}
	must.Be(t, more > 0, "contexts of auto have %d sections more than those of bm25", more)
}

func sectionsIn(e *answer.Evidence) int {
	sections := map[model.SectionID]bool{}
	for _, p := range e.Passages {
		sections[p.Section] = true
	}
	return len(sections)
}
