package entity

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/text"
	"mycel/engine/wire"
	"mycel/internal/must"
)

func vocabulary(t testing.TB) *Vocabulary {
	t.Helper()
	return Whole([]Entity{
		{"hash map", "HashMap", Code}, {"new york", "New York", Title}, {"new york city", "New York City", Name},
		{"thread", "thread", Term}, {"who", "The Who", Name}, {"windows", "Windows", Name}, {"x", "X", Name},
	}, []Alias{{"big apple", 2}})
}

// encodeNames writes entities, whose keys refer to forms.
func encodeNames(w *wire.Writer, forms []string, entities []Entity) {
	n, rows := NewNames(entities, forms), make([]uint32, len(entities))
	for i := range rows {
		rows[i] = uint32(i)
	}
	n.TakeApart(0, len(entities), func(word string) (uint32, bool) {
		f, ok := slices.BinarySearch(forms, word)
		return uint32(f), ok
	})
	n.Encode(w, rows)
}

// Names come back as they were, whether the forms have their words or not.
func TestNames(t *testing.T) {
	long := strings.Repeat("x", 254)
	want := []Entity{
		{"", "", Term}, {"a", "a", Term}, {"a b c", "A B C", Name}, {"b a", "B of A", Title}, {"b  a", "b  a", Name},
		{"b a c", "B A c", Title}, {"b a known", "BÀ a KNOWN", Title}, {"b c known", "B (C) Known", Name}, {"un known", "Un known", Code},
		{"unknown", "UnKnown", Code}, {long, long, Term},
	}
	forms := []string{"a", "b", "c", "known", long}
	var w wire.Writer
	encodeNames(&w, forms, want)
	v := NewVocabulary(parts.Reader{}, len(want), 1, nil)
	rows := make([]uint32, len(want))
	for i := range rows {
		rows[i] = uint32(i)
	}
	r := wire.NewReader(w.Bytes())
	v.Read(rows, r)
	must.OK(t, r.Close())
	for i, e := range want {
		id := model.EntityID(i)
		must.Equal(t, Entity{v.Key(id), v.Name(id), v.Kind(id)}, e)
	}
}

func TestNamesRefused(t *testing.T) {
	keys := func(here []string, more, firsts, rest []uint32, others ...string) []byte {
		var w wire.Writer
		w.Sorted(here)
		w.Strings(others)
		w.Uint32s(more)
		w.Uint32s(firsts)
		w.Uint32s(rest)
		w.Raw(make([]byte, len(more)))
		w.Uint32s(nil)
		w.Strings(nil)
		return w.Bytes()
	}
	a := []string{"a"}
	one := keys(a, []uint32{0}, []uint32{2}, nil)
	plain := one[:len(one)-3] // up to the kinds' bytes
	for name, b := range map[string][]byte{
		"too few":           keys(a, nil, nil, nil),
		"long word":         keys([]string{strings.Repeat("x", maxWord+1)}, []uint32{0}, []uint32{2}, nil),
		"word out of range": keys(a, []uint32{0}, []uint32{4}, nil),
		"negative word":     keys(a, []uint32{0}, []uint32{1}, nil),
		"no other word":     keys(a, []uint32{0}, []uint32{0}, nil),
		"other words over":  keys(a, []uint32{0}, []uint32{2}, nil, "b"),
		"words over":        keys(a, []uint32{0}, []uint32{2}, []uint32{1}),
		"word missing":      keys(a, []uint32{1}, []uint32{2}, nil),
		"no such kind":      append(slices.Clone(plain), byte(Title+1)<<2, 0, 0),
		"kinds missing":     append(slices.Clone(plain[:len(plain)-1]), 0, 0, 0),
		"name missing":      append(slices.Clone(plain), otherwise, 0, 0),
		"name over":         append(slices.Clone(plain), asKey, 0, 1, 1, 'x'),
		"spelling missing":  append(slices.Clone(plain), byWords, 0, 0),
		"spelling over":     append(slices.Clone(plain), capitals, 1, 0, 0),
		"word of spelling":  append(slices.Clone(plain), byWords, 1, wordOther, 0),
		"others too few":    keys(a, []uint32{1}, []uint32{0}, []uint32{0}, "b"),
	} {
		v := NewVocabulary(parts.Reader{}, 1, 1, nil)
		r := wire.NewReader(b)
		v.Read([]uint32{0}, r)
		must.Is(t, r.Close(), wire.ErrCorrupt, "%s", name)
		must.Equal(t, v.key(0), "", "%s: key", name)
	}
	v := NewVocabulary(parts.Reader{}, 1, 1, nil)
	r := wire.NewReader(one)
	if v.Read([]uint32{0}, r); r.Close() != nil || v.Key(0) != "a" {
		t.Fatalf("key %q, error %v", v.Key(0), r.Close())
	}
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
		must.Equal(t, links(v, query), want, "links of %q", query)
	}
}

