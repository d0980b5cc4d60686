package wire

import (
	"bytes"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mycel/engine/parts"
	"mycel/internal/must"
)

func sample() []byte {
	var w Writer
	w.Raw([]byte("abc"))
	w.Uint(300)
	w.Offsets([]uint32{0, 2, 2, 5})
	w.Steps([]uint32{3, 4, 1000})
	w.Float32s([]float32{0, -1.5, math.MaxFloat32})
	w.Strings([]string{"beta", "", "alpha"})
	w.Sorted([]string{"", "\x00\x1f a", "alpha", "alphabet", "beta", "ζ"})
	w.Uint32s(nil)
	return w.Bytes()
}

func TestRoundTrip(t *testing.T) {
	r := NewReader(sample())
	if got := r.Raw(); string(got) != "abc" {
		t.Errorf("Raw = %q", got)
	}
	must.Equal(t, r.Uint(), 300, "Uint")
	must.Equal(t, r.Offsets(3, 5), []uint32{0, 2, 2, 5}, "Offsets")
	must.Equal(t, r.Steps([]uint32{7}, 3, 1001), []uint32{7, 3, 4, 1000}, "Steps")
	must.Equal(t, r.Float32s(), []float32{0, -1.5, math.MaxFloat32}, "Float32s")
	s := r.Strings(3)
	must.Be(t, s.Len() == 3 && s.At(0) == "beta" && s.At(1) == "" && s.At(2) == "alpha", "Strings = %d rows", s.Len())
	sorted := r.Sorted(6)
	if sorted.Len() != 6 || sorted.At(1) != "\x00\x1f a" || sorted.At(3) != "alphabet" || sorted.At(5) != "ζ" {
		t.Errorf("Sorted = %d rows", sorted.Len())
	}
	if i, ok := sorted.Find("beta"); !ok || i != 4 {
		t.Errorf("Find(beta) = %d, %v", i, ok)
	}
	if i, ok := sorted.Find("b"); ok || i != 4 {
		t.Errorf("Find(b) = %d, %v", i, ok)
	}
	if got := r.IDs(0, 0); len(got) != 0 {
		t.Errorf("IDs = %v", got)
	}
	must.OK(t, r.Close())
}

// What sorted strings have in common is bounded, so that a table cannot unfold to much
// more than it is.
func TestLongSorted(t *testing.T) {
	long := strings.Repeat("x", 3*maxShared)
	want := []string{long, long + "a", long + "b"}
	var w Writer
	w.Sorted(want)
	r := NewReader(w.Bytes())
	got := r.Sorted(-1)
	for i := range want {
		must.Equal(t, got.At(i), want[i], "string %d", i)
	}
}

