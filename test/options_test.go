package test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// options is testdata/options.json, which says what it is.
type options struct {
	Options []option
	Kinds   map[string]struct{ Answered, Either, Full []any }
	Values  []any
}

type option struct {
	Name, Kind  string
	Least, Most float64
	Words       []string
	Calls       []string
	In          []string
}

func readOptions(t *testing.T) *options {
	t.Helper()
	b := readFile(t, "testdata/options.json")
	o := &options{}
	must.OK(t, json.Unmarshal(b, o))
	return o
}

// verdict is what is to become of a value.
type verdict int

const (
	refused verdict = iota
	answered
	either
)

// verdict says what is to become of a value of an option; full is whether the bundle has
// every section.
func (all *options) verdict(o *option, value any, full bool) verdict {
	number, isNumber := value.(float64)
	text, isText := value.(string)
	kind := all.Kinds[o.Kind]
	taken := false
	switch o.Kind {
	case "text":
		taken = isText
	case "whole":
		taken = isNumber && number == math.Trunc(number) && number >= o.Least && number <= o.Most
	case "number":
		taken = isNumber && number >= o.Least && number <= o.Most
	case "choice":
		taken = isText && slices.Contains(o.Words, text)
	case "switch":
		_, taken = value.(bool)
	case "mode":
		if text == "" && isText || slices.Contains(o.Words, text) {
			return either // "" is the default in Go; not every bundle has every mode
		}
	default:
		if contains(kind.Either, value) || !full && contains(kind.Full, value) {
			return either
		}
		taken = contains(kind.Answered, value) || contains(kind.Full, value)
	}
	if taken {
		return answered
	}
	return refused
}

func contains(list []any, value any) bool {
	want, err := json.Marshal(value)
	return err == nil && slices.ContainsFunc(list, func(v any) bool {
		got, err := json.Marshal(v)
		return err == nil && bytes.Equal(got, want)
	})
}

// values are those to call with: those of all kinds, the bounds and the words, and what is
// only taken by a bundle that has every section.
func (all *options) values(o *option) []any {
	list := slices.Concat(all.Values, all.Kinds[o.Kind].Full)
	for _, word := range o.Words {
		list = append(list, word)
	}
	if o.Kind == "whole" || o.Kind == "number" {
		list = append(list, o.Least, o.Most, o.Least-1, o.Most+1)
	}
	return list
}

// number makes integers of whole numbers, as clients do.
func number(value any) any {
	if f, ok := value.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	return value
}

// call makes a request, and asks for its answer.
func call(t *testing.T, e *engine.Engine, name string, o *option, value any) error {
	t.Helper()
	request := map[string]any{map[string]string{"overview": "topic", "related": "of"}[name]: "float gauge"}
	switch name {
	case "search", "retrieve":
		request = map[string]any{"query": "float gauge"}
	case "related":
		request["of"] = "v2.0/gauge.md"
	}
	request[o.Name] = number(value)
	b, err := msgpack.Marshal(request)
	must.OK(t, err)
	var answer interface{ AppendJSON([]byte) []byte }
	switch name {
	case "search":
		query, options, failed := engine.ParseRequest(b)
		if err = failed; err == nil {
			answer, err = e.Search(query, options)
		}
	case "retrieve":
		query, options, failed := engine.ParseEvidenceRequest(b)
		if err = failed; err == nil {
			answer, err = e.Retrieve(query, options)
		}
	case "overview":
		topic, budget, failed := engine.ParseOverviewRequest(b)
		if err = failed; err == nil {
			answer, err = e.Overview(topic, budget)
		}
	case "related":
		of, k, failed := engine.ParseRelatedRequest(b)
		if err = failed; err == nil {
			answer, err = e.Related(of, k)
		}
	}
	if err == nil && !json.Valid(answer.AppendJSON(nil)) {
		err = errors.New("the answer is no JSON")
	}
	return err
}

// hold calls with every value of an option, and holds the outcome against the table.
func (all *options) hold(t *testing.T, e *engine.Engine, o *option, full bool) {
	t.Helper()
	for _, name := range o.Calls {
		for _, value := range all.values(o) {
			err := call(t, e, name, o, value)
			typed := errors.Is(err, engine.ErrOption)
			if errors.Is(err, engine.ErrNoTokens) {
				continue
			}
			switch v := all.verdict(o, value, full); {
			case err != nil && !typed, v == answered && err != nil, v == refused && err == nil:
				t.Errorf("%s, %s: %#v: got error %v, want it %s", name, o.Name, value, err, []string{"refused", "answered", "either"}[v])
			}
		}
	}
}

