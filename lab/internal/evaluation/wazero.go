package evaluation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/wasm/wazerohost"
)

// wazeroSearcher is the shipped engine in this process.
type wazeroSearcher struct {
	program  *wazerohost.Program
	instance *wazerohost.Instance
	request  map[string]any
	answer   []byte
}

func (j *Job) wazero(ctx context.Context) (searcher, error) {
	p, err := wazerohost.Compile(ctx, j.Engine)
	if err != nil {
		return nil, err
	}
	s := &wazeroSearcher{program: p, request: j.parameters()}
	if s.instance, err = p.NewInstance(); err == nil {
		err = s.load(j.Bundle)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

func (s *wazeroSearcher) load(b *Bundle) error {
	if _, err := s.instance.Open(b.index); err != nil {
		return err
	}
	for i, part := range b.parts {
		if _, err := s.instance.AddPart(uint32(i), part); err != nil {
			return err
		}
	}
	return nil
}

func (s *wazeroSearcher) search(query, mode string) error {
	s.request["query"], s.request["mode"] = query, mode
	request, err := msgpack.Marshal(s.request)
	if err != nil {
		return err
	}
	s.answer, err = s.instance.Search(request)
	return err
}

func (s *wazeroSearcher) found() (f found, err error) {
	if err := json.Unmarshal(s.answer, &f); err != nil {
		return f, fmt.Errorf("%w in %.200q", err, s.answer)
	}
	return f, nil
}

func (s *wazeroSearcher) close() error { return s.program.Close() }
