package html

import (
	"cmp"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// walker writes the text below an element into an outline.
type walker struct {
	out    *document.Outline
	isBody bool                // the root is a whole body, with the page's header and footer
	layout map[*html.Node]bool // see survey

	// slugs gives ids to headings that have none, as Markdown renderers do; nil if the page is final.
	slugs *document.Slugger

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
	items        int        // depth of open list items
	rowStart     int        // length of the text when the current table row began

	excluded map[*html.Node]bool // by the options' selectors
	weights  []nodeWeight        // of the open elements that have one
	warnings []string

	captioned map[*html.Node]bool // figures asked about so far: whether they have a caption
}

func (w *walker) walk(root *html.Node) {
	w.content = root
	if root != nil {
		w.inheritWeight(root.Parent)
	}
	traverse(root, w.enter, w.leave)
}

func (w *walker) enter(n *html.Node) visit {
	switch n.Type {
	case html.TextNode:
		before := len(w.out.Text)
		w.out.Words(n.Data)
		w.countLink(before)
	case html.ElementNode:
		if n == w.shown {
			return skip
		}
		if n != w.content && w.isDropped(n) {
			w.out.Gap(blockGap(n))
			if !w.excluded[n] {
				writeAttributes(w.out, n)
			}
			return skip
		}
		w.openScope(n)
		if w.define(n) {
			return skip
		}
		w.openWeight(n)
		w.open(n)
		writeAttributes(w.out, n)
	}
	return descend // comments and doctypes have no children
}

func (w *walker) open(n *html.Node) {
	if isBoxTitle(n) {
		w.out.Gap(document.GapBlock)
		return
	}
	if level := levelOf(n, w.level, w.scopes); level > 0 {
		if w.out.StartHeading(level) {
			w.heading, w.headingLevel, w.headingBytes = n, level, len(label(n))
		}
		return
	}
	if isListing(n) {
		w.out.StartVerbatim(kindOfPre(n))
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links++
		w.out.Link(attr(n, "href"), label(n))
		w.setApart(n)
	case atom.Br:
		w.out.LineBreak()
	case atom.Img:
		w.image(n)
	case atom.Ul, atom.Ol, atom.Dir:
		w.openList()
	case atom.Li:
		w.openItem(n)
	case atom.Dt:
		w.out.Gap(document.GapBlock)
		if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Dt {
			w.out.HoldAt(document.GapLine)
		}
	case atom.Dd:
		w.out.HoldAt(document.GapLine)
	case atom.Tr:
		if isSignature(n) {
			break
		}
		w.out.Gap(document.GapLine)
		w.rowStart = len(w.out.Text)
	case atom.Td, atom.Th:
		w.openCell(n)
	case atom.Code:
		if prev := n.PrevSibling; prev != nil && prev.DataAtom == atom.Code && w.out.InVerbatim() {
			w.out.Gap(document.GapLine) // one listing in two languages
		}
		w.out.StartCode()
	case atom.Kbd, atom.Samp, atom.Tt:
		w.setApart(n)
		w.out.StartCode()
	case atom.Sup:
		w.out.Exponent(label(n))
	default:
		w.setApart(n)
		if n.DataAtom != atom.Tbody || !isSignature(n) {
			w.out.Gap(blockGap(n))
		}
	}
}

// setApart keeps the words of n from those beside it.
func (w *walker) setApart(n *html.Node) {
	if blockGap(n) == document.GapNone && !w.out.InVerbatim() && isApart(n) {
		w.out.SetApart()
	}
}

func (w *walker) leave(n *html.Node) {
	defer w.closeScope(n)
	defer w.closeWeight(n)
	if n == w.heading {
		w.heading, w.level = nil, w.headingLevel
		w.out.EndHeading(func(text string) string { return w.anchor(n, text) })
		return
	}
	if isBoxTitle(n) {
		w.out.Gap(document.GapBlock)
		return
	}
	if isListing(n) {
		w.out.EndVerbatim()
		return
	}
	switch n.DataAtom {
	case atom.A:
		w.links--
		w.setApart(n)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		w.out.EndCode()
	case atom.Li:
		w.items--
		w.out.Release()
		w.out.Gap(document.GapLine)
	case atom.Dt, atom.Dd:
		w.out.Release()
		w.out.Gap(document.GapLine)
	case atom.Td, atom.Th:
		w.closeCell(n)
	case atom.Ul, atom.Ol, atom.Dir:
		if w.items == 0 {
			w.out.Gap(document.GapBlock)
		}
	case atom.Tr, atom.Tbody:
		if !isSignature(n) {
			w.out.Gap(document.GapLine)
		}
	default:
		w.setApart(n)
		w.out.Gap(blockGap(n))
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
func (w *walker) openList() {
	if w.items > 0 {
		w.out.HoldAt(document.GapLine)
		return
	}
	w.out.Gap(document.GapBlock)
}

// openItem puts a line break before the second and later items of a list. The first has what the list asked for.
func (w *walker) openItem(n *html.Node) {
	w.items++
	if prev := previousElement(n); prev != nil && prev.DataAtom == atom.Li {
		w.out.HoldAt(document.GapLine)
		return
	}
	w.out.Gap(document.GapLine)
	w.out.Hold()
}

// openCell separates the cells of a data table by a bar, and makes blocks inside
// them lines. The cells of a layout table are blocks.
func (w *walker) openCell(n *html.Node) {
	switch {
	case isSignature(n):
		w.out.Gap(document.GapSpace)
		return
	case w.isLayoutCell(n):
		w.out.Gap(document.GapBlock)
		return
	case len(w.out.Text) > w.rowStart:
		w.out.HoldAt(document.GapCell)
	default:
		w.out.Hold()
	}
	w.out.Cells++
}

func (w *walker) closeCell(n *html.Node) {
	if isSignature(n) {
		return
	}
	if w.isLayoutCell(n) {
		w.out.Gap(document.GapBlock)
		return
	}
	w.out.Cells--
	w.out.Release()
}

// isSignature reports whether n is a row or a cell of a table into which Doxygen puts a signature.
func isSignature(n *html.Node) bool {
	for n = n.Parent; n != nil && n.DataAtom != atom.Table; n = n.Parent {
	}
	return n != nil && hasClass(n, "memname")
}

func (w *walker) isLayoutCell(n *html.Node) bool {
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

// image writes the alternative text of an image unless the image is decorative or has a caption.
func (w *walker) image(n *html.Node) {
	alt := attr(n, "alt")
	if role(n) == "presentation" || role(n) == "none" || utf8.RuneCountInString(alt) > maxAlt || w.hasCaption(n) {
		return
	}
	w.out.Gap(document.GapSpace)
	w.out.Words(alt)
	w.out.Gap(document.GapSpace)
}

// hasCaption reports whether the image n stands in a <figure> with a caption.
func (w *walker) hasCaption(n *html.Node) bool {
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
func (w *walker) anchor(n *html.Node, text string) string {
	id := headingAnchor(n, w.content)
	switch {
	case w.slugs == nil || id == "" && n.DataAtom == atom.Summary:
	case anchorID(n) != "":
		w.slugs.Use(id)
	default:
		slug := w.slugs.Slug(text) // which the heading has beside an anchor of the author's
		id = cmp.Or(id, slug)
		w.slugs.Use(id)
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