func TestReaderRefuses(t *testing.T) {
	write := func(f func(w *Writer)) []byte {
		var w Writer
		f(&w)
		return w.Bytes()
	}
	for name, c := range map[string]struct {
		b    []byte
		read func(r *Reader)
	}{
		"empty":             {nil, func(r *Reader) { r.Raw() }},
		"cut number":        {[]byte{0x80}, func(r *Reader) { r.Uint() }},
		"count beyond":      {[]byte{9}, func(r *Reader) { r.Raw() }},
		"huge count":        {bytes.Repeat([]byte{0xff}, 16), func(r *Reader) { r.Uint32s() }},
		"left over":         {sample(), func(r *Reader) { r.Raw() }},
		"offsets too few":   {write(func(w *Writer) { w.Offsets([]uint32{0, 3, 3}) }), func(r *Reader) { r.Offsets(1, -1) }},
		"offsets beyond":    {write(func(w *Writer) { w.Offsets([]uint32{0, 3}) }), func(r *Reader) { r.Offsets(1, 4) }},
		"offsets overflow":  {write(func(w *Writer) { w.Uint32s([]uint32{1 << 31, 1 << 31}) }), func(r *Reader) { r.Offsets(2, -1) }},
		"id out of range":   {write(func(w *Writer) { w.Uint32s([]uint32{4}) }), func(r *Reader) { r.IDs(1, 4) }},
		"step out of range": {write(func(w *Writer) { w.Steps([]uint32{4}) }), func(r *Reader) { r.Steps(nil, 1, 4) }},
		"not among":         {write(func(w *Writer) { w.Steps([]uint32{2}) }), func(r *Reader) { r.Among = []uint32{7, 9}; r.Steps(nil, 1, 9) }},
		"among none":        {write(func(w *Writer) { w.Steps([]uint32{0}) }), func(r *Reader) { r.Among = []uint32{}; r.Steps(nil, 1, 9) }},
		"too few steps":     {write(func(w *Writer) { w.Steps([]uint32{4}) }), func(r *Reader) { r.Steps(nil, 2, 9) }},
		"not sorted":        {[]byte{2, 0, 'b', 0, 'a', 0}, func(r *Reader) { r.Sorted(2) }},
		"sorted twice":      {[]byte{2, 0, 'b', 1, 0}, func(r *Reader) { r.Sorted(2) }},
		"more in common":    {[]byte{2, 0, 'b', 2, 'c', 0}, func(r *Reader) { r.Sorted(2) }},
		"letter first":      {[]byte{1, 'b', 0}, func(r *Reader) { r.Sorted(1) }},
		"escape at the end": {[]byte{1, 0, 'b', escape}, func(r *Reader) { r.Sorted(1) }},
		"sorted cut":        {[]byte{1, 0, 'b'}, func(r *Reader) { r.Sorted(1) }},
		"sorted, one more":  {[]byte{1, 0, 'b', 1, 'c', 0}, func(r *Reader) { r.Sorted(1) }},
		"strings cut":       {write(func(w *Writer) { w.Strings([]string{"abc"}) })[:4], func(r *Reader) { r.Strings(1) }},
		"run of none":       {[]byte{0, 0}, func(r *Reader) { r.Runs(2, 9) }},
		"run too long":      {[]byte{0, 3}, func(r *Reader) { r.Runs(2, 9) }},
		"run of a number":   {[]byte{18, 2}, func(r *Reader) { r.Runs(2, 9) }},
		"run below zero":    {[]byte{1, 2}, func(r *Reader) { r.Runs(2, 9) }},
		"text of nobody":    {write(func(w *Writer) { w.Raw([]byte{0}); w.Strings([]string{"text"}) }), func(r *Reader) { r.Written(1) }},
		"no text":           {write(func(w *Writer) { w.Raw([]byte{1}); w.Strings([]string{""}) }), func(r *Reader) { r.Written(1) }},
		"another origin":    {write(func(w *Writer) { w.Raw([]byte{2}); w.Strings([]string{"text"}) }), func(r *Reader) { r.Written(1) }},
		"texts too few":     {write(func(w *Writer) { w.Written([]string{"text"}) }), func(r *Reader) { r.Written(2) }},
		"not a number":      {write(func(w *Writer) { w.Float32s([]float32{float32(math.NaN())}) }), func(r *Reader) { r.Float32s() }},
		"infinite":          {write(func(w *Writer) { w.Float32s([]float32{float32(math.Inf(1))}) }), func(r *Reader) { r.Float32s() }},
	} {
		r := NewReader(c.b)
		c.read(r)
		must.Is(t, r.Close(), ErrCorrupt, "%s", name)
	}
}

// Room is made for no more elements than the section has bytes for.
func TestRoomOfArrays(t *testing.T) {
	b := append(AppendUvarint(nil, 1<<28), 1, 2, 3)
	for name, read := range map[string]func(r *Reader){
		"numbers": func(r *Reader) { r.Uint32s() }, "identifiers": func(r *Reader) { r.IDs(1<<28, 9) }, "floats": func(r *Reader) { r.Float32s() },
		"strings": func(r *Reader) { r.Strings(-1) }, "sorted": func(r *Reader) { r.Sorted(-1) }, "offsets": func(r *Reader) { r.Offsets(-1, -1) },
		"steps": func(r *Reader) { r.Steps(nil, 1<<28, 9) },
	} {
		var before, behind runtime.MemStats
		runtime.ReadMemStats(&before)
		r := NewReader(b)
		read(r)
		runtime.ReadMemStats(&behind)
		took := behind.TotalAlloc - before.TotalAlloc
		must.Be(t, took <= 1<<20 && errors.Is(r.Close(), ErrCorrupt), "%s: %d bytes were allocated, error %v", name, took, r.Close())
	}
}

// A row has the text of a model, if a model wrote it.
func TestWritten(t *testing.T) {
	var w Writer
	w.Written([]string{"", "text", ""})
	r := NewReader(w.Bytes())
	texts := r.Written(3)
	err := r.Close()
	must.Be(t, err == nil && texts.At(0) == "" && texts.At(1) == "text" && texts.At(2) == "", "got %q, error %v", texts.At(1), err)
}

func TestRuns(t *testing.T) {
	r := NewReader([]byte{8, 2, 3, 1}) // twice 4, then 2
	if start, value := r.Runs(3, 5); r.Close() != nil || !slices.Equal(start, []uint32{0, 2}) || !slices.Equal(value, []uint32{4, 2}) {
		t.Errorf("got %v %v, error %v", start, value, r.Close())
	}
}

// Rows of a part that is not loaded are empty, and the part is noted.
func TestPlacesOfMissingParts(t *testing.T) {
	want := &parts.Missing{}
	p := NewPlaces(parts.Reader{Layout: parts.Ranges(7, []uint32{0, 1, 2})}, 2).For(want)
	row := p.Row(1)
	must.Be(t, row == nil && want.Len() == 1, "row %v, noted %v", row, want.Take())
	list := AppendPlaces(nil, 1<<5)
	must.Be(t, len(list) == 1, "a mask of one bit takes %d bytes", len(list))
}

