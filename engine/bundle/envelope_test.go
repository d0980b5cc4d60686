package bundle

import (
	"bytes"
	"errors"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// envelope writes an index; change sees its values before they are written.
func envelope(t *testing.T, change func(v []any) []any) []byte {
	t.Helper()
	data := []byte("data")
	v := []any{
		Magic, Version, map[string]any{"engine": "1.0", "language": "en", "tokenizer": "t", "chunks": 1<<32 + 7, "later": []any{1, "x"}},
		[]any{[]any{"a", len(data), crc32.ChecksumIEEE(data)}, []any{"b", 0, 0}}, nil, nil, data, []byte{},
	}
	if change != nil {
		v = change(v)
	}
	var out bytes.Buffer
	enc := msgpack.NewEncoder(&out)
	enc.UseCompactInts(true)
	for _, v := range v {
		must.OK(t, enc.Encode(v))
	}
	return out.Bytes()
}

func TestParse(t *testing.T) {
	f := must.Get(Parse(envelope(t, nil)))(t)
	must.Equal(t, f.Header, Header{Engine: "1.0", Language: "en", Tokenizer: "t", Counts: Counts{Chunks: 7}}, "header")
	b, err := f.Section("a")
	must.Be(t, err == nil && string(b) == "data" && f.Has("b") && !f.Has("c"), "section a: %q, %v", b, err)
	must.Refuse(t, must.Err(f.Section("c")), ErrFormat, "section c: missing", "a section that is not there")
}

// Each fault has an error of its own: other files, other versions, and each kind of damage. The error names the section.
func TestParseRefuses(t *testing.T) {
	row := func(i, at int, value any) func(v []any) []any {
		return func(v []any) []any { v[3].([]any)[i].([]any)[at] = value; return v }
	}
	put := func(at int, value any) func(v []any) []any { return func(v []any) []any { v[at] = value; return v } }
	many := func(v []any) []any {
		rows := make([]any, maxSections+1)
		for i := range rows {
			rows[i] = []any{"", 0, 0}
		}
		return append(slices.Concat(v[:3], []any{rows}), slices.Repeat([]any{[]byte{}}, len(rows))...)
	}
	for name, c := range map[string]struct {
		change func(v []any) []any
		err    error
		want   string
	}{
		"another word":                {put(0, "mycelium"), ErrFormat, "does not begin with the word mycel"},
		"no word":                     {put(0, 7), ErrFormat, "does not begin with the word mycel"},
		"no version":                  {put(1, "x"), ErrFormat, "got str, want uint"},
		"a later version":             {put(1, Version+1), ErrVersion, "rebuild the bundle"},
		"more sections than any":      {many, ErrFormat, "more than 1024 sections"},
		"a row of two":                {func(v []any) []any { v[3].([]any)[1] = []any{"b", 0}; return v }, ErrFormat, "row 1 has not three fields"},
		"a length of text":            {row(0, 1, "x"), ErrFormat, "section a"},
		"another length":              {row(0, 1, 3), ErrFormat, "section a: got 4 bytes, want 3"},
		"a length beyond all numbers": {row(0, 1, uint64(1)<<63), ErrFormat, "section a: got 4 bytes"},
		"another sum":                 {row(0, 2, 1), ErrChecksum, "section a"},
		"text for a section":          {put(6, "data"), ErrFormat, "section a"},
		"a section less":              {func(v []any) []any { return v[:len(v)-1] }, ErrFormat, "section b"},
		"bytes at the end":            {func(v []any) []any { return append(v, nil) }, ErrFormat, "1 bytes after the last section"},
		"a header that is none":       {put(2, "x"), ErrFormat, ""},
	} {
		_, err := Parse(envelope(t, c.change))
		must.Be(t, errors.Is(err, c.err) && strings.Contains(err.Error(), c.want), "%s: got %v, want %v with %q", name, err, c.err, c.want)
	}
	whole := envelope(t, nil)
	for n := range whole {
		must.Is(t, must.Err(Parse(whole[:n])), ErrFormat, "%d bytes of %d", n, len(whole))
	}
}

// directory is one of an index with two parts of terms and one of each other group but the last.
func directory(t *testing.T) *Directory {
	t.Helper()
	n := slices.Repeat([]int{1}, len(groups))
	n[1], n[len(n)-1] = 2, 0
	return must.Get(DecodeDirectory(EncodeDirectory(n)))(t)
}

func TestDirectory(t *testing.T) {
	d := directory(t)
	must.Equal(t, d.Len(), len(groups))
	if first, end := d.Range(GroupTerms); first != 1 || end != 3 {
		t.Errorf("terms are %d to %d", first, end)
	}
	if first, end := d.Range("other"); first != 0 || end != 0 {
		t.Errorf("an unknown group is %d to %d", first, end)
	}
	for id, want := range map[parts.ID]string{0: GroupText, 1: GroupTerms, 2: GroupTerms, 3: GroupEntities} {
		if name, at := d.Group(id); name != want || at != max(int(id)-1, 0)%2 {
			t.Errorf("part %d is part %d of %s", id, at, name)
		}
	}
	if name, _ := d.Group(parts.ID(d.Len())); name != "" {
		t.Errorf("a part too many is of %s", name)
	}
	for name, n := range map[string][]int{
		"a group less": make([]int, ofFormat-1), "more than any index": append(make([]int, ofFormat-1), MaxParts, 1),
		"many of one": append(make([]int, ofFormat-1), MaxParts+1), "none": nil,
	} {
		must.Be(t, must.Err(DecodeDirectory(EncodeDirectory(n))) != nil, "%s: accepted", name)
	}
	d, err := DecodeDirectory(EncodeDirectory(append(make([]int, len(groups)), 7)))
	must.Hold(t, err == nil && d.Len() == 7, "a group of a later version: %v", err)
	if name, _ := d.Group(0); name != "" {
		t.Errorf("its parts are of %s", name)
	}
	must.Be(t, must.Err(DecodeDirectory(append(EncodeDirectory(make([]int, ofFormat)), 0))) != nil, "a byte behind the directory is accepted")
}

func TestOpenPart(t *testing.T) {
	d := directory(t)
	var w PartWriter
	w.Section(func(w *wire.Writer) { w.Uint(5) })
	for range len(Sections(GroupTerms)) - 1 {
		w.Add([]byte("section"))
	}
	part, ends := w.Part()
	got, err := d.Open(1, part)
	must.Be(t, err == nil && len(got) == len(ends) && string(got[0]) == "\x05" && string(got[1]) == "section", "got %q, %v", got, err)
	damaged := bytes.Clone(part)
	damaged[len(damaged)-1] ^= 1
	for name, c := range map[string]struct {
		id   parts.ID
		b    []byte
		want string
	}{
		"no part":               {parts.ID(d.Len()), part, "part 23: the index has only 23 parts"},
		"nothing":               {1, nil, "part 1 (terms): it ends too early"},
		"no checksum":           {1, part[:3], "part 1 (terms): it ends too early"},
		"damaged":               {1, damaged, "part 1 (terms): its checksum is "},
		"cut":                   {2, part[:len(part)-1], "part 2 (terms): its checksum is "},
		"a part of other group": {0, part, "part 0 (text): "},
	} {
		must.Refuse(t, must.Err(d.Open(c.id, c.b)), ErrPart, c.want, "%s", name)
	}
	w.Reset()
	w.Add([]byte("x"))
	if part, _ := w.Part(); len(part) != 6 {
		t.Errorf("a part after another has %d bytes, want 6", len(part))
	}
}
