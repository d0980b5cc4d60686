package ingest

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
)

// Link is a link in the text of a document, as its author wrote it.
type Link struct {
	Target string // as in the source: relative, absolute, with or without a fragment
	Text   string // what it is called, in one line
	At     int    // offset in Document.Text of about where it stands
}

// maxLinkText is the longest text of a link that is kept, in characters: longer ones are
// passages that happen to be links.
const maxLinkText = 120

// link notes a link. It ignores links without text or target, and links within the page.
func (o *outline) link(target, text string) {
	target, text = strings.TrimSpace(target), oneLine(text)
	if target == "" || target[0] == '#' || text == "" || utf8.RuneCountInString(text) > maxLinkText {
		return
	}
	for _, scheme := range []string{"mailto:", "javascript:", "data:", "tel:"} {
		if len(target) >= len(scheme) && strings.EqualFold(target[:len(scheme)], scheme) {
			return
		}
	}
	o.links = append(o.links, Link{Target: target, Text: text, At: len(o.text)})
}

// linkText returns the text of a Markdown node, as readers see it.
func (w *markdownWalker) linkText(n ast.Node) string {
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

// linkOf notes the link that an element is.
func (w *htmlWalker) linkOf(n *html.Node) {
	if target := attr(n, "href"); target != "" {
		w.out.link(target, label(n))
	}
}

// aliases returns the addresses that a page had before, by its front matter: aliases
// (Hugo), redirect_from (Jekyll) or redirects.
func (f *frontMatter) aliases() (out []string) {
	for _, key := range []string{"aliases", "redirect_from", "redirects"} {
		if one := f.scalars[key]; one != "" {
			out = append(out, one)
		}
		out = append(out, f.lists[key]...)
	}
	return out
}
