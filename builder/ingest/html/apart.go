package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Style sheets keep labels, badges and keys apart that HTML does not: <kbd>Alt</kbd><kbd>Home</kbd>.

// apartWords are words of the classes of elements that are shown by themselves.
var apartWords = strings.Fields("tab badge tag chip pill label btn button key keycap kbd card item title subtitle heading name desc description " +
	"summary caption sidenote marginnote author date time version status icon step col column cell sep separator divider meta byline lead eyebrow price count")

// blockDisplays are values of the property display that set an element apart.
var blockDisplays = []string{"block", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "table-cell", "list-item"}

// isApart reports whether style sheets show n apart from the text beside it.
func isApart(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Label, atom.Button, atom.Legend, atom.Output:
		return true
	case 0: // a custom element; MathJax makes one of each letter
		if n.Type == html.ElementNode && strings.Contains(n.Data, "-") && !strings.HasPrefix(n.Data, "mjx-") {
			return true
		}
	}
	switch role(n) {
	case "tab", "button", "option", "listitem", "cell", "gridcell", "columnheader", "rowheader", "switch", "radio", "checkbox":
		return true
	}
	if _, display, ok := strings.Cut(attr(n, "style"), "display:"); ok {
		display, _, _ = strings.Cut(display, ";")
		if slices.Contains(blockDisplays, strings.TrimSpace(display)) {
			return true
		}
	}
	class := attr(n, "class")
	if prev := n.PrevSibling; prev != nil && prev.Type == html.ElementNode {
		switch n.DataAtom {
		case atom.A, atom.Kbd, atom.Small:
			if prev.DataAtom == n.DataAtom {
				return true
			}
		}
		if other := attr(prev, "class"); class != "" && other != "" && class != other && len(label(prev)) > 1 { // one letter is an initial
			return true
		}
	}
	for word := range strings.FieldsFuncSeq(class, isClassBorder) {
		if word = strings.ToLower(word); slices.Contains(apartWords, word) || strings.HasSuffix(word, "badge") || strings.HasSuffix(word, "label") {
			return true
		}
	}
	return false
}

// isClassBorder reports whether r stands between the words of a class.
func isClassBorder(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\n' || r == '\t' }
