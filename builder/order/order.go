// Package order sorts by strings.
package order

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// By returns the numbers below n in the order of their keys, equal ones ascending. The
// first eight bytes of a key tell most of them apart, so few strings are read, and no
// rows are moved.
func By(n int, key func(i int) string) []int {
	type row struct {
		first uint64 // of the key
		i     uint32
	}
	rows := make([]row, n)
	var first [8]byte
	for i := range rows {
		clear(first[copy(first[:], key(i)):])
		rows[i] = row{binary.BigEndian.Uint64(first[:]), uint32(i)}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return cmp.Or(strings.Compare(key(int(a.i)), key(int(b.i))), cmp.Compare(a.i, b.i))
	})
	out := make([]int, n)
	for i, r := range rows {
		out[i] = int(r.i)
	}
	return out
}
