package builder

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder/ingest/dialect"
	"mycel/builder/ingest/document"
)

// Notice is a finding that pages share and that their author may want to know of or to change.
type Notice struct {
	Kind    string   `json:"kind"`
	Message string   `json:"message"` // completes "N pages …"
	Count   int      `json:"count"`
	First   []string `json:"first"` // paths of the first few
}

// Kinds of notices.
const (
	NoticeSkipped  = "skipped"          // left out on purpose; one notice for each reason
	NoticeFaulty   = "faulty"           // left out because they cannot be read; the warnings give the causes
	NoticePart     = "front-matter"     // read without their front matter, which cannot be read; the warnings give the causes
	NoticeSyntax   = "syntax"           // Markdown with syntax of a tool that no rule knows; pages with most of it come first
	NoticeFormat   = "format"           // documentation in formats that are not read; one notice for each format
	NoticeLanguage = "no-language"      // HTML that does not declare its language
	NoticeAnchors  = "no-heading-id"    // HTML with headings that no link can lead to
	NoticeTitles   = "duplicate-titles" // pages with the title of another
	NoticeSections = "long-sections"    // pages whose sections are cut into many parts
)

// mostParts is the number of parts from which a page gets a notice of long sections.
const mostParts = 4

// maxFirst is the most pages that a notice names.
const maxFirst = 5

// notices collects the notices, in the order of the pages.
type notices struct {
	all     []Notice
	known   map[noticeKey]int // index in all
	byTitle map[string]string // title → path of the first page with it
}

type noticeKey struct{ kind, message string }

// note adds a page to the notice of that kind and message.
func (n *notices) note(kind, message, path string) {
	key := noticeKey{kind, message}
	i, ok := n.known[key]
	if !ok {
		if n.known == nil {
			n.known = map[noticeKey]int{}
		}
		i = len(n.all)
		n.known[key] = i
		n.all = append(n.all, Notice{Kind: kind, Message: message})
	}
	it := &n.all[i]
	it.Count++
	if len(it.First) < maxFirst {
		it.First = append(it.First, path)
	}
}

// add adds the notices about one source.
func (n *notices) add(c *document.Corpus) {
	for _, w := range c.Warnings {
		switch {
		case w.Faulty && !w.Skipped:
			n.note(NoticePart, "front matter that cannot be read as a whole", w.Path)
		case w.Faulty:
			n.note(NoticeFaulty, "left out because they cannot be read", w.Path)
		case w.Skipped:
			n.note(NoticeSkipped, w.Message, w.Path)
		}
	}
	for _, ext := range document.SortedKeys(c.PassedOver) {
		for _, path := range c.PassedOver[ext] {
			n.note(NoticeFormat, ext+" is not read", path)
		}
	}
	if n.byTitle == nil {
		n.byTitle = map[string]string{}
	}
	for i := range c.Documents {
		n.page(&c.Documents[i])
	}
	n.syntax(c)
}

// syntax notes how much syntax of tools is left in pages of Markdown, by its kind, and which pages have most.
func (n *notices) syntax(c *document.Corpus) {
	all, pages, of := map[string]int{}, []string{}, map[string]int{}
	for i := range c.Documents {
		d := &c.Documents[i]
		if !document.IsMarkdownFile(d.ID) {
			continue
		}
		left := dialect.Residue(d)
		for sign, count := range left {
			all[sign] += count
			of[d.ID] += count
		}
		if left != nil {
			pages = append(pages, d.ID)
		}
	}
	slices.SortStableFunc(pages, func(a, b string) int { return of[b] - of[a] })
	signs := document.SortedKeys(all)
	slices.SortStableFunc(signs, func(a, b string) int { return all[b] - all[a] })
	var counts []string
	for _, sign := range signs {
		counts = append(counts, fmt.Sprintf("%s (%d)", sign, all[sign]))
	}
	message := "syntax of a site tool that is read as text: " + strings.Join(counts, ", ")
	for _, page := range pages {
		n.note(NoticeSyntax, message, page)
	}
}

func (n *notices) page(d *document.Document) {
	if d.HTML {
		if d.Lang == "" {
			n.note(NoticeLanguage, "no language declared (lang of <html>)", d.ID)
		}
		if headingsWithoutAnchor(d) {
			n.note(NoticeAnchors, "headings without an id, so that results lead to the page only", d.ID)
		}
	}
	if d.Title == d.ID {
		return // a record without a title
	}
	if _, taken := n.byTitle[d.Title]; taken {
		n.note(NoticeTitles, "the title of another page", d.ID)
	} else {
		n.byTitle[d.Title] = d.ID
	}
}

// headingsWithoutAnchor reports whether a heading below the first level has no anchor for links. The heading of
// the first level is the page's.
func headingsWithoutAnchor(d *document.Document) bool {
	return slices.ContainsFunc(d.Sections, func(s document.Section) bool { return s.Level > 1 && s.Anchor == "" })
}

// list returns the notices; never nil, for JSON.
func (n *notices) list() []Notice { return append([]Notice{}, n.all...) }

// below returns the slash path of a folder below root; "" if the folder is not below it.
func below(root, dir string) string {
	if dir == "" {
		return ""
	}
	from, err1 := filepath.Abs(root)
	to, err2 := filepath.Abs(dir)
	if err1 != nil || err2 != nil {
		return ""
	}
	rel, err := filepath.Rel(from, to)
	if rel = filepath.ToSlash(rel); err != nil || rel == "." || rel == ".." || strings.HasPrefix(rel, "../") {
		return ""
	}
	return rel
}

// whyEmpty returns, behind a colon, why a build has no documents: the pages that were left out and why, or else
// the kinds of files that are read. It returns "" for a JSON Lines file without lines.
func (r *run) whyEmpty() string {
	var why []string
	if r.report.Faulty > 0 {
		why = append(why, r.report.firstFaults())
	}
	for _, n := range r.report.Notices[:min(len(r.report.Notices), maxFirst)] {
		if n.Kind != NoticeSkipped {
			continue
		}
		reason := n.First[0] + " " + n.Message
		if n.Count > 1 {
			reason += fmt.Sprintf(", and %d more", n.Count-1)
		}
		why = append(why, reason)
	}
	switch {
	case len(why) > 0:
	case len(r.Site) > 0:
		why = []string{"of a site .html and .htm are read"}
	case len(r.Docs) > 0:
		why = []string{"of docs .md, .markdown, .mdx and .txt are read"}
	default:
		return ""
	}
	return ": " + strings.Join(why, "; ")
}
