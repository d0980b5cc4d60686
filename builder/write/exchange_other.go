//go:build !linux && !darwin

package write

// exchange tells that this system has no single step to swap two folders.
func exchange(a, b string) (done bool, err error) { return false, nil }
