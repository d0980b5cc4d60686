package serve

import (
	"bytes"
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"mycel/builder/searchpage"

	"mycel/engine/model"
)

// Paths of the pages that are made of documents, relative to the bundle.
const (
	documentPath = "document"           // ?id=… for documents without an address
	stylePath    = "document/style.css" // style sheet for these pages
	shelfPath    = "pages/"             // for documents whose addresses are also those of the bundle's files
)

// addDocuments records the addresses of the documents. It returns the base of the
// links in the search page, relative to the bundle.
func (s *snapshot) addDocuments(site bool) (linkRoot string) {
	t := s.bundle.Engine().Index().Corpus
	s.names = make(map[string]model.DocID, t.NumDocuments())
	for d := range t.NumDocuments() {
		s.names[t.DocID.At(d)] = model.DocID(d)
	}
	if site {
		return cmp.Or(strings.Repeat("../", strings.Count(s.mount, "/")-1), "./")
	}
	s.addresses = map[string]model.DocID{}
	if !s.addAddresses("/") {
		return "./"
	}
	// README.md in the root folder is at "./", the address of the search page.
	s.addAddresses("/" + shelfPath)
	return "./" + shelfPath
}

// addAddresses records the documents at their addresses relative to base. It
// reports whether a file of the bundle already has one of these addresses.
func (s *snapshot) addAddresses(base string) (taken bool) {
	t := s.bundle.Engine().Index().Corpus
	from := &url.URL{Path: base}
	for d := range t.NumDocuments() {
		ref, err := url.Parse(t.DocURL.At(d))
		if err != nil || t.DocURL.At(d) == "" || ref.IsAbs() || ref.Host != "" {
			continue // without an address, or on another host
		}
		to := from.ResolveReference(ref)
		if s.reserved(to.Path) && !strings.HasPrefix(ref.Path, "/") {
			taken = true
		}
		key := addressOf(to)
		if _, ok := s.addresses[key]; !ok {
			s.addresses[key] = model.DocID(d)
		}
	}
	return taken
}

// reserved reports whether a path is that of the search page or one of its files.
func (s *snapshot) reserved(path string) bool {
	name := strings.TrimPrefix(path, "/")
	_, ok := s.assets[name]
	return ok || name == "" || name == documentPath
}

// addressOf returns the key in addresses for the page at u.
func addressOf(u *url.URL) string {
	if u.RawQuery == "" {
		return u.Path
	}
	return u.Path + "?" + u.RawQuery
}

// setLinks sets the links of the search page: documents with an address are
// relative to linkRoot, the others are found by their id.
func (s *snapshot) setLinks(page []byte, linkRoot string) []byte {
	page = searchpage.SetSiteRoot(page, linkRoot)
	if s.homeless() {
		attribute := fmt.Sprintf(`<html data-document-page="./%s" `, documentPath)
		page = bytes.Replace(page, []byte("<html "), []byte(attribute), 1)
	}
	return page
}

// homeless reports whether there is a document without an address.
func (s *snapshot) homeless() bool {
	t := s.bundle.Engine().Index().Corpus
	for d := range t.NumDocuments() {
		if t.DocURL.At(d) == "" {
			return true
		}
	}
	return false
}
