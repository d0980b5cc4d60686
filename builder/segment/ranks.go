package segment

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/maphash"
	"math/bits"
	"strconv"

	"github.com/pkoukk/tiktoken-go-loader/assets"
)

// ranks is a vocabulary: a hash table of the tokens, which lie behind each other in one
// string in the order of their ranks. Filling it takes a third of the time that a map of
// strings takes, of which every build needs one.
type ranks struct {
	seed    maphash.Seed
	tokens  []byte
	end     []uint32 // by rank: of the token
	slots   []uint32 // 1 + rank, 0 for none; a power of two of them, at most half full
	longest int      // bytes of the longest token
}

// loadRanks reads the vocabulary of an encoding that is compiled in: lines of a token in
// Base64 and its rank, ascending from 0.
func loadRanks(encoding string) (*ranks, error) {
	list, err := assets.Assets.ReadFile(encoding + ".tiktoken")
	if err != nil {
		return nil, err
	}
	return parseRanks(list)
}

func parseRanks(list []byte) (*ranks, error) {
	n := bytes.Count(list, []byte("\n")) + 1
	r := &ranks{
		seed: maphash.MakeSeed(), tokens: make([]byte, 0, len(list)),
		end: make([]uint32, 0, n), slots: make([]uint32, 2<<bits.Len(uint(n))),
	}
	for line := range bytes.Lines(list) {
		token, rank, _ := bytes.Cut(bytes.TrimRight(line, "\r\n"), []byte(" "))
		if len(token) == 0 {
			continue
		}
		if got, err := strconv.Atoi(string(rank)); err != nil || got != len(r.end) {
			return nil, fmt.Errorf("line %d: got rank %q, want %d", len(r.end)+1, rank, len(r.end))
		}
		start := len(r.tokens)
		var err error
		if r.tokens, err = base64.StdEncoding.AppendDecode(r.tokens, token); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(r.end)+1, err)
		}
		r.add(start)
	}
	return r, nil
}

// add gives the next rank to the token that begins at start and ends the tokens.
func (r *ranks) add(start int) {
	token := r.tokens[start:]
	slot := int(maphash.Bytes(r.seed, token)) & (len(r.slots) - 1)
	for r.slots[slot] != 0 {
		slot = (slot + 1) & (len(r.slots) - 1)
	}
	r.end = append(r.end, uint32(len(r.tokens)))
	r.slots[slot] = uint32(len(r.end))
	r.longest = max(r.longest, len(token))
}

// find returns the rank of a token.
func (r *ranks) find(token string) (rank int, ok bool) {
	slot := int(maphash.String(r.seed, token)) & (len(r.slots) - 1)
	for ; r.slots[slot] != 0; slot = (slot + 1) & (len(r.slots) - 1) {
		rank = int(r.slots[slot]) - 1
		start := uint32(0)
		if rank > 0 {
			start = r.end[rank-1]
		}
		if string(r.tokens[start:r.end[rank]]) == token {
			return rank, true
		}
	}
	return 0, false
}
