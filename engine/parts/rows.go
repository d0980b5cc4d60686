package parts

import "unsafe"

// Rows is a table that takes memory only around the rows that are loaded. Its readers share it. It does not know the
// type of its rows, and Row and SetRow are not methods, because each type of a table would add half a KB to the
// browser's engine.
type Rows struct {
	n    int
	page []*[pageRows]unsafe.Pointer // nil before the first row
}

const pageRows = 32

// zero stands for a row, of any type, that is not loaded.
var zero [64]unsafe.Pointer

// NewRows makes a table of n rows, none of them loaded.
func NewRows(n int) *Rows { return &Rows{n: n} }

// Len returns the number of rows.
func (r *Rows) Len() int { return r.n }

// Row returns a row of a table whose rows all have type T; a zero row if it is not loaded. The row must not be
// changed.
func Row[T any](r *Rows, row uint32) *T {
	if unsafe.Sizeof(*new(T)) > unsafe.Sizeof(zero) {
		panic("row too large")
	}
	return (*T)(r.at(row))
}

// SetRow sets a row, which the table keeps.
func SetRow[T any](r *Rows, row uint32, value *T) { r.set(row, unsafe.Pointer(value)) }

//go:noinline
func (r *Rows) at(row uint32) unsafe.Pointer {
	if r.page != nil && r.page[row/pageRows] != nil {
		if value := r.page[row/pageRows][row%pageRows]; value != nil {
			return value
		}
	}
	return unsafe.Pointer(&zero)
}

//go:noinline
func (r *Rows) set(row uint32, value unsafe.Pointer) {
	if r.page == nil {
		r.page = make([]*[pageRows]unsafe.Pointer, r.n/pageRows+1)
	}
	page := &r.page[row/pageRows]
	if *page == nil {
		*page = new([pageRows]unsafe.Pointer)
	}
	(*page)[row%pageRows] = value
}
