package ingest

import (
	"cmp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// markdownParser reads CommonMark and the extensions that Docs names. It may be used
// by several goroutines.
var markdownParser = goldmark.New(
	goldmark.WithExtensions(
		extension.Table, extension.Strikethrough, extension.TaskList,
		extension.Footnote, extension.DefinitionList,
	),
	goldmark.WithParserOptions(parser.WithAttribute()),
).Parser()

// parseMarkdown turns the Markdown or MDX src of the file at the slash path rel into a
// document.
func parseMarkdown(rel, src string, o Options) (Document, error) {
	fields, body, err := splitFrontMatter(src)
	if err != nil {
		return Document{}, err
	}
	if reason := fields.leftOut(); reason != "" {
		return Document{}, skipError(reason)
	}
	var out outline
	source := []byte(cleanMarkdown(body, hasExt(rel, ".mdx")))
	intricate := tooIntricate(string(source))
	if intricate == "" {
		w := markdownWalker{out: &out, source: source}
		if err := w.walk(markdownParser.Parse(text.NewReader(source))); err != nil {
			return Document{}, err
		}
	} else {
		out.words(plainText(body))
	}
	content, sections := out.finish()
	title := fields.take("title")
	if title == "" && content == "" && sections[0].Level == 0 {
		return Document{}, skipError("has no text")
	}
	d := Document{
		ID:       rel,
		Title:    cmp.Or(title, firstHeading(sections, 1), anyHeading(sections), fileTitle(rel)),
		Lang:     langTag(fields.take("lang", "language")),
		URL:      cmp.Or(fields.url(o), o.pageURL(rel)),
		Text:     content,
		Sections: sections,
	}
	d.Code, d.Links, d.Aliases = out.codeRanges(), out.links, fields.aliases()
	fields.describe(&d, o)
	if intricate != "" {
		d.warnings = append(d.warnings, "is read as plain text: "+intricate)
	}
	d.Weights = out.weightRanges()
	d.Meta = orNil(fields.scalars)
	return d, nil
}

// url returns the URL that the front matter gives the page, or "". Jekyll's patterns,
// which have a colon before each variable, are none.
func (f *frontMatter) url(o Options) string {
	key := "url"
	if f.scalars[key] == "" {
		key = "permalink"
	}
	link := f.scalars[key]
	if link == "" || strings.Contains(link, "/:") {
		return ""
	}
	delete(f.scalars, key)
	if link = strings.TrimLeft(link, "/"); link == "" {
		link = "./"
	}
	return o.resolve(link)
}
