package entity

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/parts"
	"mycel/engine/text"
	"mycel/engine/wire"
)

func vocabulary(t testing.TB) *Vocabulary {
	t.Helper()
	v, err := Whole([]Entity{
		{"hash map", "HashMap", Code}, {"new york", "New York", Title}, {"new york city", "New York City", Name},
		{"thread", "thread", Term}, {"who", "The Who", Name}, {"windows", "Windows", Name}, {"x", "X", Name},
	}, []Alias{{"big apple", 2}})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func links(v *Vocabulary, query string) string {
	tokens := text.Tokens(query, 100)
	stop := make([]bool, len(tokens))
	for i, t := range tokens {
		stop[i] = strings.Contains(" who the in of ", " "+t.Key+" ")
	}
	var out []string
	for _, l := range v.Links(query, tokens, stop) {
		out = append(out, fmt.Sprintf("%s=%s", query[l.Start:l.End], v.Name(l.Entity)))
	}
	return strings.Join(out, "; ")
}

func TestLinks(t *testing.T) {
	v := vocabulary(t)
	for query, want := range map[string]string{
		"":                              "",
		"threads in new york city":      "threads=thread; new york city=New York City", // longest match, plural of a noun
		"New York, New York":            "New York=New York",                           // each once
		"the Big Apple":                 "Big Apple=New York City",                     // alias
		"thread, New York, city":        "thread=thread; New York=New York",            // a comma is no part of a name
		"who":                           "",                                            // a stop word alone is no entity
		"x":                             "",                                            // nor is a single character
		"window":                        "",                                            // names have no plural
		"hash-map of threads, thread 2": "hash-map=HashMap; threads=thread",
	} {
		if got := links(v, query); got != want {
			t.Errorf("links of %q:\n got %q\nwant %q", query, got, want)
		}
	}
}

func bitmapOf(t testing.TB, ids ...uint32) []byte {
	t.Helper()
	b, err := roaring.BitmapOf(ids...).ToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// decodeIndex makes an index that is all there.
func decodeIndex(b []byte, columns int, size ...uint32) (*Index, error) {
	x := NewIndex(parts.Reader{}, size, columns)
	rows := make([]uint32, len(size))
	for i := range rows {
		rows[i] = uint32(i)
	}
	return x, x.Load(rows, b)
}

func serialise(t testing.TB) func(ids []uint32) []byte {
	return func(ids []uint32) []byte { return bitmapOf(t, ids...) }
}

// Sets small and large come back as they were.
func TestIndex(t *testing.T) {
	large, ones := make([]uint32, 3*small), make([]uint32, 3*small)
	for i := range large {
		large[i], ones[i] = uint32(3*i), 1
	}
	b := EncodeIndex([][]uint32{{1, 5, 70_000}, nil, large}, [][]uint32{{2, 300, 1}, nil, ones}, serialise(t))
	x, err := decodeIndex(b, 70_001, 3, 0, uint32(len(large)))
	if err != nil {
		t.Fatal(err)
	}
	if x.Len(0) != 3 || x.Len(1) != 0 || x.Count(0, 5) != 255 || x.Count(0, 4) != 0 || x.Count(1, 1) != 0 {
		t.Errorf("lengths %d, %d; counts %d, %d", x.Len(0), x.Len(1), x.Count(0, 5), x.Count(0, 4))
	}
	if got := x.Append(nil, 0); !slices.Equal(got, []uint32{1, 5, 70_000}) {
		t.Errorf("got %v", got)
	}
	if got := x.Append(nil, 2); !slices.Equal(got, large) {
		t.Errorf("got %v", got)
	}
	for _, c := range []struct{ first, end, want int }{{0, 70_001, 258}, {1, 5, 2}, {2, 5, 0}, {6, 70_001, 1}, {3, 3, 0}} {
		if got := x.CountRange(0, uint32(c.first), uint32(c.end)); got != c.want {
			t.Errorf("CountRange [%d, %d) = %d, want %d", c.first, c.end, got, c.want)
		}
	}
}

func TestIndexRefuses(t *testing.T) {
	row := func(size int, set []byte, counts ...byte) []byte {
		many := make([]uint32, size)
		for i := range many {
			many[i] = uint32(i)
		}
		return append(EncodeIndex([][]uint32{many}, [][]uint32{nil}, func([]uint32) []byte { return set }), counts...)
	}
	large := make([]uint32, small+1)
	for i := range large {
		large[i] = uint32(i)
	}
	counts := make([]byte, small+1)
	good := bitmapOf(t, large...)
	if _, err := decodeIndex(row(small+1, good, counts...), small+1, small+1); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		b             []byte
		size, columns int
	}{
		"column out of range":       {EncodeIndex([][]uint32{{7}}, [][]uint32{{1}}, nil), 1, 7},
		"too few counts":            {EncodeIndex([][]uint32{{1, 2}}, [][]uint32{{1}}, nil), 2, 7},
		"two rows":                  {EncodeIndex([][]uint32{{1}, {2}}, [][]uint32{{1}, {1}}, nil), 1, 7},
		"large, out of range":       {row(small+1, good, counts...), small + 1, small},
		"large, of another size":    {row(small+1, good, counts...), small + 2, 1000},
		"large, no bitmap":          {row(small+1, []byte("rubbish!"), counts...), small + 1, 1000},
		"large, with bytes behind":  {row(small+1, append(slices.Clone(good), 0), counts...), small + 1, 1000},
		"large, with counts behind": {row(small+1, good, append(counts, 0)...), small + 1, 1000},
	} {
		if _, err := decodeIndex(c.b, c.columns, uint32(c.size)); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// What is not there is empty, and noted.
func TestMissingRows(t *testing.T) {
	want := &parts.Want{}
	layout := parts.New(3, []uint8{0, 1}, 2)
	x := NewIndex(parts.Reader{Layout: layout, Want: want}, []uint32{1, 1}, 9)
	if err := x.Load([]uint32{1}, EncodeIndex([][]uint32{{4}}, [][]uint32{{2}}, nil)); err != nil {
		t.Fatal(err)
	}
	layout.SetLoaded(1)
	if x.Count(1, 4) != 2 || want.Any() {
		t.Errorf("a row that is there: %d, wanted %v", x.Count(1, 4), want.Any())
	}
	if x.Count(0, 4) != 0 || x.Set(0).Len() != 0 || len(x.Counts(0)) != 0 || x.CountRange(0, 0, 9) != 0 || x.Len(0) != 1 {
		t.Error("a row that is not there has members")
	}
	if got := want.Take(); !slices.Equal(got, []parts.ID{3}) {
		t.Errorf("wanted %v", got)
	}
}

func FuzzKeys(f *testing.F) {
	f.Add(EncodeKeys([]Entity{{"a b", "A B", Name}, {"b", "B", Title}}, []Alias{{"c", 1}}), Encode([]Entity{{"a b", "A B", Name}, {"b", "bee", Title}}, false), "a b c")
	f.Fuzz(func(t *testing.T, keys, names []byte, query string) {
		v := NewVocabulary(parts.Reader{}, Ranges{End: []uint32{0, 2}}, 2)
		if v.LoadKeys(0, keys) == nil && v.Load([]uint32{0, 1}, 0, names) == nil {
			links(v, query)
		}
	})
}

func FuzzIndex(f *testing.F) {
	f.Add(EncodeIndex([][]uint32{{1, 5}}, [][]uint32{{1, 2}}, nil), uint32(2))
	f.Fuzz(func(t *testing.T, b []byte, size uint32) {
		if x, err := decodeIndex(b, 700, size%700); err == nil {
			x.CountRange(0, 0, 7)
			x.Count(0, 5)
		}
	})
}
