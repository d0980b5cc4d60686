//go:build !linux

package memory

// preferHugePages does nothing: there is no way to ask.
func preferHugePages() {}
