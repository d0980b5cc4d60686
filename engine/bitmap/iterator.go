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
		it.high, it.cursor = uint32(it.set.key(it.next))<<16, cursor{container: it.set.container(it.next)}
		it.next++
	}
}
