package builder

import (
	"context"
	"slices"

	"mycel/builder/llm"
	"mycel/builder/ner"
	"mycel/builder/terms"
	"mycel/builder/trees"
)

// Plan says what a build would ask of endpoints. Tokens are those of the
// configuration's tokenizer, which may not be the model's.
type Plan struct {
	Summaries  *llm.Usage `json:"summaries,omitempty"`  // nil where no model writes any
	Questions  *llm.Usage `json:"questions,omitempty"`  // nil where no model asks any
	Embeddings *llm.Usage `json:"embeddings,omitempty"` // nil where vectors cost nothing

	Extractions []MethodUsage `json:"extractions,omitempty"` // of the methods that a model reads for
}

// MethodUsage is what a model would be asked for a method of Config.With.
type MethodUsage struct {
	System string `json:"system"` // the method's name
	llm.Usage
}

// DryRun tells what Build would ask of endpoints with the same configuration. It
// sends and writes nothing. The input of summaries above the first level is known
// only as far as the answers below them are in the cache; see llm.Usage.Estimated.
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

// planSummaries asks the cache of the model for summaries.
func planSummaries(r *run, a *analysed) (*llm.Usage, error) {
	vocabulary := terms.MakeVocabulary(a.pages, a.forms, a.languages)
	weights := terms.ChunkPostings(a.pages, vocabulary).TreeWeights()
	nodes := slices.Concat(trees.Grow(a.pages, make([][]ner.Mention, len(a.pages)), r.TreeScope, r.Summary, vocabulary, weights)...)
	return llm.PlanSummaries(r.ctx, r.Summarizer, nodes, r.counter.Count, r.Summary)
}
