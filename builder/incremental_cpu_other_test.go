//go:build !unix

package builder

// cpuSeconds is not known here.
func cpuSeconds() float64 { return 0 }
