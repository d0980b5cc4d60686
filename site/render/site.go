package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

//go:embed layout.html
var layoutSource string

//go:embed home.html
var homeSource string

//go:embed style.css
var style []byte

//go:embed site.js
var script []byte

var (
	layout = template.Must(template.New("layout").Parse(layoutSource))
	home   = template.Must(template.Must(layout.Clone()).Parse(homeSource))
)

// The paths of the style sheet and of the script on the site.
const (
	stylePath  = "style.css"
	scriptPath = "site.js"
)

// site is all pages, in the order of the navigation.
type site struct {
	name    string // of the site
	repo    string
	search  string // path of the bundle
	up      string // way to the site around it, "" for none
	landing bool   // whether it has a start page of its own
	pages   []*page
}

// page is one page: a tree of HTML that link turns into its final form.
type page struct {
	source
	title    string
	subtitle string
	note     string // origin of the text, if it is not the project's
	goPath   string // path on go.dev, "" for the project's own pages
	filters  []filter
	body     *html.Node
	ids      map[string]bool
	contents []heading // of level 2
}

// heading is an entry of a page's contents.
type heading struct{ ID, Text string }

// filter is a value that readers can narrow a search to.
type filter struct{ Key, Value string }

// file is a finished file of the site.
type file struct {
	path    string
	content []byte
}

// add prepares a page, except for its links, which need all pages.
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
	if s.landing {
		content, err := s.layOut(home, &page{source: source{out: "index.html"}, title: s.name}, -1)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"index.html", content})
	}
	for i, p := range s.pages {
		if err := s.resolveLinks(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.source.source, err)
		}
		content, err := s.layOut(layout, p, i)
		if err != nil {
			return nil, err
		}
		files = append(files, file{p.out, content})
		pictures, err := s.pictures(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.source.source, err)
		}
		files = append(files, pictures...)
	}
	if !s.landing && len(s.pages) > 0 && s.up != "" {
		content, err := s.layOut(layout, s.contentsPage(), -1)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"index.html", content})
	}
	return append(files, file{scriptPath, script}), nil
}

// contentsPage lists the pages of a site without a start page.
func (s *site) contentsPage() *page {
	list := element(atom.Ul)
	for _, p := range s.pages {
		link := element(atom.A, "href", relative("index.html", p.out))
		link.AppendChild(&html.Node{Type: html.TextNode, Data: s.labelOf(p)})
		item := element(atom.Li)
		item.AppendChild(link)
		list.AppendChild(item)
	}
	body := element(atom.Div)
	body.AppendChild(list)
	return &page{source: source{out: "index.html"}, title: s.name, subtitle: "The documentation that comes with Go", body: body}
}

// labelOf returns the name of a page in the navigation.
func (s *site) labelOf(p *page) string { return cmp.Or(p.label, p.title) }

// view is the data of the layout.
type view struct {
	Site, Title, Subtitle, Note string
	Home                        bool   // whether it is the start page
	Root, Style, Script         string // relative to the page
	Search, Up                  string // likewise
	Contents                    []heading
	Filters                     []filter
	Body                        template.HTML
	Groups                      []viewGroup
	Previous, Next              *viewPage
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

// layOut renders a page; at is its index among the pages, -1 for a page outside the list.
func (s *site) layOut(t *template.Template, p *page, at int) ([]byte, error) {
	var body bytes.Buffer
	if p.body != nil {
		for n := p.body.FirstChild; n != nil; n = n.NextSibling {
			if err := html.Render(&body, n); err != nil {
				return nil, err
			}
		}
	}
	v := view{
		Site: s.name, Title: p.title, Subtitle: p.subtitle, Note: p.note, Home: at < 0, Filters: p.filters,
		Root: relative(p.out, "index.html"), Style: relative(p.out, stylePath), Script: relative(p.out, scriptPath),
		Contents: p.contents, Search: relative(p.out, s.search), Up: relative(p.out, s.up),
		// The tree was parsed from our own Markdown or from Go's documents and holds
		// neither scripts nor styles: see clean.
		Body: template.HTML(body.String()), Groups: s.navigation(p),
	}
	if at > 0 {
		v.Previous = s.entry(p, s.pages[at-1])
	}
	if at >= 0 && at+1 < len(s.pages) {
		v.Next = s.entry(p, s.pages[at+1])
	}
	var out bytes.Buffer
	err := t.Execute(&out, v)
	return out.Bytes(), err
}

// navigation lists all pages with links relative to page p.
func (s *site) navigation(p *page) []viewGroup {
	var groups []viewGroup
	for _, other := range s.pages {
		if n := len(groups); n == 0 || groups[n-1].Name != other.group {
			groups = append(groups, viewGroup{Name: other.group})
		}
		entry := s.entry(p, other)
		if other == p {
			entry.Current, entry.Contents = true, p.contents
		}
		g := &groups[len(groups)-1]
		g.Pages = append(g.Pages, *entry)
	}
	return groups
}

// entry is the link from page p to another.
func (s *site) entry(p, other *page) *viewPage {
	return &viewPage{Link: relative(p.out, other.out), Label: s.labelOf(other)}
}

// relative returns the link from the page at one path of the site to another.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(path.Clean(from), "/"))
	if up == "" {
		return "./" + to
	}
	return up + to
}
