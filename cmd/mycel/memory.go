package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// A build is short and makes little garbage for what it holds: collecting when the
// heap has grown to five times of what is alive saves a sixth of the time. That is
// for small heaps; large ones are collected at the usual double.
const (
	relaxedPercent = 400
	relaxedBytes   = 384 << 20 // of heap, up to which that is done
	usualPercent   = 100
)

// capShare is one in how many bytes of a cap is left for what the collector does not
// count, such as the program itself, and for what it is late to find.
const capShare = 8

// tuneCollector sets the garbage collector for a build, and returns what sets it back.
// limit is the most bytes that the process is to take, 0 for no limit.
func tuneCollector(limit int64) (restore func()) {
	before := debug.SetGCPercent(relaxedPercent)
	old := int64(math.MaxInt64)
	if limit > 0 {
		old = debug.SetMemoryLimit(limit - limit/capShare)
	}
	t := &tuner{}
	t.arm()
	return func() {
		t.done.Store(true)
		debug.SetGCPercent(before)
		if limit > 0 {
			debug.SetMemoryLimit(old)
		}
	}
}

// tuner looks at the heap after every collection.
type tuner struct{ done atomic.Bool }

// arm has the collector call look once, when it finds out that nobody has the bytes.
func (t *tuner) arm() {
	sentinel := new([64]byte)
	runtime.AddCleanup(sentinel, (*tuner).look, t)
}

func (t *tuner) look() {
	if t.done.Load() {
		return
	}
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	live := int64(max(sample[0].Value.Uint64(), 1))
	debug.SetGCPercent(int(min(max(relaxedBytes*100/live-100, usualPercent), relaxedPercent)))
	t.arm()
}
