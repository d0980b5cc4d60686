package evaluation

import (
	"context"
	"time"

	"mycel/engine"
	"mycel/engine/eval"
	"mycel/engine/model"
	"mycel/engine/strategy"
)

// nativeSearcher is the engine compiled into this program.
type nativeSearcher struct {
	engine  *engine.Engine
	options strategy.Options
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
	start := time.Now()
	e.SetClock(func() int64 { return time.Since(start).Nanoseconds() })
	s := &nativeSearcher{engine: e}
	return s, s.set(j.Parameters)
}

// set has all searches from now on use the parameters.
func (s *nativeSearcher) set(p Parameters) (err error) {
	s.options, err = p.options()
	s.options.Timings = true
	return err
}

func (s *nativeSearcher) search(query, mode string, k int) (err error) {
	s.options.K = k
	s.result, err = s.engine.Search(query, engine.Options{Mode: mode, Options: s.options})
	return err
}

func (s *nativeSearcher) found() (found, error) {
	f := found{Hits: make([]eval.Scored, len(s.result.Hits))}
	for i, h := range s.result.Hits {
		f.Hits[i] = eval.Scored{Document: h.Document, Score: h.Score}
	}
	t := s.result.Timings
	f.Timings = Timings{Seeding: float64(t.Seeding) / 1e6, Walking: float64(t.Walking) / 1e6}
	return f, nil
}

func (s *nativeSearcher) close() error { return nil }
