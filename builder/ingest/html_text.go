package ingest

import (
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlWalker writes the text below an element into an outline.
type htmlWalker struct {
	out    *outline
	isBody bool                // the root is a whole body, with the page's header and footer
	layout map[*html.Node]bool // see htmlSurvey

	// slugs gives ids to headings that have none, as Markdown renderers do; nil if
	// the page is final.
	slugs *slugger

	content      *html.Node // root of the walk
	heading      *html.Node // open heading, nil if there is none
	headingBytes int        // length of its label with all links and buttons
	level        int        // of the last heading, 0 before the first
	links        int        // depth of open links
	linked       []int      // bytes of each section that are in links
	items        int        // depth of open list items
	rowStart     int        // length of the text when the current table row began

	siteHeader *html.Node // nil for none

	excluded map[*html.Node]bool // by the options' selectors
	weights  []nodeWeight        // of the open elements that have one
	warnings []string

	captioned map[*html.Node]bool // figures asked about so far: whether they have a caption
}

func (w *htmlWalker) walk(root *html.Node) {
	w.content = root
	if root != nil {
		w.inheritWeight(root.Parent)
	}
	traverse(root, w.enter, w.leave)
}

func (w *htmlWalker) enter(n *html.Node) visit {
	switch n.Type {
	case html.TextNode:
		before := len(w.out.text)
		w.out.words(n.Data)
		w.countLink(before)
	case html.ElementNode:
		if n != w.content && w.isDropped(n) {
			return skip
		}
		if w.define(n) {
			return skip
		}
		w.openWeight(n)
		w.open(n)
	}
	return descend // comments and doctypes have no children
}

func (w *htmlWalker) open(n *html.Node) {
	if isBoxTitle(n) {
		w.out.gap(gapBlock)
		return
	}
	if level := headingLevel(n); level > 0 {
		if w.out.startHeading(level) {
			w.heading, w.headingBytes = n, len(label(n))
		}
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links++
		w.linkOf(n)
	case atom.Br:
		w.out.lineBreak()
	case atom.Img:
		w.image(n)
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.out.startVerbatim(kindOfPre(n))
	case atom.Ul, atom.Ol, atom.Dir:
		w.openList()
	case atom.Li:
		w.openItem(n)
	case atom.Dt:
		w.out.gap(gapBlock)
		if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
			w.out.holdAt(gapLine)
		}
	case atom.Dd:
		w.out.holdAt(gapLine)
	case atom.Tr:
		w.out.gap(gapLine)
		w.rowStart = len(w.out.text)
	case atom.Td, atom.Th:
		w.openCell(n)
	case atom.Code:
		if prev := n.PrevSibling; prev != nil && prev.DataAtom == atom.Code && w.out.inVerbatim() {
			w.out.gap(gapLine) // one listing in two languages
		}
		w.out.startCode()
	case atom.Kbd, atom.Samp, atom.Tt:
		w.out.startCode()
	case atom.Sup:
		w.out.exponent(label(n))
	default:
		w.out.gap(blockGap(n))
	}
}

func (w *htmlWalker) leave(n *html.Node) {
	defer w.closeWeight(n)
	if n == w.heading {
		w.heading, w.level = nil, headingLevel(n)
		w.out.endHeading(func(text string) string { return w.anchor(n, text) })
		return
	}
	if isBoxTitle(n) {
		w.out.gap(gapBlock)
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links--
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.out.endCode()
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		w.out.endVerbatim()
	case atom.Li:
		w.items--
		w.out.release()
		w.out.gap(gapLine)
	case atom.Dt, atom.Dd:
		w.out.release()
		w.out.gap(gapLine)
	case atom.Td, atom.Th:
		w.closeCell(n)
	case atom.Ul, atom.Ol, atom.Dir:
		if w.items == 0 {
			w.out.gap(gapBlock)
		}
	default:
		w.out.gap(blockGap(n))
	}
}

// blockGap returns the gap around the element n: none for inline elements.
func blockGap(n *html.Node) gap {
	switch n.DataAtom {
	case atom.Thead, atom.Tbody, atom.Tfoot, atom.Tr, atom.Legend:
		return gapLine
	case atom.P, atom.Div, atom.Dl, atom.Table, atom.Caption, atom.Blockquote, atom.Center, atom.Hr,
		atom.Article, atom.Aside, atom.Section, atom.Main, atom.Header, atom.Footer, atom.Hgroup,
		atom.Address, atom.Figure, atom.Figcaption, atom.Details, atom.Summary, atom.Dialog,
		atom.Fieldset, atom.Form, atom.Body:
		return gapBlock
	}
	return gapNone
}

// openList puts a list inside a list item on the next line, any other after a blank
// one.
func (w *htmlWalker) openList() {
	if w.items > 0 {
		w.out.holdAt(gapLine)
		return
	}
	w.out.gap(gapBlock)
}

// openItem puts a line break before the second and later items of a list. The first
// has what the list asked for.
func (w *htmlWalker) openItem(n *html.Node) {
	w.items++
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Li {
		w.out.holdAt(gapLine)
		return
	}
	w.out.gap(gapLine)
	w.out.hold()
}

// openCell separates the cells of a data table by a bar, and makes blocks inside
// them lines. The cells of a layout table are blocks.
func (w *htmlWalker) openCell(n *html.Node) {
	switch {
	case w.isLayoutCell(n):
		w.out.gap(gapBlock)
		return
	case len(w.out.text) > w.rowStart:
		w.out.holdAt(gapCell)
	default:
		w.out.hold()
	}
	w.out.cells++
}

func (w *htmlWalker) closeCell(n *html.Node) {
	if w.isLayoutCell(n) {
		w.out.gap(gapBlock)
		return
	}
	w.out.cells--
	w.out.release()
}

func (w *htmlWalker) isLayoutCell(n *html.Node) bool {
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

// image writes the alternative text of an image unless the image is decorative or
// has a caption.
func (w *htmlWalker) image(n *html.Node) {
	alt := attr(n, "alt")
	if role(n) == "presentation" || role(n) == "none" || utf8.RuneCountInString(alt) > maxAlt || w.hasCaption(n) {
		return
	}
	w.out.gap(gapSpace)
	w.out.words(alt)
	w.out.gap(gapSpace)
}

// hasCaption reports whether the image n stands in a <figure> with a caption.
func (w *htmlWalker) hasCaption(n *html.Node) bool {
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

// anchor returns the fragment id of the heading n.
func (w *htmlWalker) anchor(n *html.Node, text string) string {
	id := headingAnchor(n, w.content)
	switch {
	case w.slugs == nil:
	case id == "":
		id = w.slugs.slug(text)
	default:
		w.slugs.use(id)
	}
	return id
}

// previousElement returns the element before n among its siblings, or nil.
func previousElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}
