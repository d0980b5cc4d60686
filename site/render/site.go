package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"path"
	"strings"

	"golang.org/x/net/html"
)

//go:embed layout.html
var layoutSource string

//go:embed style.css
var style []byte

var layout = template.Must(template.New("layout").Parse(layoutSource))

// stylePath is where the style sheet lies on the site.
const stylePath = "style.css"

// site is all pages, in the order of the navigation.
type site struct {
	repo   string
	search string
	pages  []*page
}

// page is one page: a tree of HTML that link turns into its final form.
type page struct {
	source
	title    string
	subtitle string
	note     string // where the text comes from, if not from the project
	goPath   string // path on go.dev, "" for the project's own pages
	body     *html.Node
	ids      map[string]bool
	contents []heading // of level 2
}

// heading is an entry of a page's contents.
type heading struct{ ID, Text string }

// file is a finished file of the site.
type file struct {
	path    string
	content []byte
}

// add finishes a page up to its links, which need all pages.
func (s *site) add(p *page) error {
	p.ids = map[string]bool{}
	if err := p.addHeadings(); err != nil {
		return fmt.Errorf("%s: %w", p.source.source, err)
	}
	frame(p.body)
	s.pages = append(s.pages, p)
	return nil
}

// render resolves the links and lays all pages out.
func (s *site) render() ([]file, error) {
	files := []file{{stylePath, style}}
	for _, p := range s.pages {
		if err := s.resolveLinks(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.source.source, err)
		}
		content, err := s.layOut(p)
		if err != nil {
			return nil, err
		}
		files = append(files, file{p.out, content})
	}
	return files, nil
}

// view is what the layout shows.
type view struct {
	Title, Subtitle, Note string
	Home                  bool
	Root, Style, Search   string // relative to the page
	Body                  template.HTML
	Groups                []viewGroup
}

type viewGroup struct {
	Name  string
	Pages []viewPage
}

type viewPage struct {
	Link, Label string
	Current     bool
	Contents    []heading
}

func (s *site) layOut(p *page) ([]byte, error) {
	var body bytes.Buffer
	for n := p.body.FirstChild; n != nil; n = n.NextSibling {
		if err := html.Render(&body, n); err != nil {
			return nil, err
		}
	}
	v := view{
		Title: p.title, Subtitle: p.subtitle, Note: p.note, Home: p == s.pages[0],
		Root: relative(p.out, "index.html"), Style: relative(p.out, stylePath), Search: relative(p.out, s.search),
		// The tree was parsed from our own Markdown or from Go's documents and holds
		// neither scripts nor styles: see clean.
		Body: template.HTML(body.String()),
	}
	for _, other := range s.pages {
		if n := len(v.Groups); n == 0 || v.Groups[n-1].Name != other.group {
			v.Groups = append(v.Groups, viewGroup{Name: other.group})
		}
		entry := viewPage{Link: relative(p.out, other.out), Label: other.label}
		if entry.Label == "" {
			entry.Label = other.title
		}
		if other == p {
			entry.Current, entry.Contents = true, p.contents
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Pages = append(g.Pages, entry)
	}
	var out bytes.Buffer
	err := layout.Execute(&out, v)
	return out.Bytes(), err
}

// relative returns the link from the page at one path of the site to another.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(path.Clean(from), "/"))
	if up == "" {
		return "./" + to
	}
	return up + to
}
