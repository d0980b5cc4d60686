package html

import (
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// Walker writes the text below an element into an outline.
type Walker struct {
	Out    *document.Outline
	isBody bool                // the root is a whole body, with the page's header and footer
	layout map[*html.Node]bool // see survey

	// Slugs gives ids to headings that have none, as Markdown renderers do; nil if the page is final.
	Slugs *document.Slugger

	content      *html.Node // root of the walk
	heading      *html.Node // open heading, nil if there is none
	headingLevel int
	headingBytes int // length of its label with all links and buttons
	level        int // of the last heading, 0 before the first
	anchors      anchors
	scopes       []scope    // open elements with which the headings in them end
	shown        *html.Node // the heading of its section shows all of it
	links        int        // depth of open links
	linked       []int      // bytes of each section that are in links
	listed       int        // bytes of the page that are in links of list items
	Items        int        // depth of open list items
	rowStart     int        // length of the text when the current table row began

	excluded map[*html.Node]bool // by the options' selectors
	weights  []nodeWeight        // of the open elements that have one
	warnings []string

	captioned map[*html.Node]bool // figures asked about so far: whether they have a caption
}

func (w *Walker) Walk(root *html.Node) {
	w.content = root
	if root != nil {
		w.inheritWeight(root.Parent)
	}
	traverse(root, w.enter, w.leave)
}

func (w *Walker) enter(n *html.Node) visit {
	switch n.Type {
	case html.TextNode:
		before := len(w.Out.Text)
		w.Out.Words(n.Data)
		w.countLink(before)
	case html.ElementNode:
		if n == w.shown {
			return skip
		}
		if n != w.content && w.isDropped(n) {
			w.Out.Gap(blockGap(n))
			if !w.excluded[n] {
				writeAttributes(w.Out, n)
			}
			return skip
		}
		w.openScope(n)
		if w.define(n) {
			return skip
		}
		w.openWeight(n)
		w.open(n)
		writeAttributes(w.Out, n)
	}
	return descend // comments and doctypes have no children
}

func (w *Walker) open(n *html.Node) {
	if isBoxTitle(n) {
		w.Out.Gap(document.GapBlock)
		return
	}
	if level := levelOf(n, w.level, w.scopes); level > 0 {
		if w.Out.StartHeading(level) {
			w.heading, w.headingLevel, w.headingBytes = n, level, len(label(n))
		}
		return
	}
	if isListing(n) {
		w.Out.StartVerbatim(kindOfPre(n))
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links++
		w.Out.Link(attr(n, "href"), label(n))
		w.setApart(n)
	case atom.Br:
		w.Out.LineBreak()
	case atom.Img:
		w.Image(n)
	case atom.Ul, atom.Ol, atom.Dir:
		w.openList()
	case atom.Li:
		w.openItem(n)
	case atom.Dt:
		w.Out.Gap(document.GapBlock)
		if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
			w.Out.HoldAt(document.GapLine)
		}
	case atom.Dd:
		w.Out.HoldAt(document.GapLine)
	case atom.Tr:
		if isSignature(n) {
			break
		}
		w.Out.Gap(document.GapLine)
		w.rowStart = len(w.Out.Text)
	case atom.Td, atom.Th:
		w.openCell(n)
	case atom.Code:
		if prev := n.PrevSibling; prev != nil && prev.DataAtom == atom.Code && w.Out.InVerbatim() {
			w.Out.Gap(document.GapLine) // one listing in two languages
		}
		w.Out.StartCode()
	case atom.Kbd, atom.Samp, atom.Tt:
		w.setApart(n)
		w.Out.StartCode()
	case atom.Sup:
		w.Out.Exponent(label(n))
	default:
		w.setApart(n)
		if n.DataAtom != atom.Tbody || !isSignature(n) {
			w.Out.Gap(blockGap(n))
		}
	}
}

// setApart keeps the words of n from those beside it.
func (w *Walker) setApart(n *html.Node) {
	if blockGap(n) == document.GapNone && !w.Out.InVerbatim() && isApart(n) {
		w.Out.SetApart()
	}
}

func (w *Walker) leave(n *html.Node) {
	defer w.closeScope(n)
	defer w.closeWeight(n)
	if n == w.heading {
		w.heading, w.level = nil, w.headingLevel
		w.Out.EndHeading(func(text string) string { return w.anchor(n, text) })
		return
	}
	if isBoxTitle(n) {
		w.Out.Gap(document.GapBlock)
		return
	}
	if isListing(n) {
		w.Out.EndVerbatim()
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links--
		w.setApart(n)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.Out.EndCode()
	case atom.Li:
		w.Items--
		w.Out.Release()
		w.Out.Gap(document.GapLine)
	case atom.Dt, atom.Dd:
		w.Out.Release()
		w.Out.Gap(document.GapLine)
	case atom.Td, atom.Th:
		w.closeCell(n)
	case atom.Ul, atom.Ol, atom.Dir:
		if w.Items == 0 {
			w.Out.Gap(document.GapBlock)
		}
	case atom.Tr, atom.Tbody:
		if !isSignature(n) {
			w.Out.Gap(document.GapLine)
		}
	default:
		w.setApart(n)
		w.Out.Gap(blockGap(n))
	}
}

