package ingest

import (
	"fmt"
	"strings"
)

// Limits of TOML. Its parser keeps with every name all names around it, gigabytes for a
// key of 100 kB; of what lies deeper than maxNesting nothing is read.
const (
	maxDots     = 16  // in a key
	maxBrackets = 100 // that are open at a time
)

// checkTOML tells which limit a text is beyond, with the line. O(len(src)).
func checkTOML(src string) error {
	dots, open, line := 0, 0, 1
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '"', '\'':
			end := stringEnd(src, i)
			line += strings.Count(src[i:end], "\n")
			i = end - 1
		case '#':
			if end := strings.IndexByte(src[i:], '\n'); end >= 0 {
				i += end - 1
			} else {
				i = len(src)
			}
		case '.':
			dots++
		case '{', '[':
			dots = 0
			open++
		case '}', ']':
			dots = 0
			open = max(open-1, 0)
		case '\n':
			dots = 0
			line++
		case '=', ',':
			dots = 0
		}
		switch {
		case dots > maxDots:
			return headError(line, fmt.Errorf("toml: a key has more than %d dots", maxDots))
		case open > maxBrackets:
			return headError(line, fmt.Errorf("toml: more than %d brackets are open", maxBrackets))
		}
	}
	return nil
}

// stringEnd returns the end of the string of TOML that begins at i; of one that is not
// closed, at the end of the line or of the text, where the parser gives up. A long string
// may have one or two of its marks right before those that close it.
func stringEnd(src string, i int) int {
	quote := src[i : i+1]
	mark, long := quote, strings.HasPrefix(src[i:], quote+quote+quote)
	if long {
		mark = src[i : i+3]
	}
	for i += len(mark); i < len(src); i++ {
		switch {
		case strings.HasPrefix(src[i:], mark):
			i += len(mark)
			for n := 0; long && n < 2 && strings.HasPrefix(src[i:], quote); n++ {
				i++
			}
			return i
		case src[i] == '\\' && mark[0] == '"':
			i++
		case src[i] == '\n' && !long:
			return i
		}
	}
	return len(src)
}
