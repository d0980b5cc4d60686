package memory

import (
	"math"
	"runtime/debug"
	"testing"
)

// However builds overlap, the collector is in the end what it was, and what somebody
// has set holds.
func TestRelaxCollector(t *testing.T) {
	start := debug.SetGCPercent(usualPercent)
	defer debug.SetGCPercent(start)
	percent := func() int {
		n := debug.SetGCPercent(usualPercent)
		debug.SetGCPercent(n)
		return n
	}
	first := Relax(0)
	second := Relax(1 << 30)
	first()
	if got := percent(); got != relaxedPercent {
		t.Errorf("got %d %% while a build runs, want %d", got, relaxedPercent)
	}
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("a second build has set a limit of %d bytes", got)
	}
	second()
	if got := percent(); got != usualPercent {
		t.Errorf("got %d %% after all builds, want %d", got, usualPercent)
	}
	debug.SetGCPercent(50)
	third := Relax(800)
	if got := percent(); got != 50 {
		t.Errorf("got %d %%, want the 50 that were set", got)
	}
	if got := debug.SetMemoryLimit(-1); got != 700 {
		t.Errorf("got a limit of %d bytes, want 700 of 800", got)
	}
	third()
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("a limit of %d bytes is left", got)
	}
	if got := percent(); got != 50 {
		t.Errorf("got %d %%, want the 50 that were set", got)
	}
}
