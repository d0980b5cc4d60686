package rank

// Union merges lists into one that ascends.
func Union(lists ...[]uint32) []uint32 {
	var all []uint32
	for _, l := range lists {
		all = append(all, l...)
	}
	Order(all, func(id uint32) uint32 { return id })
	out := all[:0]
	for i, v := range all {
		if i == 0 || v != out[len(out)-1] {
			out = append(out, v)
		}
	}
	return out
}

// Numbers returns 0 … n−1.
//
//go:noinline
func Numbers(n int) []uint32 {
	all := make([]uint32, n)
	for i := range all {
		all[i] = uint32(i)
	}
	return all
}
