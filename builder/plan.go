package builder

import (
	"context"
	"slices"

	"mycel/builder/llm"
	"mycel/builder/ner"
	"mycel/builder/terms"
	"mycel/builder/trees"
)

// Plan describes the requests that a build would send to endpoints. Tokens are
// counted by the configuration's tokenizer, which may not be the model's.
type Plan struct {
	Summaries  *llm.Usage `json:"summaries,omitempty"`  // nil if no model writes summaries
	Questions  *llm.Usage `json:"questions,omitempty"`  // nil if no model writes questions
	Embeddings *llm.Usage `json:"embeddings,omitempty"` // nil if vectors cost nothing

	Extractions []MethodUsage `json:"extractions,omitempty"` // of the methods for which a model reads texts
}

// MethodUsage is a model's usage for a method of Config.With.
type MethodUsage struct {
	System string `json:"system"` // the method's name
	llm.Usage
}

// DryRun returns the requests that Build would send to endpoints with the same
// configuration. It sends and writes nothing. The input of summaries above the
// first level is known only if the answers below them are in the cache; see
// llm.Usage.Estimated.
func DryRun(ctx context.Context, c Config) (*Plan, error) {
	r, err := start(ctx, c)
	if err != nil {
		return nil, err
	}
	defer r.discard()
	var (
		read  *sources
		pages *analysed
	)
	if err := r.do(
		stage{"reading", func() (err error) { read, err = readSources(r); return err }},
		stage{"analysing", func() (err error) { pages, err = analysePages(r, read); return err }},
	); err != nil {
		return nil, err
	}
	p := &Plan{}
	if r.Summarizer != nil {
		if p.Summaries, err = planSummaries(r, pages); err != nil {
			return nil, err
		}
	}
	if r.Questioner != nil {
		if p.Questions, err = planQuestions(r, pages); err != nil {
			return nil, err
		}
	}
	if o := r.vectorOptions(); o.IsPaid() || r.Extractor != nil {
		var lists [][]string
		if p.Extractions, lists, err = planMethods(r, pages); err != nil {
			return nil, err
		}
		p.Embeddings = o.Plan(pages.pages, lists)
	}
	return p, nil
}

// planSummaries looks up the model's summaries in its cache.
func planSummaries(r *run, a *analysed) (*llm.Usage, error) {
	vocabulary := terms.MakeVocabulary(a.pages, a.forms, a.languages)
	weights := terms.ChunkPostings(a.pages, vocabulary).TreeWeights()
	nodes := slices.Concat(trees.Grow(a.pages, make([][]ner.Mention, len(a.pages)), r.TreeScope, r.Summary, vocabulary, weights)...)
	return llm.PlanSummaries(r.ctx, r.Summarizer, nodes, r.counter.Count, r.Summary)
}
