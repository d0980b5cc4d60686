package lexical

import (
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

func TestSubject(t *testing.T) {
	for title, want := range map[string]string{
		"json — JSON encoder and decoder":    "json",
		"20.3. max_connections (integer)":    "max_connections",
		"HashMap<K,V>":                       "HashMap",
		"Improved: json":                     "Improved",
		"std::sync":                          "std::sync",
		"e-mail - how to send it":            "e-mail",
		"3D printing":                        "3D printing", // no number of a chapter
		"2. 3D printing":                     "3D printing",
		"A | B":                              "A",
		"(none)":                             "",
		"2.1":                                "",
		"1984":                               "",
		"2.1 (stable)":                       "",
		"":                                   "",
		"Plain":                              "Plain",
		"computeIfAbsent(K key, Function f)": "computeIfAbsent",
	} {
		must.Equal(t, Subject(title), want, "Subject(%q)", title)
	}
}

func TestDeclared(t *testing.T) {
	for _, test := range []struct{ heading, anchor, want string }{
		{"pub fn unwrap_or(self, default: T) -> T", "method.unwrap_or", "unwrap_or"},
		{"pub fn from(value: T) -> U", "method.from-1", "from"}, // the second on its page
		{"func (*File) Read", "File.Read", "Read"},
		{"fn n_of(n: usize)", "method.n", "n"}, // not a part of another word
		{"void add(int index, E element)", "add(int,E)", "add"},
		{"Größe(x)", "Größe", "Größe"},
		{"map(enumerable, fun)", "map/2", "map"},
		{"os.path.join(path, *paths)", "os.path.join", ""}, // it has its qualifiers
		{"std::swap(a, b)", "swap", ""},
		{"Reading a file", "reading-a-file", ""},
		{"next_ne", "ne", ""},
		{"Push", "push", ""},
		{"push", "", ""},
		{"push", "method.", ""},
		{"a_b c", "b", ""},
		{"", "push", ""},
	} {
		start, end := Declared(test.heading, test.anchor)
		must.Equal(t, test.heading[start:end], test.want, "%q with the anchor %q declares", test.heading, test.anchor)
	}
}

// All ways to read words are gone through, the first readings first, as far as the limit.
func TestReadingsOfNames(t *testing.T) {
	d := dictionary(t)
	two := NameWord{Terms: []model.TermID{1, 3}}
	one := func(terms ...model.TermID) Name {
		var words []NameWord
		for _, t := range terms {
			words = append(words, NameWord{Terms: []model.TermID{t}})
		}
		return d.NamesFrom(words)[0]
	}
	got := d.NamesFrom([]NameWord{two, {Terms: []model.TermID{2}, Stop: true}, two})
	must.Equal(t, got, []Name{one(1, 1), one(1, 3), one(3, 1), one(3, 3)})
	must.Be(t, got[0].First == 1 && got[2].First == 3, "names begin with terms %d and %d, want 1 and 3", got[0].First, got[2].First)
	if got := d.NamesFrom([]NameWord{two, {}}); got != nil {
		t.Errorf("a word without readings makes %v", got)
	}
	if got := d.NamesFrom(slices.Repeat([]NameWord{two}, 20)); len(got) != maxReadings {
		t.Errorf("%d names, want %d", len(got), maxReadings)
	}
	must.Be(t, one(1) != one(1, 1) && one(0, 1) != one(1, 0), "different names are one")
}

func encodeNames(entries []NameEntry) []byte {
	var w wire.Writer
	EncodeNames(&w, entries)
	return w.Bytes()
}

// oneTerm is the layout of so many terms, each in a part of its own.
func oneTerm(terms int, loaded ...int) *parts.Layout {
	starts := make([]uint32, terms+1)
	for t := range starts {
		starts[t] = uint32(t)
	}
	l := parts.Ranges(7, starts)
	for _, part := range loaded {
		l.SetLoaded(part)
	}
	return l
}

func TestNames(t *testing.T) {
	a, b, far := Name{0, 1 << 40}, Name{0, 0x0500_0005}, Name{0, 0x9_0500_0006}
	n := NewNames(900, 2)
	must.OK(t, n.Load(0, encodeNames([]NameEntry{{b, 0, 0}, {a, 1, ByTitle}, {b, 1, ByHeading}, {a, 300, ByMember}, {b, 900, ByTitle}})))
	var want parts.Missing
	terms := parts.Reader{Layout: oneTerm(2, 0), Missing: &want}
	for _, test := range []struct {
		names []Name
		found []Named
		more  bool
	}{
		{[]Name{a}, []Named{{0, ByTitle}, {299, ByMember}}, false},
		{[]Name{b}, []Named{{0, ByHeading}, {899, ByTitle}}, true},
		{[]Name{b, a}, []Named{{0, ByHeading}, {899, ByTitle}, {0, ByTitle}, {299, ByMember}}, true},
		{[]Name{far}, []Named{{0, ByHeading}, {899, ByTitle}}, true}, // the same in the bits that are kept
		{[]Name{{0, 0x0500_0009}}, nil, false},
		{nil, nil, false},
	} {
		found, more := n.Of(test.names, &terms)
		if !slices.Equal(found, test.found) || more > MaxNamesakes != test.more || more > 0 != test.more {
			t.Errorf("%v: got %d and %d more, want %d, more %v", test.names, found, more, test.found, test.more)
		}
	}
	must.Be(t, !want.Any(), "what is there is wanted: %d", want.Take())
	sections, more := n.Of([]Name{{1, 5}}, &terms)
	if missing := want.Take(); sections != nil || more != 0 || !slices.Equal(missing, []parts.ID{8}) {
		t.Errorf("a name in a part that is missing: %d, %d more, missing %d", sections, more, missing)
	}
}

func TestNamesRefuse(t *testing.T) {
	good := encodeNames([]NameEntry{{Name{0, 4}, 0, 0}, {Name{0, 8}, 3, ByHeading}})
	for name, b := range map[string][]byte{
		"beyond":   encodeNames([]NameEntry{{Name{0, 4}, 4, ByTitle}}),
		"too far":  encodeNames([]NameEntry{{Name{0, 4}, 1<<32 - 1, ByTitle}}),
		"short":    good[:len(good)-1],
		"long":     append(slices.Clone(good), 0),
		"empty":    {},
		"overflow": {2, 255, 255, 255, 255, 15, 255, 255, 255, 255, 15, 1, 2, 3, 4, 5, 6},
	} {
		n := NewNames(3, 1)
		must.Is(t, n.Load(0, b), wire.ErrCorrupt, "%s", name)
		sections, more := n.Of([]Name{{0, 4}}, &parts.Reader{Layout: oneTerm(1, 0)})
		must.Be(t, sections == nil && more == 0, "%s: a part that was refused has %d, %d", name, sections, more)
	}
}

// FuzzNames checks that whatever Load accepts names sections that there are.
func FuzzNames(f *testing.F) {
	f.Add(encodeNames(nil), uint64(0))
	f.Add(encodeNames([]NameEntry{{Name{0, 7}, 0, 0}, {Name{0, 7}, 1, ByHeading}, {Name{0, 8}, 20, ByMember}}), uint64(7))
	f.Add([]byte{1, 255, 255, 255, 255, 15, 0, 0, 0}, uint64(0))
	f.Fuzz(func(t *testing.T, b []byte, hash uint64) {
		n := NewNames(20, 1)
		if n.Load(0, b) != nil {
			return
		}
		found, _ := n.Of([]Name{{0, hash}}, &parts.Reader{Layout: oneTerm(1, 0)})
		for _, f := range found {
			must.Hold(t, f.Section < 20, "section %d of 20", f.Section)
		}
	})
}
