//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package wazerohost

// reserve allocates n bytes of zeros.
func reserve(n int) ([]byte, error) { return make([]byte, n), nil }

// release leaves b to the garbage collector.
func release([]byte) {}
