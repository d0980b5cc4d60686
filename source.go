package mycel

import (
	"context"
	"io"
	"os"
	"path/filepath"
)

// source is where the files of a bundle lie.
type source interface {
	// read returns a file as it is stored, named as in the manifest. It may refuse
	// one that is longer than size bytes.
	read(ctx context.Context, name string, size int64) ([]byte, error)

	// place says where a file is; "" means the bundle itself.
	place(name string) string

	// most is how many bytes a file may unpack to.
	most() int64
}

// folder is a bundle on disk.
type folder string

// maxUnpacked bounds what a compressed file may unpack to: offsets in a bundle
// have 32 bits.
const maxUnpacked = 1 << 32

func (f folder) read(ctx context.Context, name string, _ int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return os.ReadFile(f.place(name))
}

func (f folder) place(name string) string {
	if name == "" {
		return string(f)
	}
	return filepath.Join(string(f), filepath.FromSlash(name))
}

func (folder) most() int64 { return maxUnpacked }

// readAtMost returns what r has, and whether that is no more than limit bytes.
func readAtMost(r io.Reader, limit int64) (b []byte, ok bool, err error) {
	b, err = io.ReadAll(io.LimitReader(r, limit+1))
	return b, int64(len(b)) <= limit, err
}
