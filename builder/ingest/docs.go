package ingest

import (
	"context"
	"slices"

	"mycel/builder/ingest/document"
)

// Docs reads the documentation sources in dir: Markdown (.md, .markdown, .mdx) with
// front matter in YAML, TOML or JSON, and plain text (.txt).
//
// Markdown is CommonMark with GitHub's tables, strikethrough and task lists,
// footnotes, definition lists and heading attributes. What site generators add is
// understood as far as readers would be bothered by it: directives, shortcodes,
// container markers, imports and component tags are dropped, their text is kept
// (see cleanMarkdown). HTML in Markdown is read as in [Site].
//
// A Markdown file's title is the front matter's title, else its first h1, else its
// first heading, else the file name. Front matter lang or language gives Lang; url or
// permalink gives URL, unless it is a pattern with colons; draft: true leaves the file
// out with a warning, as do the ways in which site generators keep a page out of their
// search (frontmatter_search.go); the other scalars go to Meta. An anchor is the heading's {#id}
// attribute, the id of an HTML heading, or else the slug that GitHub and most site
// generators give it.
//
// A plain text file is one section. Its title is its first line if that is short and
// stands alone, else the file name.
//
// SUMMARY.md at the root, mdBook's table of contents, is not content. Files are UTF-8, or
// UTF-16 with a byte order mark. A directory that does not exist is an error; one without
// such files gives an empty Corpus. [Corpus] says what becomes of files that cannot be read.
func Docs(ctx context.Context, dir string, o document.Options) (*document.Corpus, error) {
	if err := o.Prepare(); err != nil {
		return nil, err
	}
	files, refused, err := listFiles(dir, func(name string) bool { return document.IsMarkdownFile(name) || document.IsTextFile(name) }, o.FollowLinks)
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(rel string) bool { return rel == "SUMMARY.md" })
	return readFiles(ctx, dir, files, refused, o, func(rel string, raw []byte) (document.Document, error) { return parse(rel, raw, o) })
}
