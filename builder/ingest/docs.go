package ingest

import (
	"context"
	"path"
	"slices"
	"strings"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
)

// Docs reads the documentation sources in dir: Markdown (.md, .markdown, .mdx) with
// front matter in YAML, TOML or JSON, and plain text (.txt).
//
// Markdown is CommonMark with GitHub's tables, strikethrough and task lists,
// footnotes, definition lists and heading attributes. What site generators add is
// understood as far as readers see it (package dialect). The HTML that it makes is read as in [Site].
// The tool that makes the site is known by its configuration, in the folder or around it: anchors are those
// that it makes, and files that it includes are read if they are below the folder.
//
// A Markdown file's title is the front matter's title, else its first h1, else the file name as
// a title (document.FileTitle). lang or language in the front matter gives Lang; url or permalink
// gives URL, unless it is a pattern with colons; the other scalars go to Meta. Some files are left
// out with a warning: those that the generator does not publish or keeps out of its search
// (markdown/frontmatter_search.go), and those that are no pages (notAPage). An anchor is the heading's {#id}
// attribute, or the id of an HTML element in the heading or just before it. Otherwise it is the
// slug that the generator makes, by default GitHub's.
//
// A plain text file is one section. Its title is its first line if that is short and
// set off from the rest, else the file name.
//
// Files are UTF-8, or UTF-16 with a byte order mark. A directory that does not exist is an error; one without
// such files gives an empty Corpus. [Corpus] describes the treatment of files that cannot be read.
func Docs(ctx context.Context, dir string, o document.Options) (*document.Corpus, error) {
	if err := o.Prepare(); err != nil {
		return nil, err
	}
	files, refused, err := listFiles(dir, isDocumentation, o.FollowLinks)
	if err != nil {
		return nil, err
	}
	passedOver := map[string][]string{}
	files = slices.DeleteFunc(files, func(rel string) bool {
		ext := strings.ToLower(path.Ext(rel))
		if isRead(rel) || !o.Wanted(rel) {
			return !isRead(rel)
		}
		passedOver[ext] = append(passedOver[ext], rel)
		return true
	})
	site := newDocSite(dir, files)
	defer site.close()
	unlisted := site.unlisted(files)
	c, err := readFiles(ctx, dir, files, refused, o, site.prepare, func(rel string, raw []byte) (document.Document, error) {
		if unlisted[rel] {
			return document.Document{}, document.SkipError("is not in the book's SUMMARY.md")
		}
		return site.parse(rel, raw, o)
	})
	if err == nil {
		c.PassedOver = passedOver
	}
	return c, err
}

func isRead(name string) bool { return document.IsMarkdownFile(name) || document.IsTextFile(name) }

// isDocumentation reports whether a file is read, or is documentation in a format that is not supported.
func isDocumentation(name string) bool {
	return isRead(name) || document.HasExt(name, ".rst", ".rest", ".adoc", ".asciidoc", ".qmd", ".rmd", ".ipynb",
		".org", ".textile", ".mediawiki", ".wiki", ".creole", ".pod", ".rdoc", ".texi", ".tex")
}

// notAPage returns the reason why a Markdown file is no page of its site, "" if it is a page. The reason
// follows from its path and the site's tool.
func notAPage(rel string, tool dialect.Tool) string {
	dirs := strings.Split(rel, "/")
	name := dirs[len(dirs)-1]
	dirs = dirs[:len(dirs)-1]
	in := func(names ...string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return slices.Contains(names, dir) })
	}
	switch stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name))); {
	case !document.IsMarkdownFile(name):
		return ""
	case in("_drafts"): // Jekyll, Hexo
		return "is a draft"
	case in("_includes", "_layouts", "_partials", "_shortcodes", "_snippets", "_templates"):
		return "is a part of other pages"
	case name == "SUMMARY.md", // mdBook, GitBook, HonKit
		slices.Contains([]string{"_sidebar", "_navbar", "_coverpage", "_header", "_footer", "_toc", "_nav", "_menu"}, stem): // docsify, wikis of GitHub and GitLab
		return "is a menu or frame of its site"
	case (tool == dialect.Docusaurus || tool == dialect.Astro) && slices.ContainsFunc(append(dirs, name), func(part string) bool { return part[0] == '_' }):
		return "is a part of other pages"
	case stem == "404" && len(dirs) == 0:
		return "is shown for pages that do not exist"
	}
	return ""
}
