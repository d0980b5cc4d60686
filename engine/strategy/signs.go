package strategy

import "mycel/engine/vector"

// Signs reads a table of vectors in the space of the chunks'.
func (x *Index) Signs(b []byte, rows int) (*vector.Table, error) {
	t := vector.NewTable(x.Vectors.Dims(), rows)
	return t, t.Load(b)
}
