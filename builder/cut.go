package builder

import (
	"hash/fnv"
	"math/bits"
)

// Rows of an index are cut into parts where their keys say so: behind so many bytes, at
// the first row whose key has a certain hash. So a row that is added, changed or removed
// moves the borders around it and no others, and an edited page changes few files.

// partition says in which of n parts each row is.
type partition struct {
	of []uint8
	n  int
}

// cut divides rows in their order into parts of about equal size, at least least bytes
// and at most limit parts. Borders are before rows with a key; "" is none. A part that
// finds no such row in time ends all the same.
func cut(rows int, size func(i int) int, key func(i int) string, least, limit int) partition {
	total, keyed := 0, 0
	for i := range rows {
		total += size(i)
		if key(i) != "" {
			keyed++
		}
	}
	for target := round(max(least, total/limit)); ; target += target / 16 {
		if p := cutAt(rows, size, key, target, border(keyed*(target/8), total)); p.n <= limit {
			return p
		}
	}
}

// round rounds up to four significant bits, so that a corpus that grows a little is
// cut as before.
func round(n int) int {
	unit := 1 << max(0, bits.Len(uint(n))-4)
	return (n + unit - 1) / unit * unit
}

// hashBits is the length of hash.
const hashBits = 25

// border is below which hashes rows may begin a part, b of a of those with a key.
func border(a, b int) uint32 {
	if b >= a {
		return 1 << hashBits
	}
	return uint32(uint64(b) << hashBits / uint64(a))
}

// cutAt cuts into parts of three to five quarters of the target.
func cutAt(rows int, size func(i int) int, key func(i int) string, target int, border uint32) partition {
	p := partition{of: make([]uint8, rows)}
	have := 0
	for i := range rows {
		switch n := size(i); {
		case i == 0:
			p.n = 1
		case have > 0 && have+n > target+target/4, have >= target-target/4 && key(i) != "" && hash(key(i)) < border:
			have = 0
			p.n++
		}
		have += size(i)
		p.of[i] = uint8(p.n - 1)
		if p.n > 255 {
			return p
		}
	}
	return p
}

func hash(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	// FNV alone gives keys that differ in their last letters much alike hashes.
	x := h.Sum32()
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return (x ^ x>>16) >> (32 - hashBits)
}

// rowsOf returns the rows of each part, ascending.
func (p partition) rowsOf() [][]uint32 {
	out := make([][]uint32, p.n)
	for i, part := range p.of {
		out[part] = append(out[part], uint32(i))
	}
	return out
}
