package builder

import (
	"runtime/debug"
	"testing"
)

// However builds overlap, the collector is in the end what it was, and what somebody
// has set holds.
func TestRelaxCollector(t *testing.T) {
	start := debug.SetGCPercent(goPercent)
	defer debug.SetGCPercent(start)
	percent := func() int {
		n := debug.SetGCPercent(goPercent)
		debug.SetGCPercent(n)
		return n
	}
	first := relaxCollector(1)
	second := relaxCollector(1)
	first()
	if got := percent(); got != mostGarbage {
		t.Errorf("got %d %% while a build runs, want %d", got, mostGarbage)
	}
	second()
	if got := percent(); got != goPercent {
		t.Errorf("got %d %% after all builds, want %d", got, goPercent)
	}
	debug.SetGCPercent(50)
	relaxCollector(1)()
	if got := percent(); got != 50 {
		t.Errorf("got %d %%, want the 50 that were set", got)
	}
	if got := garbagePercent(largeText); got != goPercent {
		t.Errorf("got %d %% for a large corpus, want %d", got, goPercent)
	}
}
