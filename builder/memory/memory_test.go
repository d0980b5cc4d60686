package memory

import (
	"math"
	"runtime/debug"
	"testing"

	"mycel/internal/must"
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
	must.Equal(t, percent(), relaxedPercent)
	must.Equal(t, debug.SetMemoryLimit(-1), math.MaxInt64, "a second build has set a limit of")
	second()
	must.Equal(t, percent(), usualPercent)
	debug.SetGCPercent(50)
	third := Relax(800)
	must.Equal(t, percent(), 50)
	must.Equal(t, debug.SetMemoryLimit(-1), 700, "got a limit of")
	third()
	must.Equal(t, debug.SetMemoryLimit(-1), math.MaxInt64, "a limit of")
	must.Equal(t, percent(), 50)
}
