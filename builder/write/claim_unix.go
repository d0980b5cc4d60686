//go:build unix

package write

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// claim marks a folder as in use until the process ends for any reason. ok is false if another process has claimed it;
// known is false if the file system cannot tell.
func claim(dir string) (f *os.File, ok, known bool) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false, true
	}
	switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err {
	case nil:
		return f, true, true
	case unix.EWOULDBLOCK:
		_ = f.Close()
		return nil, false, true
	}
	_ = f.Close()
	return nil, false, false
}

// isMount reports whether a folder could not be moved because it is another file system, as volumes of containers are.
func isMount(err error) bool { return errors.Is(err, unix.EBUSY) || errors.Is(err, unix.EXDEV) }
