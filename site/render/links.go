package main

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// resolveLinks replaces the links of a page by links of the site.
func (s *site) resolveLinks(p *page) error {
	for _, a := range all(p.body, func(n *html.Node) bool { return n.DataAtom == atom.A && attr(n, "href") != "" }) {
		ref, err := url.Parse(attr(a, "href"))
		if err != nil {
			return err
		}
		var to string
		if p.goPath != "" {
			to = s.goLink(p, ref)
		} else if to, err = s.link(p, ref); err != nil {
			return fmt.Errorf("link %q: %w", ref, err)
		}
		if to == "" {
			unwrap(a)
			continue
		}
		setAttr(a, "href", to)
	}
	return nil
}

// pictures returns the pictures of the repository that a page shows, which lie beside the page as
// beside its source.
func (s *site) pictures(p *page) (files []file, err error) {
	if p.goPath != "" {
		return nil, nil
	}
	for _, img := range all(p.body, func(n *html.Node) bool { return n.DataAtom == atom.Img }) {
		src := attr(img, "src")
		if ref, err := url.Parse(src); err != nil || ref.IsAbs() || ref.Host != "" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(s.repo, filepath.FromSlash(path.Join(path.Dir(p.source.source), src))))
		if err != nil {
			return nil, err
		}
		files = append(files, file{path.Join(path.Dir(p.out), src), content})
	}
	return files, nil
}

// link resolves a link of the project's own pages. It may lead to another page, to the web, or to
// a file of the repository that the site lacks, for which link returns "". A broken link is an
// error.
func (s *site) link(p *page, ref *url.URL) (string, error) {
	switch {
	case ref.IsAbs() || ref.Host != "":
		return ref.String(), nil
	case ref.Path == "":
		return ref.String(), p.hasAnchor(ref.Fragment)
	}
	target := path.Join(path.Dir(p.source.source), ref.Path)
	if other := s.bySource(target); other != nil {
		to := &url.URL{Path: relative(p.out, other.out), Fragment: ref.Fragment}
		return to.String(), other.hasAnchor(ref.Fragment)
	}
	if strings.HasPrefix(target, "../") {
		return "", fmt.Errorf("it leads out of the repository")
	}
	if _, err := os.Stat(filepath.Join(s.repo, filepath.FromSlash(target))); err != nil {
		return "", fmt.Errorf("there is no %s", target)
	}
	return "", nil
}

// goHome is the address for links of Go's documents to pages that the site lacks.
const goHome = "https://go.dev"

// goLink resolves a link of Go's documents.
func (s *site) goLink(p *page, ref *url.URL) string {
	if ref.IsAbs() || !strings.HasPrefix(ref.Path, "/") {
		return ref.String()
	}
	for _, other := range s.pages {
		if other.goPath != "" && other.goPath == ref.Path {
			to := &url.URL{Path: relative(p.out, other.out), Fragment: ref.Fragment}
			return to.String()
		}
	}
	return goHome + ref.String()
}

func (s *site) bySource(name string) *page {
	for _, p := range s.pages {
		if p.goPath == "" && p.source.source == name {
			return p
		}
	}
	return nil
}

func (p *page) hasAnchor(fragment string) error {
	if fragment == "" || p.ids[fragment] {
		return nil
	}
	return fmt.Errorf("%s has no heading #%s", p.source.source, fragment)
}

// unwrap replaces n by its children.
func unwrap(n *html.Node) {
	for c := n.FirstChild; c != nil; c = n.FirstChild {
		n.RemoveChild(c)
		n.Parent.InsertBefore(c, n)
	}
	n.Parent.RemoveChild(n)
}
