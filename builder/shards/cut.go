package shards

import (
	"hash/fnv"
	"math/bits"
)

// The keys of rows determine where an index is cut into parts: among the rows at which a part may
// end, the row whose key has the least hash. So a row that is added, changed or removed moves only
// the borders near it, and an edited page changes few files.

// partition has the part of each row, of n parts.
type partition struct {
	of []uint32
	n  int
}

// border ranks a row as the end of the part before it: the least is best.
type border = uint64

// noBorder is the border of rows at which no part should end.
const noBorder = border(1<<64 - 1)

// borderAt is the border before a row with a key.
func borderAt(key string) border { return border(hash(key)) }

// cut divides rows in their order into parts of about equal size: about least bytes or more, and
// at most limit parts. A part that finds no border within its greatest size ends there.
func cut(rows int, size func(i int) int, before func(i int) border, least, limit int) partition {
	total := 0
	for i := range rows {
		total += size(i)
	}
	for target := round(max(least, total/limit)); ; target += target / 16 {
		if p := cutAt(rows, size, before, target); p.n <= limit {
			return p
		}
	}
}

// round rounds up to four significant bits, so that a corpus that grows a little is cut as before.
func round(n int) int {
	unit := 1 << max(0, bits.Len(uint(n))-4)
	return (n + unit - 1) / unit * unit
}

// cutAt cuts into parts of five to nine eighths of the target.
func cutAt(rows int, size func(i int) int, before func(i int) border, target int) partition {
	p := partition{of: make([]uint32, rows)}
	for first := 0; first < rows; p.n++ {
		end := partEnd(rows, first, size, before, target)
		for i := first; i < end; i++ {
			p.of[i] = uint32(p.n)
		}
		first = end
	}
	return p
}

// partEnd returns the end of the part that begins with row first: the row with the least border
// among those that keep the part within its sizes, or the last of them.
func partEnd(rows, first int, size func(i int) int, before func(i int) border, target int) int {
	least, most := target-target*3/8, target+target/8
	end, lowest := 0, noBorder
	have := size(first)
	for i := first + 1; i < rows; i++ {
		if have >= least {
			if b := before(i); b < lowest {
				end, lowest = i, b
			}
		}
		if have += size(i); have > most {
			if end == 0 {
				end = i
			}
			return end
		}
	}
	return rows
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	// FNV alone gives similar hashes to keys that differ only in their last letters.
	x := h.Sum32()
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return x ^ x>>16
}

// pairs joins every two neighbouring parts.
func (p partition) pairs() partition {
	joined := partition{of: make([]uint32, len(p.of)), n: (p.n + 1) / 2}
	for row, part := range p.of {
		joined.of[row] = part / 2
	}
	return joined
}

// starts returns the first row of each part, and the number of rows. The rows of a part must be
// neighbours.
func (p partition) starts() []uint32 {
	out := make([]uint32, p.n+1)
	for _, part := range p.of {
		out[part+1]++
	}
	for i := range p.n {
		out[i+1] += out[i]
	}
	return out
}

// rowsOf returns the rows of each part, ascending.
func (p partition) rowsOf() [][]uint32 {
	out := make([][]uint32, p.n)
	for i, part := range p.of {
		out[part] = append(out[part], uint32(i))
	}
	return out
}
