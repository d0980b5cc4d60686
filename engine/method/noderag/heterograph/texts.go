package heterograph

import "mycel/engine/wire"

// EncodeTexts writes what a language model wrote in the place of sentences, of units,
// relations, attributes and elements in the order of their nodes, "" for those that stay
// sentences, and the tokens of each as a row of a table (evidence.Row).
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
	n := int(g.first[Overview] - g.first[Unit])
	_, texts := r.Written(n)
	costs := r.Uint32s()
	if len(costs) != n {
		r.Fail("costs of wrong number")
	}
	if err := r.Close(); err != nil {
		return err
	}
	g.texts, g.costs = texts, costs
	return nil
}

// Written returns what a language model wrote in the place of a node's sentences, and the
// tokens of its row in a table, at most; "" where it says sentences, or nothing itself.
func (g *Graph) Written(node uint32) (text string, cost int) {
	if g.costs == nil || node < g.first[Unit] || node >= g.first[Overview] {
		return "", 0
	}
	i := int(node - g.first[Unit])
	return g.texts.At(i), int(g.costs[i])
}