func bitmapOf(t testing.TB, ids ...uint32) []byte {
	t.Helper()
	return must.Get(roaring.BitmapOf(ids...).ToBytes())(t)
}

// decodeIndex makes an index that is all there.
func decodeIndex(b []byte, columns int, size ...uint32) (*Index, error) {
	x := NewIndex(parts.Reader{}, len(size), columns, 0)
	rows := make([]uint32, len(size))
	for i := range rows {
		rows[i] = uint32(i)
	}
	r := wire.NewReader(b)
	x.read(x.row, rows, size, r, true)
	return x, r.Close()
}

func encodeIndex(sets, counts [][]uint32, serialise func([]uint32) []byte) []byte {
	var w wire.Writer
	writeIndex(&w, sets, counts, serialise)
	return w.Bytes()
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
	b := encodeIndex([][]uint32{{1, 5, 70_000}, nil, large}, [][]uint32{{2, 300, 1}, nil, ones}, serialise(t))
	x := must.Get(decodeIndex(b, 70_001, 3, 0, uint32(len(large))))(t)
	if x.Len(0) != 3 || x.Len(1) != 0 || x.Count(0, 5) != 255 || x.Count(0, 4) != 0 || x.Count(1, 1) != 0 {
		t.Errorf("lengths %d, %d; counts %d, %d", x.Len(0), x.Len(1), x.Count(0, 5), x.Count(0, 4))
	}
	must.Equal(t, x.Append(nil, 0), []uint32{1, 5, 70_000})
	must.Equal(t, x.Append(nil, 2), large)
	for _, c := range []struct{ first, end, want int }{{0, 70_001, 258}, {1, 5, 2}, {2, 5, 0}, {6, 70_001, 1}, {3, 3, 0}} {
		must.Equal(t, x.CountRange(0, uint32(c.first), uint32(c.end)), c.want, "CountRange [%d, %d)", c.first, c.end)
	}
}

func TestIndexRefuses(t *testing.T) {
	row := func(size int, set []byte, counts ...byte) []byte {
		many := make([]uint32, size)
		for i := range many {
			many[i] = uint32(i)
		}
		return append(encodeIndex([][]uint32{many}, [][]uint32{nil}, func([]uint32) []byte { return set }), counts...)
	}
	large := make([]uint32, small+1)
	for i := range large {
		large[i] = uint32(i)
	}
	counts := make([]byte, small+1)
	good := bitmapOf(t, large...)
	must.Get(decodeIndex(row(small+1, good, counts...), small+1, small+1))(t)
	for name, c := range map[string]struct {
		b             []byte
		size, columns int
	}{
		"column out of range":       {encodeIndex([][]uint32{{7}}, [][]uint32{{1}}, nil), 1, 7},
		"too few counts":            {encodeIndex([][]uint32{{1, 2}}, [][]uint32{{1}}, nil), 2, 7},
		"two rows":                  {encodeIndex([][]uint32{{1}, {2}}, [][]uint32{{1}, {1}}, nil), 1, 7},
		"large, out of range":       {row(small+1, good, counts...), small + 1, small},
		"large, of another size":    {row(small+1, good, counts...), small + 2, 1000},
		"large, no bitmap":          {row(small+1, []byte("rubbish!"), counts...), small + 1, 1000},
		"large, with bytes behind":  {row(small+1, append(slices.Clone(good), 0), counts...), small + 1, 1000},
		"large, with counts behind": {row(small+1, good, append(counts, 0)...), small + 1, 1000},
	} {
		must.Is(t, must.Err(decodeIndex(c.b, c.columns, uint32(c.size))), wire.ErrCorrupt, "%s", name)
	}
}

