// Package parts knows which part of an index has each row, and collects the parts that a query misses.
//
// An index is a core, which every query needs, and parts, which are fetched when a query needs them. Tables whose rows
// are needed together share parts: one group of parts has the rows of terms, another the rows of chunks.
//
// If the part of a row is missing, a table notes the part in a Missing and returns an empty
// row. A result during which a part was noted is not an answer: the host adds the part
// and asks again. So answers never depend on which parts are loaded.
package parts

import "slices"

// ID is the number of a part in its bundle.
type ID uint32

// Missing collects the missing parts that a query needs. It is not safe for concurrent use.
type Missing struct {
	list []ID
	rows bool
}

// Add notes a missing part of the index. Without it there is no answer.
func (w *Missing) Add(id ID) {
	w.rows = true
	w.AddText(id)
}

// AddText notes a missing block of text. Without it an answer lacks an excerpt.
//
//go:noinline
func (w *Missing) AddText(id ID) {
	i := len(w.list)
	for i > 0 && w.list[i-1] > id {
		i--
	}
	if i > 0 && w.list[i-1] == id {
		return
	}
	w.list = append(w.list, id)
	copy(w.list[i+1:], w.list[i:])
	w.list[i] = id
}

// Rows reports whether a part of the index was noted.
//
//go:noinline
func (w *Missing) Rows() bool { return w != nil && w.rows }

// Len returns the number of noted parts.
func (w *Missing) Len() int {
	if w == nil {
		return 0
	}
	return len(w.list)
}

// Any reports whether a part or block was noted.
func (w *Missing) Any() bool { return len(w.list) > 0 }

// Take returns the noted parts, ascending, and forgets them; nil if there are none.
func (w *Missing) Take() []ID {
	list := w.list
	*w = Missing{}
	return list
}

// Layout knows the part of each row of a table, and which parts are loaded. Rows that follow each other are mostly in
// one part, so it stores runs of rows. All readers of a table share it; only loading parts changes it.
type Layout struct {
	first  ID
	start  []uint32 // by run: its first row, ascending
	part   []uint32 // by run: its part, counted from first; nil where run i is part i
	rows   int
	loaded []bool // by part
	absent int    // number of parts that are not loaded
	copied []bool // whether a copy of a row is loaded; nil without copies
}

// One makes a layout of n parts whose rows have no numbers.
//
//go:noinline
func One(first ID, n int) *Layout {
	return &Layout{first: first, loaded: make([]bool, n), absent: n}
}

// Ranges makes a layout in which part i has the rows from start[i] to start[i+1]; the last number of start is the
// number of rows. It borrows start.
//
//go:noinline
func Ranges(first ID, start []uint32) *Layout {
	n := len(start) - 1
	l := One(first, n)
	l.start, l.rows = start[:n], int(start[n])
	return l
}

// Runs makes a layout of n parts. The rows from start[i] on are in part[i]. Both slices are borrowed.
//
//go:noinline
func Runs(first ID, start, part []uint32, n, rows int) *Layout {
	l := One(first, n)
	l.start, l.part, l.rows = start, part, rows
	return l
}

// Rows returns the rows of a part, ascending. O(runs).
func (l *Layout) Rows(part int) []uint32 {
	n := 0
	for i := range l.start {
		if l.runPart(i) == part {
			n += max(0, l.runEnd(i)-int(l.start[i]))
		}
	}
	rows := make([]uint32, 0, n)
	for i := range l.start {
		if l.runPart(i) != part {
			continue
		}
		for row := int(l.start[i]); row < l.runEnd(i); row++ {
			rows = append(rows, uint32(row))
		}
	}
	return rows
}

// runEnd returns the end of run i: its last row + 1.
func (l *Layout) runEnd(i int) int {
	if i+1 < len(l.start) {
		return int(l.start[i+1])
	}
	return l.rows
}

func (l *Layout) runPart(i int) int {
	if l.part == nil {
		return i
	}
	return int(l.part[i])
}

