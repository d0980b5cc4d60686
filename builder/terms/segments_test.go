package terms

import (
	"testing"

	"mycel/builder/varint"
	"mycel/internal/must"
)

// Rows are read as they were written, and rows that end early, have no passage or lie before those that are there are refused.
func TestRowsOfSegments(t *testing.T) {
	row := func(n, next uint64, bytes string) string {
		var w varint.Writer
		w.Uint(n)
		w.Uint(next)
		w.String(bytes)
		return string(w.Bytes)
	}
	l := NewPostingLists(1)
	for i, c := range []struct {
		record string
		base   uint32
		good   bool
	}{
		{row(1, 2, "\x01\x07"), 0, true}, {row(1, 1, "\x00\x09"), 2, true}, {row(0, 1, "\x00"), 5, false}, {row(1, 1, ""), 5, false},
		{row(1, 1, "\x80"), 5, false}, {row(1, 1, "\x00"), 2, false}, {row(1, 1, "\x00")[:2], 5, false},
	} {
		r := varint.NewReader(c.record)
		l.AppendRow(r, 0, c.base)
		err := r.Close()
		must.Be(t, (err == nil) == c.good, "row %d: %v", i, err)
	}
	got := l.Rows[0]
	must.Be(t, got.N == 2 && string(got.bytes) == "\x01\x07\x00\x09", "got %+v", got)
	b := append(l.EncodeRows(), NewPostingLists(1).EncodeRows()...)
	read := NewPostingLists(2)
	if !read.ReadRows(b, 0, 2) || read.Rows[0].N != 2 || string(read.Rows[0].bytes) != string(l.Rows[0].bytes) || read.Rows[1].N != 0 {
		t.Errorf("read %+v", read.Rows)
	}
	for n := range b {
		must.Be(t, !read.ReadRows(b[:n], 0, 2), "%d bytes of %d are read", n, len(b))
	}
	must.Be(t, !read.ReadRows(append(b, 0), 0, 2), "a byte behind the rows is read")
}
