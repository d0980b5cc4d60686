package analyse

import (
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

func TestCompareVersions(t *testing.T) {
	ascending := []string{"", "main", "next", "0.9", "v1", "1.2.0-beta", "1.2.0", "1.2.1", "1.9", "1.10", "1.x", "v2.0-alpha", "2.0-rc1", "v2.0", "10", "latest"}
	for i, a := range ascending {
		for j, b := range ascending {
			got := CompareVersions(a, b)
			must.Be(t, (got < 0) == (i < j) && (got > 0) == (i > j), "%q against %q: %d", a, b, got)
		}
	}
}

func TestVersionOf(t *testing.T) {
	for _, c := range []struct {
		id       string
		declared []string
		want     string
	}{
		{"docs/v1.2/x.html", nil, "v1.2"},
		{"docs/2.x/guide/x.html", nil, "2.x"},
		{"v3/x.md", nil, "v3"},
		{"blog/2024/05/x.html", nil, ""}, // a date
		{"chapter/3/x.html", nil, ""},
		{"x.html", nil, ""},
		{"v1.2.html", nil, ""}, // a page, no folder
		{"docs/v1.2/x.html", []string{"1.10", "1.9"}, "1.10"},
	} {
		d := &document.Document{ID: c.id}
		if c.declared != nil {
			d.Filters = map[string][]string{versionFilter: c.declared}
		}
		must.Equal(t, VersionOf(d), c.want, "%s, %v", c.id, c.declared)
	}
}
