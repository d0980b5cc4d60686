package engine

import (
	"cmp"
	"errors"
	"strconv"

	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/model"
)

// DefaultTokenBudget is the budget of a context if the caller gives no budget.
const DefaultTokenBudget = 2000

// ErrNoTokens says that an index has no token counts, so that no context can be fitted into a budget.
var ErrNoTokens = errors.New("the index has no token counts: it was built by an older version, rebuild it")

// EvidenceOptions are the options of Retrieve. The zero value asks for the defaults.
type EvidenceOptions struct {
	Options             // K counts chunks here, not sections
	TokenBudget int     // most tokens of the context, as the bundle's tokenizer counts; default DefaultTokenBudget
	MinScore    float32 // least score of a chunk as a share of the best score, 0..1; default 0: any score
}

// Retrieve ranks chunks for a query and packs them into a context. The error wraps ErrOption or is ErrNoTokens. While
// texts are Missing the result is not final: add them and retrieve again.
func (e *Engine) Retrieve(query string, o EvidenceOptions) (*answer.Evidence, error) {
	budget, err := e.budget(o.TokenBudget)
	if err == nil && !(o.MinScore >= 0 && o.MinScore <= 1) {
		err = optionError("minScore", "want a number from 0 to 1")
	}
	if err != nil {
		return nil, err
	}
	o.TokenBudget = budget
	var out *answer.Evidence
	missing, waiting := e.Ask(func() { out, err = e.retrieve(query, &o) })
	if err != nil {
		return nil, err
	}
	if waiting {
		out = &answer.Evidence{Query: query, Trace: answer.Trace{Result: &answer.Result{}}}
	}
	out.Missing, out.Waiting = missing, waiting
	return out, nil
}

func (e *Engine) retrieve(query string, o *EvidenceOptions) (*answer.Evidence, error) {
	options := o.Options
	options.chooseWhole(e, query)
	r, ranking, err := e.rank(query, options, o.TokenBudget)
	if err != nil {
		return nil, err
	}
	e.index.HasPart(bundle.GroupTokens)
	e.index.Corpus.Blocks.Loaded()
	// The caller gave no K: small chunks must not leave the budget empty.
	for o.K == 0 && !e.missing.Rows() && grows(e.index, r, ranking) && !e.missing.Rows() {
		options.K = min(2*r.Options.K, method.MaxK)
		if r, ranking, err = e.rank(query, options, o.TokenBudget); err != nil {
			return nil, err
		}
	}
	if e.missing.Rows() {
		return nil, nil
	}
	return answer.NewEvidence(&e.tables, r, ranking, o.TokenBudget, o.MinScore), nil
}

// chooseWhole sets the mode for a question about the whole, if the caller chose no mode and the program has such a
// mode.
func (o *Options) chooseWhole(e *Engine, query string) {
	mode := method.ModeWhole()
	if o.Mode != "" && o.Mode != e.index.Modes()[0] || mode == "" {
		return
	}
	r := newRequest(e, query, o)
	r.Entities = links(e.index, r.Query)
	if _, whole := method.AsksForWhole(r); whole {
		o.Mode = mode
	}
}

// grows tells whether all chunks of a ranking fit into the budget of its request, and further chunks may be found.
func grows(x *method.Index, r *method.Request, ranking *method.Ranking) bool {
	k, left := r.Options.K, r.Budget
	if k == method.MaxK || len(ranking.Items) < k || ranking.Context != nil {
		return false
	}
	for _, it := range ranking.Items {
		left -= int(x.Corpus.ChunkTokens(model.ChunkID(it.Node)))
	}
	return left >= 0
}

// budget returns the token budget of a request: the default for 0. It refuses negative and too large numbers.
func (s *shared) budget(tokens int) (int, error) {
	switch {
	case tokens < 0 || tokens > maxBudget:
		return 0, optionError("tokenBudget", "got "+strconv.Itoa(tokens)+", want 1 to "+strconv.Itoa(maxBudget))
	case !s.hasGroup(bundle.GroupTokens):
		return 0, ErrNoTokens
	}
	return cmp.Or(tokens, DefaultTokenBudget), nil
}

// maxBudget is larger than the context of any model.
const maxBudget = 1<<31 - 1
