// Package parts says which rows of an index lie in which of its parts, and which of
// them a question had to do without.
//
// A bundle is a core, which every question needs, and parts that are fetched when one
// does. Rows of tables come in families that lie in parts together: what is asked of a
// term is in one part, what is asked of a chunk in another. A table that is asked for
// a row whose part is not there notes it in a Want and answers as if the row were
// empty. An answer during which anything was noted is none: the part is to be handed
// over and the question asked again. So answers never depend on what is loaded.
package parts

import "bytes"

// ID is the number of a part in its bundle.
type ID uint32

// Want collects the parts that one question needs and that are not there. It is not
// safe for concurrent use.
type Want struct {
	list []ID
	rows bool
}

// Add notes a part with rows of the index, without which there is no answer.
func (w *Want) Add(id ID) {
	w.rows = true
	w.AddText(id)
}

// AddText notes a block of text, without which an answer has nothing to show.
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

// Rows tells whether a part with rows of the index was noted.
//
//go:noinline
func (w *Want) Rows() bool { return w != nil && w.rows }

// Any tells whether anything was noted.
func (w *Want) Any() bool { return len(w.list) > 0 }

// Take returns what was noted, ascending, and forgets it; nil for nothing.
func (w *Want) Take() []ID {
	list := w.list
	*w = Want{}
	return list
}

// Layout says in which parts the rows of a table lie. It is shared by all who read the
// table; but for which parts are there it does not change.
type Layout struct {
	first  ID
	of     []uint8 // by row: its part, counted from first
	loaded []bool  // by part
	absent int     // parts that are not
	copied []bool  // by row: a copy of it is there; nil for none
}

// MaxParts is how many parts the rows of a table can lie in.
const MaxParts = 255

// New makes the layout of rows in the parts of.  of is borrowed.
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

// SetLoaded says that the rows of a part are there.
func (l *Layout) SetLoaded(part int) {
	if !l.loaded[part] {
		l.loaded[part] = true
		l.absent--
	}
}

// SetCopied says that copies of rows are there, which lay in another part than the rows
// themselves.
func (l *Layout) SetCopied(rows []uint32) {
	if l.copied == nil {
		l.copied = make([]bool, len(l.of))
	}
	for _, row := range rows {
		l.copied[row] = true
	}
}

// Reader is a Layout with who is to be told of missing parts. The zero Reader is that
// of a table whose rows are all there.
type Reader struct {
	*Layout
	Want *Want
}

// Has tells whether a row is there, or a copy of it, and notes its part if it is not.
func (r *Reader) Has(row uint32) bool {
	return r.Complete() || r.has(row)
}

// has is kept out of line: its callers are many, and mostly all is there.
//
//go:noinline
func (r *Reader) has(row uint32) bool { return r.Here(row) || r.AtHome(row) }

// Here tells what Has does, and notes nothing.
//
//go:noinline
func (r *Reader) Here(row uint32) bool {
	return r.Complete() || r.copied != nil && r.copied[row] || r.loaded[r.of[row]]
}

// AtHome tells whether a row is there itself, and notes its part if it is not.
//
//go:noinline
func (r *Reader) AtHome(row uint32) bool { return r.Complete() || r.HasPart(int(r.of[row])) }

// Complete tells whether all parts are there, and notes nothing.
func (r *Reader) Complete() bool { return r.Layout == nil || r.absent == 0 }

// HasPart tells whether a part is there, and notes it if it is not.
//
//go:noinline
func (r *Reader) HasPart(part int) bool {
	if r.Layout == nil || r.loaded[part] {
		return true
	}
	r.Want.Add(r.first + ID(part))
	return false
}

// Ready tells whether a table that is one part is there, and notes the part if it is
// not.
//
//go:noinline
func (r *Reader) Ready() bool { return r.HasPart(0) }

// HasAll tells whether all parts are there, and notes those that are not.
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
