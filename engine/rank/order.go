package rank

// few is the most numbers that are sorted by insertion.
const few = 24

// Order sorts ids by their keys, ascending; ids with equal keys keep their order. It is a radix sort,
// without calls of a comparison. O(n), and room for n ids.
func Order(ids []uint32, key func(id uint32) uint32) {
	if len(ids) <= few {
		for i := range ids {
			id := ids[i]
			for ; i > 0 && key(ids[i-1]) > key(id); i-- {
				ids[i] = ids[i-1]
			}
			ids[i] = id
		}
		return
	}
	from, to := ids, make([]uint32, len(ids))
	for shift := 0; shift < 32; shift += 8 {
		var next [257]uint32 // by byte: the place of the next id with it
		for _, id := range from {
			next[key(id)>>shift&255+1]++
		}
		if next[key(from[0])>>shift&255+1] == uint32(len(from)) {
			continue // all ids have the same byte
		}
		for b := range 255 {
			next[b+1] += next[b]
		}
		for _, id := range from {
			at := &next[key(id)>>shift&255]
			to[*at] = id
			*at++
		}
		from, to = to, from
	}
	if &from[0] != &ids[0] {
		copy(ids, from)
	}
}
