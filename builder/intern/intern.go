// Package intern gives numbers to strings, so that data about strings can be lists and not maps.
package intern

import (
	"hash/maphash"
	"math/bits"

	"mycel/builder/arena"
)

// Table gives numbers to strings, from 0 on in the order in which they come. It is a hash table beside a list: it is
// filled in half the time of a Go map, and it also has the string of a number. It is not safe for concurrent use.
type Table struct {
	seed  maphash.Seed
	all   []string
	slots []uint64 // upper half of the hash, then 1 + number, 0 for none; a power of two, at most half full
	shift int      // shift of a hash to the slot where the search begins
	text  arena.Strings
	asked uint64 // see fetch
}

// New returns an empty table with room for n strings.
func New(n int) *Table {
	t := &Table{seed: maphash.MakeSeed(), all: make([]string, 0, n)}
	t.room(slotsFor(n))
	return t
}

func slotsFor(n int) int { return 2 << bits.Len(uint(n)) }

// room makes the given number of slots, for half as many strings.
func (t *Table) room(slots int) {
	t.slots, t.shift = make([]uint64, slots), 64-bits.TrailingZeros(uint(slots))
}

// All returns the strings by number.
func (t *Table) All() []string { return t.all }

// Number returns the number of a string; a new string gets the next number. It keeps the string.
func (t *Table) Number(s string) uint32 { return t.number(maphash.String(t.seed, s), s, false) }

// NumberCopy is Number for a string that is part of a larger string or of a reused buffer: it copies a new string.
func (t *Table) NumberCopy(s string) uint32 { return t.number(maphash.String(t.seed, s), s, true) }

// Hashes returns the hashes of strings for NumberCopies. It may be called while others use the table.
func (t *Table) Hashes(list []string) []uint64 {
	hashes := make([]uint64, len(list))
	for i, s := range list {
		hashes[i] = maphash.String(t.seed, s)
	}
	return hashes
}

// NumberCopies is NumberCopy for many strings, in less time where the table is larger than the caches.
func (t *Table) NumberCopies(list []string, hashes []uint64) []uint32 {
	t.fetch(hashes)
	out := make([]uint32, len(list))
	for i, s := range list {
		out[i] = t.number(hashes[i], s, true)
	}
	return out
}

// fetch reads all strings to which the strings with these hashes will be compared. The reads do not depend on each
// other, so memory can serve many at a time.
func (t *Table) fetch(hashes []uint64) {
	for _, hash := range hashes {
		if x := t.slots[hash>>t.shift]; x>>32 == hash>>32 {
			if s := t.all[number(x)]; s != "" {
				t.asked += uint64(s[0])
			}
		}
	}
}

func (t *Table) number(hash uint64, s string, copied bool) uint32 {
	slot, ok := t.slot(hash, s)
	if ok {
		return number(t.slots[slot])
	}
	if len(t.all) == len(t.slots)/2 {
		t.grow()
		slot, _ = t.slot(hash, s)
	}
	if copied {
		s = t.text.Keep(s)
	}
	t.all = append(t.all, s)
	t.slots[slot] = hash>>32<<32 | uint64(len(t.all))
	return uint32(len(t.all) - 1)
}

// Find returns the number of a string, if it has one.
func (t *Table) Find(s string) (n uint32, ok bool) {
	slot, ok := t.slot(maphash.String(t.seed, s), s)
	if !ok {
		return 0, false
	}
	return number(t.slots[slot]), true
}

func number(slot uint64) uint32 { return uint32(slot) - 1 }

// slot returns the slot of a string, or the slot where it would be inserted.
func (t *Table) slot(hash uint64, s string) (slot int, ok bool) {
	mask := len(t.slots) - 1
	for slot = int(hash >> t.shift); t.slots[slot] != 0; slot = (slot + 1) & mask {
		if x := t.slots[slot]; x>>32 == hash>>32 && t.all[number(x)] == s {
			return slot, true
		}
	}
	return slot, false
}

// grow doubles the room. The bits of the hash in a slot determine its new slot, so no string is read, and old slots
// come in the order of the new ones.
func (t *Table) grow() {
	old := t.slots
	t.room(2 * len(old))
	mask := len(t.slots) - 1
	for _, x := range old {
		if x == 0 {
			continue
		}
		slot := int(x >> 32 << 32 >> t.shift)
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = x
	}
}
