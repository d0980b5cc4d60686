package columns

import (
	"bytes"
	"slices"

	"mycel/wasm/internal/module"
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

// unpack is the inverse of pack.
func unpack(column []byte) (unpacked []byte) {
	r := module.Reader{B: column}
	var meaning [256][]byte
	for i := range meaning {
		meaning[i] = []byte{byte(i)}
	}
	for n := range numPairs {
		of := slices.Concat(meaning[r.Byte()], meaning[r.Byte()])
		if len(of) > mostOpcodes {
			module.Refuse("an opcode for %d", len(of))
		}
		meaning[firstPair+n] = of
	}
	for _, b := range column[r.At:] {
		unpacked = append(unpacked, meaning[b]...)
	}
	return unpacked
}
