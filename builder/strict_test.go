package builder

import (
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// The first faults are named with their places, notices and pages that were read are not, and the others are counted.
func TestFirstFaults(t *testing.T) {
	fault := func(path string, line int) document.Warning {
		return document.Warning{Path: path, Line: line, Message: "is broken", Faulty: true, Skipped: true}
	}
	r := &Report{Warnings: []document.Warning{
		{Path: "draft", Message: "is a draft", Skipped: true}, {Path: "link", Message: "leads nowhere", Faulty: true}, fault("a", 0), fault("b", 7),
	}}
	must.Equal(t, r.firstFaults(), "a: is broken; b:7: is broken")
	for range maxFirst {
		r.Warnings = append(r.Warnings, fault("c", 0))
	}
	r.Faulty = maxFirst + 2
	got := r.firstFaults()
	must.Be(t, strings.Count(got, "; ") == maxFirst && strings.HasSuffix(got, "; and 2 more"), "got %q", got)
	if err := r.checkStrict(false); err != nil {
		t.Errorf("without --strict: %v", err)
	}
	if err := r.checkStrict(true); err == nil || !strings.Contains(err.Error(), "link: leads nowhere") || strings.Contains(err.Error(), "draft") {
		t.Errorf("with --strict: %v", err)
	}
}

// An output folder within the source is left out by its path; one that is elsewhere, or is the source, is not.
func TestBelow(t *testing.T) {
	for dir, want := range map[string]string{
		"": "", "site/out": "out", "site/a/../b/c/": "b/c", "site": "", "site/.": "", ".": "", "other": "", "sites": "", "site/..": "", "site/../other": "", "/site": "", "site/..hidden": "..hidden",
	} {
		must.Equal(t, below("site", dir), want, "%q", dir)
	}
}
