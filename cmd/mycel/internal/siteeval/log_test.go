package siteeval

import (
	"testing"

	"mycel/internal/must"
)

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
