package job

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"mycel/builder/varint"
)

// A mapper sends what its split has for a shard in records of about a size: engines hold few large records more easily
// than many small ones, and nothing in memory that is larger. A record has its split, its number among those of the
// split for the shard, and whether it is the last. So a reducer needs no order, and knows that all have come.

// recordBytes is about the size of a record.
const recordBytes = 256 << 10

// Emit takes a record for a shard. The record is the callee's.
type Emit func(shard int, record []byte) error

// Sender sends the items of one split for one shard.
type Sender struct {
	varint.Writer // takes the next item
	split, shard  int
	sent          int
	emit          Emit
}

// NewSender begins to send.
func NewSender(split, shard int, emit Emit) *Sender {
	return &Sender{split: split, shard: shard, emit: emit}
}

// Next ends an item.
func (s *Sender) Next() error {
	if len(s.Bytes) < recordBytes {
		return nil
	}
	return s.flush(false)
}

// Close sends the rest: every shard gets a record of every split.
func (s *Sender) Close() error { return s.flush(true) }

func (s *Sender) flush(last bool) error {
	var w varint.Writer
	w.Int(s.split)
	w.Int(s.sent)
	w.Bool(last)
	w.Bytes = append(w.Bytes, s.Bytes...)
	s.sent, s.Bytes = s.sent+1, s.Bytes[:0]
	return s.emit(s.shard, w.Bytes)
}

// Received is the items of a record.
type Received struct {
	Split int
	Items string

	number int
	last   bool
}

// Receive returns the records of a shard in the order of the splits, and of their items in each. It
// checks that the records of all splits are there, each once.
func Receive(shard, splits int, records [][]byte) ([]Received, error) {
	all := make([]Received, len(records))
	for i, record := range records {
		r := varint.NewReader(Text(record))
		all[i] = Received{Split: r.Int(), number: r.Int(), last: r.Bool()}
		all[i].Items = r.Rest()
		if r.Close() != nil {
			return nil, fmt.Errorf("shard %d: damaged record", shard)
		}
	}
	slices.SortFunc(all, func(a, b Received) int {
		return cmp.Or(cmp.Compare(a.Split, b.Split), cmp.Compare(a.number, b.number))
	})
	split, number := 0, 0 // of the record that is due
	for _, r := range all {
		switch {
		case r.Split < split || r.Split == split && r.number < number:
			return nil, fmt.Errorf("shard %d: the records of split %d have come twice", shard, r.Split)
		case r.Split != split || r.number != number:
			return nil, fmt.Errorf("shard %d: a record of split %d is missing: run its map again", shard, split)
		}
		if number++; r.last {
			split, number = split+1, 0
		}
	}
	if split < splits {
		return nil, fmt.Errorf("shard %d: a record of split %d is missing: run its map again", shard, split)
	}
	if split > splits {
		return nil, fmt.Errorf("shard %d: there are records of split %d, and the plan has %d splits", shard, split-1, splits)
	}
	return all, nil
}

// Text returns bytes that nobody changes as a string.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
