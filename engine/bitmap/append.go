package bitmap

import "encoding/binary"

// AppendSerialised appends the portable form of the set of ids to dst: containers of sorted values, the format for sets
// without runs. ids ascend strictly, and at most 4,096 of them have the same upper half. It serves the small sets of an
// index, which are stored in a leaner form.
func AppendSerialised(dst []byte, ids []uint32) []byte {
	n := uint32(0)
	for i := range ids {
		if i == 0 || ids[i]>>16 != ids[i-1]>>16 {
			n++
		}
	}
	dst = binary.LittleEndian.AppendUint32(dst, cookieNoRuns)
	dst = binary.LittleEndian.AppendUint32(dst, n)
	keys := len(dst)
	dst = append(dst, make([]byte, 8*n)...) // keys and cardinalities, then offsets
	offset := 8 + 8*n
	for i := 0; i < len(ids); {
		first := i
		for i < len(ids) && ids[i]>>16 == ids[first]>>16 {
			i++
		}
		binary.LittleEndian.PutUint16(dst[keys:], uint16(ids[first]>>16))
		binary.LittleEndian.PutUint16(dst[keys+2:], uint16(i-first-1))
		at := keys + int(4*n)
		binary.LittleEndian.PutUint32(dst[at:], offset)
		keys += 4
		offset += 2 * uint32(i-first)
	}
	for _, id := range ids {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(id))
	}
	return dst
}

// MostSerialised returns the most bytes that sets take in this form. values is their values together, all below limit.
func MostSerialised(sets, values, limit int) int { return sets*(8+8*(limit>>16+1)) + 2*values }
