package evaluation

import (
	"context"

	"mycel/engine"
	"mycel/engine/eval"
	"mycel/engine/model"
)

// nativeSearcher is the engine compiled into this program.
type nativeSearcher struct {
	engine  *engine.Engine
	options engine.Options
	result  *engine.Result
}

func (j *Job) native(context.Context) (searcher, error) {
	e, err := engine.Open(j.Bundle.index)
	if err != nil {
		return nil, err
	}
	for i, text := range j.Bundle.texts {
		if err := e.AddText(model.BlockID(i), text); err != nil {
			return nil, err
		}
	}
	s := &nativeSearcher{engine: e, options: engine.Options{Options: j.Options}}
	s.options.K = j.hits()
	return s, nil
}

func (s *nativeSearcher) search(query, mode string) (err error) {
	s.options.Mode = mode
	s.result, err = s.engine.Search(query, s.options)
	return err
}

func (s *nativeSearcher) hits() ([]eval.Scored, error) {
	hits := make([]eval.Scored, len(s.result.Hits))
	for i, h := range s.result.Hits {
		hits[i] = eval.Scored{Document: h.Document, Score: h.Score}
	}
	return hits, nil
}

func (s *nativeSearcher) close() error { return nil }
