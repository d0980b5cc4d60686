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
	for target := round(max(least, total/limit)); ; target += target / 8 {
		if p := cutAt(rows, size, key, target, mask(keyed*(target/8), total)); p.n <= limit {
			return p
		}
	}
}

// round rounds up to three significant bits, so that a corpus that grows a little is
// cut as before.
func round(n int) int {
	unit := 1 << max(0, bits.Len(uint(n))-3)
	return (n + unit - 1) / unit * unit
}

// mask is one less than the power of two that a/b, in which keyed rows may begin a part,
// is nearest to from below.
func mask(a, b int) uint32 {
	n := uint(a / max(b, 1))
	if n == 0 {
		return 0
	}
	return 1<<(bits.Len(n)-1) - 1
}

// cutAt cuts into parts of three to five quarters of the target.
func cutAt(rows int, size func(i int) int, key func(i int) string, target int, mask uint32) partition {
	p := partition{of: make([]uint8, rows)}
	have := 0
	for i := range rows {
		switch n := size(i); {
		case i == 0:
			p.n = 1
		case have > 0 && have+n > target+target/4, have >= target-target/4 && key(i) != "" && hash32(key(i))&mask == 0:
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

func hash32(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s))
	// The low bits of FNV are the weakest.
	return h.Sum32() >> 7
}

// rowsOf returns the rows of each part, ascending.
func (p partition) rowsOf() [][]uint32 {
	out := make([][]uint32, p.n)
	for i, part := range p.of {
		out[part] = append(out[part], uint32(i))
	}
	return out
}
