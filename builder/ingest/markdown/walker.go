package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
	page "mycel/builder/ingest/html"
)

// walker writes the text of a Markdown tree into an outline.
type walker struct {
	out    *document.Outline
	source []byte
	slugs  document.Slugger

	items    int    // depth of open list items
	rowStart int    // length of the text when the current table row began
	muted    string // name of the open inline element whose text is not shown, or ""

	named   string // id of the last element with one that stands in the open heading, or before it
	namedAt int    // length of the text there
}

func (w *walker) walk(root ast.Node) error {
	return ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.leave(n)
			return ast.WalkContinue, nil
		}
		return w.enter(n)
	})
}

// enter handles n before its children, and says whether they are to be visited. The nodes that it skips are not left.
func (w *walker) enter(n ast.Node) (ast.WalkStatus, error) {
	switch n := n.(type) {
	case *ast.Heading:
		w.out.StartHeading(n.Level)
	case *ast.List:
		w.openList()
	case *ast.ListItem:
		w.openItem(n)
	case *ast.FencedCodeBlock:
		w.code(n.Lines(), listingLanguage(n.Language(w.source)))
		return ast.WalkSkipChildren, nil
	case *ast.CodeBlock:
		w.code(n.Lines(), "")
		return ast.WalkSkipChildren, nil
	case *ast.HTMLBlock:
		return ast.WalkSkipChildren, w.htmlBlock(n)
	case *ast.LinkReferenceDefinition, *extension.FootnoteLink, *extension.FootnoteBacklink, *extension.TaskCheckBox:
		return ast.WalkSkipChildren, nil
	case *extension.TableHeader, *extension.TableRow:
		w.out.Gap(document.GapLine)
		w.rowStart = len(w.out.Text)
	case *extension.TableCell:
		w.openCell()
	case *extension.DefinitionTerm:
		w.out.Gap(document.GapBlock)
	case *extension.DefinitionDescription:
		w.out.HoldAt(document.GapLine)
	case *ast.CodeSpan:
		w.out.StartCode()
	case *ast.Link:
		w.out.Link(string(n.Destination), w.linkText(n))
	case *ast.Text:
		w.text(n)
	case *ast.String:
		w.words(string(n.Value))
	case *ast.AutoLink:
		w.words(string(n.Label(w.source)))
	case *ast.RawHTML:
		w.inlineHTML(n)
	default:
		w.out.Gap(markdownGap(n))
	}
	return ast.WalkContinue, nil
}

func (w *walker) leave(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.muted = ""
		w.out.EndHeading(func(heading string) string { return w.anchor(n, heading) })
		w.named = ""
	case *ast.List:
		w.out.Gap(document.GapBlock)
	case *ast.ListItem:
		w.items--
		w.out.Release()
	case *extension.TableCell:
		w.out.Cells--
		w.out.Release()
	case *extension.DefinitionTerm, *extension.DefinitionDescription:
		w.out.Release()
	case *ast.CodeSpan:
		w.out.EndCode()
	case *ast.Paragraph, *ast.TextBlock:
		w.muted = ""
		w.out.Gap(markdownGap(n))
	default:
		w.out.Gap(markdownGap(n))
	}
}

