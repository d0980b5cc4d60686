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

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
)

// markdownParser reads CommonMark and the extensions that Docs names. It may be used by several goroutines.
var markdownParser = goldmark.New(
	goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList,
		extension.Footnote, extension.DefinitionList, dialect.Extension,
	),
	goldmark.WithParserOptions(parser.WithAttribute()),
).Parser()

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
	var out document.Outline
	source := []byte(dialect.Translate(body, p))
	var tree ast.Node
	intricate := TooIntricate(string(source))
	if intricate == "" {
		tree, intricate = dialect.Parse(markdownParser, source, p)
	}
	if intricate == "" {
		w := walker{out: &out, source: source, slugs: document.Slugger{Rule: p.Slugs}}
		if err := w.walk(tree); err != nil {
			return document.Document{}, err
		}
	} else {
		out.Words(document.PlainText(body))
	}
	content, sections := out.Finish()
	if isMenu(rel, content, out.Links) {
		return document.Document{}, document.SkipError("is a menu or frame of its site")
	}
	title := fields.take("title")
	if title == "" && content == "" && sections[0].Level == 0 {
		return document.Document{}, cmp.Or(fault, error(document.SkipError("has no text")))
	}
	d := document.Document{
		ID:       rel,
		Title:    cmp.Or(title, document.FirstHeading(sections, 1), document.FileTitle(rel)),
		Lang:     document.LangTag(fields.take("lang", "language")),
		URL:      cmp.Or(fields.url(o), o.PageURL(rel)),
		Text:     content,
		Sections: sections,
	}
	d.Code, d.Links, d.Aliases = out.CodeRanges(), out.Links, fields.aliases()
	fields.describe(&d, o)
	if intricate != "" {
		d.Warnings = append(d.Warnings, "is read as plain text: "+intricate)
	}
	d.Weights = out.WeightRanges()
	d.LeaveOutContents(&out)
	d.Meta = document.OrNil(fields.Scalars)
	if fault != nil {
		fault = document.PartError{Err: fault}
	}
	return d, fault
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
