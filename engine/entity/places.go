package entity

import "mycel/engine/wire"

// Places says in which sentences of a chunk each of its entities occurs, as place
// masks (see wire.Places) parallel to the rows of the chunk-to-entities index.
type Places struct {
	off    []uint32
	stream []byte
}

// EncodePlaces writes one mask per entity of each chunk, ascending by entity.
func EncodePlaces(masks [][]uint64) []byte {
	off := make([]uint32, 1, len(masks)+1)
	var stream []byte
	for _, row := range masks {
		for _, mask := range row {
			stream = wire.AppendPlaces(stream, mask)
		}
		off = append(off, uint32(len(stream)))
	}
	var w wire.Writer
	w.Uint32s(off)
	w.Raw(stream)
	return w.Bytes()
}

// DecodePlaces reads the places of the index x, which has the given number of
// rows.
func DecodePlaces(b []byte, x *Index, rows int) (*Places, error) {
	r := wire.NewReader(b)
	p := &Places{off: r.Offsets(rows, -1)}
	p.stream = r.Raw()
	if int(p.off[len(p.off)-1]) != len(p.stream) {
		r.Fail("places do not cover their bytes")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i := range rows {
		at, end := int(p.off[i]), int(p.off[i+1])
		for range x.Len(uint32(i)) {
			_, next, ok := wire.Places(p.stream[:end], at)
			if !ok {
				r.Fail("malformed places")
				return nil, r.Close()
			}
			at = next
		}
		if at != end {
			r.Fail("more places than entities")
			return nil, r.Close()
		}
	}
	return p, nil
}

// Append appends the place masks of a chunk's entities, ascending by entity.
func (p *Places) Append(dst []uint64, chunk uint32) []uint64 {
	for at := int(p.off[chunk]); at < int(p.off[chunk+1]); {
		mask, next, _ := wire.Places(p.stream, at)
		dst = append(dst, mask)
		at = next
	}
	return dst
}
