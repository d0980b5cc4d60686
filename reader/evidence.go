package reader

import (
	"context"
	"errors"

	"mycel/engine"
	"mycel/engine/answer"
)

// RetrieveOptions are the options of Retrieve.
type RetrieveOptions struct {
	engine.EvidenceOptions

	// CountTokens, if set, replaces the bundle's tokenizer; TokenBudget is then in its tokens. It is called with
	// whole contexts, a few times a query. A longer text must not have fewer tokens.
	CountTokens func(context string) int
}

// Retrieve finds the passages that answer a query and packs them into a context of at most o.TokenBudget tokens. It
// fails on invalid options, on texts that cannot be read, and when ctx ends. If it finds nothing there is no error;
// Evidence.Reason has the reason.
func (b *Bundle) Retrieve(ctx context.Context, query string, o RetrieveOptions) (out *answer.Evidence, err error) {
	err = b.answer(ctx, func(b *Bundle) error {
		out, err = b.retrieve(ctx, query, o)
		return err
	})
	return out, err
}

func (b *Bundle) retrieve(ctx context.Context, query string, o RetrieveOptions) (*answer.Evidence, error) {
	query = compose(query)
	retrieve := func(budget int) (*answer.Evidence, error) {
		o.TokenBudget = budget
		return complete(ctx, b, func(e *engine.Engine) (*answer.Evidence, error) { return e.Retrieve(query, o.EvidenceOptions) })
	}
	if o.CountTokens == nil {
		return retrieve(o.TokenBudget)
	}
	return fit(retrieve, o.TokenBudget, o.CountTokens)
}

// fit finds the longest context of the engine that has at most budget tokens by another counter. A context changes
// with the engine's budget in steps; Tokens and Next are the beginning and the end of its step. So bisection over
// budgets tries few of them.
func fit(retrieve func(budget int) (*answer.Evidence, error), budget int, count func(string) int) (*answer.Evidence, error) {
	if budget == 0 {
		budget = engine.DefaultTokenBudget
	}
	var best *answer.Evidence
	low, high := 1, 0 // budgets that may be better than best: [low, high); without an end while high is 0
	for try := budget; ; {
		out, err := retrieve(try)
		if err != nil {
			return nil, err
		}
		tokens := 0
		if out.Context != "" {
			tokens = count(out.Context)
		}
		if tokens > budget {
			high = out.Tokens
		} else {
			out.Tokens = tokens
			best, low = out, out.Next
			if !out.Truncated {
				return best, nil
			}
		}
		switch {
		case high > 0 && low >= high:
			return best, nil
		case high > 0:
			try = low + (high-low)/2
		default:
			try = max(2*try, low)
		}
	}
}

// Overview returns summaries of the documents on a topic, or of all documents if topic is "", in
// at most budget tokens; 0 means engine.DefaultTokenBudget. It fails as Retrieve does.
func (b *Bundle) Overview(ctx context.Context, topic string, budget int) (*answer.Overview, error) {
	topic = compose(topic)
	return found(ctx, b, func(e *engine.Engine) (*answer.Overview, error) { return e.Overview(topic, budget) })
}

// Related finds the neighbours of a document or section: see engine.Engine.Related. It fails as Retrieve does.
func (b *Bundle) Related(ctx context.Context, of string, k int) (*answer.Related, error) {
	return found(ctx, b, func(e *engine.Engine) (*answer.Related, error) { return e.Related(of, k) })
}

// RelatedTo is Related, or Entity if no document or section has the name. One of the two answers is nil.
func (b *Bundle) RelatedTo(ctx context.Context, of string, k int) (*answer.Related, *answer.About, error) {
	related, err := b.Related(ctx, of, k)
	if !errors.Is(err, engine.ErrOption) {
		return related, nil, err
	}
	about, err := b.Entity(ctx, of, k)
	return nil, about, err
}

// Entity describes an entity: see engine.EntityRequest.
func (b *Bundle) Entity(ctx context.Context, name string, k int) (*answer.About, error) {
	return found(ctx, b, engine.EntityRequest{Name: compose(name), K: k}.Ask)
}
