package columns

import (
	"bytes"
	"slices"
)

// mostOpcodes is how many opcodes one may stand for.
const mostOpcodes = 64

// pack writes one opcode for the most frequent pair of opcodes, numPairs times. The result begins with the pairs.
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

// unpack is the inverse of pack; ok is false if there are more than most opcodes.
func unpack(column []byte, most int) (unpacked []byte, ok bool) {
	if len(column) < 2*numPairs {
		return nil, false
	}
	var meaning [256][]byte
	for i := range meaning {
		if i < firstPair || i >= firstPair+numPairs {
			meaning[i] = []byte{byte(i)}
		}
	}
	for n := range numPairs {
		of := slices.Concat(meaning[column[2*n]], meaning[column[2*n+1]])
		if len(of) < 2 || len(of) > mostOpcodes {
			return nil, false
		}
		meaning[firstPair+n] = of
	}
	for _, b := range column[2*numPairs:] {
		if unpacked = append(unpacked, meaning[b]...); len(unpacked) > most {
			return nil, false
		}
	}
	return unpacked, true
}
