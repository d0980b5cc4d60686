package facet

import (
	"errors"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

func set(t testing.TB, ids ...uint32) []byte {
	t.Helper()
	return must.Get(roaring.BitmapOf(ids...).ToBytes())(t)
}

// encoded is a table of four documents.
func encoded(t testing.TB) []byte {
	return Encode([]Filter{
		{Key: "tag", Values: []Value{{"a", set(t, 0, 1)}, {"b", set(t, 1, 2)}}},
		{Key: "version", Values: []Value{{"2.1", set(t, 0, 2)}}},
	}, []Sort{{Key: "day", Places: []uint32{1, 0, Unplaced, 1}}})
}

func table(t testing.TB) *Table {
	t.Helper()
	return must.Get(Decode(encoded(t), 4))(t)
}

func is(key, value string) Condition { return Condition{Op: Is, Key: key, Value: value} }

func TestMatches(t *testing.T) {
	a, b, v := is("tag", "a"), is("tag", "b"), is("version", "2.1")
	for _, test := range []struct {
		name string
		c    Condition
		want []int
	}{
		{"value", a, []int{0, 1}},
		{"no such value", is("tag", "c"), nil},
		{"value of another key", is("version", "a"), nil},
		{"an empty part of any", Condition{Op: Any, Parts: []Condition{{}, a}}, []int{0, 1}},
		{"an empty part of none", Condition{Op: None, Parts: []Condition{{Parts: []Condition{{Op: Any}}}, a}}, []int{2, 3}},
		{"all", Condition{Op: All, Parts: []Condition{a, b}}, []int{1}},
		{"any", Condition{Op: Any, Parts: []Condition{a, b}}, []int{0, 1, 2}},
		{"none", Condition{Op: None, Parts: []Condition{a, v}}, []int{3}},
		{"nested", Condition{Op: All, Parts: []Condition{v, {Op: None, Parts: []Condition{b}}}}, []int{0}},
	} {
		var got []int
		for d, holds := range table(t).Matches(&test.c) {
			if holds {
				got = append(got, d)
			}
		}
		must.Equal(t, got, test.want, "%s", test.name)
	}
}

// A condition without leaves holds for every document, of a table without filters, too.
func TestMatchesWithoutLeaves(t *testing.T) {
	for _, x := range []*Table{table(t), {}} {
		for _, op := range []Op{All, Any, None} {
			for _, c := range []Condition{{Op: op}, {Op: op, Parts: []Condition{{}}}, {Parts: []Condition{{Op: Any, Parts: []Condition{{}, {Op: op}}}}}} {
				if got := x.Matches(&c); got != nil {
					t.Errorf("%+v: got %v", c, got)
				}
			}
		}
	}
}

func TestUnknownKey(t *testing.T) {
	x := table(t)
	deep := Condition{Op: Any, Parts: []Condition{is("tag", "z"), {Op: None, Parts: []Condition{is("tags", "a")}}}}
	if key, ok := x.UnknownKey(&deep); !ok || key != "tags" {
		t.Errorf("got %q, %t, want tags", key, ok)
	}
	if key, ok := x.UnknownKey(&Condition{Parts: []Condition{is("tag", "z"), is("version", "")}}); ok {
		t.Errorf("got %q, want none", key)
	}
	if _, ok := (&Table{}).UnknownKey(&deep); !ok {
		t.Error("an empty table knows a key")
	}
}

func TestCounts(t *testing.T) {
	x := table(t)
	must.Equal(t, x.Counts(nil), []Count{{0, 0, 2}, {1, 0, 2}, {2, 1, 2}}, "all")
	must.Equal(t, x.Counts([]bool{true, false, false, true}), []Count{{0, 0, 1}, {2, 1, 1}}, "some")
	if got := (&Table{}).Counts(nil); got != nil {
		t.Errorf("an empty table: got %v", got)
	}
}

func TestPlaces(t *testing.T) {
	x := table(t)
	for d, want := range []uint32{1, 0, Unplaced, 1} {
		day, _ := x.Sort.Find("day")
		must.Equal(t, x.Place(day, model.DocID(d)), want, "document %d", d)
	}
	if _, ok := x.Sort.Find("date"); ok {
		t.Error("found a key that is not there")
	}
}

func loadMetadata(b []byte, docs int) (*Metadata, error) {
	m := &Metadata{}
	return m, m.Load(b, docs)
}

func TestMetadata(t *testing.T) {
	want := [][]Field{{{"by", "me"}, {"image", "a.png"}}, nil, {{"image", ""}}}
	m := must.Get(loadMetadata(EncodeMetadata([]string{"by", "image"}, want), 3))(t)
	for d := range want {
		must.Equal(t, m.Fields(model.DocID(d)), want[d], "document %d", d)
	}
}

// TestRefusals checks that what is wrong is refused.
func TestRefusals(t *testing.T) {
	value := func(b []byte) []Filter { return []Filter{{Key: "k", Values: []Value{{"v", b}}}} }
	for name, err := range map[string]error{
		"too few documents":    second(Decode(encoded(t), 3)),
		"too many documents":   second(Decode(encoded(t), 5)),
		"document past end":    second(Decode(Encode(value(set(t, 4)), nil), 4)),
		"empty set":            second(Decode(Encode(value(set(t)), nil), 4)),
		"no set":               second(Decode(Encode(value(nil), nil), 4)),
		"bytes after a set":    second(Decode(Encode(value(append(set(t, 1), 0)), nil), 4)),
		"place past end":       second(Decode(Encode(nil, []Sort{{"k", []uint32{0, 2}}}), 2)),
		"truncated":            second(Decode(encoded(t)[:20], 4)),
		"fields of more":       second(loadMetadata(EncodeMetadata(nil, make([][]Field, 2)), 1)),
		"field without a key":  second(loadMetadata(EncodeMetadata(nil, [][]Field{{{"a", "b"}}}), 1)),
		"boosts of more":       second(loadBoosts(EncodeBoosts([]float32{1}), 2)),
		"boost below 0":        second(loadBoosts(EncodeBoosts([]float32{-1}), 1)),
		"boost above greatest": second(loadBoosts(EncodeBoosts([]float32{101}), 1)),
	} {
		must.Be(t, errors.Is(err, wire.ErrCorrupt), "%s: got %v", name, err)
	}
}

// loadBoosts loads the factors of n passages.
func loadBoosts(b []byte, n int) (*Boosts, error) {
	x := NewBoosts(parts.Reader{Layout: parts.Ranges(0, []uint32{0, uint32(n)})})
	return x, x.Load(0, b)
}

func TestBoosts(t *testing.T) {
	x := NewBoosts(parts.Reader{Layout: parts.Ranges(5, []uint32{0, 2, 3})})
	must.OK(t, x.Load(0, EncodeBoosts([]float32{0.5, 2})))
	x.SetLoaded(0)
	var want parts.Missing
	if y := x.For(&want); y.At(0) != 0.5 || y.At(1) != 2 || want.Any() || y.At(2) != 1 || !slices.Equal(want.Take(), []parts.ID{6}) {
		t.Errorf("factors %v, %v, %v", y.At(0), y.At(1), y.At(2))
	}
}

func second[T any](_ T, err error) error { return err }

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f), 4)
	f.Add(Encode(nil, nil), 0)
	f.Fuzz(func(t *testing.T, b []byte, docs int) {
		if docs < 0 || docs > 1000 {
			return
		}
		x, err := Decode(b, docs)
		if err != nil {
			return
		}
		x.Counts(nil)
		for k := range x.Key.Len() {
			for v, end := x.Values(k); v < end; v++ {
				c := is(x.Key.At(k), x.Value.At(v))
				x.Matches(&c)
			}
		}
		for s := range x.Sort.Len() {
			for d := range docs {
				x.Place(s, model.DocID(d))
			}
		}
	})
}

func FuzzMetadata(f *testing.F) {
	f.Add(EncodeMetadata([]string{"a"}, [][]Field{{{"a", "b"}}, nil}), 2)
	f.Fuzz(func(t *testing.T, b []byte, docs int) {
		if docs < 0 || docs > 1000 {
			return
		}
		m, err := loadMetadata(b, docs)
		if err != nil {
			return
		}
		for d := range docs {
			m.Fields(model.DocID(d))
		}
	})
}
