package siteeval

import "testing"

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
		if got := endsWithPage(c.address, c.page); got != c.want {
			t.Errorf("endsWithPage(%q, %q) = %v", c.address, c.page, got)
		}
	}
}
