package builder

import (
	"runtime/debug"
	"sync"
)

// A corpus that is small takes little memory, and collecting its garbage as soon as that
// doubles takes a third of a rebuild. So the collector waits until there is about
// roomForGarbage of it. Where the process has a limit of memory (GOMEMLIMIT) or a
// percentage of its own (GOGC), that holds all the same.
const (
	roomForGarbage = 512 << 20
	liveBytes      = 20 // that a build holds for each byte of text
	mostGarbage    = 400
	goPercent      = 100 // what Go does by itself
)

// relaxed counts the builds that have the collector wait: it is that of the process.
var relaxed struct {
	sync.Mutex
	builds int
}

// garbagePercent returns the growth of memory, in percent, after which garbage is
// collected in a build of so many bytes of text.
func garbagePercent(text int64) int {
	return int(min(max(100*roomForGarbage/(liveBytes*max(text, 1)), goPercent), mostGarbage))
}

// relaxCollector has the garbage collector wait until restore is called. Of builds at
// one time the first decides for how long.
func relaxCollector(text int64) (restore func()) {
	relaxed.Lock()
	defer relaxed.Unlock()
	if relaxed.builds == 0 {
		if old := debug.SetGCPercent(garbagePercent(text)); old != goPercent {
			debug.SetGCPercent(old) // somebody knows better
			return func() {}
		}
	}
	relaxed.builds++
	return func() {
		relaxed.Lock()
		defer relaxed.Unlock()
		if relaxed.builds--; relaxed.builds == 0 {
			debug.SetGCPercent(goPercent)
		}
	}
}
