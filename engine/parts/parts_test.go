package parts

import (
	"slices"
	"testing"

	"mycel/internal/must"
)

// A Missing has each part once, ascending, and tells parts of the index from texts.
func TestWant(t *testing.T) {
	var w Missing
	must.Be(t, !w.Any() && w.Len() == 0 && !w.Rows() && (*Missing)(nil).Len() == 0 && !(*Missing)(nil).Rows(), "an empty Missing is not empty")
	for _, id := range []ID{5, 2, 9, 5, 2, 9, 7} {
		w.AddText(id)
	}
	must.Be(t, !w.Rows() && w.Len() == 4 && w.Any(), "four texts: %+v", w)
	w.Add(2)
	w.Add(1)
	got := w.Take()
	must.Be(t, (w.Any() || slices.Equal(got, []ID{1, 2, 5, 7, 9})) && !w.Any() && !w.Rows(), "got %v, then %+v", got, w)
}

// Rows are in the parts of their runs, wherever a run begins or ends.
func TestLayout(t *testing.T) {
	ranges := Ranges(10, []uint32{0, 2, 2, 5})
	runs := Runs(10, []uint32{0, 3, 4}, []uint32{1, 0, 1}, 2, 6)
	modulo := Ranges(0, []uint32{0, 1, 2, 3, 4, 5}).Modulo(20, 2)
	for _, c := range []struct {
		l    *Layout
		of   []int
		rows [][]uint32
	}{
		{ranges, []int{0, 0, 2, 2, 2}, [][]uint32{{0, 1}, {}, {2, 3, 4}}},
		{runs, []int{1, 1, 1, 0, 1, 1}, [][]uint32{{3}, {0, 1, 2, 4, 5}}},
		{modulo, []int{0, 1, 0, 1, 0}, [][]uint32{{0, 2, 4}, {1, 3}}},
		{Ranges(0, []uint32{0, 1}).Modulo(0, 0), []int{0}, nil},
	} {
		must.Be(t, c.l.NumRows() == len(c.of) && c.l.Len() == len(c.rows), "%+v: %d rows in %d parts", c.l, c.l.NumRows(), c.l.Len())
		for row, want := range c.of {
			must.Equal(t, c.l.Of(uint32(row)), want, "%+v: row %d is in part", c.l, row)
		}
		for part, want := range c.rows {
			got := c.l.Rows(part)
			must.Be(t, slices.Equal(got, want) && cap(got) == len(want), "%+v: part %d has the rows %v, want %v", c.l, part, got, want)
		}
	}
	must.Equal(t, ranges.Starts(), []uint32{0, 2, 2, 5}, "starts")
	for part, want := range [][2]int{{0, 2}, {2, 0}, {2, 3}} {
		first, n := ranges.Span(part)
		must.Be(t, first == want[0] && n == want[1], "part %d has %d rows from %d on", part, n, first)
	}
	if part, at := ranges.Place(4); part != 2 || at != 2 {
		t.Errorf("row 4 is row %d of part %d", at, part)
	}
}

// A row is there if its part or a copy of it is loaded. Else its part is noted, where the caller asks for that.
func TestReader(t *testing.T) {
	l, w := Ranges(10, []uint32{0, 2, 4}), &Missing{}
	r := Reader{l, w}
	must.Be(t, !r.IsLoaded(0) && !r.Complete() && !w.Any(), "a row of a part that is not loaded is here")
	l.SetLoaded(1)
	l.SetLoaded(1)
	must.Be(t, r.IsLoaded(2) && r.Has(3) && r.HasPart(1) && !w.Any() && !r.Complete(), "a row of a loaded part is not here")
	l.SetCopied([]uint32{0})
	l.SetCopied([]uint32{0})
	must.Be(t, r.IsLoaded(0) && r.Has(0) && !r.IsLoaded(1) && !w.Any(), "a copy is not here")
	must.Be(t, !r.HasHome(0) && !r.Has(1) && !r.Loaded() && !r.HasAll(), "a row that is not loaded is at home")
	got := w.Take()
	must.Be(t, slices.Equal(got, []ID{10}), "noted %v, want part 10", got)
	l.SetLoaded(0)
	must.Be(t, r.Complete() && r.Has(1) && r.HasHome(1) && r.Loaded() && r.HasAll() && !w.Any(), "a table that is loaded is not complete")
	var none Reader
	must.Be(t, none.Complete() && none.HasPart(7) && none.Has(7) && none.HasAll(), "a table without a layout is not complete")
}

// A row is zero until it is set, and takes memory with its neighbourhood alone.
func TestRows(t *testing.T) {
	r := NewRows(3*pageRows + 1)
	must.Be(t, r.Len() == 3*pageRows+1 && *Row[int](r, 5) == 0, "a new table is not empty")
	for _, row := range []uint32{0, pageRows - 1, pageRows, 3 * pageRows} {
		SetRow(r, row, new(int(row)+1))
	}
	for row := range uint32(r.Len()) {
		want := 0
		if row == 0 || row == pageRows-1 || row == pageRows || row == 3*pageRows {
			want = int(row) + 1
		}
		must.Equal(t, *Row[int](r, row), want, "row %d", row)
	}
	must.Be(t, r.page[2] == nil, "a neighbourhood without rows takes memory")
	defer func() {
		must.Be(t, recover() != nil, "a row that is larger than the zero row is given out")
	}()
	Row[[65]*int](r, 0)
}
