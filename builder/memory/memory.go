package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// A build is short and makes little garbage for its size. Collecting when the heap has grown to five times its live
// objects saves a sixth of the time. Large heaps are collected at the usual double.
const (
	relaxedPercent = 400
	relaxedBytes   = 320 << 20 // largest heap that is collected so
	usualPercent   = 100       // Go's default
)

// capShare: one in capShare bytes of a cap is left for memory that the collector does not count,
// such as the program itself, and for memory that it counts late.
const capShare = 8

// relaxed counts the builds that run with relaxed collection: the setting is that of the process.
var relaxed struct {
	sync.Mutex
	builds  int
	restore func()
}

// Relax sets the garbage collector for a build until restore is called. limit is
// the most bytes that the process is to take, 0 for what GOMEMLIMIT says. Of builds at
// one time the first decides; a percentage that somebody has set (GOGC) holds.
func Relax(limit int64) (restore func()) {
	relaxed.Lock()
	defer relaxed.Unlock()
	if relaxed.builds++; relaxed.builds == 1 {
		relaxed.restore = tuneCollector(limit)
	}
	return func() {
		relaxed.Lock()
		defer relaxed.Unlock()
		if relaxed.builds--; relaxed.builds == 0 {
			relaxed.restore()
		}
	}
}

func tuneCollector(limit int64) (restore func()) {
	memory := debug.SetMemoryLimit(-1)
	percent := debug.SetGCPercent(-1)
	if limit > 0 {
		debug.SetMemoryLimit(limit - limit/capShare)
	} else if memory == math.MaxInt64 {
		preferHugePages()
	}
	t := &tuner{}
	if percent == usualPercent {
		debug.SetGCPercent(relaxedPercent)
		t.arm()
	} else {
		debug.SetGCPercent(percent)
	}
	return func() {
		t.end()
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(memory)
	}
}

// tuner looks at the heap after every collection.
type tuner struct {
	mu   sync.Mutex
	done bool
}

// arm has the collector call look once, when it finds out that nobody has the bytes.
func (t *tuner) arm() {
	sentinel := new([64]byte)
	runtime.AddCleanup(sentinel, (*tuner).look, t)
}

func (t *tuner) look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	live := int64(max(sample[0].Value.Uint64(), 1))
	debug.SetGCPercent(int(min(max(relaxedBytes*100/live-100, usualPercent), relaxedPercent)))
	t.arm()
}

// end returns when the tuner will set nothing any more.
func (t *tuner) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
}
