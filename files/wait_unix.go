//go:build unix

package files

import "syscall"

// noWait opens a named pipe without a writer at once.
const noWait = syscall.O_NONBLOCK
