package facet

import "mycel/engine/wire"

// Names is a short list of strings over borrowed bytes. Its methods are not inlined, because
// reading tables of strings in place is much code.
type Names struct{ table wire.Strings }

//go:noinline
func readNames(r *wire.Reader, n int) Names { return Names{r.Strings(n)} }

// Len returns the number of names.
//
//go:noinline
func (n Names) Len() int { return n.table.Len() }

// At returns name i; 0 ≤ i < Len.
//
//go:noinline
func (n Names) At(i int) string { return n.table.At(i) }

// Find returns the position of a name, −1 if the list lacks it. O(Len).
//
//go:noinline
func (n Names) Find(name string) int {
	for i := range n.Len() {
		if n.At(i) == name {
			return i
		}
	}
	return -1
}

// Names returns the names.
func (n Names) Names() []string {
	out := make([]string, n.Len())
	for i := range out {
		out[i] = n.At(i)
	}
	return out
}
