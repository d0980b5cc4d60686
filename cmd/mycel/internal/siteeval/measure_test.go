package siteeval

import (
	"strings"
	"testing"

	"mycel/engine/answer"
	"mycel/internal/must"
)

// Places go by hit and by page, over all but the query's own page.
func TestPlaces(t *testing.T) {
	var hits []answer.Hit
	for _, url := range []string{"own.html#x", "a.html#one", "a.html#two", "own.html", "b.html"} {
		page, anchor, _ := strings.Cut(url, "#")
		hits = append(hits, answer.Hit{Document: page, URL: url, Anchor: anchor})
	}
	for _, test := range []struct {
		q    Case
		want places
	}{
		{Case{Want: []string{"b.html"}}, places{hit: 5, page: 3, got: "own.html#x"}},
		{Case{Want: []string{"b.html"}, id: "own.html"}, places{hit: 3, page: 2, got: "a.html#one"}},
		{Case{Want: []string{"a.html#two"}, id: "own.html"}, places{hit: 2, page: 1, got: "a.html#one"}},
		{Case{WantAll: []string{"b.html", "a.html"}, id: "own.html"}, places{last: 2, got: "a.html#one"}},
		{Case{WantAll: []string{"b.html", "own.html"}, id: "own.html"}, places{got: "a.html#one"}},
	} {
		must.Equal(t, test.q.places(hits), test.want, "%+v", test.q)
	}
}

// A section that is wanted may stand below the hit of its page, which has one hit.
func TestWantedSections(t *testing.T) {
	h := &answer.Hit{Document: "a.md", URL: "a.html#one", Anchor: "one", Nested: []answer.Nested{{Anchor: "two"}}}
	for want, found := range map[string]bool{"a.html": true, "a.html#one": true, "a.html#two": true, "a.html#three": false, "b.html#one": false, "a.md": true} {
		if q := (Case{Want: []string{want}}); q.wanted(h) != found {
			t.Errorf("%s: wanted %v, want %v", want, !found, found)
		}
	}
}
