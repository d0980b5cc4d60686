package wazerohost

import "time"

// timers are the guest's clock and the timeouts that it has asked for. JavaScript hosts run
// them from an event loop; here they are due when the clock, real or a test's, says so, and
// fire between calls. Nothing ever sleeps.
//
// A Go program arms a timeout only when all its goroutines wait, which happens while main
// parks, never within an export. And one that does not link syscall/js has no event handler:
// its runtime dies of a nil call when a timeout fires, here as in a browser. So an engine that
// keeps to its contract never fires any.
type timers struct {
	clock  func() time.Time
	start  time.Time
	lastID int32
	due    map[int32]int64 // id → when, on the nanotime clock
}

func newTimers(clock func() time.Time) *timers {
	return &timers{clock: clock, start: clock(), due: map[int32]int64{}}
}

// nanotime is the guest's monotonic clock in nanoseconds. It starts at one second, since
// the Go runtime takes a clock that reads zero for a broken one.
func (t *timers) nanotime() int64 {
	return int64(time.Second + t.clock().Sub(t.start))
}

// schedule arms a timeout in the given number of milliseconds.
func (t *timers) schedule(delay int64) (id int32) {
	t.lastID++
	t.due[t.lastID] = t.nanotime() + delay*int64(time.Millisecond)
	return t.lastID
}

func (t *timers) clear(id int32) { delete(t.due, id) }

// fire disarms a timeout that is due at the given time and reports whether there was one. Which
// one does not matter: the guest is only told to look at its clock.
func (t *timers) fire(now int64) bool {
	for id, at := range t.due {
		if at <= now {
			delete(t.due, id)
			return true
		}
	}
	return false
}
