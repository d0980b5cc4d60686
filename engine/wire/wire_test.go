package wire

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

func sample() []byte {
	var w Writer
	w.Raw([]byte("abc"))
	w.Uint16s([]uint16{1, 65535})
	w.Uint32s([]uint32{0, 2, 2, 5})
	w.Float32s([]float32{0, -1.5, math.MaxFloat32})
	w.Strings([]string{"", "alpha", "beta", "ζ"})
	w.Uint32s(nil)
	return w.Bytes()
}

func TestRoundTrip(t *testing.T) {
	b := sample()
	if len(b)%8 != 0 {
		t.Fatalf("section of %d bytes", len(b))
	}
	// Offset 0 is aligned and read in place, offset 1 is copied: both must agree.
	for shift := range 2 {
		moved := append(make([]byte, 8+shift), b...)[8+shift:]
		r := NewReader(moved)
		if got := r.Raw(); string(got) != "abc" {
			t.Errorf("Raw = %q", got)
		}
		if got := r.Uint16s(); !slices.Equal(got, []uint16{1, 65535}) {
			t.Errorf("Uint16s = %v", got)
		}
		if got := r.Offsets(3, 5); !slices.Equal(got, []uint32{0, 2, 2, 5}) {
			t.Errorf("Offsets = %v", got)
		}
		if got := r.Float32s(); !slices.Equal(got, []float32{0, -1.5, math.MaxFloat32}) {
			t.Errorf("Float32s = %v", got)
		}
		s := r.Strings(4)
		if s.Len() != 4 || s.At(0) != "" || s.At(3) != "ζ" || !s.Sorted() {
			t.Errorf("Strings = %d rows", s.Len())
		}
		if i, ok := s.Find("beta"); !ok || i != 2 {
			t.Errorf("Find(beta) = %d, %v", i, ok)
		}
		if i, ok := s.Find("b"); ok || i != 2 {
			t.Errorf("Find(b) = %d, %v", i, ok)
		}
		if got := r.IDs(0, 0); len(got) != 0 {
			t.Errorf("IDs = %v", got)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
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
		"short header":      {[]byte{1, 2, 3}, func(r *Reader) { r.Raw() }},
		"count beyond":      {write(func(w *Writer) { w.count(9) }), func(r *Reader) { r.Raw() }},
		"huge count":        {bytes.Repeat([]byte{0xff}, 16), func(r *Reader) { r.Uint32s() }},
		"missing padding":   {write(func(w *Writer) { w.Raw([]byte{1}) })[:9], func(r *Reader) { r.Raw() }},
		"left over":         {sample(), func(r *Reader) { r.Raw() }},
		"offsets down":      {write(func(w *Writer) { w.Uint32s([]uint32{0, 3, 2}) }), func(r *Reader) { r.Offsets(2, -1) }},
		"offsets from one":  {write(func(w *Writer) { w.Uint32s([]uint32{1, 3}) }), func(r *Reader) { r.Offsets(1, -1) }},
		"offsets empty":     {write(func(w *Writer) { w.Uint32s(nil) }), func(r *Reader) { r.Offsets(-1, -1) }},
		"offsets too short": {write(func(w *Writer) { w.Uint32s([]uint32{0}) }), func(r *Reader) { r.Offsets(1, -1) }},
		"id out of range":   {write(func(w *Writer) { w.Uint32s([]uint32{4}) }), func(r *Reader) { r.IDs(1, 4) }},
		"not a number":      {write(func(w *Writer) { w.Float32s([]float32{float32(math.NaN())}) }), func(r *Reader) { r.Float32s() }},
		"infinite":          {write(func(w *Writer) { w.Float32s([]float32{float32(math.Inf(1))}) }), func(r *Reader) { r.Float32s() }},
	} {
		r := NewReader(c.b)
		c.read(r)
		if err := r.Close(); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestUvarint(t *testing.T) {
	for _, v := range []uint32{0, 1, 127, 128, 300, 1<<28 - 1, math.MaxUint32} {
		b := AppendUvarint(nil, v)
		got, n, ok := Uvarint(b, 0)
		if got != v || n != len(b) || !ok {
			t.Errorf("Uvarint(%d) = %d, %d, %v", v, got, n, ok)
		}
		if _, _, ok := Uvarint(b[:len(b)-1], 0); ok {
			t.Errorf("truncated %d accepted", v)
		}
	}
	if _, _, ok := Uvarint([]byte{0xff, 0xff, 0xff, 0xff, 0x1f}, 0); ok {
		t.Error("33-bit value accepted")
	}
}

func TestPlaces(t *testing.T) {
	rows := [][]uint64{{1, 2, 3}, nil, {1 << 63, 1<<63 | 1, math.MaxUint64, 0b1010010}}
	length := func(i int) int { return len(rows[i]) }
	b := EncodePlaces(rows)
	p, err := DecodePlaces(b, 3, length)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		list := p.Row(uint32(i))
		for k, want := range append(slices.Clone(row), 0) {
			if got := list.Next(); got != want {
				t.Errorf("row %d, mask %d = %b, want %b", i, k, got, want)
			}
		}
	}
	for name, refused := range map[string]func(int) int{
		"too few":  func(i int) int { return len(rows[i]) + 1 },
		"too many": func(i int) int { return max(0, len(rows[i])-1) },
	} {
		if _, err := DecodePlaces(b, 3, refused); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, b := range [][]byte{nil, {64<<1 | 1}, {0}, {2, 1}, {4, 60}, {4, 60, 60}} {
		if mask, n := places(b); n != 0 {
			t.Errorf("places(%v) = %b", b, mask)
		}
	}
}

// Whatever the bytes, reading ends in an error or in arrays that can be used.
func FuzzReader(f *testing.F) {
	f.Add(sample())
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		r.Raw()
		r.Uint16s()
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

// Holding finds what a loop over all rows finds.
func TestHolding(t *testing.T) {
	rows := []string{"", "a", "a b", "ab", "b a", "b a b", "", "a b c", "ca b"}
	var w Writer
	w.Strings(rows)
	table := NewReader(w.Bytes()).Strings(-1)
	for _, phrase := range []string{"a", "b", "a b", "b a", "c", "ab", "", "abc", " ", "a b c d", "."} {
		var want []uint32
		for i, row := range rows {
			if phrase != "" && strings.Contains(" "+row+" ", " "+phrase+" ") {
				want = append(want, uint32(i))
			}
		}
		if phrase == " " {
			want = nil
		}
		if got := table.Holding(nil, phrase); !slices.Equal(got, want) {
			t.Errorf("%q: rows %v, want %v", phrase, got, want)
		}
	}
}
