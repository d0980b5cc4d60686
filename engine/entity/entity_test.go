package entity

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/text"
	"mycel/engine/wire"
)

func vocabulary(t testing.TB) *Vocabulary {
	t.Helper()
	v, err := Decode(Encode([]Entity{
		{"hash map", "HashMap", Code}, {"new york", "New York", Title}, {"new york city", "New York City", Name},
		{"thread", "thread", Term}, {"who", "The Who", Name}, {"windows", "Windows", Name}, {"x", "X", Name},
	}, []Alias{{"big apple", 2}}))
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

func TestIndex(t *testing.T) {
	x, err := DecodeIndex(EncodeIndex([][]byte{bitmapOf(t, 1, 5, 6), bitmapOf(t)}, [][]uint32{{2, 300, 1}, nil}), 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	if x.Len(0) != 3 || x.Len(1) != 0 || x.Count(0, 5) != 255 || x.Count(0, 4) != 0 || x.Count(1, 1) != 0 {
		t.Errorf("lengths %d, %d; counts %d, %d", x.Len(0), x.Len(1), x.Count(0, 5), x.Count(0, 4))
	}
	for _, c := range []struct{ first, end, want int }{{0, 7, 258}, {1, 5, 2}, {2, 5, 0}, {6, 7, 1}, {3, 3, 0}} {
		if got := x.CountRange(0, uint32(c.first), uint32(c.end)); got != c.want {
			t.Errorf("CountRange [%d, %d) = %d, want %d", c.first, c.end, got, c.want)
		}
	}
}

func TestIndexRefuses(t *testing.T) {
	row := func(set []byte, counts ...uint32) []byte { return EncodeIndex([][]byte{set}, [][]uint32{counts}) }
	for name, b := range map[string][]byte{
		"column out of range": row(bitmapOf(t, 7), 1),
		"too few counts":      row(bitmapOf(t, 1, 2), 1),
		"no bitmap":           row([]byte("rubbish!"), 1),
		"bytes behind":        row(append(bitmapOf(t, 1), 0), 1),
		"two rows":            EncodeIndex([][]byte{bitmapOf(t), bitmapOf(t)}, [][]uint32{nil, nil}),
	} {
		if _, err := DecodeIndex(b, 1, 7); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(Encode([]Entity{{"a b", "A B", Name}, {"b", "B", Title}}, []Alias{{"c", 1}}), "a b c")
	f.Fuzz(func(t *testing.T, b []byte, query string) {
		if v, err := Decode(b); err == nil {
			links(v, query)
		}
	})
}

func FuzzDecodeIndex(f *testing.F) {
	f.Add(EncodeIndex([][]byte{bitmapOf(f, 1, 5)}, [][]uint32{{1, 2}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if x, err := DecodeIndex(b, 1, 7); err == nil {
			x.CountRange(0, 0, 7)
			x.Count(0, 5)
		}
	})
}
