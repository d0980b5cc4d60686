package builder

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mycel"
	"mycel/builder/llm"
	"mycel/builder/openai"
	"mycel/engine"
	"mycel/engine/lexical"
	"mycel/internal/must"
)

// lampPages are documentation of lamps. None of the pages has the word “soot”.
var lampPages = map[string]string{
	"glass.md": "# Glass\n\nIntroduction.\n\n## Cleaning the glass\n\nHold the glass of the lamp over warm water until it is clear again. Dry it with a cloth of linen, from the top to the rim, and never with paper.\n",
	"wick.md":  "# Wick\n\nIntroduction.\n\n## Trimming\n\nCut the wick of the lamp straight with sharp scissors before you light it. A wick that is cut at an angle smokes, and a wick that smokes makes the room smell.\n",
	"oil.md":   "# Oil\n\nIntroduction.\n\n## Filling\n\nFill the tank of the lamp to the line with oil, and let the wick stand in it for an hour. A lamp that is lit at once burns its wick instead of the oil.\n",
}

// asks is a model that answers with questions for the section on cleaning glass, and with others for
// every other section.
func asks(questions, others string) *fakeModel {
	return newModel(func(prompt string) (openai.Answer, error) {
		if strings.Contains(prompt, "Section: Glass > Cleaning the glass\n") {
			return openai.Answer{Text: questions, InputTokens: 100, OutputTokens: 10}, nil
		}
		return openai.Answer{Text: others, InputTokens: 100, OutputTokens: 10}, nil
	})
}

func buildPages(t *testing.T, dir string, m llm.Model, change func(*Config)) (string, *Report) {
	t.Helper()
	c := Config{Docs: []string{dir}, Output: filepath.Join(t.TempDir(), "bundle"), Version: "test"}
	if m != nil {
		c.Questioner = m
	}
	if change != nil {
		change(&c)
	}
	r := mustBuild(t, c)
	return c.Output, r
}

func hits(t *testing.T, b *mycel.Bundle, query string) []string {
	t.Helper()
	r := must.Get(b.Search(t.Context(), query, engine.Options{}))(t)
	return hitsOf(r)
}

// A question brings words that its section lacks. Questions that the section does not support bring none.
func TestQuestions(t *testing.T) {
	m := asks("1. question | How do I clean soot from the glass of a lamp?\n"+
		"question | Which chandeliers hang in ballrooms?\n"+ // none of its words is in the section
		"question | Does the glass of the lamp need useDetergent?\n"+ // a name of code that nobody has
		"question | Is the glass of lamp 4711 clear?\n"+ // a number that nobody has
		"question | How do I clean soot from the glass of a lamp?\n"+
		"Here you are.", "question | Where is the wick of the lamp?")
	dir := must.Files(t, lampPages)
	out, r := buildPages(t, dir, m, nil)
	want := llm.Extraction{System: "questions", Generation: llm.Generation{Model: "fake", Written: 3, Calls: 3, InputTokens: 300, OutputTokens: 30}, Dropped: 5}
	must.Be(t, r.Questions != nil && *r.Questions == want && len(r.Warnings) <= 0, "got %+v, want %+v; warnings %v", r.Questions, want, r.Warnings)
	if len(m.prompts) != 3 || !strings.Contains(strings.Join(m.prompts, ""), "Section: Oil > Filling\n\nText:\nFill the tank") {
		t.Errorf("%d prompts: %q", len(m.prompts), m.prompts)
	}
	b := openBundle(t, out)
	for query, pages := range map[string]int{"soot": 1, "sooty": 1, "chandeliers": 0, "ballrooms": 0, "useDetergent": 0, "4711": 0} {
		got := hits(t, b, query)
		must.Be(t, len(got) == pages && (pages != 1 || got[0] == "glass.md"), "%q finds %v", query, got)
	}
	plain, _ := buildPages(t, dir, nil, nil)
	if got := hits(t, openBundle(t, plain), "soot"); len(got) > 0 {
		t.Errorf("without questions the word finds %v", got)
	}
}

// If one page has a word, and of another page only a question has it, the first page ranks higher.
func TestQuestionWeight(t *testing.T) {
	pages := map[string]string{"damp.md": "# Damp\n\nIntroduction.\n\n## Storing\n\nStore a lamp in a dry place, because soot draws the damp out of the air and the brass turns green under it.\n"}
	for name, text := range lampPages {
		pages[name] = text
	}
	m := asks("question | How do I clean soot from the glass of a lamp?\nquestion | Is soot on glass bad for a lamp?", "question | Where is the lamp?")
	out, _ := buildPages(t, must.Files(t, pages), m, nil)
	got := hits(t, openBundle(t, out), "soot")
	must.Be(t, len(got) == 2 && got[0] == "damp.md" && got[1] == "glass.md", "found %v", got)
}

