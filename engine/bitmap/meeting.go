package bitmap

import "encoding/binary"

// A meeting walks the values that two containers have in common, a batch at a time, so that
// the loops over single values are tight and serve both appending and counting.
type meeting struct {
	a, b cursor // if one of them is an array and the other is not, a is
}

// batch has the values that a meeting finds in one call.
type batch [128]uint16

// mergeRatio is how many times larger than the other an array may be for a merge, which
// looks at every value, to beat galloping, which costs several times as much per step.
const mergeRatio = 16

func newMeeting(a, b container) meeting {
	if b.kind == array {
		a, b = b, a
	}
	return meeting{cursor{container: a}, cursor{container: b}}
}

// fill puts the next common values into buf in ascending order and returns their number, 0 at the end.
func (m *meeting) fill(buf *batch) int {
	switch {
	case m.a.kind == array && m.b.kind == bitset:
		return m.probe(buf)
	case m.a.kind == array && m.b.kind == array && m.similar():
		return m.merge(buf)
	default:
		return m.leapfrog(buf)
	}
}

// similar reports whether two arrays are of about the same length.
func (m *meeting) similar() bool {
	x, y := m.a.values(), m.b.values()
	return max(x, y) <= mergeRatio*min(x, y)
}

// probe looks every value of an array up in a bitset.
func (m *meeting) probe(buf *batch) (n int) {
	for n < len(buf) && m.a.at < m.a.values() {
		v := m.a.value(m.a.at)
		m.a.at++
		if m.b.contains(v) {
			buf[n] = v
			n++
		}
	}
	return n
}

// merge walks two arrays side by side. Which of them to advance is a coin toss to a branch
// predictor, so the loop has conditional increments in place of a three-way branch.
func (m *meeting) merge(buf *batch) (n int) {
	x, y := m.a.data, m.b.data
	i, j := 2*m.a.at, 2*m.b.at
	for n < len(buf) && i+2 <= len(x) && j+2 <= len(y) {
		v, w := binary.LittleEndian.Uint16(x[i:]), binary.LittleEndian.Uint16(y[j:])
		buf[n] = v
		if v == w {
			n++
		}
		if v <= w {
			i += 2
		}
		if w <= v {
			j += 2
		}
	}
	m.a.at, m.b.at = i/2, j/2
	return n
}

// leapfrog lets each side in turn seek the value of the other, so that it skips long stretches of the
// larger side.
func (m *meeting) leapfrog(buf *batch) (n int) {
	for n < len(buf) {
		v, ok := m.nextCommon()
		if !ok {
			break
		}
		buf[n] = v
		n++
	}
	return n
}

func (m *meeting) nextCommon() (uint16, bool) {
	v, ok := m.a.next()
	for ok {
		var w uint16
		m.b.seek(v)
		if w, ok = m.b.next(); !ok || w == v {
			break
		}
		m.a.seek(w)
		if v, ok = m.a.next(); !ok || v == w {
			break
		}
	}
	return v, ok
}
