package document

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// URLStyle is a rule that turns the path of a source file into a page URL.
//
// In every style but URLStyleSource an index file stands for its directory: "guide/index.html", "guide/README.md" and
// Hugo's "guide/_index.md" become "guide/". In the root they become "./", because "" means "no URL".
type URLStyle string

const (
	// URLStyleHTML keeps the name of the file: "guide/intro.md" becomes "guide/intro.html".
	// HTML files keep their own extension.
	URLStyleHTML URLStyle = "html" // the default
	// URLStyleDirectory gives every page a directory: "guide/intro/".
	URLStyleDirectory URLStyle = "directory"
	// URLStyleSource keeps the path: "guide/intro.md".
	URLStyleSource URLStyle = "source"
)

// PageURL returns the URL of the source file at the slash path rel. It escapes characters
// that a path may not contain.
func (o Options) PageURL(rel string) string {
	p := &url.URL{Path: stylePath(rel, o.URLStyle)}
	if o.KeepIndexURL && IsHTMLFile(rel) {
		p.Path = rel
	}
	return o.Resolve(p.String())
}

// Resolve puts BaseURL before ref unless ref is "", absolute, or begins with a slash.
func (o Options) Resolve(ref string) string {
	if o.BaseURL == "" || ref == "" || strings.HasPrefix(ref, "/") {
		return ref
	}
	if u, err := url.Parse(ref); err == nil && u.IsAbs() {
		return ref
	}
	return strings.TrimRight(o.BaseURL, "/") + "/" + strings.TrimPrefix(ref, "./")
}

// groupFolder matches a folder that is not part of addresses, as routers of Next.js allow: "(guides)/".
var groupFolder = regexp.MustCompile(`\([^/()]+\)/`)

func stylePath(rel string, style URLStyle) string {
	if style == URLStyleSource {
		return rel
	}
	if IsMarkdownFile(rel) {
		rel = groupFolder.ReplaceAllString(rel, "")
	}
	dir, base := path.Split(rel)
	stem := fileStem(base)
	switch {
	case isIndexFile(base) && dir == "":
		return "./"
	case isIndexFile(base):
		return dir
	case style == URLStyleDirectory:
		return dir + stem + "/"
	case IsHTMLFile(base):
		return rel
	}
	return dir + stem + ".html"
}

// fileStem returns the last element of the slash path p without its extension.
func fileStem(p string) string {
	base := path.Base(p)
	return strings.TrimSuffix(base, path.Ext(base))
}

// FileTitle returns a title from the path of a document without a title: the stem of
// the file, or for an index file the name of its directory.
//
// For Markdown and plain text the name is changed as site tools do: without the date of a post (Jekyll,
// Hexo) or a number that sorts files (Docusaurus), with spaces for hyphens and underscores, and with a
// capital letter if it has none (MkDocs).
func FileTitle(rel string) string {
	name := OneLine(fileName(rel))
	if !IsHTMLFile(rel) {
		name = titleOfName(name)
	}
	return cmp.Or(name, OneLine(rel))
}

// fileName returns the stem of a file, or for an index file the name of its folder.
func fileName(rel string) string {
	if dir := path.Dir(rel); isIndexFile(path.Base(rel)) && dir != "." {
		return path.Base(dir)
	}
	return fileStem(rel)
}

// About returns text that helps to find a page and is shown nowhere: its author's description, and
// for Markdown and plain text the words of the file name that its title lacks.
func (d *Document) About() string {
	about := d.Meta[Description]
	if !IsMarkdownFile(d.ID) && !IsTextFile(d.ID) || isIndexFile(path.Base(d.ID)) && path.Dir(d.ID) == "." {
		return about
	}
	title := strings.ToLower(d.Title)
	for word := range strings.FieldsFuncSeq(OneLine(fileName(d.ID)), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if !strings.Contains(title, strings.ToLower(word)) {
			about = strings.TrimPrefix(about+" "+word, " ")
		}
	}
	return about
}

// filePrefix matches the date of a post, or a number with a leading zero that sorts files.
var filePrefix = regexp.MustCompile(`^(?:\d{4}-\d{1,2}-\d{1,2}[-_ ]+|0\d*(?: ?[-_.] ?| ))(\D)`)

func titleOfName(name string) string {
	name = filePrefix.ReplaceAllString(name, "$1")
	if !strings.Contains(name, " ") {
		name = OneLine(strings.NewReplacer("-", " ", "_", " ").Replace(name))
	}
	if name != "" && name == strings.ToLower(name) {
		first, size := utf8.DecodeRuneInString(name)
		name = string(unicode.ToUpper(first)) + name[size:]
	}
	return name
}

// isIndexFile reports whether a file stands for its directory.
func isIndexFile(base string) bool {
	stem := fileStem(base)
	if IsHTMLFile(base) {
		return strings.EqualFold(stem, "index")
	}
	return IsMarkdownFile(base) &&
		(strings.EqualFold(stem, "index") || strings.EqualFold(stem, "readme") || stem == "_index")
}

func IsHTMLFile(name string) bool     { return HasExt(name, ".html", ".htm") }
func IsMarkdownFile(name string) bool { return HasExt(name, ".md", ".markdown", ".mdx") }
func IsTextFile(name string) bool     { return HasExt(name, ".txt") }

func HasExt(name string, exts ...string) bool {
	return slices.ContainsFunc(exts, func(ext string) bool { return strings.EqualFold(path.Ext(name), ext) })
}