// markdownGap returns the gap around n: none for inline nodes.
func markdownGap(n ast.Node) document.Gap {
	switch n.(type) {
	case *ast.TextBlock, *extension.TableHeader, *extension.TableRow:
		return document.GapLine
	}
	if n.Type() == ast.TypeBlock {
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

func (w *walker) openItem(n *ast.ListItem) {
	w.items++
	if n.PreviousSibling() != nil {
		w.out.HoldAt(document.GapLine)
		return
	}
	w.out.Hold()
}

func (w *walker) openCell() {
	if len(w.out.Text) > w.rowStart {
		w.out.HoldAt(document.GapCell)
	} else {
		w.out.Hold()
	}
	w.out.Cells++
}

// words writes inline text unless it is inside an element that is not shown.
func (w *walker) words(s string) {
	if w.muted == "" {
		w.out.Words(s)
	}
}

func (w *walker) text(n *ast.Text) {
	value := string(n.Value(w.source))
	if _, inCode := n.Parent().(*ast.CodeSpan); !inCode && !n.IsRaw() {
		value = unescapeMarkdown(value)
	}
	w.words(value)
	switch {
	case n.HardLineBreak():
		w.out.Gap(document.GapLine)
	case n.SoftLineBreak():
		w.out.Gap(document.GapSpace)
	}
}

// unescapeMarkdown resolves backslash escapes and character references.
func unescapeMarkdown(s string) string {
	if !strings.ContainsAny(s, `\&`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && isPunctuation(s[i+1]):
			i++
			b.WriteByte(s[i])
		case s[i] == '&':
			reference := characterReference(s[i:])
			b.WriteString(html.UnescapeString(reference))
			i += len(reference) - 1
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// maxReference bounds the length of a character reference in bytes; the longest name has 31 letters.
const maxReference = 40

// characterReference returns the part of s, which begins with '&', that can be a character reference, or just the '&'.
func characterReference(s string) string {
	end := strings.IndexByte(s[:min(len(s), maxReference)], ';')
	if end < 0 {
		return s[:1]
	}
	return s[:end+1]
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

// code writes a code block. mdBook and rustdoc do not show the lines of Rust listings
// that begin with "# ".
func (w *walker) code(lines *text.Segments, language string) {
	w.out.StartVerbatim(document.KindOfListing(language))
	for i := range lines.Len() {
		segment := lines.At(i)
		line := string(segment.Value(w.source))
		if language == "rust" {
			shown := strings.TrimLeft(line, " \t")
			if strings.HasPrefix(shown, "# ") || strings.TrimRight(shown, "\n") == "#" {
				continue
			}
		}
		w.out.Words(line)
	}
	w.out.EndVerbatim()
}

// listingLanguage returns the language in the info string of a code fence, such as
// "rust,ignore".
func listingLanguage(info []byte) string {
	name, _, _ := bytes.Cut(info, []byte(","))
	return string(name)
}

// htmlBlock reads a block of HTML as a page would show it, headings included.
func (w *walker) htmlBlock(n *ast.HTMLBlock) error {
	var src bytes.Buffer
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		src.Write(segment.Value(w.source))
	}
	if n.HasClosure() {
		src.Write(n.ClosureLine.Value(w.source))
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(&src, body)
	if err != nil {
		return fmt.Errorf("the HTML parser refuses a part of it: %w", err)
	}
	for _, c := range nodes {
		body.AppendChild(c)
	}
	before, sections := len(w.out.Text), len(w.out.Sections)
	h := page.Walker{Out: w.out, Slugs: &w.slugs, Items: w.items}
	h.Walk(body)
	if len(w.out.Text) == before && len(w.out.Sections) == sections {
		for n := range body.Descendants() {
			w.name(n)
		}
	}
	return nil
}

// name notes the id of an element that has no text before a heading, or stands in it.
func (w *walker) name(n *html.Node) {
	for _, a := range n.Attr {
		if (a.Key == "id" || a.Key == "name" && n.DataAtom == atom.A) && page.AsAnchor(a.Val) != "" {
			w.named, w.namedAt = a.Val, len(w.out.Text)
		}
	}
}

// inlineHTML handles a tag among inline text. Its text comes as nodes of its own.
func (w *walker) inlineHTML(n *ast.RawHTML) {
	z := html.NewTokenizer(bytes.NewReader(n.Segments.Value(w.source)))
	kind := z.Next()
	t := z.Token()
	tag := &html.Node{Type: html.ElementNode, Data: t.Data, DataAtom: t.DataAtom, Attr: t.Attr}
	w.name(tag)
	switch {
	case w.muted != "":
		if kind == html.EndTagToken && t.Data == w.muted {
			w.muted = ""
		}
	case kind == html.StartTagToken && page.IsNeverText(tag) && tag.DataAtom != atom.Input:
		w.muted = t.Data
	case t.DataAtom == atom.Br:
		w.out.LineBreak()
	case t.DataAtom == atom.Img:
		h := page.Walker{Out: w.out}
		h.Image(tag)
	case kind == html.StartTagToken && t.DataAtom == atom.Sup:
		w.superscript(n)
	}
}

// superscript keeps an exponent apart from its base, as in HTML.
func (w *walker) superscript(n *ast.RawHTML) {
	if next, ok := n.NextSibling().(*ast.Text); ok {
		w.out.Exponent(string(next.Value(w.source)))
	}
}

// anchor returns the fragment id of the heading n.
func (w *walker) anchor(n *ast.Heading, heading string) string {
	value, _ := n.AttributeString("id")
	if id, ok := value.([]byte); ok && page.AsAnchor(string(id)) != "" {
		w.slugs.Use(string(id))
		return string(id)
	}
	slug := w.slugs.Slug(heading)
	if w.named != "" && w.namedAt == len(w.out.Text) {
		w.slugs.Use(w.named)
		return w.named
	}
	return slug
}

// linkText returns the text of a Markdown node, as readers see it.
func (w *walker) linkText(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		switch c := c.(type) {
		case *ast.Text:
			if entering {
				value := string(c.Value(w.source))
				if _, inCode := c.Parent().(*ast.CodeSpan); !inCode && !c.IsRaw() {
					value = unescapeMarkdown(value)
				}
				b.WriteString(value)
				if c.SoftLineBreak() || c.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(c.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
