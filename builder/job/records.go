package job

import (
	"cmp"
	"fmt"
	"slices"
	"unsafe"

	"mycel/builder/varint"
)

// A mapper sends the data of its split for a shard in records of about the same size: engines handle few large records
// more easily than many small ones, but refuse very large ones. A record has its split, its number among the split's
// records for the shard, and whether it is the last. So a reducer needs no order, and knows when all records have
// come.

// recordBytes is the approximate size of a record.
const recordBytes = 256 << 10

// Emit takes a record for a shard. It may keep the record.
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

// Close sends the remaining items: every shard gets at least one record from every split.
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

// Received is a record with its items.
type Received struct {
	Split int
	Items string

	number int
	last   bool
}

// Receive returns the records of a shard, ordered by split and by their number. It checks that each split has sent all
// its records, each once.
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
	split, number := 0, 0 // split and number of the record that is expected next
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

// Text returns bytes as a string without a copy. The bytes must not change.
func Text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
