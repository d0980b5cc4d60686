package ingest

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
	"mycel/builder/ingest/markdown"
)

// docSite holds the settings that the pages of a folder of Markdown share.
type docSite struct {
	tool   dialect.Tool
	slugs  *document.SlugRule
	folder string            // name of the source's folder
	root   *os.Root          // nil if it cannot be opened; then no file is included
	named  map[string]string // path of each file by its path without extension and by its name, both in lower case
}

// newDocSite recognises the tool that makes a site of the files in dir.
func newDocSite(dir string, files []string) *docSite {
	s := &docSite{named: map[string]string{}}
	var config string
	s.tool, config = dialect.FindTool(dir)
	s.slugs = document.SlugRuleOf(string(s.tool), config)
	if at, err := filepath.Abs(dir); err == nil {
		s.folder = filepath.Base(at)
	}
	if root, err := os.OpenRoot(dir); err == nil {
		s.root = root
	}
	for _, rel := range slices.Backward(files) { // so that the first of equal names wins
		at := strings.ToLower(strings.TrimSuffix(rel, path.Ext(rel)))
		s.named[path.Base(at)] = rel
	}
	for _, rel := range slices.Backward(files) {
		s.named[strings.ToLower(strings.TrimSuffix(rel, path.Ext(rel)))] = rel
	}
	return s
}

func (s *docSite) close() {
	if s.root != nil {
		_ = s.root.Close() // it was only read
	}
}

// page returns the properties of a page that its dialect depends on.
func (s *docSite) page(rel string) dialect.Page {
	p := dialect.Page{Path: rel, IsMDX: document.HasExt(rel, ".mdx") || s.tool == dialect.Docusaurus, Tool: s.tool, Slugs: s.slugs, Folder: s.folder, Link: s.find}
	if s.root != nil {
		p.Files = s.read
	}
	return p
}

// maxIncluded is the length of the longest file that a page may include.
const maxIncluded = 1 << 20

// read returns a file that a page includes. It follows no links out of the folder. Hidden files and files
// of packages do not belong to the source.
func (s *docSite) read(name string) ([]byte, bool) {
	for part := range strings.SplitSeq(name, "/") {
		if passedOver(part) && part != ".gitbook" {
			return nil, false
		}
	}
	name = filepath.FromSlash(name)
	if info, err := s.root.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxIncluded {
		return nil, false
	}
	text, err := s.root.ReadFile(name)
	if err != nil {
		return nil, false
	}
	text, err = document.CleanUTF8(text)
	return text, err == nil
}

// find returns the file for a wiki link, which gives its path or only its name.
func (s *docSite) find(name string) string {
	name = strings.ToLower(strings.TrimPrefix(path.Clean(name), "/"))
	for _, at := range []string{name, strings.TrimSuffix(name, path.Ext(name)), strings.ReplaceAll(name, " ", "-")} {
		if rel, ok := s.named[at]; ok {
			return rel
		}
	}
	return ""
}

// prepare returns the bytes of a page with its included files, and a key for the store. The key has the
// path of the page and the targets of its wiki links.
func (s *docSite) prepare(rel string, raw []byte) (name string, _ []byte) {
	name = rel
	if !document.IsMarkdownFile(rel) || document.IsUTF16(raw) {
		return name, raw
	}
	if text, err := document.DecodeUTF8(raw); err == nil {
		if expanded := dialect.Expand(text, s.page(rel)); expanded != text {
			raw = []byte(expanded)
		}
	}
	if bytes.Contains(raw, []byte("[[")) {
		for _, m := range wikiName.FindAllSubmatch(raw, -1) {
			name += "\n" + s.find(string(m[1]))
		}
	}
	return name, raw
}

var wikiName = regexp.MustCompile(`\[\[([^\[\]|#\n]*)`)

// parse reads a file of the site.
func (s *docSite) parse(rel string, raw []byte, o document.Options) (document.Document, error) {
	if !document.IsMarkdownFile(rel) {
		return parse(rel, raw, o)
	}
	if reason := notAPage(rel, s.tool); reason != "" {
		return document.Document{}, document.SkipError(reason)
	}
	src, err := document.DecodeText(raw)
	if err != nil {
		return document.Document{}, err
	}
	return markdown.ParsePage(s.page(rel), src, o)
}

// unlisted returns the files that the table of contents of a book does not name, because mdBook makes no
// pages of them. It is nil for other tools, and for a book without a table.
func (s *docSite) unlisted(files []string) map[string]bool {
	if s.tool != dialect.MdBook || s.root == nil {
		return nil
	}
	summary, ok := s.read("SUMMARY.md")
	if !ok {
		return nil
	}
	listed := map[string]bool{}
	for _, m := range summaryLink.FindAllSubmatch(summary, -1) {
		listed[path.Clean(strings.TrimPrefix(string(m[1]), "./"))] = true
	}
	out := map[string]bool{}
	for _, rel := range files {
		if document.IsMarkdownFile(rel) && !listed[rel] && rel != "SUMMARY.md" {
			out[rel] = true
		}
	}
	if len(out) == len(files)-1 {
		return nil // the table belongs to other files
	}
	return out
}

var summaryLink = regexp.MustCompile(`\]\(<?([^)>#]+)`)
