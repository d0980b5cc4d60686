package html

import "golang.org/x/net/html"

// nodeWeight is an element with the weight of its text.
type nodeWeight struct {
	n      *html.Node // nil for an element around the content
	factor float64
}

// inheritWeight takes the weight of the innermost element around the content that has one.
func (w *walker) inheritWeight(n *html.Node) {
	w.weights = w.weights[:0]
	factor := 1.0
	for ; n != nil; n = n.Parent {
		if f, ok, _ := weightOf(n); ok {
			factor = f
			break
		}
	}
	w.weights = append(w.weights, nodeWeight{nil, factor})
	w.out.SetWeight(factor)
}

// openWeight begins the weight of an element: the innermost counts.
func (w *walker) openWeight(n *html.Node) {
	factor, ok, err := weightOf(n)
	if err != nil {
		w.warnings = append(w.warnings, err.Error())
	}
	if ok {
		w.weights = append(w.weights, nodeWeight{n, factor})
		w.out.SetWeight(factor)
	}
}

// closeWeight ends the weight of an element.
func (w *walker) closeWeight(n *html.Node) {
	last := len(w.weights) - 1
	if last > 0 && w.weights[last].n == n {
		w.weights = w.weights[:last]
		w.out.SetWeight(w.weights[last-1].factor)
	}
}
