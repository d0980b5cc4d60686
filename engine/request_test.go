package engine_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/method"
	"mycel/internal/must"
)

func TestParseRequest(t *testing.T) {
	for _, test := range []struct {
		request map[string]any
		want    string // in the error, "" for none
	}{
		{map[string]any{"query": "q", "mode": "graph", "k": 3, "restart": 0.5, "similarity": "words"}, ""},
		{map[string]any{"query": "q", "restart": 1}, ""},
		{map[string]any{"query": "q", "timings": true, "maxDFPercent": 2.5, "daTruss": 3}, ""},
		{map[string]any{"query": "q", "timings": 1}, "timings: want true or false"},
		{map[string]any{"mode": "bm25"}, "query: missing"},
		{map[string]any{"query": 1}, "query: "},
		{map[string]any{"query": "q", "k": 0}, "k: want a whole number from 1 to 100"},
		{map[string]any{"query": "q", "k": 1.5}, "k: want"},
		{map[string]any{"query": "q", "k": "3"}, "k: want"},
		{map[string]any{"query": "q", "k": nil}, "k: want"},
		{map[string]any{"query": "q", "k": -1}, "k: want"},
		{map[string]any{"query": "q", "restart": "high"}, "restart: want a number from 0.01 to 1"},
		{map[string]any{"query": "q", "similarity": "guess"}, "similarity: want one of mixed, words, dense"},
		{map[string]any{"query": "q", "similarity": 1}, "similarity: want"},
		{map[string]any{"query": "q", "solver": "power"}, "solver: there is no such option"},
		{map[string]any{"query": "q", "limit": 1}, "limit: there is no such option"},
	} {
		b := must.Get(msgpack.Marshal(test.request))(t)
		_, o, err := engine.ParseRequest(b)
		if test.want == "" {
			must.Be(t, err == nil, "%v: %v", test.request, err)
		} else if !errors.Is(err, engine.ErrOption) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v and %+v, want an error with %q", test.request, err, o, test.want)
		}
	}
	b, _ := msgpack.Marshal(map[string]any{"query": "q", "mode": "graph", "k": 3, "restart": 0.5, "similarity": "words"})
	query, o, _ := engine.ParseRequest(b)
	want := engine.Options{Mode: "graph", Options: method.Options{K: 3, Params: o.Params}}
	if query != "q" || !reflect.DeepEqual(o, want) || len(o.Values()) != 3 || o.Values()["restart"] != 0.5 || o.Values()["similarity"] != "words" {
		t.Errorf("got %q and %+v, want %+v", query, o, want)
	}
}
