package write

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders in one step; done is false if the file system cannot do
// that.
func exchange(a, b string) (done bool, err error) {
	err = unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.EINVAL) {
		return false, nil
	}
	return true, err
}
