package llm

import (
	"context"

	"mycel/builder/summary"
	"mycel/builder/trees"
)

// Usage is the requests that a model would get, without repetitions after failures.
type Usage struct {
	Model string `json:"model"`
	Calls int    `json:"calls"` // requests to be sent
	Texts int    `json:"texts"` // prompts, or passages to embed, in these requests
	// Cached is the number of further texts that are free: their answers are in the cache, or the same text is
	// already sent.
	Cached int `json:"cached"`
	// Estimated is the number of calls whose prompts contain answers that have not arrived yet: each is taken to
	// be as long as it is asked for.
	Estimated       int `json:"estimated"`
	InputTokens     int `json:"inputTokens"`
	OutputTokens    int `json:"outputTokens"`    // if answers are as long as they are asked for
	MaxInputTokens  int `json:"maxInputTokens"`  // if all answers are cut off at their limit
	MaxOutputTokens int `json:"maxOutputTokens"` // likewise
}

// PlanSummaries returns the requests that Summaries would send. It reads only the cache.
func PlanSummaries(ctx context.Context, model Model, nodes []trees.Node, count func(string) int, o summary.Options) (*Usage, error) {
	u := &Usage{Model: model.ModelName()}
	err := resolveLevels(nodes, count, o, func(requests []*request) error {
		for _, r := range requests {
			if r.prompt != "" {
				r.answer, r.known = model.Kept(r.prompt, r.maxTokens)
			}
			u.add(r, r.known, r.prompt == "")
		}
		return ctx.Err()
	})
	return u, err
}

// add adds a request. A free request is not sent; an estimated one is about texts that have not arrived yet.
func (u *Usage) add(r *request, free, estimated bool) {
	if free {
		u.Cached += r.times
		return
	}
	u.Calls++
	u.Texts++
	u.Cached += r.times - 1
	if estimated {
		u.Estimated++
	}
	u.InputTokens += r.input
	u.MaxInputTokens += r.mostInput
	u.OutputTokens += r.tokens
	u.MaxOutputTokens += r.maxTokens
}
