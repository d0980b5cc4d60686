package columns

import (
	"bytes"
	"slices"
)

// mostOpcodes is the most opcodes for which one may stand.
const mostOpcodes = 64

// pack replaces the most frequent pair of opcodes by one opcode, numPairs times. The result begins with the
// pairs.
func pack(column []byte) []byte {
	pairs := make([]byte, 0, 2*numPairs)
	lengths := [256]int{}
	for i := range lengths {
		lengths[i] = 1
	}
	for n := range numPairs {
		var counts [1 << 16]int
		for i := range len(column) - 1 {
			if lengths[column[i]]+lengths[column[i+1]] <= mostOpcodes {
				counts[int(column[i])<<8|int(column[i+1])]++
			}
		}
		most := slices.Index(counts[:], slices.Max(counts[:]))
		pair := []byte{byte(most >> 8), byte(most)}
		pairs = append(pairs, pair...)
		lengths[firstPair+n] = lengths[pair[0]] + lengths[pair[1]]
		column = bytes.ReplaceAll(column, pair, []byte{byte(firstPair + n)})
	}
	return append(pairs, column...)
}
