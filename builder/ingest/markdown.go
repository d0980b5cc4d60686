package ingest

import (
	"cmp"
	"strings"

	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdownParser reads Markdown, mdxParser MDX, which has no indented code: there
// indentation is that of the components around the text.
var (
	markdownParser = newMarkdownParser(util.Prioritized(parser.NewCodeBlockParser(), 500))
	mdxParser      = newMarkdownParser()
)

// newMarkdownParser assembles the block parsers of CommonMark other than indented
// code, its inline parsers, those of the extensions that Docs names, and more blocks.
// The numbers are goldmark's own priorities. The parser may be used by several
// goroutines.
func newMarkdownParser(more ...util.PrioritizedValue) parser.Parser {
	return parser.NewParser(
		parser.WithAttribute(),
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(extension.NewDefinitionListParser(), 101),
			util.Prioritized(extension.NewDefinitionDescriptionParser(), 102),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(parser.NewBlockquoteParser(), 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(extension.NewFootnoteBlockParser(), 999),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithBlockParsers(more...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithParagraphTransformers(util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
		),
	)
}

// parseMarkdown turns the Markdown or MDX src of the file at the slash path rel into a
// document.
func parseMarkdown(rel, src string, o Options) (Document, error) {
	fields, body, err := splitFrontMatter(src)
	if err != nil {
		return Document{}, err
	}
	if strings.EqualFold(fields.take("draft"), "true") {
		return Document{}, skipError("is a draft")
	}
	isMDX := hasExt(rel, ".mdx")
	source := []byte(cleanMarkdown(body, isMDX))
	p := markdownParser
	if isMDX {
		p = mdxParser
	}
	var out outline
	w := markdownWalker{out: &out, source: source}
	if err := w.walk(p.Parse(text.NewReader(source))); err != nil {
		return Document{}, err
	}
	content, sections := out.finish()
	title := fields.take("title")
	if title == "" && content == "" && sections[0].Level == 0 {
		return Document{}, skipError("has no text")
	}
	return Document{
		ID:       rel,
		Title:    cmp.Or(title, firstHeading(sections, 1), anyHeading(sections), fileTitle(rel)),
		Lang:     langTag(fields.take("lang", "language")),
		URL:      cmp.Or(fields.url(o), o.pageURL(rel)),
		Text:     content,
		Sections: sections,
		Meta:     fields.meta(),
	}, nil
}

// anyHeading returns the first heading of any level, or "".
func anyHeading(sections []Section) string {
	for _, s := range sections {
		if s.Heading != "" {
			return s.Heading
		}
	}
	return ""
}

// url returns the URL that the front matter gives the page, or "". Jekyll's patterns,
// which have a colon before each variable, are none.
func (f frontMatter) url(o Options) string {
	key := "url"
	if f[key] == "" {
		key = "permalink"
	}
	link := f[key]
	if link == "" || strings.Contains(link, "/:") {
		return ""
	}
	delete(f, key)
	if link = strings.TrimLeft(link, "/"); link == "" {
		link = "./"
	}
	return o.resolve(link)
}
