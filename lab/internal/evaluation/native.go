package evaluation

import (
	"context"

	"mycel/engine"
	"mycel/engine/answer"
)

// nativeSearcher is the engine compiled into this program.
type nativeSearcher struct {
	engine  *engine.Engine
	options engine.Options
	result  *answer.Result
}

func (j *Job) native(context.Context) (searcher, error) {
	e, err := j.Bundle.open()
	if err != nil {
		return nil, err
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

func (s *nativeSearcher) found() (found, error) {
	f := found{Hits: make([]Scored, len(s.result.Hits))}
	for i, h := range s.result.Hits {
		f.Hits[i] = Scored{Document: h.Document, Anchor: h.Anchor, Score: h.Score}
	}
	return f, nil
}

func (s *nativeSearcher) close() error { return nil }
