package llm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel/builder/openai"
	"mycel/builder/summary"
	"mycel/builder/trees"
	"mycel/internal/must"
)

// sayer is a model whose answers depend on the prompt alone.
type sayer struct {
	mu   sync.Mutex
	says func(prompt string) (openai.Answer, error)
	kept map[string]openai.Answer
	sent int
}

func (s *sayer) ModelName() string { return "sayer" }

func (s *sayer) Kept(prompt string, _ int) (openai.Answer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.kept[prompt]
	return a, ok
}

func (s *sayer) Forget(prompt string, _ int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, prompt)
}

func (s *sayer) Complete(_ context.Context, prompt string, _ int) (openai.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent++
	a, err := s.says(prompt)
	if err == nil {
		s.kept[prompt] = a
	}
	return a, err
}

func askAll(t *testing.T, says func(prompt string) (openai.Answer, error)) (*sayer, error) {
	s := &sayer{says: says, kept: map[string]openai.Answer{}}
	r := NewReader("ket", s, func(s string) int { return len(s) }, func(int, int) {})
	var questions []Question
	for i := range 200 {
		questions = append(questions, Question{Prompt: fmt.Sprint(i), Tokens: 5, Usable: func(text string, _ bool) bool { return strings.HasPrefix(text, "entity") }})
	}
	_, err := r.Ask(t.Context(), questions)
	return s, err
}

// Five unusable answers in a row end a build with a sentence, whatever is wrong with the
// answers. The cache keeps no unusable answer.
func TestUnusableAnswersStop(t *testing.T) {
	for name, says := range map[string]func(string) (openai.Answer, error){
		"empty":   func(string) (openai.Answer, error) { return openai.Answer{Text: " \n"}, nil },
		"chatter": func(string) (openai.Answer, error) { return openai.Answer{Text: "Sure! Here you are."}, nil },
		"no API": func(string) (openai.Answer, error) {
			return openai.Answer{}, fmt.Errorf("%w: it is not JSON", openai.ErrAnswer)
		},
		"proxy":    func(string) (openai.Answer, error) { return openai.Answer{Text: "<html>"}, nil },
		"cut away": func(string) (openai.Answer, error) { return openai.Answer{Text: "", Cut: true}, nil },
	} {
		s, err := askAll(t, says)
		must.Say(t, err, "5 answers of sayer in a row were of no use", "%s", name)
		must.Be(t, s.sent <= 5+maxAsked && len(s.kept) == 0, "%s: %d questions were sent, %d answers kept", name, s.sent, len(s.kept))
	}
}

// An unusable answer between usable answers costs its own question alone, and the cache keeps
// the usable answers.
func TestUnusableAnswersAmongOthers(t *testing.T) {
	s, err := askAll(t, func(prompt string) (openai.Answer, error) {
		if strings.HasSuffix(prompt, "7") {
			return openai.Answer{Text: "?"}, nil
		}
		return openai.Answer{Text: "entity|a|b"}, nil
	})
	must.Be(t, err == nil && s.sent == 200 && len(s.kept) == 180, "%v: %d sent, %d kept, want 200 and 180", err, s.sent, len(s.kept))
}

// A question that says nothing of its answers takes each, and equal questions are asked once.
func TestAskEqualQuestions(t *testing.T) {
	s := &sayer{says: func(prompt string) (openai.Answer, error) { return openai.Answer{Text: "of " + prompt}, nil }, kept: map[string]openai.Answer{}}
	r := NewReader("ket", s, func(s string) int { return len(s) }, func(int, int) {})
	replies, err := r.Ask(t.Context(), []Question{{Prompt: "a", Tokens: 5}, {Prompt: "b", Tokens: 5}, {Prompt: "a", Tokens: 5}})
	if err != nil || s.sent != 2 || len(replies) != 3 || replies[0].Text() != "of a" || replies[1].Text() != "of b" || replies[2].Text() != "of a" {
		t.Errorf("%d sent, got %+v, %v", s.sent, replies, err)
	}
}

// Each level is made of the level below, whatever the trees beside it.
func TestJobLevels(t *testing.T) {
	tree1, tree2 := &trees.Stretch{}, &trees.Stretch{}
	node := func(s *trees.Stretch, level, first, end int) trees.Node {
		return trees.Node{Stretch: s, Node: summary.Node{Level: level, ChildFirst: first, ChildEnd: end}}
	}
	nodes := []trees.Node{
		node(tree1, 1, 0, 2), node(tree1, 1, 2, 4), node(tree1, 2, 0, 2),
		node(tree2, 1, 0, 2), node(tree2, 1, 2, 4), node(tree2, 1, 4, 5), node(tree2, 2, 0, 2), node(tree2, 2, 2, 3), node(tree2, 3, 0, 2),
	}
	levels := jobsOf(nodes)
	must.Hold(t, len(levels) == 3 && len(levels[0]) == 5 && len(levels[1]) == 3 && len(levels[2]) == 1, "%d levels", len(levels))
	children := func(d *job) (out []int) {
		for _, c := range d.children {
			out = append(out, slices.IndexFunc(nodes, func(n trees.Node) bool {
				return n.Stretch == c.node.Stretch && n.Node.ChildFirst == c.node.ChildFirst && n.Level == c.node.Level
			}))
		}
		return out
	}
	for i, want := range [][]int{{0, 1}, {3, 4}, {5}} {
		must.Equal(t, children(levels[1][i]), want, "summary %d of level 2 is made of", i)
	}
	must.Equal(t, children(levels[2][0]), []int{6, 7}, "the summary of level 3 is made of")
}
