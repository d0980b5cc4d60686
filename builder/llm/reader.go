package llm

import (
	"context"
	"slices"

	"mycel/builder/ingest/document"
	"mycel/builder/parallel"
	"mycel/builder/summary"
)

// Extraction counts a language model's work for a method of retrieval.
type Extraction struct {
	System string `json:"system"`
	Generation
	Dropped int `json:"dropped"` // lines of answers with names that the text lacks, or with another form
}

// Reader asks a language model the questions of a method. In a dry run it reads only the cache, and counts the
// missing answers.
type Reader struct {
	Said     Extraction
	Warnings []document.Warning
	Plan     *Usage // nil in a build

	model    Model
	count    func(string) int // tokens of a text
	progress Progress
	guess    bool // a dry run may ask about other texts than the build would
	// earlier has the prompts of the earlier readers of a dry run: in the build their answers will be in the cache.
	earlier map[string]bool
}

// NewReader returns the reader of a method.
func NewReader(method string, model Model, count func(string) int, progress Progress) *Reader {
	return &Reader{Said: Extraction{System: method, Generation: Generation{Model: model.ModelName()}}, model: model, count: count, progress: progress}
}

// NewPlanner returns the reader of a method in a dry run. guess tells that the build may have other texts. All
// planners of a dry run share earlier.
func NewPlanner(method string, model Model, count func(string) int, guess bool, earlier map[string]bool) *Reader {
	r := NewReader(method, model, count, nil)
	r.Plan, r.guess, r.earlier = &Usage{Model: r.Said.Model}, guess, earlier
	return r
}

// Question is a question to a model.
type Question struct {
	Prompt string
	Tokens int    // expected length of the answer
	About  string // the document, or another name for warnings
	// Usable reports whether an answer is of any use; nil accepts any text. It is called from several goroutines at
	// once.
	Usable func(text string, cut bool) bool
}

// Reply is the answer to a question. A dry run may have no answer.
type Reply struct{ *request }

// Cut reports whether the answer was cut off.
func (r Reply) Cut() bool { return r.answer.Cut }

// Text returns the model's text; "" for an answer that is missing or failed.
func (r Reply) Text() string {
	if !r.known || r.failed != nil {
		return ""
	}
	return r.answer.Text
}

// Ask returns the replies to questions, in their order. Equal questions are asked once.
func (r *Reader) Ask(ctx context.Context, questions []Question) ([]Reply, error) {
	var requests []*request
	replies := make([]Reply, len(questions))
	same := map[string]*request{}
	for i, q := range questions {
		one, ok := same[q.Prompt]
		if !ok {
			one = &request{prompt: q.Prompt, tokens: q.Tokens, maxTokens: summary.MaxTokens(q.Tokens), input: r.count(q.Prompt)}
			one.mostInput = one.input
			if one.usable = q.Usable; one.usable == nil {
				one.usable = func(string, bool) bool { return true }
			}
			same[q.Prompt] = one
			requests = append(requests, one)
		}
		one.times++
		replies[i] = Reply{one}
	}
	if r.Plan != nil {
		return replies, r.planRequests(ctx, requests)
	}
	r.progress(0, len(requests))
	var done parallel.Counter
	err := ask(ctx, r.model, requests, func(*request) { done.Add(func(n int) { r.progress(n, len(requests)) }) })
	for _, one := range requests {
		r.Said.add(one)
	}
	return replies, err
}

// AskFirst is Ask for questions that do not depend on vectors. The questions of later calls depend on its replies.
func (r *Reader) AskFirst(ctx context.Context, questions []Question) ([]Reply, error) {
	guess := r.guess
	r.guess = false
	replies, err := r.Ask(ctx, questions)
	r.guess = guess || slices.ContainsFunc(replies, func(x Reply) bool { return r.Plan != nil && !x.known })
	return replies, err
}

// planRequests reads only the cache.
func (r *Reader) planRequests(ctx context.Context, requests []*request) error {
	for _, one := range requests {
		one.answer, one.known = r.model.Kept(one.prompt, one.maxTokens)
		r.Plan.add(one, one.known || r.earlier[one.prompt], r.guess)
		r.earlier[one.prompt] = r.earlier[one.prompt] || !one.known
	}
	return ctx.Err()
}

// Fallback counts a reply without a usable text, and adds a warning.
func (r *Reader) Fallback(q Question, a Reply) {
	r.Unusable(q, a, "what "+r.Said.System+" says of it stays extractive")
}

// Unusable counts a reply without a usable text, and adds a warning with the consequence.
func (r *Reader) Unusable(q Question, a Reply, consequence string) {
	if r.Plan != nil {
		return
	}
	r.Said.Fallbacks++
	why := "the model's answer says nothing that could be read"
	if a.failed != nil {
		why = a.failed.Error()
	} else if a.answer.Text == "" {
		why = "the model's answer is empty"
	}
	r.Warnings = append(r.Warnings, document.Warning{Path: q.About, Message: consequence + ": " + why})
}
