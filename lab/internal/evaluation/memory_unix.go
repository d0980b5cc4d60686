//go:build unix

package evaluation

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the largest resident set of this process so far, in bytes.
func peakMemory() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return maxResident(&usage)
}

// PeakMemoryOf is the largest resident set of a process that has ended, in bytes; 0 if the system
// does not tell.
func PeakMemoryOf(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return maxResident(usage)
}

// maxResident converts to bytes: Apple's systems count these, others KiB.
func maxResident(usage *syscall.Rusage) int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) * 1024
}
