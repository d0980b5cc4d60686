package engine

import (
	"mycel/engine/answer"
	"mycel/engine/msgpack"
)

// Overview summarises the documents on a topic. If the topic is "", or a question about the whole, it outlines all
// documents: titles of summaries with their places, and a sentence for each while the budget lasts. The error
// wraps ErrOption or is ErrNoTokens. While texts are Missing the result is not final.
func (e *Engine) Overview(topic string, budget int) (*answer.Overview, error) {
	budget, err := e.budget(budget)
	if err != nil {
		return nil, err
	}
	var out *answer.Overview
	missing, waiting := e.Ask(func() { out = answer.NewOverview(&e.tables, searcherOf(e), topic, budget) })
	if waiting {
		out = &answer.Overview{Topic: topic}
	}
	out.Missing, out.Waiting = missing, waiting
	return out, nil
}

// ParseOverviewRequest reads a request for an overview: a msgpack map of "topic" and
// "tokenBudget". See ParseEvidenceRequest.
func ParseOverviewRequest(b []byte) (topic string, budget int, err error) {
	err = parseMap(b, "topic", func(r *msgpack.Reader, key string) (err error) {
		switch key {
		case "topic":
			topic = r.Str()
		case "tokenBudget":
			budget, err = number(r, key)
		default:
			err = optionError(key, "there is no such option")
		}
		return err
	})
	return topic, budget, err
}
