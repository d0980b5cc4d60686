package bitmap

// Iterator walks a set in ascending order. It borrows the set's bytes and is a plain value:
// a copy walks on by itself. Walking allocates nothing.
type Iterator struct {
	set    Set
	next   int    // index of the container after the current one
	high   uint32 // the high bits of the current container's values
	cursor cursor // in the current container
}

// Iterator returns an iterator before the first value.
func (s Set) Iterator() Iterator { return Iterator{set: s} }

// Next returns the next value, and false after the last.
func (it *Iterator) Next() (uint32, bool) {
	for {
		if v, ok := it.cursor.next(); ok {
			return it.high | uint32(v), true
		}
		if it.next >= int(it.set.n) {
			return 0, false
		}
		it.enter(it.next)
	}
}

// Seek passes over the values less than x, so that Next returns the first one not yet
// returned that is x or more. It never moves back. O(log n) in the values passed over.
func (it *Iterator) Seek(x uint32) {
	high := x &^ 0xffff
	if it.next == 0 || it.high < high {
		i, _ := it.set.find(uint16(x >> 16))
		it.enter(i)
	}
	if it.high == high {
		it.cursor.seek(uint16(x))
	}
}

// enter starts on container i, or ends the walk after the last container.
func (it *Iterator) enter(i int) {
	if i == int(it.set.n) {
		it.next, it.high, it.cursor = i, 0xffff<<16, cursor{} // past any x that Seek may be given
		return
	}
	it.next, it.high, it.cursor = i+1, uint32(it.set.key(i))<<16, cursor{container: it.set.container(i)}
}
