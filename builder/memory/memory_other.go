//go:build !linux

package memory

// preferHugePages does nothing: this system cannot be asked
// for huge pages.
func preferHugePages() {}