// In a collection of passages the words count as words that a passage has once.
func TestQuestionsOfPassages(t *testing.T) {
	var file strings.Builder
	for _, name := range []string{"glass", "wick", "oil"} {
		_, text, _ := strings.Cut(lampPages[name+".md"], "## ")
		line, _ := json.Marshal(map[string]string{"_id": name, "title": strings.ToUpper(name), "text": text})
		file.Write(append(line, '\n'))
	}
	m := newModel(func(prompt string) (openai.Answer, error) {
		if strings.Contains(prompt, "Section: GLASS\n") {
			return openai.Answer{Text: "question | How do I clean soot from the glass of a lamp?"}, nil
		}
		return openai.Answer{Text: "question | Where is the wick of the lamp?"}, nil
	})
	path := must.File(t, "lamps.jsonl", file.String())
	out, _ := buildPages(t, "", m, func(c *Config) { c.Docs, c.JSONL = nil, []string{path} })
	b := openBundle(t, out)
	got := hits(t, b, "soot")
	must.Be(t, len(got) == 1 && got[0] == "glass", "found %v", got)
	x := b.Engine().Index()
	term, _, ok := x.Parser.Lookup("soot")
	var block lexical.Block
	list := x.Postings.List(term, true)
	p := list.Read(&block)
	must.Be(t, ok && len(p) == 1, "postings %v", p)
}

// The words of a question are stemmed in the language of its page.
func TestQuestionsOfLanguages(t *testing.T) {
	pages := map[string]string{"glas.md": "---\nlang: de\n---\n# Glas\n\nEinleitung.\n\n## Reinigen\n\nHalten Sie das Glas der Lampe über warmes Wasser, bis es wieder klar ist. Trocknen Sie es mit einem Tuch aus Leinen, von oben nach unten, und nie mit Papier.\n"}
	for name, text := range lampPages {
		pages[name] = text
	}
	m := newModel(func(prompt string) (openai.Answer, error) {
		if strings.Contains(prompt, "Section: Glas >") {
			return openai.Answer{Text: "question | Wie reinige ich das Glas der Lampe von Verschmutzungen?"}, nil
		}
		return openai.Answer{Text: "question | Where is the lamp?"}, nil
	})
	out, r := buildPages(t, must.Files(t, pages), m, func(c *Config) { c.Language = "en" })
	got := hits(t, openBundle(t, out), "Verschmutzung")
	must.Be(t, len(got) == 1 && got[0] == "glas.md", "found %v; %+v", got, r.Questions)
}

// Kept pages, answers that are there already and the number of cores change no byte, whatever was edited between
// two builds.
func TestQuestionsDeterminism(t *testing.T) {
	m := newModel(func(prompt string) (openai.Answer, error) {
		words := strings.Fields(textOf(prompt))
		return openai.Answer{Text: fmt.Sprintf("question | Warum %s?\nquestion | Weshalb Übermut%d?", strings.Join(words[4:], " "), len(words))}, nil
	})
	g := newGarden(t, 3)
	c := Config{ChunkTokens: 60, Questioner: m}
	asked := 0
	for step := range 6 {
		r := g.build(c, g.cached, g.kept)
		must.Be(t, step <= 0 || g.kept.reused != 0, "step %d: no page was kept", step)
		asked += r.Questions.Calls
		again := g.build(c, g.clean, nil)
		if again.Questions.Calls != 0 || again.Questions.Cached == 0 || again.Questions.Written != r.Questions.Written {
			t.Errorf("step %d: first %+v, then %+v", step, r.Questions, again.Questions)
		}
		same(t, fmt.Sprintf("step %d", step), must.Tree(t, g.cached), must.Tree(t, g.clean))
		g.edit()
	}
	must.Be(t, asked != 0 && asked == len(m.prompts), "%d calls, %d prompts", asked, len(m.prompts))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	cold := newModel(m.reply)
	g.build(Config{ChunkTokens: 60, Questioner: m}, g.cached, nil)
	g.build(Config{ChunkTokens: 60, Questioner: cold}, g.clean, nil)
	same(t, "with other answers' cache", must.Tree(t, g.cached), must.Tree(t, g.clean))
}

// A dry run announces the calls of the build.
func TestDryRunOfQuestions(t *testing.T) {
	m := asks("question | Is the glass of the lamp clear?", "question | Where is the lamp?")
	c := Config{Docs: []string{must.Files(t, lampPages)}, Output: t.TempDir() + "/bundle", Questioner: m}
	for _, calls := range []int{3, 0} {
		plan, err := DryRun(t.Context(), c)
		if err != nil || plan.Questions == nil || plan.Questions.Calls != calls || plan.Questions.Cached != 3-calls || plan.Questions.Estimated != 0 {
			t.Fatalf("%+v, %v", plan, err)
		}
		if calls > 0 && (len(m.prompts) > 0 || plan.Questions.InputTokens == 0 || plan.Questions.MaxOutputTokens <= plan.Questions.OutputTokens) {
			t.Errorf("%+v, %d prompts", plan.Questions, len(m.prompts))
		}
		mustBuild(t, c)
	}
}

// A section whose answer has no question has none, and says so; five such answers in a row end the build.
func TestUnusableQuestions(t *testing.T) {
	dir := must.Files(t, lampPages)
	_, r := buildPages(t, dir, asks("Sure! What would you like to know?", "question | Where is the wick of the lamp?"), nil)
	if e := r.Questions; e.Fallbacks != 1 || e.Written != 2 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "a section has no questions: the model's answer says nothing that could be read") {
		t.Errorf("%+v, %v", e, r.Warnings)
	}
	pages := map[string]string{}
	for i := range 6 {
		pages[fmt.Sprintf("page%d.md", i)] = strings.ReplaceAll(lampPages["oil.md"], "lamp", fmt.Sprint("lamp", i))
	}
	m := asks("", "Sure! What would you like to know?")
	c := Config{Docs: []string{must.Files(t, pages)}, Output: t.TempDir() + "/bundle", Questioner: m}
	must.Say(t, must.Err(Build(t.Context(), c)), "5 answers of fake in a row were of no use")
}