// Steps among a list are positions in it, whatever the limit.
func TestStepsAmong(t *testing.T) {
	var w Writer
	w.Steps([]uint32{0, 2})
	r := NewReader(w.Bytes())
	r.Among = []uint32{5, 6, 900}
	got := r.Steps([]uint32{7}, 2, 1)
	must.Be(t, slices.Equal(got, []uint32{7, 5, 900}) && r.Close() == nil, "Steps = %v, error %v", got, r.Close())
}

func TestUvarint(t *testing.T) {
	for _, v := range []uint32{0, 1, 127, 128, 300, 1<<28 - 1, math.MaxUint32} {
		b := AppendUvarint(nil, v)
		got, n, ok := Uvarint(b, 0)
		must.Be(t, got == v && n == len(b) && ok, "Uvarint(%d) = %d, %d, %v", v, got, n, ok)
		if _, _, ok := Uvarint(b[:len(b)-1], 0); ok {
			t.Errorf("truncated %d accepted", v)
		}
	}
	if _, _, ok := Uvarint([]byte{0xff, 0xff, 0xff, 0xff, 0x1f}, 0); ok {
		t.Error("33-bit value accepted")
	}
}

func TestPlaces(t *testing.T) {
	masks := [][]uint64{{1, 2, 3}, nil, {1 << 63, 1<<63 | 1, math.MaxUint64, 0b1010010}}
	length := func(i uint32) int { return len(masks[i]) }
	load := func(b []byte, length func(uint32) int) (*Places, error) {
		p, r := NewPlaces(parts.Reader{}, 3), NewReader(b)
		p.Load([]uint32{0, 1, 2}, r, length)
		return p, r.Close()
	}
	b := EncodePlaces(masks)
	p := must.Get(load(b, length))(t)
	for i, row := range masks {
		list, at := p.Row(uint32(i)), 0
		for k, want := range row {
			rest := p.Row(uint32(i))
			rest.Skip(k)
			must.Equal(t, rest.Next(), want, "row %d, mask %d", i, k)
			at = PastPlaces(list, at)
		}
		must.Be(t, at == len(list), "row %d is of %d bytes, its masks of %d", i, len(list), at)
		list.Skip(len(row))
		must.Equal(t, list.Next(), 0, "row %d: mask", i)
	}
	for name, refused := range map[string]func(uint32) int{
		"too few":  func(i uint32) int { return len(masks[i]) + 1 },
		"too many": func(i uint32) int { return max(0, len(masks[i])-1) },
	} {
		must.Is(t, must.Err(load(b, refused)), ErrCorrupt, "%s", name)
	}
	must.Is(t, must.Err(load(b[:len(b)-1], length)), ErrCorrupt, "cut")
	for _, b := range [][]byte{
		nil, {64<<1 | 1}, {0}, {2}, {4, 60}, {4, 60, 60}, {4, 60, 0}, {0, 1},
	} {
		mask, n := places(b, 0)
		must.Be(t, n == 0, "places(%v) = %b", b, mask)
	}
}

// Whatever the bytes, reading ends in an error or in arrays that can be used.
func FuzzReader(f *testing.F) {
	f.Add(sample())
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		r.Raw()
		r.Sorted(-1)
		r.Offsets(-1, -1)
		r.Float32s()
		s := r.Strings(-1)
		for i := range s.Len() {
			s.Find(s.At(i))
		}
		r.IDs(-1, 10)
		_ = r.Close()
	})
}

func TestChoice(t *testing.T) {
	for _, c := range []struct {
		limit int
		lists [][]uint32
		want  []uint32
	}{
		{0, nil, []uint32{}},
		{1, [][]uint32{{0}}, []uint32{0}},
		{200, [][]uint32{{199, 3, 64}, nil, {63, 64, 0}}, []uint32{0, 3, 63, 64, 199}},
	} {
		choice := NewChoice(c.limit, c.lists...)
		must.Equal(t, choice.List(), c.want, "%v: list", c.lists)
		for place, id := range c.want {
			must.Equal(t, choice.At(id), uint32(place), "%v: place of %d", c.lists, id)
		}
		for id := range uint32(c.limit + 100) {
			below := 0
			for below < len(c.want) && c.want[below] < id {
				below++
			}
			if got := choice.Before(id); int(got) != below {
				t.Errorf("%v: %d numbers are below %d, want %d", c.lists, got, id, below)
			}
		}
		// A reader turns the places of numbers in a choice back into the numbers.
		var w Writer
		w.Steps(choice.Places(c.want))
		r := NewReader(w.Bytes())
		r.Among = choice.List()
		if got := r.Steps(nil, len(c.want), c.limit); r.Close() != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: read %v, error %v", c.lists, got, r.Close())
		}
	}
}
