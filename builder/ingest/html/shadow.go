package html

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// composeShadowRoots replaces the children of hosts by declarative shadow roots, with the children in
// the slots, as browsers show them. Other templates stay as they are.
func composeShadowRoots(root *html.Node) {
	var templates []*html.Node
	traverse(root, func(n *html.Node) visit {
		if n.DataAtom == atom.Template && (hasAttr(n, "shadowrootmode") || hasAttr(n, "shadowroot")) && n.Parent != nil {
			templates = append(templates, n)
		}
		return descend
	}, func(*html.Node) {})
	composed := map[*html.Node]bool{}
	for _, t := range templates {
		if host := t.Parent; !composed[host] {
			composed[host] = true
			host.RemoveChild(t)
			light := takeChildren(host)
			for _, c := range takeChildren(t) {
				host.AppendChild(c)
			}
			fillSlots(host, light)
		}
	}
}

// takeChildren removes the children from n and returns them.
func takeChildren(n *html.Node) (children []*html.Node) {
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		children = append(children, c)
	}
	return children
}

// fillSlots puts children of a host into the first slot of their name. A slot without children
// keeps its own text.
func fillSlots(host *html.Node, light []*html.Node) {
	var slots []*html.Node
	traverse(host, func(n *html.Node) visit {
		switch n.DataAtom {
		case atom.Template: // slots in another host are for the children of that host
			return skip
		case atom.Slot:
			slots = append(slots, n)
		}
		return descend
	}, func(*html.Node) {})
	for _, slot := range slots {
		name := attr(slot, "name")
		assigned := func(n *html.Node) bool { return attr(n, "slot") == name }
		isText := func(n *html.Node) bool {
			return assigned(n) && (n.Type == html.ElementNode || n.Type == html.TextNode && strings.TrimSpace(n.Data) != "")
		}
		if slices.ContainsFunc(light, isText) {
			takeChildren(slot)
		}
		light = slices.DeleteFunc(light, func(n *html.Node) bool {
			if assigned(n) {
				slot.AppendChild(n)
			}
			return assigned(n)
		})
	}
}
