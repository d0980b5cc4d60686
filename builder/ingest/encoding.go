package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrEncoding is wrapped by the errors for files that are not UTF-8 text.
var ErrEncoding = errors.New("not UTF-8 text")

// decodeUTF8 checks that raw is UTF-8 text, drops a byte order mark, and makes
// every line end in a single newline.
func decodeUTF8(raw []byte) (string, error) {
	if bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) || bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) {
		return "", fmt.Errorf("%w: begins with a UTF-16 byte order mark; save it as UTF-8", ErrEncoding)
	}
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		return "", fmt.Errorf("%w: NUL at byte %d; is this a binary file?", ErrEncoding, i)
	}
	if i := invalidUTF8(raw); i >= 0 {
		return "", fmt.Errorf("%w: invalid UTF-8 at byte %d (0x%02X)", ErrEncoding, i, raw[i])
	}
	raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	return string(raw), nil
}

// invalidUTF8 returns the offset of the first byte of raw that is not part of
// valid UTF-8, or -1.
func invalidUTF8(raw []byte) int {
	if utf8.Valid(raw) {
		return -1
	}
	i := 0
	for i < len(raw) {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	return i
}
