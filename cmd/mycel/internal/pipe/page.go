package pipe

import (
	"cmp"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
)

// page is a document that a program adds.
type page struct {
	URL     string `json:"url"`
	Path    string `json:"path"` // path of its file in the site
	Content string `json:"content"`
	Kind    string `json:"kind"` // html, markdown or text; default html

	Title    string              `json:"title"`
	Language string              `json:"language"`
	Meta     map[string]string   `json:"meta"`
	Filters  map[string][]string `json:"filters"`
	Sort     map[string]string   `json:"sort"`
	Boost    float64             `json:"boost"`
}

// source returns the page as a source of a build. The extension of its name gives the
// format.
func (p *page) source() (ingest.Source, error) {
	name, err := p.name()
	if err != nil {
		return ingest.Source{}, err
	}
	s := ingest.Source{
		Content: []byte(p.Content), URL: p.URL, Title: cmp.Or(p.Title, p.Meta["title"]), Language: p.Language,
		Meta: p.Meta, Filters: p.Filters, Sort: p.Sort, Boost: p.Boost,
	}
	delete(s.Meta, "title")
	isMarkup := document.IsHTMLFile(name) || document.IsMarkdownFile(name)
	switch cmp.Or(p.Kind, "html") {
	case "html":
		s.ID = nameWith(name, document.IsHTMLFile, ".html")
	case "markdown":
		s.ID = nameWith(name, document.IsMarkdownFile, ".md")
	case "text":
		s.ID = nameWith(name, func(string) bool { return !isMarkup }, ".txt")
	default:
		return s, fmt.Errorf("page %s: kind: got %q, want html, markdown or text", name, p.Kind)
	}
	return s, nil
}

// name returns the path of a page, which may lack an extension.
func (p *page) name() (string, error) {
	if p.Path != "" {
		name := path.Clean(strings.TrimLeft(p.Path, "/"))
		if !fs.ValidPath(name) || name == "." {
			return "", fmt.Errorf("page: path: got %q, want that of a file below the site", p.Path)
		}
		return name, nil
	}
	if p.URL == "" {
		return "", fmt.Errorf("page: it has neither url nor path")
	}
	u, err := url.Parse(p.URL)
	if err != nil {
		return "", fmt.Errorf("page: url: %w", err)
	}
	if u.Path == "" || strings.HasSuffix(u.Path, "/") {
		u.Path += "index"
	}
	name := path.Join("/", u.Path)[1:]
	if u.RawQuery != "" {
		name += "?" + u.RawQuery
	}
	return name, nil
}

func nameWith(name string, has func(string) bool, extension string) string {
	if has(path.Base(name)) {
		return name
	}
	return name + extension
}
