package document

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// ErrEncoding is in the chain of errors about text in an unknown encoding.
var ErrEncoding = errors.New("not UTF-8 text")

// MarkedUTF16 reads UTF-16 in the byte order of its mark.
var MarkedUTF16 = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)

// IsUTF16 reports whether raw begins with a byte order mark of UTF-16.
func IsUTF16(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) || bytes.HasPrefix(raw, []byte{0xFF, 0xFE})
}

// DecodeText is DecodeUTF8 for UTF-8, and for UTF-16 with a byte order mark.
func DecodeText(raw []byte) (string, error) {
	if !IsUTF16(raw) {
		return DecodeUTF8(raw)
	}
	text, err := MarkedUTF16.NewDecoder().Bytes(raw)
	if err != nil {
		return "", fmt.Errorf("%w, but UTF-16 that cannot be decoded: %w", ErrEncoding, err)
	}
	return DecodeUTF8(text)
}

// DecodeUTF8 returns UTF-8 text without a byte order mark, with single newlines as line ends.
func DecodeUTF8(raw []byte) (string, error) {
	text, err := CleanUTF8(raw)
	return string(text), err
}

// CleanUTF8 is DecodeUTF8, but does not copy raw if nothing changes.
func CleanUTF8(raw []byte) ([]byte, error) {
	if i := bytes.IndexByte(raw, 0); i >= 0 {
		return nil, fmt.Errorf("%w: NUL at byte %d; is this a binary file, or UTF-16 without a byte order mark?", ErrEncoding, i)
	}
	if i := invalidUTF8(raw); i >= 0 {
		return nil, fmt.Errorf("%w: invalid UTF-8 at byte %d (0x%02X)", ErrEncoding, i, raw[i])
	}
	raw = bytes.TrimPrefix(raw, []byte("\uFEFF"))
	if bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	return raw, nil
}

// invalidUTF8 returns the offset of the first byte that is not valid UTF-8, or -1.
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
