package parallel

import "sync"

// Counter counts the steps of parallel work and reports them one at a time.
type Counter struct {
	mu sync.Mutex
	n  int
}

// Add counts a step and calls report with the number of steps so far. No two reports run at once.
func (c *Counter) Add(report func(n int)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	report(c.n)
}
