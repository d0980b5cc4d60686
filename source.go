package mycel

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"mycel/files"
)

// source is where the files of a bundle lie.
type source interface {
	// read returns a file as it is stored, or unpacked if somebody has done so on the
	// way. It refuses one that is longer than the manifest says. Of a part in a pack it
	// returns the bytes of the part.
	read(ctx context.Context, f File) ([]byte, error)

	// place says where a file is; "" means the bundle itself.
	place(name string) string
}

// folder is a bundle on disk.
type folder string

func (d folder) read(ctx context.Context, f File) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := files.Open(d.place(cmp.Or(f.Pack, f.Path)))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
	}
	if f.Pack != "" {
		b, err := f.readPacked(func(at, n int64) ([]byte, error) {
			if at+n > size {
				return nil, fmt.Errorf("the pack ends too early: it has %d bytes, want %d", size, at+n)
			}
			b := make([]byte, n)
			_, err := file.ReadAt(b, at)
			return b, err
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.place(f.Path), err)
		}
		return b, nil
	}
	b, ok, err := readAtMost(file, size, f.mostBytes())
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s: the file is not the one the manifest lists: it has more than %d bytes", d.place(f.Path), f.mostBytes())
	}
	return b, nil
}

func (d folder) place(name string) string {
	if name == "" {
		return string(d)
	}
	return filepath.Join(string(d), filepath.FromSlash(name))
}
