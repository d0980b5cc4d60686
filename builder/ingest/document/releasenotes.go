package document

import "regexp"

const (
	// releaseNotesBoost is the boost of release notes. They mention everything on a site, and explain little of it.
	releaseNotesBoost = 0.7
	leastReleases     = 5
)

// release matches a heading that is a version, perhaps with a date or a note in brackets: v1.2.0 (2024-05-01). Numbers of
// chapters have a title behind them.
var release = regexp.MustCompile(`(?i)^\[?(v|version |release )?\d+(\.\d+)+[\w.+-]*\]?(\s*\(.*\)|.*\b(19|20)\d\d\b.*)?$`)

// isReleaseNotes reports whether at least half of the headings of one level are versions, and several are.
func (d *Document) isReleaseNotes() bool {
	var headings, releases [7]int // by level
	for _, s := range d.Sections {
		headings[s.Level]++
		if release.MatchString(s.Heading) {
			releases[s.Level]++
		}
	}
	for level, n := range releases {
		if n >= leastReleases && 2*n >= headings[level] {
			return true
		}
	}
	return false
}
