package bitmap

// AppendIntersection appends the values that a and b have in common in ascending order to dst
// and returns it. O(m log(n/m)) where m is the smaller and n the larger of two containers;
// 1024 words for two of bits.
func AppendIntersection(dst []uint32, a, b Set) []uint32 {
	for p := (pairs{a: a, b: b}); p.next(); {
		dst = appendCommon(dst, p.high, p.ca, p.cb)
	}
	return dst
}

// pairs walks the pairs of containers, one of each set, that have the same key.
type pairs struct {
	a, b   Set
	i, j   int // the next containers
	high   uint32
	ca, cb container
}

func (p *pairs) next() bool {
	for p.i < int(p.a.n) && p.j < int(p.b.n) {
		ka, kb := p.a.key(p.i), p.b.key(p.j)
		switch {
		case ka < kb:
			p.i++
		case ka > kb:
			p.j++
		default:
			p.high, p.ca, p.cb = uint32(ka)<<16, p.a.container(p.i), p.b.container(p.j)
			p.i++
			p.j++
			return true
		}
	}
	return false
}

func appendCommon(dst []uint32, high uint32, a, b container) []uint32 {
	if a.kind == bitset && b.kind == bitset {
		for i := range bitsetWords {
			dst = appendWord(dst, a.word(i)&b.word(i), high|uint32(64*i))
		}
		return dst
	}
	m := newMeeting(a, b)
	var buf batch
	for n := m.fill(&buf); n > 0; n = m.fill(&buf) {
		for _, v := range buf[:n] {
			dst = append(dst, high|uint32(v))
		}
	}
	return dst
}
