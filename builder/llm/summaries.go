// Package llm makes a language model write for a bundle: summaries, and answers to the questions of methods of
// retrieval about texts. A dry run reads only the cache of earlier answers, and counts the others.
package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"mycel/builder/ingest/document"
	"mycel/builder/openai"
	"mycel/builder/parallel"
	"mycel/builder/summary"
	"mycel/builder/trees"
)

// Model is a language model; *openai.Chat is one.
type Model interface {
	// ModelName names the model in reports.
	ModelName() string
	// Complete answers a prompt with at most maxTokens tokens. After an error that wraps openai.ErrAnswer this summary
	// stays an extract; any other error ends the build. It is called from several goroutines at once.
	Complete(ctx context.Context, prompt string, maxTokens int) (openai.Answer, error)
	// Forget removes a useless answer from the cache.
	Forget(prompt string, maxTokens int)
	// Kept returns the answer of an earlier Complete, if it is still there. It sends nothing.
	Kept(prompt string, maxTokens int) (openai.Answer, bool)
}

// Generation counts a language model's work for a bundle: for summaries, or for the questions of a method.
type Generation struct {
	Model     string `json:"model"`
	Written   int    `json:"written"`   // summaries, or descriptions in the bundle, that the model wrote
	Fallbacks int    `json:"fallbacks"` // summaries, or questions, without a usable answer: the text stays extractive
	Calls     int    `json:"calls"`     // answers that were requested, some perhaps more than once
	Cached    int    `json:"cached"`    // summaries, or questions, with an answer from an earlier build or from an equal question
	// The token counts of the endpoint for these calls; 0 if it reports none.
	InputTokens  int `json:"inputTokens"`
	OutputTokens int `json:"outputTokens"`
}

// maxAsked is the most prompts that wait for the model at a time.
const maxAsked = 64

// Progress is called with the number of finished items, and the number of all items.
type Progress func(done, total int)

// Summaries has a model write the summaries of whole trees, as trees.Make returns them: it sets Written of each node.
// count counts the tokens of a text. A warning names the document of each summary that stays an extract.
func Summaries(ctx context.Context, model Model, nodes []trees.Node, count func(string) int, o summary.Options, progress Progress) (*Generation, []document.Warning, error) {
	g := &Generation{Model: model.ModelName()}
	var warnings []document.Warning
	total := 0
	for _, n := range nodes {
		if n.ChildEnd-n.ChildFirst > 1 {
			total++
		}
	}
	progress(0, total)
	var done parallel.Counter
	err := resolveLevels(nodes, count, o, func(requests []*request) error {
		if err := ask(ctx, model, requests, func(r *request) {
			for range r.jobs {
				done.Add(func(n int) { progress(n, total) })
			}
		}); err != nil {
			return err
		}
		for _, r := range requests {
			warnings = append(warnings, g.count(r)...)
		}
		return nil
	})
	for _, n := range nodes {
		if n.Written != "" {
			g.Written++
		}
	}
	return g, warnings, err
}

// maxUnusable is the number of unusable answers in a row after which a build stops: then the endpoint is no language
// model, or the wrong one, and each further question would cost money.
const maxUnusable = 5

// ask sends all requests to a model, and calls done for each that has its answer, from several goroutines at once. It
// does not keep useless answers.
func ask(ctx context.Context, model Model, requests []*request, done func(*request)) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxAsked)
	var lock sync.Mutex
	unusable := 0           // in a row
	var stopped atomic.Bool // set at once; the context ends only with the goroutine
	for _, r := range requests {
		group.Go(func() (err error) {
			if ctx.Err() != nil || stopped.Load() {
				return ctx.Err()
			}
			r.answer, err = model.Complete(ctx, r.prompt, r.maxTokens)
			if errors.Is(err, openai.ErrAnswer) {
				r.failed, err = err, nil
			}
			if r.known = err == nil; !r.known {
				return err
			}
			done(r)
			why := r.useless()
			if r.failed == nil && why != "" {
				model.Forget(r.prompt, r.maxTokens)
			}
			lock.Lock()
			defer lock.Unlock()
			if unusable++; why == "" {
				unusable = 0
			}
			if unusable == maxUnusable {
				stopped.Store(true)
				return fmt.Errorf("%d answers of %s in a row were of no use, so no more are asked for; the last: %s", unusable, model.ModelName(), why)
			}
			return nil
		})
	}
	return group.Wait()
}

// add adds an answered request.
func (g *Generation) add(r *request) {
	if r.answer.Cached {
		g.Cached += r.times
		return
	}
	g.Calls++
	g.Cached += r.times - 1
	g.InputTokens += r.answer.InputTokens
	g.OutputTokens += r.answer.OutputTokens
}

// count adds an answered request, and warns of an answer without a summary.
func (g *Generation) count(r *request) (warnings []document.Warning) {
	g.add(r)
	if r.summary() != "" {
		return nil
	}
	g.Fallbacks += len(r.jobs)
	why := "the model's answer is empty"
	if r.failed != nil {
		why = r.failed.Error()
	} else if r.answer.Cut {
		why = "the model's answer was cut off before its first sentence ended"
	}
	for _, d := range r.jobs {
		warnings = append(warnings, document.Warning{Path: d.node.Document(d.node.LeafFirst).ID, Message: "a summary stays an extract: " + why})
	}
	return warnings
}