// What is not there is empty, and noted.
func TestMissingRows(t *testing.T) {
	want := &parts.Missing{}
	layout := parts.Ranges(3, []uint32{0, 1, 2})
	x := NewIndex(parts.Reader{Layout: layout, Missing: want}, 2, 9, 1)
	r := wire.NewReader(encodeIndex([][]uint32{{4}}, [][]uint32{{2}}, nil))
	if x.read(x.row, []uint32{1}, []uint32{1}, r, true); r.Close() != nil {
		t.Fatal(r.Close())
	}
	layout.SetLoaded(1)
	if x.Count(1, 4) != 2 || want.Any() {
		t.Errorf("a row that is there: %d, wanted %v", x.Count(1, 4), want.Any())
	}
	if x.Count(0, 4) != 0 || x.Set(0).Len() != 0 || len(x.Counts(0)) != 0 || x.CountRange(0, 0, 9) != 0 || x.Len(0) != 1 {
		t.Error("a row that is not there has members")
	}
	must.Equal(t, want.Take(), []parts.ID{3}, "wanted")
}

func FuzzKeys(f *testing.F) {
	forms := []string{"a", "b"}
	var w wire.Writer
	encodeNames(&w, forms, []Entity{{"a b", "A B", Name}, {"b", "bee", Title}})
	EncodeAliases(&w, []Alias{{"c", 1}})
	f.Add(w.Bytes(), "a b c")
	f.Fuzz(func(t *testing.T, b []byte, query string) {
		v := NewVocabulary(parts.Reader{}, 2, 1, func(*parts.Missing, string) int { return 0 })
		r, both := wire.NewReader(b), []uint32{0, 1}
		v.Read(both, r)
		v.ReadAliases(0, both, r)
		if r.Close() == nil {
			links(v, query)
		}
	})
}

// Copies have sizes and sets, as far as these are not left out; counts are at home alone,
// and a copy that comes later changes nothing there.
func TestCopies(t *testing.T) {
	want := &parts.Missing{}
	layout := parts.Ranges(3, []uint32{0, 3})
	x := NewIndex(parts.Reader{Layout: layout, Missing: want}, 3, 9, 1)
	read := func(rows []uint32, sets, counts [][]uint32, left int) {
		t.Helper()
		var w wire.Writer
		EncodeSized(&w, sets, counts, func(i int) bool { return i == left }, nil)
		r := wire.NewReader(w.Bytes())
		x.ReadSized(rows, r, counts != nil)
		must.OK(t, r.Close())
	}
	read([]uint32{0, 1}, [][]uint32{{4, 6}, {1, 2, 3}}, nil, 1)
	if x.Len(0) != 2 || x.Len(1) != 3 || x.Len(2) != 1 || x.Set(0).Len() != 2 || want.Any() {
		t.Errorf("sizes %d, %d, %d; wanted %v", x.Len(0), x.Len(1), x.Len(2), want.Any())
	}
	for name, ask := range map[string]func() bool{
		"a set that was left out": func() bool { return x.Set(1).Len() == 0 },
		"counts of a copy":        func() bool { return x.Counts(0) == nil && x.Count(0, 4) == 0 },
		"what is not there":       func() bool { return x.Set(2).Len() == 0 },
	} {
		must.Be(t, ask() && slices.Equal(want.Take(), []parts.ID{3}), "%s: it is there, or not asked for", name)
	}
	var w wire.Writer
	EncodeSized(&w, [][]uint32{{5}}, nil, func(int) bool { return true }, nil)
	r := wire.NewReader(w.Bytes())
	if x.ReadSized([]uint32{2}, r, true); !errors.Is(r.Close(), wire.ErrCorrupt) {
		t.Error("a row at home without a set is read")
	}
	read([]uint32{0, 1, 2}, [][]uint32{{4, 6}, {1, 2, 3}, {0}}, [][]uint32{{1, 7}, {1, 1, 1}, {9}}, -1)
	layout.SetLoaded(0)
	read([]uint32{0}, [][]uint32{{1, 2, 3, 4}}, nil, -1)
	if x.Count(0, 6) != 7 || x.Len(0) != 2 || x.CountRange(1, 0, 9) != 3 || want.Any() {
		t.Errorf("count %d, size %d, sum %d, wanted %v", x.Count(0, 6), x.Len(0), x.CountRange(1, 0, 9), want.Any())
	}
}

