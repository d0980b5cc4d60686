package document

import (
	"strconv"
	"strings"
	"unicode"
)

// Slugger gives headings the fragment ids that Markdown renderers give them.
//
// The algorithm is GitHub's, which mdBook, Docusaurus, VitePress and Hugo (by
// default) share for all but rare characters: lower-case the heading; keep
// letters, marks, decimal digits, '-' and connector punctuation such as '_'; make
// each space a '-'; drop the rest. A slug that a page has already gets "-1", "-2"
// and so on.
//
//	"The API of Mutex<T>"  →  the-api-of-mutext
//	"Hello, World!"        →  hello-world
type Slugger struct {
	used map[string]int // slug → number of the last duplicate
}

func (s *Slugger) Slug(heading string) string {
	base := slugify(heading)
	slug := base
	for s.isUsed(slug) {
		s.used[base]++
		slug = base + "-" + strconv.Itoa(s.used[base])
	}
	s.Use(slug)
	return slug
}

// Use notes an id that the page has for another reason.
func (s *Slugger) Use(id string) {
	if s.used == nil {
		s.used = map[string]int{}
	}
	if !s.isUsed(id) {
		s.used[id] = 0
	}
}

func (s *Slugger) isUsed(id string) bool {
	_, ok := s.used[id]
	return ok
}

func slugify(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', unicode.In(r, unicode.Letter, unicode.Mark, unicode.Nd, unicode.Pc):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
