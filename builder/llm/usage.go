package llm

import (
	"context"

	"mycel/builder/summary"
	"mycel/builder/trees"
)

// Usage is what a model would be asked for. Requests that fail and are repeated are not in it.
type Usage struct {
	Model string `json:"model"`
	Calls int    `json:"calls"` // requests to be sent
	Texts int    `json:"texts"` // prompts, or passages to embed, in these requests
	// Cached is how many more are free: answers are there from earlier builds, or the same text is sent already.
	Cached int `json:"cached"`
	// Estimated is how many of the calls are made of answers that are not there yet:
	// each of those is taken to be as long as it is asked for.
	Estimated       int `json:"estimated"`
	InputTokens     int `json:"inputTokens"`
	OutputTokens    int `json:"outputTokens"`    // if answers are as long as they are asked for
	MaxInputTokens  int `json:"maxInputTokens"`  // if all are so long that they are cut off
	MaxOutputTokens int `json:"maxOutputTokens"` // likewise
}

// PlanSummaries returns what Summaries would ask of a model. It asks the cache alone.
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

// add adds a request. A free one sends nothing; one that is estimated asks about texts that are still to come.
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