func FuzzIndex(f *testing.F) {
	f.Add(encodeIndex([][]uint32{{1, 5}}, [][]uint32{{1, 2}}, nil), uint32(2))
	f.Fuzz(func(t *testing.T, b []byte, size uint32) {
		if x, err := decodeIndex(b, 700, size%700); err == nil {
			x.CountRange(0, 0, 7)
			x.Count(0, 5)
		}
	})
}

// A set apart has no more members than there are columns.
func TestLoadApartRefuses(t *testing.T) {
	x := NewIndex(parts.Reader{}, 1, 9, 1)
	var w wire.Writer
	w.Uint(10)
	must.Refuse(t, x.LoadApart(0, w.Bytes()), wire.ErrCorrupt, "more columns than there are")
}

func TestSingular(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "s": "s", "gas": "gas", "mutexes": "mutex", "mutex": "mutex", "lifetimes": "lifetime", "trait objects": "trait object",
		"classes": "class", "class": "class", "status": "status", "statuses": "status", "analysis": "analysis", "libraries": "library",
		"series": "series", "branches": "branch", "caches": "cache", "hashes": "hash", "sizes": "size", "databases": "database",
		"heroes": "hero", "shoes": "shoe", "aliases": "alias", "objects list": "objects list", "movies": "movie", "ties": "tie",
		"queries": "query", "quizzes": "quizz",
	} {
		must.Equal(t, Singular(in), want, "Singular(%q)", in)
	}
}

func FuzzSingular(f *testing.F) {
	for _, s := range []string{"mutexes", "smart pointers", "series", "ss", "xesses", "é s", "iesies"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		one := Singular(s)
		if len(one) > len(s) || Singular(one) != one {
			t.Errorf("Singular(%q) = %q, and of that %q", s, one, Singular(one))
		}
	})
}

// phrases are one to three words of an alphabet so small that they repeat, and one begins
// another.
func phrases(rng *rand.Rand, n int) (list []string) {
	alphabet := []string{"a", "b", "ab", "abc", "c d", "new", "york", "newyork"}
	for range n {
		var words []string
		for range 1 + rng.IntN(3) {
			words = append(words, alphabet[rng.IntN(len(alphabet))])
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

// Words finds what a look at every key finds.
func TestWordsAgainstScan(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	found := 0
	for range 50 {
		keys := phrases(rng, 1+rng.IntN(200))
		slices.Sort(keys)
		keys = slices.Compact(keys)
		entities := make([]Entity, len(keys))
		for i, key := range keys {
			entities[i] = Entity{Key: key, Name: key}
		}
		v := Whole(entities, nil)
		words := NewWords(v)
		for _, phrase := range append(phrases(rng, 40), "", "missing", "a missing") {
			want := []uint32{9}
			for i, key := range keys {
				if phrase != "" && strings.Contains(" "+key+" ", " "+phrase+" ") {
					want = append(want, uint32(i))
				}
			}
			found += len(want) - 1
			got := words.Holding([]uint32{9}, phrase)
			must.Hold(t, slices.Equal(got, want), "keys with %q: got %v, want %v of %q", phrase, got, want, keys)
		}
	}
	must.Be(t, found >= 1000, "only %d keys found", found)
}

func TestWordsOfNoEntities(t *testing.T) {
	v := Whole(nil, nil)
	got := NewWords(v).Holding(nil, "anything")
	must.Be(t, len(got) <= 0, "got %v", got)
}
