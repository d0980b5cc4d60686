package ingest

import (
	"fmt"
	"strings"
)

// maxNames is how deep the names of TOML may lie: so many dots may be in a key, those of the
// keys around it and the brackets that are open included. The parser keeps with every name
// all names around it, gigabytes for 100 kB of the deepest; of what lies deeper than
// maxNesting nothing is read.
const maxNames = 16

// checkTOML tells which line of a text is beyond that, if one is. O(len(src)).
func checkTOML(src string) error {
	var around []int            // of each open bracket, itself and the dots of the key before it
	deep, dots, line := 0, 0, 1 // the sum of these, and the dots of the key that is read
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
			dots++ // a number has one at most
		case '{', '[':
			around = append(around, 1+dots)
			deep, dots = deep+1+dots, 0
		case '}', ']':
			dots = 0
			if last := len(around) - 1; last >= 0 {
				deep, around = deep-around[last], around[:last]
			}
		case '\n':
			dots = 0
			line++
		case ',':
			dots = 0
		}
		if deep+dots > maxNames {
			return headError(line, fmt.Errorf("toml: names lie more than %d deep", maxNames))
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
