package builder

import (
	"context"
	"errors"

	"golang.org/x/sync/errgroup"

	"mycel/builder/analyse"
	"mycel/builder/ingest"
	"mycel/builder/openai"
	"mycel/builder/trees"
)

// Summarizer is a language model that writes summaries, and what Config.Extractor is
// asked for; *openai.Chat is one.
type Summarizer interface {
	// ModelName names the model in reports.
	ModelName() string
	// Complete answers a prompt with at most maxTokens tokens. An error that wraps
	// openai.ErrAnswer costs this summary, any other the build. It is called from
	// several goroutines at once.
	Complete(ctx context.Context, prompt string, maxTokens int) (openai.Answer, error)
	// Kept returns the answer of an earlier Complete, if it is still there. It sends
	// nothing.
	Kept(prompt string, maxTokens int) (openai.Answer, bool)
}

// Generation says what a language model did for a bundle.
type Generation struct {
	Model     string `json:"model"`
	Written   int    `json:"written"`   // summaries with a text by the model
	Fallbacks int    `json:"fallbacks"` // summaries that stayed extracts because its answer was unusable
	Calls     int    `json:"calls"`     // answers that were asked for, each perhaps more than once
	Cached    int    `json:"cached"`    // summaries whose answer was there already: from an earlier build, or for an equal text
	// What the endpoint says that it counted in these calls, 0 if it says nothing.
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}

// maxAsked is how many prompts wait for the model at a time.
const maxAsked = 64

// generate has the model write the summaries.
func (b *build) generate(nodes []trees.Node) error {
	b.phase = "summarising"
	g := &Generation{Model: b.Summarizer.ModelName()}
	total := 0
	for _, n := range nodes {
		if n.ChildEnd-n.ChildFirst > 1 {
			total++
		}
	}
	b.progress(0, total)
	var done counter
	err := draftLevels(nodes, b.counter.Count, b.Summary, func(requests []*request) error {
		if err := b.answer(b.Summarizer, requests, func(r *request) {
			for range r.drafts {
				done.add(func(n int) { b.progress(n, total) })
			}
		}); err != nil {
			return err
		}
		for _, r := range requests {
			b.report.Warnings = append(b.report.Warnings, g.count(r)...)
		}
		return nil
	})
	for _, n := range nodes {
		if n.Written != "" {
			g.Written++
		}
	}
	b.report.Generation = g
	return err
}

// answer asks a model all requests, and calls done for each that has its answer, from
// several goroutines at once.
func (b *build) answer(model Summarizer, requests []*request, done func(*request)) error {
	group, ctx := errgroup.WithContext(b.ctx)
	group.SetLimit(maxAsked)
	for _, r := range requests {
		group.Go(func() (err error) {
			r.answer, err = model.Complete(ctx, r.prompt, r.maxTokens)
			if errors.Is(err, openai.ErrAnswer) {
				r.failed, err = err, nil
			}
			r.known = err == nil
			done(r)
			return err
		})
	}
	return group.Wait()
}

// count adds an answered request, and tells of an answer that is no summary.
func (g *Generation) count(r *request) (warnings []ingest.Warning) {
	if r.answer.Cached {
		g.Cached += len(r.drafts)
	} else {
		g.Calls++
		g.Cached += len(r.drafts) - 1
		g.InputTokens += r.answer.InputTokens
		g.OutputTokens += r.answer.OutputTokens
	}
	if r.summary() != "" {
		return nil
	}
	g.Fallbacks += len(r.drafts)
	why := "the model's answer is empty"
	if r.failed != nil {
		why = r.failed.Error()
	} else if r.answer.Cut {
		why = "the model's answer was cut off before its first sentence ended"
	}
	for _, d := range r.drafts {
		warnings = append(warnings, ingest.Warning{Path: d.node.Document(d.node.LeafFirst).ID, Message: "a summary stays an extract: " + why})
	}
	return warnings
}

// generatedWords returns the words of the summaries that the model wrote, by node.
func (b *build) generatedWords(nodes []trees.Node) []analyse.WordList {
	words := make([]analyse.WordList, len(nodes))
	for i, n := range nodes {
		if n.Written != "" {
			sp := analyse.NewSpeller()
			words[i] = b.analyser.Words(n.Written, sp)
			b.forms.Adopt(sp.Keys, sp.Spelt(), func(visit func(analyse.WordList)) { visit(words[i]) })
		}
	}
	return words
}
