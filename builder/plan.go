package builder

import (
	"context"
	"slices"

	"mycel/builder/ner"
	"mycel/builder/terms"
	"mycel/builder/trees"
)

// Plan says what a build would ask of endpoints. Tokens are those of the
// configuration's tokenizer, which may not be the model's.
type Plan struct {
	Summaries  *Usage `json:"summaries,omitempty"`  // nil where no model writes any
	Embeddings *Usage `json:"embeddings,omitempty"` // nil where vectors cost nothing

	Extractions []SystemUsage `json:"extractions,omitempty"` // of the systems that a model reads for
}

// SystemUsage is what a model would be asked for a system of Config.With.
type SystemUsage struct {
	System string `json:"system"`
	Usage
}

// Usage is what a model would be asked for. Requests that fail and are repeated are
// not in it.
type Usage struct {
	Model string `json:"model"`
	Calls int    `json:"calls"` // requests to be sent
	Texts int    `json:"texts"` // prompts, or passages to embed, in these requests
	// Cached is how many more are free: answers are there from earlier builds, or the
	// same text is sent already.
	Cached int `json:"cached"`
	// Estimated is how many of the calls are made of answers that are not there yet:
	// each of those is taken to be as long as it is asked for.
	Estimated       int `json:"estimated"`
	InputTokens     int `json:"inputTokens"`
	OutputTokens    int `json:"outputTokens"`    // if answers are as long as they are asked for
	MaxInputTokens  int `json:"maxInputTokens"`  // if all are so long that they are cut off
	MaxOutputTokens int `json:"maxOutputTokens"` // likewise
}

// DryRun tells what Build would ask of endpoints with the same configuration. It
// sends and writes nothing. The input of summaries above the first level is known
// only as far as the answers below them are in the cache; see Usage.Estimated.
func DryRun(ctx context.Context, c Config) (*Plan, error) {
	b, err := newBuild(ctx, c)
	if err != nil {
		return nil, err
	}
	defer b.discard()
	if err := b.step("reading", b.read); err != nil {
		return nil, err
	}
	if err := b.step("analysing", b.analyse); err != nil {
		return nil, err
	}
	p := &Plan{}
	if b.Summarizer != nil {
		p.Summaries, err = b.planSummaries()
	}
	if _, paid := b.Encoder.(planned); (paid || b.Extractor != nil) && err == nil {
		var lists [][]string
		if p.Extractions, lists, err = b.planReading(); err == nil {
			p.Embeddings = b.planVectors(lists)
		}
	}
	return p, err
}

// planSummaries goes through the summaries as generate does, and asks the cache
// alone.
func (b *build) planSummaries() (*Usage, error) {
	vocab := terms.MakeVocabulary(b.pages, b.forms, b.tongues)
	weights := terms.ChunkPostings(b.pages, vocab).TreeWeights()
	nodes := slices.Concat(trees.Grow(b.pages, make([][]ner.Mention, len(b.pages)), b.TreeScope, b.Summary, vocab, weights)...)
	u := &Usage{Model: b.Summarizer.ModelName()}
	err := draftLevels(nodes, b.counter.Count, b.Summary, func(requests []*request) error {
		for _, r := range requests {
			if r.prompt != "" {
				r.answer, r.known = b.Summarizer.Kept(r.prompt, r.maxTokens)
			}
			u.add(r)
		}
		return b.ctx.Err()
	})
	return u, err
}

func (u *Usage) add(r *request) {
	if r.known {
		u.Cached += len(r.drafts)
		return
	}
	u.Calls++
	u.Texts++
	u.Cached += len(r.drafts) - 1
	if r.prompt == "" {
		u.Estimated++
	}
	u.InputTokens += r.input
	u.MaxInputTokens += r.mostInput
	u.OutputTokens += r.tokens
	u.MaxOutputTokens += r.maxTokens
}
