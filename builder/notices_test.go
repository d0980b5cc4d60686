package builder

import (
	"testing"

	"mycel/internal/must"
)

// An output folder within the source is left out by its path; one that is elsewhere, or is the source, is not.
func TestBelow(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "site/out": "out", "site/a/../b/c/": "b/c", "site": "", "site/.": "", ".": "", "other": "", "sites": "", "site/..": "", "site/../other": "", "/site": "", "site/..hidden": "..hidden",
	} {
		must.Equal(t, below("site", dir), want, "%q", dir)
	}
}
