package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// A build is short and makes little garbage for its size. Collection at five times the live heap saves a sixth of
// the time. Large heaps are collected at twice the live heap, as usual.
const (
	relaxedPercent = 400
	relaxedBytes   = 320 << 20 // largest heap with relaxed collection
	usualPercent   = 100       // Go's default
)

// capShare: 1/capShare of a cap is left for memory that the collector does not count, such as the program itself,
// or counts late.
const capShare = 8

// relaxed counts the builds that run with relaxed collection: the setting belongs to the process.
var relaxed struct {
	sync.Mutex
	builds  int
	restore func()
}

// Relax sets the garbage collector for a build until restore is called. limit is the most bytes that the process
// should take, 0 for the value of GOMEMLIMIT. The first of several builds at one time decides; a percentage that
// the user has set (GOGC) stays.
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

// tuner checks the heap after every collection.
type tuner struct {
	mu   sync.Mutex
	done bool
}

// arm makes the garbage collector call look once, at its next collection: it attaches look to an object that is
// garbage at once.
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

// end stops the tuner. When it returns, the tuner changes no setting any more.
func (t *tuner) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done = true
}
