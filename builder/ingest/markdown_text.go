package ingest

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markdownWalker writes the text of a Markdown tree into an outline.
type markdownWalker struct {
	out    *outline
	source []byte
	slugs  slugger

	items    int    // depth of open list items
	rowStart int    // length of the text when the current table row began
	muted    string // name of the open inline element whose text is not shown, or ""
}

func (w *markdownWalker) walk(root ast.Node) error {
	return ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			w.leave(n)
			return ast.WalkContinue, nil
		}
		return w.enter(n)
	})
}

// enter handles n before its children, and says whether they are to be visited. The
// nodes that it skips are not left.
func (w *markdownWalker) enter(n ast.Node) (ast.WalkStatus, error) {
	switch n := n.(type) {
	case *ast.Heading:
		w.out.startHeading(n.Level)
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
		w.out.gap(gapLine)
		w.rowStart = len(w.out.text)
	case *extension.TableCell:
		w.openCell()
	case *extension.DefinitionTerm:
		w.out.gap(gapBlock)
	case *extension.DefinitionDescription:
		w.out.holdAt(gapLine)
	case *ast.CodeSpan:
		w.out.startCode()
	case *ast.Link:
		w.out.link(string(n.Destination), w.linkText(n))
	case *ast.Text:
		w.text(n)
	case *ast.String:
		w.words(string(n.Value))
	case *ast.AutoLink:
		w.words(string(n.Label(w.source)))
	case *ast.RawHTML:
		w.inlineHTML(n)
	default:
		w.out.gap(markdownGap(n))
	}
	return ast.WalkContinue, nil
}

func (w *markdownWalker) leave(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		w.muted = ""
		w.out.endHeading(func(heading string) string { return w.anchor(n, heading) })
	case *ast.ListItem:
		w.items--
		w.out.release()
	case *extension.TableCell:
		w.out.cells--
		w.out.release()
	case *extension.DefinitionTerm, *extension.DefinitionDescription:
		w.out.release()
	case *ast.CodeSpan:
		w.out.endCode()
	case *ast.Paragraph, *ast.TextBlock:
		w.muted = ""
		w.out.gap(markdownGap(n))
	default:
		w.out.gap(markdownGap(n))
	}
}

// markdownGap returns the gap around n: none for inline nodes.
func markdownGap(n ast.Node) gap {
	switch n.(type) {
	case *ast.TextBlock, *extension.TableHeader, *extension.TableRow:
		return gapLine
	}
	if n.Type() == ast.TypeBlock {
		return gapBlock
	}
	return gapNone
}

// openList puts a list inside a list item on the next line, any other after a blank
// one.
func (w *markdownWalker) openList() {
	if w.items > 0 {
		w.out.holdAt(gapLine)
		return
	}
	w.out.gap(gapBlock)
}

func (w *markdownWalker) openItem(n *ast.ListItem) {
	w.items++
	if n.PreviousSibling() != nil {
		w.out.holdAt(gapLine)
		return
	}
	w.out.hold()
}

func (w *markdownWalker) openCell() {
	if len(w.out.text) > w.rowStart {
		w.out.holdAt(gapCell)
	} else {
		w.out.hold()
	}
	w.out.cells++
}

// words writes inline text unless it is inside an element that is not shown.
func (w *markdownWalker) words(s string) {
	if w.muted == "" {
		w.out.words(s)
	}
}

func (w *markdownWalker) text(n *ast.Text) {
	value := string(n.Value(w.source))
	if _, inCode := n.Parent().(*ast.CodeSpan); !inCode && !n.IsRaw() {
		value = unescapeMarkdown(value)
	}
	w.words(value)
	switch {
	case n.HardLineBreak():
		w.out.gap(gapLine)
	case n.SoftLineBreak():
		w.out.gap(gapSpace)
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

// maxReference bounds the length of a character reference in bytes; the longest
// name has 31 letters.
const maxReference = 40

// characterReference returns the part of s, which begins with '&', that can be a
// character reference, or just the '&'.
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
func (w *markdownWalker) code(lines *text.Segments, language string) {
	w.out.startVerbatim(kindOfListing(language))
	for i := range lines.Len() {
		segment := lines.At(i)
		line := string(segment.Value(w.source))
		if language == "rust" {
			shown := strings.TrimLeft(line, " \t")
			if strings.HasPrefix(shown, "# ") || strings.TrimRight(shown, "\n") == "#" {
				continue
			}
		}
		w.out.words(line)
	}
	w.out.endVerbatim()
}

// listingLanguage returns the language in the info string of a code fence, such as
// "rust,ignore".
func listingLanguage(info []byte) string {
	name, _, _ := bytes.Cut(info, []byte(","))
	return string(name)
}

// htmlBlock reads a block of HTML as a page would show it, headings included.
func (w *markdownWalker) htmlBlock(n *ast.HTMLBlock) error {
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
		return skipError(fmt.Sprintf("the HTML parser refuses a part of it: %v", err))
	}
	for _, c := range nodes {
		body.AppendChild(c)
	}
	h := htmlWalker{out: w.out, slugs: &w.slugs, items: w.items}
	h.walk(body)
	return nil
}

// inlineHTML handles a tag among inline text. Its text comes as nodes of its own.
func (w *markdownWalker) inlineHTML(n *ast.RawHTML) {
	z := html.NewTokenizer(bytes.NewReader(n.Segments.Value(w.source)))
	kind := z.Next()
	t := z.Token()
	tag := &html.Node{Type: html.ElementNode, Data: t.Data, DataAtom: t.DataAtom, Attr: t.Attr}
	switch {
	case w.muted != "":
		if kind == html.EndTagToken && t.Data == w.muted {
			w.muted = ""
		}
	case kind == html.StartTagToken && isNeverText(tag) && tag.DataAtom != atom.Input:
		w.muted = t.Data
	case t.DataAtom == atom.Br:
		w.out.lineBreak()
	case t.DataAtom == atom.Img:
		h := htmlWalker{out: w.out}
		h.image(tag)
	case kind == html.StartTagToken && t.DataAtom == atom.Sup:
		w.superscript(n)
	}
}

// superscript keeps an exponent apart from its base, as in HTML.
func (w *markdownWalker) superscript(n *ast.RawHTML) {
	if next, ok := n.NextSibling().(*ast.Text); ok {
		w.out.exponent(string(next.Value(w.source)))
	}
}

// anchor returns the fragment id of the heading n.
func (w *markdownWalker) anchor(n *ast.Heading, heading string) string {
	value, _ := n.AttributeString("id")
	if id, ok := value.([]byte); ok && asAnchor(string(id)) != "" {
		w.slugs.use(string(id))
		return string(id)
	}
	return w.slugs.slug(heading)
}
