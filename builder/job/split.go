package job

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"mycel/files"
)

// Split is a range of the bytes of a file that holds whole lines.
type Split struct {
	File  string `json:"file"`
	Start int64  `json:"start"`
	End   int64  `json:"end"`
	Size  int64  `json:"size"` // of the file
}

// Splits cuts files into ranges of about size bytes, at the ends of lines. The ranges depend on the
// files and on size alone.
func Splits(files []string, size int64) (all []Split, err error) {
	for _, file := range files {
		splits, err := splitsOf(file, size)
		if err != nil {
			return nil, err
		}
		all = append(all, splits...)
	}
	return all, nil
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
		all = append(all, Split{file, start, end, info.Size()})
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

// Open returns the lines of the split. Closing them closes the file.
func (s Split) Open() (io.Reader, io.Closer, error) {
	f, err := files.Open(s.File)
	if err != nil {
		return nil, nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() != s.Size {
		_ = f.Close()
		return nil, nil, fmt.Errorf("%s has changed since the plan was made: make a new plan in a new folder", s.File)
	}
	return io.NewSectionReader(f, s.Start, s.End-s.Start), f, nil
}
