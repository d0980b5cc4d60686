package segment

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"unsafe"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// ranks is a vocabulary: the tokens, numbered by their ranks, and a hash table of them.
// Every build needs one, and to make it would be a tenth of the work of building a small
// site again: so all of it can be kept, in a record.
type ranks struct {
	text    string   // of the tokens, one behind the other
	starts  []uint32 // of each in text, and the end of the last
	slots   []uint32 // 1 + the number of a token below bits of its hash, 0 for none
	longest int      // bytes of the longest token
}

// tokenMask is the bits of a slot that are the token.
const tokenMask = 1<<20 - 1

// loadRanks reads the vocabulary of an encoding that is compiled in: lines of a token in
// Base64 and its rank, ascending. Ranks of special tokens, which texts never have, are left
// out; here those behind them move up.
func loadRanks(encoding string) (*ranks, error) {
	list, err := assets.Assets.ReadFile(encoding + ".tiktoken")
	if err != nil {
		return nil, err
	}
	return parseRanks(list)
}

func parseRanks(list []byte) (*ranks, error) {
	n := bytes.Count(list, []byte("\n")) + 1
	text := make([]byte, 0, base64.StdEncoding.DecodedLen(len(list)))
	r := &ranks{starts: make([]uint32, 1, n+1)}
	var rank []byte     // of the line
	next, lines := 0, 0 // the rank that it has as a rule, and its number
	for line := range bytes.Lines(list) {
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		lines++
		if len(line) == 0 {
			continue
		}
		rank = strconv.AppendInt(append(rank[:0], ' '), int64(next), 10)
		encoded, ok := bytes.CutSuffix(line, rank)
		var err error
		if !ok {
			var later []byte
			encoded, later, _ = bytes.Cut(line, []byte(" "))
			if next, err = rankAbove(next, later); err != nil {
				return nil, fmt.Errorf("line %d: %w", lines, err)
			}
		}
		next++
		if text, err = base64.StdEncoding.AppendDecode(text, encoded); err != nil {
			return nil, fmt.Errorf("line %d: %w", lines, err)
		}
		r.starts = append(r.starts, uint32(len(text)))
	}
	r.text = string(text)
	return r, r.fill()
}

// rankAbove reads the rank of a line behind ranks that are left out.
func rankAbove(next int, text []byte) (int, error) {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < next {
		return 0, fmt.Errorf("got rank %q, want %d or more", text, next)
	}
	return n, nil
}

// len returns how many tokens there are.
func (r *ranks) len() int { return len(r.starts) - 1 }

func (r *ranks) token(i uint32) string { return r.text[r.starts[i]:r.starts[i+1]] }

// slotsFor returns how many slots so many tokens have: a power of two, so that a place in
// them is bits of a hash, and at most half of them used.
func slotsFor(tokens int) int { return 2 << bits.Len(uint(tokens)) }

// fill makes the slots.
func (r *ranks) fill() error {
	n := r.len()
	if n >= tokenMask {
		return fmt.Errorf("%d tokens, want at most %d", n, tokenMask-1)
	}
	r.slots = make([]uint32, slotsFor(n))
	for i := range uint32(n) {
		token := r.token(i)
		r.longest = max(r.longest, len(token))
		slot, hash, ok := r.search(token)
		if ok {
			return errors.New("a token is there twice")
		}
		r.slots[slot] = hash&^tokenMask | (i + 1)
	}
	return nil
}

// find returns the number of a token.
func (r *ranks) find(token string) (rank uint32, ok bool) {
	slot, _, ok := r.search(token)
	if !ok {
		return 0, false
	}
	return r.slots[slot]&tokenMask - 1, true
}

// search returns the slot of a token, or the one where it would be, and its hash.
func (r *ranks) search(token string) (slot int, hash uint32, ok bool) {
	long := hashOf(token)
	hash = uint32(long)
	last := len(r.slots) - 1
	for slot = int(long>>32) & last; r.slots[slot] != 0; slot = (slot + 1) & last {
		if x := r.slots[slot]; (x^hash)&^tokenMask == 0 && r.token(x&tokenMask-1) == token {
			return slot, hash, true
		}
	}
	return slot, hash, false
}

// hashOf returns the same number for a string in every process.
func hashOf(s string) uint64 {
	const odd = 0x9e3779b97f4a7c15 // the golden ratio
	b, hash := bytesOf(s), uint64(len(s))
	for ; len(b) >= 8; b = b[8:] {
		hash = (hash ^ binary.LittleEndian.Uint64(b)) * odd
		hash ^= hash >> 29
	}
	rest := uint64(0)
	switch n := len(b); {
	case n >= 4:
		rest = uint64(binary.LittleEndian.Uint32(b)) | uint64(binary.LittleEndian.Uint32(b[n-4:]))<<32
	case n > 0:
		rest = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	hash = (hash ^ rest) * odd
	return (hash ^ hash>>29) * odd
}

// record returns the vocabulary as readRanks takes it: the lengths of the longest token
// and of all, how many there are, where they begin and end, slots and text. Numbers are of
// 32 bits, little-endian.
func (r *ranks) record() []byte {
	out := make([]byte, 0, 4*(3+len(r.starts)+len(r.slots))+len(r.text))
	for _, list := range [][]uint32{{uint32(r.longest), uint32(len(r.text)), uint32(r.len())}, r.starts, r.slots} {
		for _, n := range list {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	return append(out, r.text...)
}

// readRanks returns the vocabulary of a record, which its text is a part of; ok is false if
// the record is none.
func readRanks(record string) (r *ranks, ok bool) {
	const head = 3
	if len(record) < 4*head {
		return nil, false
	}
	numbers := numbersOf(record, head)
	longest, text, n := int(numbers[0]), int64(numbers[1]), int64(numbers[2])
	if n >= tokenMask || int64(len(record)) != 4*(head+n+1+int64(slotsFor(int(n))))+text {
		return nil, false
	}
	numbers = numbersOf(record, (len(record)-int(text))/4)[head:]
	r = &ranks{record[4*(head+len(numbers)):], numbers[:n+1], numbers[n+1:], longest}
	return r, r.holds()
}

// numbersOf returns the first n numbers of a record.
func numbersOf(record string, n int) []uint32 {
	numbers, b := make([]uint32, n), bytesOf(record)
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return numbers
}

// holds tells whether every search ends, and finds tokens within the text.
func (r *ranks) holds() bool {
	end := uint32(0)
	for _, start := range r.starts {
		if start < end || int(start) > len(r.text) {
			return false
		}
		end = start
	}
	free := false
	for _, x := range r.slots {
		if n := int(x & tokenMask); n > r.len() || n == 0 && x != 0 {
			return false
		}
		free = free || x == 0
	}
	return free
}

// bytesOf returns the bytes of a string, which nobody may write into.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
