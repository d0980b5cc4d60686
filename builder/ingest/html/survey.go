package html

import (
	"cmp"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"mycel/builder/ingest/document"
)

// refreshTarget matches the address in the content of a refresh.
var refreshTarget = regexp.MustCompile(`(?i)url\s*=\s*['"]?([^'"\s]+)`)

// htmlSurvey is the result of one pass over a page before its text is read.
type htmlSurvey struct {
	lang, title string
	description string // the page's description for search engines
	site        string // the name of the site in og:site_name
	generator   string // in lower case
	noindex     bool
	redirect    string // target of a page that redirects
	finder      bool   // the page is the site's index or its search page

	body, main, roleMain *html.Node
	articles             []*html.Node

	// layout holds the tables that arrange content instead of data: tables with a
	// heading or another table in a cell, and tables with a role that says so.
	layout map[*html.Node]bool
}

func surveyHTML(root *html.Node) *htmlSurvey {
	s := &htmlSurvey{layout: map[*html.Node]bool{}}
	var tables []*html.Node
	traverse(root, func(n *html.Node) visit {
		if n.Type == html.ElementNode && (isHidden(n) || n.DataAtom == atom.Svg) {
			return skip
		}
		s.meta(n)
		s.landmark(n)
		switch {
		case n.DataAtom == atom.Table:
			s.nested(tables)
			s.layout[n] = role(n) == "presentation" || role(n) == "none"
			tables = append(tables, n)
		case headingLevel(n) > 0:
			s.nested(tables)
		}
		return descend
	}, func(n *html.Node) {
		if n.DataAtom == atom.Table {
			tables = tables[:len(tables)-1]
		}
	})
	return s
}

// nested records that the innermost open table holds more than data.
func (s *htmlSurvey) nested(tables []*html.Node) {
	if len(tables) > 0 {
		s.layout[tables[len(tables)-1]] = true
	}
}

func (s *htmlSurvey) meta(n *html.Node) {
	switch n.DataAtom {
	case atom.Html:
		s.lang = document.LangTag(attr(n, "lang"))
	case atom.Title:
		if s.title == "" && n.FirstChild != nil {
			s.title = document.OneLine(n.FirstChild.Data)
		}
	case atom.Link:
		// The site's index has a link with this relation to itself.
		if rel := strings.ToLower(attr(n, "rel")); rel == "index" || rel == "search" {
			s.finder = s.finder || attr(n, "href") == "#"
		}
	case atom.Meta:
		content := strings.ToLower(attr(n, "content"))
		if strings.EqualFold(attr(n, "name"), "description") {
			s.description = cmp.Or(s.description, document.OneLine(attr(n, "content")))
		}
		if strings.EqualFold(attr(n, "property"), "og:site_name") {
			s.site = cmp.Or(s.site, document.OneLine(attr(n, "content")))
		}
		if strings.EqualFold(attr(n, "name"), "generator") {
			s.generator = content
		}
		if strings.EqualFold(attr(n, "name"), "robots") {
			for token := range strings.FieldsFuncSeq(content, func(r rune) bool { return r == ',' || r == ' ' }) {
				s.noindex = s.noindex || token == "noindex" || token == "none"
			}
		}
		// Without a URL the page reloads itself.
		if to := refreshTarget.FindStringSubmatch(attr(n, "content")); to != nil && strings.EqualFold(attr(n, "http-equiv"), "refresh") {
			s.redirect = to[1]
		}
	}
}

func (s *htmlSurvey) landmark(n *html.Node) {
	switch {
	case n.DataAtom == atom.Body && s.body == nil:
		s.body = n
	case n.DataAtom == atom.Main && s.main == nil:
		s.main = n
	case role(n) == "main" && s.roleMain == nil:
		s.roleMain = n
	case n.DataAtom == atom.Article:
		s.articles = append(s.articles, n)
	}
}

// content returns the element with the main content, and whether it is the whole
// body because there is no better one. It is nil for a page of frames.
func (s *htmlSurvey) content() (n *html.Node, isBody bool) {
	switch {
	case s.main != nil:
		return s.main, false
	case s.roleMain != nil:
		return s.roleMain, false
	case len(s.articles) == 1:
		return s.articles[0], false
	}
	return s.body, true
}
