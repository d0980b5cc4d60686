package manifest

import (
	"context"
	"fmt"
	"path/filepath"

	"mycel/files"
)

// Source gives access to the files of a bundle.
type Source interface {
	// Read returns a stored file, or its content if it was unpacked on the way. It refuses a file that is
	// longer than the manifest states.
	Read(ctx context.Context, f File) ([]byte, error)

	// Slice returns n bytes of a pack.
	Slice(ctx context.Context, pack File, at, n int64) ([]byte, error)

	// Whole returns another copy of a pack if one of its parts cannot be used; nil if there is no other copy.
	Whole(ctx context.Context, pack File) ([]byte, error)

	// Place returns the path or address of a file; "" stands for the bundle itself.
	Place(name string) string
}

// Folder is a bundle on disk.
type Folder string

func (d Folder) Read(ctx context.Context, f File) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := files.Open(d.Place(f.Path))
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
		return nil, fmt.Errorf("%s: the file is not the one the manifest lists: it has more than %d bytes", d.Place(f.Path), f.mostBytes())
	}
	return b, nil
}

func (d Folder) Slice(ctx context.Context, pack File, at, n int64) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	file, err := files.Open(d.Place(pack.Path))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && (at < 0 || at+n > info.Size()) {
		return nil, fmt.Errorf("%s: the pack ends too early: it has %d bytes, want %d", d.Place(pack.Path), info.Size(), at+n)
	}
	b := make([]byte, n)
	_, err = file.ReadAt(b, at)
	return b, err
}

func (d Folder) Whole(context.Context, File) ([]byte, error) { return nil, nil }

func (d Folder) Place(name string) string {
	if name == "" {
		return string(d)
	}
	return filepath.Join(string(d), filepath.FromSlash(name))
}
