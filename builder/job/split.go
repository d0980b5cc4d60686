package job

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"mycel/files"
)

// Split is a range of the bytes of a file that holds whole lines.
type Split struct {
	File  string `json:"file"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	Size  int64  `json:"size"` // of the file
	Sum   string `json:"sum"`  // SHA-256 of the range, in hexadecimal digits
}

// Splits cuts files into ranges of about size bytes, at the ends of lines. The ranges depend only
// on the files and on size. It reads the files, on all cores.
func Splits(files []string, size int64) (all []Split, err error) {
	for _, file := range files {
		splits, err := splitsOf(file, size)
		if err != nil {
			return nil, err
		}
		all = append(all, splits...)
	}
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range all {
		g.Go(func() error {
			lines, err := all[i].Open()
			if err != nil {
				return err
			}
			_, err = io.Copy(lines.sum, lines.in)
			all[i].Sum = lines.hex()
			_ = lines.file.Close()
			return err
		})
	}
	return all, g.Wait()
}

func splitsOf(file string, size int64) (all []Split, err error) {
	f, err := files.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	for start := int64(0); start < info.Size(); {
		end, err := lineEnd(f, start+size, info.Size())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, Split{File: file, Start: start, End: end, Size: info.Size()})
		start = end
	}
	return all, nil
}

// lineEnd returns the first end of a line at or behind an offset.
func lineEnd(f *os.File, at, size int64) (int64, error) {
	if at >= size {
		return size, nil
	}
	in := bufio.NewReader(io.NewSectionReader(f, at-1, size-at+1))
	for end := at - 1; ; {
		part, err := in.ReadSlice('\n')
		end += int64(len(part))
		switch err {
		case bufio.ErrBufferFull:
		case nil, io.EOF:
			return end, nil
		default:
			return 0, err
		}
	}
}

// Lines reads the lines of a split.
type Lines struct {
	split Split
	file  *os.File
	in    io.Reader
	left  int64 // bytes
	sum   hash.Hash
}

// Open opens the split.
func (s Split) Open() (*Lines, error) {
	f, err := files.Open(s.File)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() != s.Size {
		_ = f.Close()
		return nil, s.changed()
	}
	return &Lines{split: s, file: f, in: io.NewSectionReader(f, s.Start, s.End-s.Start), left: s.End - s.Start, sum: sha256.New()}, nil
}

func (s Split) changed() error {
	return fmt.Errorf("%s has changed since the plan was made: make a new plan in a new folder", s.File)
}

func (l *Lines) Read(b []byte) (int, error) {
	n, err := l.in.Read(b)
	l.left -= int64(n)
	_, _ = l.sum.Write(b[:n]) // a hash does not fail
	return n, err
}

func (l *Lines) hex() string { return hex.EncodeToString(l.sum.Sum(nil)) }

// Close closes the file. If all of it was read, it returns an error if the content differs from the
// plan's.
func (l *Lines) Close() error {
	err := l.file.Close()
	if err == nil && l.left == 0 && l.hex() != l.split.Sum {
		err = l.split.changed()
	}
	return err
}
