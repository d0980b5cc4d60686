// Package markdown reads Markdown and MDX with front matter.
package markdown

import (
	"cmp"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
	page "mycel/builder/ingest/html"
)

// converter reads CommonMark and the extensions that Docs names, and writes HTML. It may be used by several goroutines.
var converter = goldmark.New(
	goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList,
		extension.Footnote, extension.DefinitionList, dialect.Extension,
	),
	goldmark.WithParserOptions(parser.WithAttribute()),
	goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(codeSpans{}, 100))),
)

// codeSpans writes inline code, also that of package dialect, whose child is a string.
type codeSpans struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (codeSpans) RegisterFuncs(to renderer.NodeRendererFuncRegisterer) {
	to.Register(ast.KindCodeSpan, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		tag := "</code>"
		if entering {
			tag = "<code>"
		}
		_, err := w.WriteString(tag)
		return ast.WalkContinue, err
	})
}

// Parse turns the Markdown or MDX src of the file at the slash path rel into a
// document. Nothing is known of other files.
func Parse(rel, src string, o document.Options) (document.Document, error) {
	return ParsePage(dialect.Page{Path: rel, IsMDX: document.HasExt(rel, ".mdx")}, src, o)
}

// ParsePage turns the source of a page into a document.
func ParsePage(p dialect.Page, src string, o document.Options) (document.Document, error) {
	rel := p.Path
	fields, body, fault := SplitFrontMatter(src)
	if reason := fields.leftOut(); reason != "" {
		return document.Document{}, document.SkipError(reason)
	}
	d := document.Document{ID: rel}
	intricate := parse(&d, body, p)
	if isMenu(rel, d.Text, d.Links) {
		return document.Document{}, document.SkipError("is a menu or frame of its site")
	}
	title := fields.take("title")
	if title == "" && d.Text == "" && d.Sections[0].Level == 0 {
		return document.Document{}, cmp.Or(fault, error(document.SkipError("has no text")))
	}
	d.Title = cmp.Or(title, document.FirstHeading(d.Sections, 1), document.FileTitle(rel))
	d.Lang = document.LangTag(fields.take("lang", "language"))
	d.URL = cmp.Or(fields.url(o), o.PageURL(rel))
	d.Aliases = fields.aliases()
	fields.describe(&d, o)
	if intricate != "" {
		d.Warnings = append(d.Warnings, "is read as plain text: "+intricate)
	}
	d.Meta = document.OrNil(fields.Scalars)
	if fault != nil {
		fault = document.PartError{Err: fault}
	}
	return d, fault
}

// parse reads the body of a page, and tells why that is read as plain text, "" if it is not.
func parse(d *document.Document, body string, p dialect.Page) (intricate string) {
	source := []byte(dialect.Translate(body, p))
	if intricate = TooIntricate(string(source)); intricate == "" {
		var html []byte
		if html, intricate = dialect.Convert(converter, source, dialect.NewContext(p)); intricate == "" {
			err := page.Read(d, html, document.Slugger{Rule: p.Slugs})
			if err == nil {
				return ""
			}
			intricate = err.Error()
		}
	}
	d.Text = document.OneLine(document.PlainText(body))
	d.Sections = document.OneSection(d.Text)
	return intricate
}

// isMenu reports whether a page has the name of a menu, and little text but links to other pages.
func isMenu(rel, text string, links []document.Link) bool {
	const most = 4 // bytes of other text a link, as for marks and line breaks
	switch strings.ToLower(strings.TrimSuffix(path.Base(rel), path.Ext(rel))) {
	case "toc", "contents", "sidebar", "navigation", "nav", "menu":
	default:
		return false
	}
	beside := len(text)
	for _, link := range links {
		beside -= len(link.Text) + most
	}
	return len(links) > 0 && beside <= 0
}

// url returns the URL that the front matter gives the page, or "". Jekyll's patterns,
// which have a colon before each variable, are none.
func (f *frontMatter) url(o document.Options) string {
	key := "url"
	if f.Scalars[key] == "" {
		key = "permalink"
	}
	link := f.Scalars[key]
	if link == "" || strings.Contains(link, "/:") {
		return ""
	}
	delete(f.Scalars, key)
	if link = strings.TrimLeft(link, "/"); link == "" {
		link = "./"
	}
	return o.Resolve(link)
}
