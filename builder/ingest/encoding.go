package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// errEncoding is wrapped by the errors for what is not text in a known encoding.
var errEncoding = errors.New("not UTF-8 text")

// markedUTF16 reads UTF-16 of the byte order that its mark says.
var markedUTF16 = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)

// isUTF16 tells whether raw begins with a byte order mark of UTF-16.
func isUTF16(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) || bytes.HasPrefix(raw, []byte{0xFF, 0xFE})
}

// decodeText returns raw, which is UTF-8 or begins with a byte order mark, as decodeUTF8
// does.
func decodeText(raw []byte) (string, error) {
	if !isUTF16(raw) {
		return decodeUTF8(raw)
	}
	text, err := markedUTF16.NewDecoder().Bytes(raw)
	if err != nil {
		return "", fmt.Errorf("%w, but UTF-16 that cannot be decoded: %w", errEncoding, err)
	}
	return decodeUTF8(text)
}

// decodeUTF8 checks that raw is UTF-8 text, drops a byte order mark, and makes
// every line end in a single newline.
func decodeUTF8(raw []byte) (string, error) {
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		return "", fmt.Errorf("%w: NUL at byte %d; is this a binary file, or UTF-16 without a byte order mark?", errEncoding, i)
	}
	if i := invalidUTF8(raw); i >= 0 {
		return "", fmt.Errorf("%w: invalid UTF-8 at byte %d (0x%02X)", errEncoding, i, raw[i])
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
