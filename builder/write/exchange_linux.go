package write

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders in one step; done is false if the file system cannot do
// that.
func exchange(a, b string) (done bool, err error) {
	err = unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return false, nil
	}
	return true, err
}