// Every option of every call, in the form in which hosts send it, with every value, on a
// bundle with everything and on bundles that lack one section each: an answer or a typed
// error, as the table says. A panic would end the test.
func TestEveryOption(t *testing.T) {
	all := readOptions(t)
	if i := slices.IndexFunc(all.Options, func(o option) bool { return o.Kind == "mode" }); !slices.Equal(all.Options[i].Words, method.Modes()) {
		t.Errorf("modes: the table has %q, the engine %q", all.Options[i].Words, method.Modes())
	}
	for name, s := range craftedBundles(t) {
		if name == "large" {
			continue // the options name filters and pages of the others
		}
		for without, part := range s.lacking(t) {
			t.Run(name+without, func(t *testing.T) {
				e := part.open()
				must.Hold(t, e != nil, "the bundle does not open")
				for i := range all.Options {
					if o := &all.Options[i]; slices.Contains(o.In, "go") {
						all.hold(t, e, o, without == "" || without == " without languages")
					}
				}
				if without != "" {
					return
				}
				for _, p := range declaredParams() {
					o := option{Name: p.Name, Kind: [...]string{param.Whole: "whole", param.Number: "number", param.Choice: "choice", param.Switch: "switch"}[p.Kind],
						Least: p.Least, Most: p.Most, Words: p.Words, Calls: []string{"search", "retrieve"}}
					all.hold(t, e, &o, true)
				}
			})
		}
	}
}

// declaredParams are the parameters of all methods.
func declaredParams() []*param.Param {
	list := method.Common()
	for _, m := range method.Registered() {
		for _, p := range m.Params {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// lacking returns the bundle itself, as "", and for each of its optional sections and parts
// the bundle without it.
func (s *sealed) lacking(t *testing.T) map[string]*sealed {
	t.Helper()
	all := map[string]*sealed{"": s}
	for i, c := range s.core {
		switch c.Name {
		case bundle.SectionFacets, bundle.SectionLanguages, bundle.SectionSynonyms, bundle.SectionAlike:
			less := s.copy()
			less.core = slices.Delete(less.core, i, i+1)
			all[" without "+c.Name] = less
		}
	}
	directory := directoryOf(t, s)
	for _, group := range []string{bundle.GroupTokens, bundle.GroupMetadata, bundle.GroupKET, bundle.GroupNodes, bundle.GroupDARAG} {
		first, end := directory.Range(group)
		if first == end {
			continue
		}
		less := s.copy()
		less.parts = slices.Delete(less.parts, int(first), int(end))
		var w wire.Writer
		w.Uint(uint32(len(bundle.Groups())))
		for _, name := range bundle.Groups() {
			from, to := directory.Range(name)
			if name == group {
				from = to
			}
			w.Uint(uint32(to - from))
		}
		for i := range less.core {
			if less.core[i].Name == bundle.SectionParts {
				less.core[i].Data = w.Bytes()
			}
		}
		all[" without "+group] = less
	}
	return all
}

// What a Go program can put into options that no request can say is refused, too, or answered.
func TestOptionsOfGo(t *testing.T) {
	e := craftedBundles(t)["encoded"].open()
	must.Hold(t, e != nil, "the bundle does not open")
	nan := float32(math.NaN())
	for name, o := range map[string]engine.EvidenceOptions{
		"K":           {Options: engine.Options{Options: method.Options{K: -1}}},
		"K of 101":    {Options: engine.Options{Options: method.Options{K: 101}}},
		"Mode":        {Options: engine.Options{Mode: "\x00"}},
		"TokenBudget": {TokenBudget: -1},
		"MinScore":    {MinScore: nan},
		"Sort":        {Options: engine.Options{Sort: engine.Sort{Key: "nothing"}}},
		"Filter":      {Options: engine.Options{Filter: &facet.Condition{Op: facet.Is, Key: "nothing"}}},
		"Vector":      {Options: engine.Options{Vector: []float32{}}},
		"Vector NaN":  {Options: engine.Options{Vector: slices.Repeat([]float32{nan}, 100)}},
		"Vector zero": {Options: engine.Options{Vector: make([]float32, 100)}},
	} {
		must.Is(t, must.Err(e.Retrieve("float gauge", o)), engine.ErrOption, "%s", name)
		if _, err := e.Search("float gauge", o.Options); o.TokenBudget == 0 && o.MinScore == 0 && !errors.Is(err, engine.ErrOption) {
			t.Errorf("%s: search: got %v", name, err)
		}
	}
	for name, o := range map[string]engine.Options{
		"Filter of no kind": {Filter: &facet.Condition{Op: 77, Parts: []facet.Condition{{Op: 78}, {Op: facet.Is, Key: "tag", Value: "a"}}}},
		"empty Filter":      {Filter: &facet.Condition{}},
		"Excerpts":          {Excerpts: bytes.Repeat([]byte{255}, 100)},
		"empty Sort":        {Sort: engine.Sort{Descending: true}},
		"Vector":            {Vector: slices.Repeat([]float32{math.MaxFloat32}, 100)},
	} {
		if _, err := e.Search("float gauge", o); err != nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, n := range []int{-1, 101} {
		must.Is(t, must.Err(e.Related("v2.0/gauge.md", n)), engine.ErrOption, "Related, k %d", n)
	}
	must.Is(t, must.Err(e.Overview("gauge", -1)), engine.ErrOption, "Overview")
	must.Is(t, e.AddPart(parts.ID(math.MaxUint32), nil), bundle.ErrPart, "the greatest number of a part")
}
