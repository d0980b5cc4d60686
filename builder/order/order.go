// Package order sorts by strings.
package order

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// By returns the numbers below n in the order of their keys; numbers with equal keys ascend. The first
// eight bytes distinguish most keys, so few strings are read and no rows are moved. The first two bytes lay
// out the rows before they are sorted.
func By(n int, key func(i int) string) []int {
	rows := make([]row, n)
	var first [8]byte
	for i := range rows {
		clear(first[copy(first[:], key(i)):])
		rows[i] = row{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	rows, ends := layOut(rows)
	begin := 0
	for _, end := range ends {
		slices.SortFunc(rows[begin:end], func(a, b row) int {
			if a.first != b.first {
				return cmp.Compare(a.first, b.first)
			}
			return cmp.Or(strings.Compare(key(int(a.i)), key(int(b.i))), cmp.Compare(a.i, b.i))
		})
		begin = end
	}
	out := make([]int, n)
	for i, r := range rows {
		out[i] = int(r.i)
	}
	return out
}

// row is a number with the first bytes of its key.
type row struct {
	first uint64
	i     uint32
}

// fewRows is the number of rows below which they are not laid out first.
const fewRows = 1 << 12

// layOut orders rows by the first two bytes of their keys. It returns the end of the rows of each two
// bytes.
func layOut(rows []row) (ordered []row, ends []int) {
	if len(rows) < fewRows {
		return rows, []int{len(rows)}
	}
	ends = make([]int, 1<<16)
	for _, r := range rows {
		ends[r.first>>48]++
	}
	next := 0 // ends hold the beginnings until the rows are placed
	for two, n := range ends {
		ends[two] = next
		next += n
	}
	ordered = make([]row, len(rows))
	for _, r := range rows {
		at := &ends[r.first>>48]
		ordered[*at] = r
		*at++
	}
	return ordered, ends
}
