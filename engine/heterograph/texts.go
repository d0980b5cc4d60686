package heterograph

import "mycel/engine/wire"

// EncodeTexts writes what a language model wrote in the place of the extracts, attributes
// before elements, "" for those that stay units, and the tokens of each as a row of a
// table (evidence.Row).
func EncodeTexts(texts []string, costs []uint32) []byte {
	var w wire.Writer
	w.Written(texts)
	w.Uint32s(costs)
	return w.Bytes()
}

// LoadTexts reads what EncodeTexts wrote of g, or nothing if nothing is written. On an error, which wraps
// wire.ErrCorrupt, g is as it was.
func (g *Graph) LoadTexts(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	r := wire.NewReader(b)
	_, texts := r.Written(g.NumExtracts())
	costs := r.Uint32s()
	if len(costs) != g.NumExtracts() {
		r.Fail("costs of wrong number")
	}
	if err := r.Close(); err != nil {
		return err
	}
	g.texts, g.costs = texts, costs
	return nil
}

// Written returns what a language model wrote in the place of extract i, and the tokens
// of its row in a table, at most; "" where the text is the extract's units.
func (g *Graph) Written(i uint32) (text string, cost int) {
	if g.costs == nil {
		return "", 0
	}
	return g.texts.At(int(i)), int(g.costs[i])
}
