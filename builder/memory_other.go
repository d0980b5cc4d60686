//go:build !linux

package builder

// preferHugePages does nothing: there is no way to ask.
func preferHugePages() {}
