package siteeval

import (
	"math"
	"strconv"
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

func TestEndsWithPage(t *testing.T) {
	for _, c := range []struct {
		address, page string
		want          bool
	}{
		{"https://example.org/docs/salt.html?from=search#top", "salt.html", true},
		{"/salt.html", "/salt.html", true},
		{"https://example.org/sea%20salt.html", "sea salt.html", true},
		{"https://example.org/sea-salt.html", "salt.html", false},
		{"https://example.org/salt.html", "docs/salt.html", false},
		{"https://example.org/", "", false},
	} {
		must.Equal(t, endsWithPage(c.address, c.page), c.want, "endsWithPage(%q, %q)", c.address, c.page)
	}
}

func TestGroupedBootstrap(t *testing.T) {
	must.Equal(t, groupedBootstrap(nil, nil, 1), Share{}, "no values")
	// 400 values alone have the interval of a binomial share. The same values in 100 groups of
	// four alike are 100 observations, and their interval is twice as wide.
	values, alone, alike := make([]float64, 400), make([]string, 400), make([]string, 400)
	for i := range values {
		values[i] = float64(i / 4 % 2)
		alone[i], alike[i] = strconv.Itoa(i), strconv.Itoa(i/4)
	}
	for _, test := range []struct {
		groups []string
		half   float64
	}{{alone, 0.049}, {alike, 0.098}} {
		got := groupedBootstrap(values, test.groups, 1)
		if got.Mean != 0.5 || math.Abs(got.Low-0.5+test.half) > 0.005 || math.Abs(got.High-0.5-test.half) > 0.005 {
			t.Errorf("got %v, want 0.5 ± %v", got, test.half)
		}
		if again := groupedBootstrap(values, test.groups, 1); again != got {
			t.Errorf("same seed: got %v, then %v", got, again)
		}
	}
	// A group counts by its values: 0 in one group of three, 1 in one of one.
	must.Equal(t, groupedBootstrap([]float64{0, 0, 0, 1}, []string{"a", "a", "a", "b"}, 1), Share{0.25, 0, 1}, "groups of three and one")
}
