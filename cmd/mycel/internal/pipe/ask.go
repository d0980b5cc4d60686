package pipe

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/vmihailenco/msgpack/v5"

	"mycel"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
)

// ask answers a question from a bundle. The bundle stays open for later
// questions.
func (s *Server) ask(ctx context.Context, c *call) (json.RawMessage, error) {
	if c.Bundle == "" {
		return nil, usage.Errorf("%s: no bundle to search in", c.Call)
	}
	request, err := encode(c.Request)
	if err != nil {
		return nil, usage.Errorf("%s: %w", c.Call, err)
	}
	b := s.bundles[c.Bundle]
	if b == nil {
		b, err = s.Open(ctx, c.Bundle)
	} else {
		b, err = b.Reopen(ctx) // a build may have replaced it
	}
	if err != nil {
		return nil, err
	}
	s.bundles[c.Bundle] = b
	result, err := answerFrom(ctx, b, c.Call, request)
	if err != nil {
		return nil, err
	}
	return result.AppendJSON(nil), nil
}

// answerFrom answers a request in the form that browsers send.
func answerFrom(ctx context.Context, b *mycel.Bundle, call string, request []byte) (interface{ AppendJSON([]byte) []byte }, error) {
	switch call {
	case "search":
		query, o, err := engine.ParseRequest(request)
		if err != nil {
			return nil, err
		}
		return b.Search(ctx, query, o)
	case "retrieve":
		query, o, err := engine.ParseEvidenceRequest(request)
		if err != nil {
			return nil, err
		}
		return b.Retrieve(ctx, query, mycel.RetrieveOptions{EvidenceOptions: o})
	case "overview":
		topic, budget, err := engine.ParseOverviewRequest(request)
		if err != nil {
			return nil, err
		}
		return b.Overview(ctx, topic, budget)
	}
	of, k, err := engine.ParseRelatedRequest(request)
	if err != nil {
		return nil, err
	}
	found, about, err := b.RelatedTo(ctx, of, k)
	if about != nil {
		return about, err
	}
	return found, err
}

// encode returns a request in the form that the engine reads.
func encode(request map[string]any) ([]byte, error) {
	params, _ := request["params"].(map[string]any)
	if _, given := request["params"]; given && params == nil {
		return nil, fmt.Errorf("params: want an object")
	}
	all := map[string]any{}
	for _, options := range []map[string]any{params, request} {
		for name, value := range options {
			if number, ok := value.(float64); ok && number == math.Trunc(number) && math.Abs(number) < 1<<53 {
				value = int64(number)
			}
			all[name] = value
		}
	}
	delete(all, "params")
	return msgpack.Marshal(all)
}
