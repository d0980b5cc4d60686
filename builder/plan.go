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
	if o := b.vectorOptions(); (o.IsPaid() || b.Extractor != nil) && err == nil {
		var lists [][]string
		if p.Extractions, lists, err = b.planMethods(); err == nil {
			p.Embeddings = o.Plan(b.pages, lists)
		}
	}
	return p, err
}

// planSummaries asks the cache of the model for summaries.
func (b *build) planSummaries() (*llm.Usage, error) {
	vocab := terms.MakeVocabulary(b.pages, b.forms, b.tongues)
	weights := terms.ChunkPostings(b.pages, vocab).TreeWeights()
	nodes := slices.Concat(trees.Grow(b.pages, make([][]ner.Mention, len(b.pages)), b.TreeScope, b.Summary, vocab, weights)...)
	return llm.PlanSummaries(b.ctx, b.Summarizer, nodes, b.counter.Count, b.Summary)
}
