package analyse

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// versionFilter is the filter whose values are versions of documents; DocSearch's docsearch:version becomes it.
const versionFilter = "version"

// A version is parts with dots between them, and perhaps a label behind a hyphen. In a path it must have a v or a dot,
// because a year or a chapter has neither.
var (
	versionForm = regexp.MustCompile(`^v?(\d+(?:\.(?:\d+|x))*)(-[0-9A-Za-z.-]+)?$`)
	versionPath = regexp.MustCompile(`^(v\d|\d+\.)`)
)

// newest are names of versions above all numbers.
var newest = []string{"latest", "stable", "current"}

// VersionOf returns the version of a document: the highest that it declares, or else the folder of its path that is a
// version; "" for none.
func VersionOf(d *document.Document) string {
	best := ""
	for _, v := range d.Filters[versionFilter] {
		if best == "" || CompareVersions(v, best) > 0 {
			best = v
		}
	}
	if best != "" {
		return best
	}
	for _, folder := range strings.Split(path.Dir(d.ID), "/") {
		if versionForm.MatchString(folder) && versionPath.MatchString(folder) {
			best = folder
		}
	}
	return best
}

// CompareVersions orders versions by their numbers. A labelled version (2.0-rc1) comes before the plain one. Names such
// as latest come behind all numbers, other names before them.
func CompareVersions(a, b string) int {
	rank := func(v string) int {
		switch {
		case v == "":
			return 0
		case slices.Contains(newest, strings.ToLower(v)):
			return 3
		case versionForm.MatchString(v):
			return 2
		}
		return 1
	}
	if n := rank(a) - rank(b); n != 0 || rank(a) != 2 {
		return cmp.Or(n, strings.Compare(a, b))
	}
	x, y := versionForm.FindStringSubmatch(a), versionForm.FindStringSubmatch(b)
	return cmp.Or(slices.CompareFunc(strings.Split(x[1], "."), strings.Split(y[1], "."), compareNumbers),
		cmp.Compare(min(1, len(y[2])), min(1, len(x[2]))), strings.Compare(x[2], y[2]))
}

// compareNumbers compares numbers of any length as strings; x, which stands for any number, is above them.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	if (a == "x") != (b == "x") {
		return cmp.Compare(strings.Count(a, "x"), strings.Count(b, "x"))
	}
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}