// Starts returns the first row of each part, and the number of rows. Ranges must have made the layout.
func (l *Layout) Starts() []uint32 { return append(slices.Clone(l.start), uint32(l.rows)) }

// Pairs returns the first row of each pair of neighbouring parts, and the number of rows. Ranges must have made the
// layout.
func (l *Layout) Pairs() (starts []uint32) {
	for i := 0; i < len(l.start); i += 2 {
		starts = append(starts, l.start[i])
	}
	return append(starts, uint32(l.rows))
}

// Span returns the first row of a part and its number of rows. Ranges must have made the layout.
//
//go:noinline
func (l *Layout) Span(part int) (first, rows int) {
	first, end := int(l.start[part]), l.rows
	if part+1 < len(l.start) {
		end = int(l.start[part+1])
	}
	return first, end - first
}

// Modulo returns a layout of n parts from first on. Its part i has the rows of parts i, i+n, i+2n … of l, which Ranges
// made.
//
//go:noinline
func (l *Layout) Modulo(first ID, n int) *Layout {
	part := make([]uint32, len(l.start))
	for i := range part {
		part[i] = uint32(i % max(n, 1))
	}
	return Runs(first, l.start, part, n, l.rows)
}

// NumRows returns the number of rows.
func (l *Layout) NumRows() int { return l.rows }

// Len returns the number of parts.
func (l *Layout) Len() int { return len(l.loaded) }

// Of returns the part of a row. O(log runs).
//
//go:noinline
func (l *Layout) Of(row uint32) int {
	lo, hi := 0, len(l.start) // the run is the last that starts at row or before
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); l.start[mid] <= row {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return l.runPart(lo - 1)
}

// Place returns the part of a row and its position in that part. Ranges must have made the layout.
//
//go:noinline
func (l *Layout) Place(row uint32) (part, at int) {
	part = l.Of(row)
	return part, int(row - l.start[part])
}

// SetLoaded marks a part as loaded.
func (l *Layout) SetLoaded(part int) {
	if !l.loaded[part] {
		l.loaded[part] = true
		l.absent--
	}
}

// SetCopied marks rows whose copies are loaded, outside their home.
func (l *Layout) SetCopied(rows []uint32) {
	if l.copied == nil {
		l.copied = make([]bool, l.rows)
	}
	for _, row := range rows {
		l.copied[row] = true
	}
}

// Reader is a Layout with the Missing that notes missing parts. The zero Reader belongs to a table that is completely
// loaded.
type Reader struct {
	*Layout
	Missing *Missing
}

// Has reports whether a row or a copy of it is loaded, and notes its part if neither is.
func (r *Reader) Has(row uint32) bool {
	return r.Complete() || r.has(row)
}

// has looks a row up while a part of the table is missing.
func (r *Reader) has(row uint32) bool { return r.IsLoaded(row) || r.HasHome(row) }

// IsLoaded returns the same as Has, and notes nothing.
func (r *Reader) IsLoaded(row uint32) bool {
	return r.Complete() || r.copied != nil && r.copied[row] || r.loaded[r.Of(row)]
}

// HasHome reports whether a row itself is loaded, and notes its part if not.
func (r *Reader) HasHome(row uint32) bool { return r.Complete() || r.HasPart(r.Of(row)) }

// Complete reports whether all parts are loaded, and notes nothing.
func (r *Reader) Complete() bool { return r.Layout == nil || r.absent == 0 }

// HasPart reports whether a part is loaded, and notes it if not.
func (r *Reader) HasPart(part int) bool {
	if r.Layout == nil || r.loaded[part] {
		return true
	}
	r.Missing.Add(r.first + ID(part))
	return false
}

// Loaded reports whether a table of one part is loaded, and notes the part if not.
//
//go:noinline
func (r *Reader) Loaded() bool { return r.HasPart(0) }

// HasAll reports whether all parts are loaded, and notes the missing ones.
func (r *Reader) HasAll() bool {
	if r.Complete() {
		return true
	}
	all := true
	for part := range r.loaded {
		all = r.HasPart(part) && all
	}
	return all
}
