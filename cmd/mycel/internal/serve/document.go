package serve

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"mycel"
	"mycel/engine/model"
)

//go:embed document.css
var documentStyle []byte

//go:embed document.html
var documentSource string

var documentTemplate = template.Must(template.New("document").Parse(documentSource))

// documentByURL sends the document at the request's address, if there is one. A query that belongs to no document is
// ignored: it may be a counter or a cache buster.
func (s *snapshot) documentByURL(w http.ResponseWriter, r *http.Request) (bool, error) {
	d, ok := s.addresses[addressOf(r.URL)]
	if !ok {
		d, ok = s.addresses[addressOf(&url.URL{Path: r.URL.Path})]
	}
	if !ok {
		return false, nil
	}
	return true, s.document(w, r, d)
}

// documentByID sends the document with the id in the request.
func (s *snapshot) documentByID(w http.ResponseWriter, r *http.Request) (bool, error) {
	d, ok := s.names[r.URL.Query().Get("id")]
	if !ok {
		return false, nil
	}
	return true, s.document(w, r, d)
}

// document sends a page with the text of a document.
func (s *snapshot) document(w http.ResponseWriter, r *http.Request, d model.DocID) error {
	doc, err := s.bundle.Document(r.Context(), d)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := documentTemplate.Execute(&page, s.view(doc)); err != nil {
		return err
	}
	a := contentAsset("document.html", page.Bytes())
	return a.serve(w, r, s.dir)
}

// view holds the values of the template.
type view struct {
	Language, Title, Anchor string
	Search, Style           string // paths
	Sections                []viewSection
}

type viewSection struct {
	Heading, Anchor string
	Level           int // 2 to 6
	Paragraphs      []string
}

func (s *snapshot) view(doc *mycel.Document) view {
	v := view{
		Language: s.bundle.Engine().Header().Language, Title: doc.Title,
		Search: s.mount, Style: s.mount + stylePath,
	}
	// If the first heading repeats the title, it becomes the heading of the page. The others move up one level.
	top := 2
	for i, section := range doc.Sections {
		part := viewSection{Heading: section.Heading, Anchor: section.Anchor, Paragraphs: paragraphs(section.Text)}
		if i == 0 && section.Heading == doc.Title {
			v.Anchor, part.Heading, part.Anchor = section.Anchor, "", ""
			top = 1
		}
		part.Level = min(max(section.Depth+top, 2), 6)
		v.Sections = append(v.Sections, part)
	}
	return v
}

// paragraphs splits a text at blank lines.
func paragraphs(text string) []string {
	var list []string
	for _, p := range strings.Split(text, "\n\n") {
		if strings.TrimSpace(p) != "" {
			list = append(list, strings.Trim(p, "\n"))
		}
	}
	return list
}
