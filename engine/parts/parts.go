// Package parts tells which rows of an index are in which of its parts, and collects the
// parts that a query misses.
//
// An index is a core, which every query needs, and parts, which are fetched when a query
// needs them. Tables whose rows are needed together are in the same parts: a family of
// parts has the rows of terms, another those of chunks.
//
// If the part of a row is missing, a table notes the part in a Want and returns an empty
// row. A result during which a part was noted is not an answer: the host adds the part
// and asks again. So answers never depend on which parts are loaded.
package parts

import "bytes"

// ID is the number of a part in its bundle.
type ID uint32

// Want collects the missing parts that a query needs. It is not safe for concurrent use.
type Want struct {
	list []ID
	rows bool
}

// Add notes a missing part of the index. Without it there is no answer.
func (w *Want) Add(id ID) {
	w.rows = true
	w.AddText(id)
}

// AddText notes a missing block of text. Without it an answer lacks an excerpt.
//
//go:noinline
func (w *Want) AddText(id ID) {
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
func (w *Want) Rows() bool { return w != nil && w.rows }

// Any reports whether a part or block was noted.
func (w *Want) Any() bool { return len(w.list) > 0 }

// Take returns the noted parts, ascending, and forgets them; nil if there are none.
func (w *Want) Take() []ID {
	list := w.list
	*w = Want{}
	return list
}

// Layout tells in which parts the rows of a table are, and which parts are loaded. All readers of
// a table share it; only loading parts changes it.
type Layout struct {
	first  ID
	of     []uint8 // by row: its part, counted from first
	loaded []bool  // by part
	absent int     // number of parts that are not loaded
	copied []bool  // by row: a copy is loaded; nil without copies
}

// MaxParts is the largest number of parts of a table.
const MaxParts = 255

// New makes a layout: of has the part of each row, counted from first, and n is the number of
// parts. of is borrowed.
//
//go:noinline
func New(first ID, of []uint8, n int) *Layout {
	return &Layout{first: first, of: of, loaded: make([]bool, n), absent: n}
}

// Rows returns the rows of a part, ascending. O(rows of all).
//
//go:noinline
func (l *Layout) Rows(part int) []uint32 {
	var rows []uint32
	for at := 0; ; at++ {
		next := bytes.IndexByte(l.of[at:], byte(part))
		if next < 0 {
			return rows
		}
		at += next
		rows = append(rows, uint32(at))
	}
}

// All returns the parts of all rows, by row.
func (l *Layout) All() []uint8 { return l.of }

// Len returns the number of parts.
func (l *Layout) Len() int { return len(l.loaded) }

// Of returns the part of a row.
func (l *Layout) Of(row uint32) int { return int(l.of[row]) }

// SetLoaded marks a part as loaded.
func (l *Layout) SetLoaded(part int) {
	if !l.loaded[part] {
		l.loaded[part] = true
		l.absent--
	}
}

// SetCopied marks rows of which copies are loaded, in another part than the rows themselves.
func (l *Layout) SetCopied(rows []uint32) {
	if l.copied == nil {
		l.copied = make([]bool, len(l.of))
	}
	for _, row := range rows {
		l.copied[row] = true
	}
}

// Reader is a Layout together with the Want that notes missing parts. The zero Reader is that of a
// table that is completely loaded.
type Reader struct {
	*Layout
	Want *Want
}

// Has reports whether a row or a copy of it is loaded, and notes its part if neither is.
func (r *Reader) Has(row uint32) bool {
	return r.Complete() || r.has(row)
}

// has is not inlined: it has many callers, and mostly everything is loaded.
//
//go:noinline
func (r *Reader) has(row uint32) bool { return r.Here(row) || r.AtHome(row) }

// Here returns the same as Has, and notes nothing.
//
//go:noinline
func (r *Reader) Here(row uint32) bool {
	return r.Complete() || r.copied != nil && r.copied[row] || r.loaded[r.of[row]]
}

// AtHome reports whether a row itself is loaded, and notes its part if not.
//
//go:noinline
func (r *Reader) AtHome(row uint32) bool { return r.Complete() || r.HasPart(int(r.of[row])) }

// Complete reports whether all parts are loaded, and notes nothing.
func (r *Reader) Complete() bool { return r.Layout == nil || r.absent == 0 }

// HasPart reports whether a part is loaded, and notes it if not.
//
//go:noinline
func (r *Reader) HasPart(part int) bool {
	if r.Layout == nil || r.loaded[part] {
		return true
	}
	r.Want.Add(r.first + ID(part))
	return false
}

// Ready reports whether a table of one part is loaded, and notes the part if not.
//
//go:noinline
func (r *Reader) Ready() bool { return r.HasPart(0) }

// HasAll reports whether all parts are loaded, and notes those that are not.
//
//go:noinline
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
