package manifest

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
)

// A few bytes can be compressed from gigabytes of zeros. So the manifest states how many bytes a file unpacks to,
// and readers unpack no more. The client for browsers has the same bounds (js/src/files/manifest.js).
const (
	MaxUnpacked = 1 << 28 // of one file: a tab holds its content several times while it opens an index

	// Limits for a file whose manifest does not state the unpacked size: mostUnsaid bytes, or
	// mostTimesUnsaid times its own size.
	mostUnsaid      = 64 << 20
	mostTimesUnsaid = 32

	// mostDeflated is the largest ratio of content to compressed content in deflate.
	mostDeflated = 1032
)

// NewFile returns the row of the manifest for a file with this content and its SHA-256. It reads the unpacked size
// of a .gz file from its end, so the content must be one gzip stream, of less than 4 GiB.
func NewFile(path string, content []byte, sum string) File {
	f := File{Path: path, Bytes: int64(len(content)), SHA256: sum}
	if strings.HasSuffix(path, ".gz") && isGzip(content) {
		f.Unpacked = saysUnpacked(content)
	}
	return f
}

// check refuses sizes that a file cannot have.
func (f File) check() error {
	switch {
	case f.Bytes < 0 || f.Unpacked < 0:
		return fmt.Errorf("file %q: a size is negative", f.Path)
	case f.Unpacked > MaxUnpacked:
		return fmt.Errorf("file %q unpacks to %d bytes, more than %d MiB", f.Path, f.Unpacked, MaxUnpacked>>20)
	case f.SHA256 != "" && f.Unpacked/mostDeflated > f.Bytes:
		return fmt.Errorf("file %q: %d bytes cannot unpack to %d", f.Path, f.Bytes, f.Unpacked)
	}
	return nil
}

// mostUnpacked returns the most bytes that the content of the file may have.
func (f File) mostUnpacked() int64 {
	switch {
	case !f.compressed():
		return f.Bytes
	case f.Unpacked > 0:
		return f.Unpacked
	}
	return min(MaxUnpacked, max(mostUnsaid, mostTimesUnsaid*f.Bytes))
}

// mostBytes returns the most bytes of the file as it arrives: it may have been unpacked on the way.
func (f File) mostBytes() int64 { return max(f.mostStored(), f.mostUnpacked()) }

// mostStored returns the most bytes of the stored file. Content that compression cannot make smaller becomes a
// little longer.
func (f File) mostStored() int64 {
	if f.Pack > 0 {
		return f.Unpacked + f.Unpacked/100 + 1<<10
	}
	return f.Bytes
}

// Unpack returns the content of a compressed file.
func (f File) Unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	most := f.mostUnpacked()
	raw, ok, err := readAtMost(r, min(f.Unpacked, int64(mostDeflated*len(packed)), saysUnpacked(packed)), most)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, fmt.Errorf("it unpacks to more than the %d bytes that it may have", most)
	case f.SHA256 != "" && f.Unpacked > 0 && int64(len(raw)) < f.Unpacked:
		return nil, fmt.Errorf("it unpacks to %d bytes, the manifest says %d", len(raw), f.Unpacked)
	}
	return raw, nil
}

// saysUnpacked returns the unpacked size that the end of a gzip stream states. The manifest has it only for the
// largest part.
func saysUnpacked(packed []byte) int64 {
	return int64(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// readAtMost reads r up to limit bytes; ok tells whether that is all of r. It allocates size bytes at once, within
// the limit, and more when more bytes arrive.
func readAtMost(r io.Reader, size, limit int64) (b []byte, ok bool, err error) {
	// It looks for one byte more, and ReadFrom needs room for a read.
	buf := bytes.NewBuffer(make([]byte, 0, min(size, limit)+bytes.MinRead))
	_, err = buf.ReadFrom(io.LimitReader(r, limit+1))
	return buf.Bytes(), int64(buf.Len()) <= limit, err
}