// blockGap returns the gap around the element n: none for inline elements.
func blockGap(n *html.Node) document.Gap {
	switch n.DataAtom {
	case atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Legend:
		return document.GapLine
	case atom.P, atom.Div, atom.Dl, atom.Table, atom.Caption, atom.Blockquote, atom.Center, atom.Hr,
		atom.Article, atom.Aside, atom.Section, atom.Main, atom.Header, atom.Footer, atom.Hgroup,
		atom.Address, atom.Figure, atom.Figcaption, atom.Details, atom.Summary, atom.Dialog,
		atom.Fieldset, atom.Form, atom.Body:
		return document.GapBlock
	}
	return document.GapNone
}

// openList puts a list inside a list item on the next line, any other after a blank one.
func (w *Walker) openList() {
	if w.Items > 0 {
		w.Out.HoldAt(document.GapLine)
		return
	}
	w.Out.Gap(document.GapBlock)
}

// openItem puts a line break before the second and later items of a list. The first has what the list asked for.
func (w *Walker) openItem(n *html.Node) {
	w.Items++
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Li {
		w.Out.HoldAt(document.GapLine)
		return
	}
	w.Out.Gap(document.GapLine)
	w.Out.Hold()
}

// openCell separates the cells of a data table by a bar, and makes blocks inside
// them lines. The cells of a layout table are blocks.
func (w *Walker) openCell(n *html.Node) {
	switch {
	case isSignature(n):
		w.Out.Gap(document.GapSpace)
		return
	case w.isLayoutCell(n):
		w.Out.Gap(document.GapBlock)
		return
	case len(w.Out.Text) > w.rowStart:
		w.Out.HoldAt(document.GapCell)
	default:
		w.Out.Hold()
	}
	w.Out.Cells++
}

func (w *Walker) closeCell(n *html.Node) {
	if isSignature(n) {
		return
	}
	if w.isLayoutCell(n) {
		w.Out.Gap(document.GapBlock)
		return
	}
	w.Out.Cells--
	w.Out.Release()
}

// isSignature reports whether n is a row or a cell of a table into which Doxygen puts a signature.
func isSignature(n *html.Node) bool {
	for n = n.Parent; n != nil && n.DataAtom != atom.Table; n = n.Parent {
	}
	return n != nil && hasClass(n, "memname")
}

func (w *Walker) isLayoutCell(n *html.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Table {
			return w.layout[p]
		}
	}
	return false
}

// maxAlt is the longest alternative text that reads as a label, in characters.
// Longer ones describe the picture, beside a text that explains it already.
const maxAlt = 160

// Image writes the alternative text of an image unless the image is decorative or has a caption.
func (w *Walker) Image(n *html.Node) {
	alt := attr(n, "alt")
	if role(n) == "presentation" || role(n) == "none" || utf8.RuneCountInString(alt) > maxAlt || w.hasCaption(n) {
		return
	}
	w.Out.Gap(document.GapSpace)
	w.Out.Words(alt)
	w.Out.Gap(document.GapSpace)
}

// hasCaption reports whether the image n stands in a <figure> with a caption.
func (w *Walker) hasCaption(n *html.Node) bool {
	for n != nil && n.DataAtom != atom.Figure {
		n = n.Parent
	}
	if n == nil {
		return false
	}
	known, ok := w.captioned[n]
	if ok {
		return known
	}
	if w.captioned == nil {
		w.captioned = map[*html.Node]bool{}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.captioned[n] = w.captioned[n] || c.DataAtom == atom.Figcaption
	}
	return w.captioned[n]
}

// anchor returns the fragment id of the heading n: its own, else that of the innermost heading around it.
func (w *Walker) anchor(n *html.Node, text string) string {
	id := headingAnchor(n, w.content)
	switch {
	case w.Slugs == nil || id == "" && n.DataAtom == atom.Summary:
	case id == "":
		id = w.Slugs.Slug(text)
	default:
		w.Slugs.Use(id)
	}
	for level := w.level - 1; id == "" && level > 0; level-- {
		id = w.anchors[level]
	}
	w.anchors.set(w.level, id)
	return id
}

// anchors are those of the last heading and the headings around it, by level.
type anchors [maxLevel + 1]string

// set notes the anchor of a heading. Earlier headings of its level and of those below are around no later heading.
func (a *anchors) set(level int, id string) {
	clear(a[level:])
	a[level] = id
}

// previousElement returns the element before n among its siblings, or nil.
func previousElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}
