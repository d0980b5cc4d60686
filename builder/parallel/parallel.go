// Package parallel divides work among the cores.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls f for 0 … n−1 on all cores, in no order, and returns after all calls.
func Do(n int, f func(i int)) {
	Each(n, func() func(int) { return f })
}

// Each is Do for work that needs memory. It calls worker once on each core that takes
// part; the function that worker returns can use the same memory for all its calls.
func Each(n int, worker func() func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			f := worker()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	workers.Wait()
}
