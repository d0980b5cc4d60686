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
	if got := r.firstFaults(); strings.Count(got, "; ") != maxFirst || !strings.HasSuffix(got, "; and 2 more") {
		t.Errorf("got %q", got)
	}
	if err := r.checkStrict(false); err != nil {
		t.Errorf("without --strict: %v", err)
	}
	if err := r.checkStrict(true); err == nil || !strings.Contains(err.Error(), "link: leads nowhere") || strings.Contains(err.Error(), "draft") {
		t.Errorf("with --strict: %v", err)
	}
}
