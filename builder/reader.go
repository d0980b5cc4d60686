package builder

import (
	"slices"

	"mycel/builder/ingest"
	"mycel/builder/summary"
)

// Extraction says what a language model read and wrote for a system of Config.With.
type Extraction struct {
	System    string `json:"system"`
	Model     string `json:"model"`
	Written   int    `json:"written"`   // descriptions in the bundle that are the model's
	Fallbacks int    `json:"fallbacks"` // questions without a usable answer: what they are about is extractive
	Dropped   int    `json:"dropped"`   // lines of answers that name what the text does not, or have another form
	Calls     int    `json:"calls"`     // as in Generation
	Cached    int    `json:"cached"`    // questions whose answer was there already: from an earlier build, or to an equal one
	// What the endpoint says that it counted in these calls, 0 if it says nothing.
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}

// reader asks a language model what a system wants to know. In a dry run it asks the
// cache alone and counts what is not there.
type reader struct {
	*build
	said Extraction
	plan *Usage // nil in a build
	// guess tells that a dry run may ask about other texts than the build would.
	guess bool
	// earlier has the prompts of the readers before in a dry run, which will be in the cache.
	earlier map[string]bool
}

// newReader returns the reader of a system, nil if no model is to read anything.
func (b *build) newReader(system string) *reader {
	if b.Extractor == nil {
		return nil
	}
	return &reader{build: b, said: Extraction{System: system, Model: b.Extractor.ModelName()}}
}

// inquiry is what a model is asked.
type inquiry struct {
	prompt string
	tokens int    // that the answer is taken to have
	about  string // the document, or what else warnings name
}

// reply is the answer to a question; neither known nor failed are those that a dry run
// has not.
type reply struct {
	*request
}

// text returns what the model said, "" if that is of no use.
func (r reply) text() string {
	if !r.known || r.failed != nil {
		return ""
	}
	return r.answer.Text
}

// ask returns the replies to questions, in their order. Equal ones are asked once.
func (r *reader) ask(questions []inquiry) ([]reply, error) {
	var requests []*request
	replies := make([]reply, len(questions))
	same := map[string]*request{}
	for i, q := range questions {
		one, ok := same[q.prompt]
		if !ok {
			one = &request{prompt: q.prompt, tokens: q.tokens, maxTokens: summary.MaxTokens(q.tokens), input: r.counter.Count(q.prompt)}
			one.mostInput = one.input
			same[q.prompt] = one
			requests = append(requests, one)
		}
		one.times++
		replies[i] = reply{one}
	}
	if r.plan != nil {
		return replies, r.count(requests)
	}
	r.phase = "reading by " + r.said.Model
	r.progress(0, len(requests))
	var done counter
	err := r.answer(r.Extractor, requests, func(*request) { done.add(func(n int) { r.progress(n, len(requests)) }) })
	for _, one := range requests {
		if one.answer.Cached {
			r.said.Cached += one.times
			continue
		}
		r.said.Calls++
		r.said.Cached += one.times - 1
		r.said.InputTokens += one.answer.InputTokens
		r.said.OutputTokens += one.answer.OutputTokens
	}
	return replies, err
}

// askFirst returns the replies to questions that do not depend on vectors, and on which
// those that follow depend.
func (r *reader) askFirst(questions []inquiry) ([]reply, error) {
	guess := r.guess
	r.guess = false
	replies, err := r.ask(questions)
	r.guess = guess || slices.ContainsFunc(replies, func(x reply) bool { return r.plan != nil && !x.known })
	return replies, err
}

// count asks the cache alone.
func (r *reader) count(requests []*request) error {
	for _, one := range requests {
		one.answer, one.known = r.Extractor.Kept(one.prompt, one.maxTokens)
		if one.known || r.earlier[one.prompt] {
			r.plan.Cached += one.times
			continue
		}
		r.earlier[one.prompt] = true
		r.plan.Calls++
		r.plan.Texts++
		r.plan.Cached += one.times - 1
		if r.guess {
			r.plan.Estimated++
		}
		r.plan.InputTokens += one.input
		r.plan.MaxInputTokens += one.mostInput
		r.plan.OutputTokens += one.tokens
		r.plan.MaxOutputTokens += one.maxTokens
	}
	return r.ctx.Err()
}

// fallback tells of a reply that is of no use.
func (r *reader) fallback(q inquiry, a reply) {
	if r.plan != nil {
		return
	}
	r.said.Fallbacks++
	why := "the model's answer says nothing that could be read"
	if a.failed != nil {
		why = a.failed.Error()
	} else if a.answer.Text == "" {
		why = "the model's answer is empty"
	}
	r.report.Warnings = append(r.report.Warnings, ingest.Warning{Path: q.about, Message: "what " + r.said.System + " says of it stays extractive: " + why})
}

// planReading tells what the systems would have a language model read, and lists the
// texts that they would have an encoder read. What depends on vectors that only the
// build has is an estimate.
func (b *build) planReading() (usages []SystemUsage, lists [][]string, err error) {
	readers, lists, err := b.systemTexts()
	for _, r := range readers {
		usages = append(usages, SystemUsage{System: r.said.System, Usage: *r.plan})
	}
	return usages, lists, err
}
