package main

import (
	"os"
	"syscall"
)

// peakMemory returns the most memory that an ended process had, in MB.
func peakMemory(p *os.ProcessState) float64 {
	if usage, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(usage.Maxrss) * 1024 / 1e6
	}
	return 0
}
