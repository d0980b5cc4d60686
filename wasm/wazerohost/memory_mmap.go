//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package wazerohost

import (
	"fmt"
	"syscall"
)

// reserve maps n bytes of zeros.
func reserve(n int) ([]byte, error) {
	b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("map %d bytes: %w", n, err)
	}
	return b, nil
}

// release unmaps what reserve has mapped. It can only fail for a slice of another origin.
func release(b []byte) { _ = syscall.Munmap(b) }
