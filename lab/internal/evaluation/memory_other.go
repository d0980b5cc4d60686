//go:build !unix

package evaluation

import "os"

// Systems without getrusage tell nothing.

func peakMemory() int64 { return 0 }

// PeakMemoryOf returns 0: this system does not tell.
func PeakMemoryOf(*os.ProcessState) int64 { return 0 }
