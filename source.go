package mycel

import (
	"context"
	"fmt"
	"path/filepath"

	"mycel/files"
)

// source is where the files of a bundle lie.
type source interface {
	// read returns a file as it is stored, or unpacked if somebody has done so on the
	// way. It refuses one that is longer than the manifest says.
	read(ctx context.Context, f File) ([]byte, error)

	// slice returns n bytes of a pack.
	slice(ctx context.Context, pack File, at, n int64) ([]byte, error)

	// whole returns another copy of a pack, one of whose parts cannot be used; nil if there is no other copy.
	whole(ctx context.Context, pack File) ([]byte, error)

	// place says where a file is; "" means the bundle itself.
	place(name string) string
}

// folder is a bundle on disk.
type folder string

func (d folder) read(ctx context.Context, f File) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := files.Open(d.place(f.Path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	size := int64(0)
	if info, err := file.Stat(); err == nil {
		size = info.Size()
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

func (d folder) slice(ctx context.Context, pack File, at, n int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := files.Open(d.place(pack.Path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && (at < 0 || at+n > info.Size()) {
		return nil, fmt.Errorf("%s: the pack ends too early: it has %d bytes, want %d", d.place(pack.Path), info.Size(), at+n)
	}
	b := make([]byte, n)
	_, err = file.ReadAt(b, at)
	return b, err
}

func (d folder) whole(context.Context, File) ([]byte, error) { return nil, nil }

func (d folder) place(name string) string {
	if name == "" {
		return string(d)
	}
	return filepath.Join(string(d), filepath.FromSlash(name))
}
