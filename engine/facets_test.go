package engine_test

import (
	"bytes"
	"errors"
	"reflect"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/facet"
	"mycel/internal/must"
)

func request(t testing.TB, filters any) []byte {
	t.Helper()
	return must.Get(msgpack.Marshal(map[string]any{"query": "q", "filters": filters}))(t)
}

type object = map[string]any

type array = []any

func TestParseFilters(t *testing.T) {
	is := func(key, value string) facet.Condition {
		return facet.Condition{Op: facet.Is, Key: key, Value: value}
	}
	join := func(op facet.Op, parts ...facet.Condition) facet.Condition {
		return facet.Condition{Op: op, Parts: parts}
	}
	for _, test := range []struct {
		filters any
		want    facet.Condition
	}{
		{object{}, join(facet.All)},
		{object{"a": "b"}, join(facet.All, is("a", "b"))},
		{object{"a": array{"b", "c"}}, join(facet.All, join(facet.All, is("a", "b"), is("a", "c")))},
		{object{"a": object{"any": array{"b", "c"}}}, join(facet.All, join(facet.All, join(facet.Any, is("a", "b"), is("a", "c"))))},
		{object{"a": object{"not": "b"}}, join(facet.All, join(facet.All, join(facet.None, is("a", "b"))))},
		{object{"any": array{object{"a": "b"}, object{"c": "d"}}}, join(facet.All, join(facet.Any, join(facet.All, is("a", "b")), join(facet.All, is("c", "d"))))},
		{object{"none": object{"a": "b"}}, join(facet.All, join(facet.None, is("a", "b")))},
		{array{object{"a": "b"}}, join(facet.All, join(facet.All, is("a", "b")))},
	} {
		_, o, err := engine.ParseRequest(request(t, test.filters))
		must.Be(t, err == nil && reflect.DeepEqual(*o.Filter, test.want), "%v: got %+v, %v, want %+v", test.filters, o.Filter, err, test.want)
	}
}

func TestParseFiltersRefuses(t *testing.T) {
	deep := any("v")
	for range 20 {
		deep = array{deep}
	}
	wide := make(array, 300)
	for i := range wide {
		wide[i] = "v"
	}
	for _, filters := range []any{
		"a", 1, nil, true, array{"a"}, object{"a": 1}, object{"a": nil}, object{"a": object{"b": "c"}},
		object{"any": "a"}, object{"a": deep}, object{"a": wide},
	} {
		if _, _, err := engine.ParseRequest(request(t, filters)); !errors.Is(err, engine.ErrOption) {
			t.Errorf("%v: got %v", filters, err)
		}
	}
	for _, b := range []string{"\x81", "\x82\xa5query\xa1q\xa7filters\x81", "\x82\xa5query\xa1q\xa7filters\xdd\xff\xff\xff\xff"} {
		if _, _, err := engine.ParseRequest([]byte(b)); !errors.Is(err, engine.ErrOption) {
			t.Errorf("%q: got %v", b, err)
		}
	}
}

func TestParseSort(t *testing.T) {
	for text, want := range map[string]engine.Sort{
		"day": {Key: "day"}, "day:asc": {Key: "day"}, "day:desc": {Key: "day", Descending: true}, "a:b": {Key: "a:b"}, "": {},
	} {
		must.Equal(t, engine.ParseSort(text), want, "%q", text)
	}
}

// An index without filters says so.
func TestNoSuchFilter(t *testing.T) {
	e := openWithTexts(t)
	_, o := must.Get2(engine.ParseRequest(request(t, object{"tag": "a"})))(t)
	must.Refuse(t, must.Err(e.Search("q", o)), engine.ErrOption, `no "tag"`)
	must.Is(t, must.Err(e.Search("q", engine.Options{Sort: engine.Sort{Key: "day"}})), engine.ErrOption)
}

// Filters in which nothing is chosen are those of a form that nobody has touched: they
// answer as no filters do, and without words every document is listed.
func TestEmptyFilters(t *testing.T) {
	e := openWithTexts(t)
	want, err := e.Search("gauge", engine.Options{})
	must.Hold(t, err == nil && len(want.Hits) != 0, "%d hits, error %v", len(want.Hits), err)
	for _, filters := range []any{
		object{}, array{}, array{object{}}, object{"any": array{}}, object{"all": array{}}, object{"none": array{}}, object{"not": object{}},
		object{"any": array{object{}}}, object{"tags": array{}}, object{"tags": object{}}, object{"tags": object{"any": array{}}},
	} {
		_, o, err := engine.ParseRequest(request(t, filters))
		if err != nil {
			t.Errorf("%v: %v", filters, err)
			continue
		}
		got, err := e.Search("gauge", o)
		if err != nil || !bytes.Equal(got.AppendJSON(nil), want.AppendJSON(nil)) {
			t.Errorf("%v: other hits than without filters, error %v", filters, err)
		}
		if all, err := e.Search("", o); err != nil || len(all.Hits) != min(10, e.Header().Counts.Documents) {
			t.Errorf("%v: %d documents are listed, error %v", filters, len(all.Hits), err)
		}
	}
}

func FuzzParseRequest(f *testing.F) {
	f.Add(request(f, object{"a": object{"any": array{"b"}}}))
	f.Add(request(f, array{object{"none": object{"c": "d"}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _, err := engine.ParseRequest(b)
		must.Be(t, err == nil || errors.Is(err, engine.ErrOption), "got %v", err)
	})
}
