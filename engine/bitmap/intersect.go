package bitmap

// AppendIntersection appends the values that a and b have in common in ascending order to dst and returns it. O(m log
// n) for m values of the smaller and n of the larger of two containers; 1024 words for two of bits.
func AppendIntersection(dst []uint32, a, b Set) []uint32 {
	for i, j := 0, 0; i < int(a.n) && j < int(b.n); {
		switch ka, kb := a.key(i), b.key(j); {
		case ka < kb:
			i++
		case ka > kb:
			j++
		default:
			ca, cb := a.container(i), b.container(j)
			if a.cardinality(i) > b.cardinality(j) {
				ca, cb = cb, ca
			}
			dst = appendCommon(dst, uint32(ka)<<16, ca, cb)
			i++
			j++
		}
	}
	return dst
}

// appendCommon appends the values of the smaller container that the larger one has.
func appendCommon(dst []uint32, high uint32, smaller, larger container) []uint32 {
	if smaller.kind == bitset && larger.kind == bitset {
		for i := range bitsetWords {
			dst = appendWord(dst, smaller.word(i)&larger.word(i), high|uint32(64*i))
		}
		return dst
	}
	first := len(dst)
	all := smaller.append(dst, high)
	dst = all[:first]
	for _, x := range all[first:] {
		if larger.contains(uint16(x)) {
			dst = append(dst, x)
		}
	}
	return dst
}
