package document

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// ErrEncoding is wrapped by errors about text in no known encoding.
var ErrEncoding = errors.New("not UTF-8 text")

// MarkedUTF16 reads UTF-16 of the byte order that its mark says.
var MarkedUTF16 = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)

// IsUTF16 tells whether raw begins with a byte order mark of UTF-16.
func IsUTF16(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte{0xFE, 0xFF}) || bytes.HasPrefix(raw, []byte{0xFF, 0xFE})
}

// DecodeText returns raw, which is UTF-8 or begins with a byte order mark, as decodeUTF8 does.
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

// DecodeUTF8 checks that raw is UTF-8 text, drops a byte order mark, and makes every line end in a single newline.
func DecodeUTF8(raw []byte) (string, error) {
	text, err := CleanUTF8(raw)
	return string(text), err
}

// CleanUTF8 is DecodeUTF8 without a copy where raw needs no change.
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

// invalidUTF8 returns the offset of the first byte of raw that is not part of valid UTF-8, or -1.
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
