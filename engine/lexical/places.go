package lexical

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Places says in which sentences of its chunks each term occurs, as place masks
// (see wire.Places) parallel to the postings.
type Places struct {
	off    []uint32
	stream []byte
}

// EncodePlaces writes one mask per posting, list by list.
func EncodePlaces(masks [][]uint64) []byte {
	off := make([]uint32, 1, len(masks)+1)
	var stream []byte
	for _, list := range masks {
		for _, mask := range list {
			stream = wire.AppendPlaces(stream, mask)
		}
		off = append(off, uint32(len(stream)))
	}
	var w wire.Writer
	w.Uint32s(off)
	w.Raw(stream)
	return w.Bytes()
}

// DecodePlaces reads the places of the postings p over the given number of terms.
func DecodePlaces(b []byte, p *Postings, terms int) (*Places, error) {
	r := wire.NewReader(b)
	x := &Places{off: r.Offsets(terms, -1)}
	x.stream = r.Raw()
	if int(x.off[len(x.off)-1]) != len(x.stream) {
		r.Fail("places do not cover their bytes")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	for t := range terms {
		at, end := int(x.off[t]), int(x.off[t+1])
		for list := p.List(model.TermID(t)); ; {
			if _, more := list.Next(); !more {
				break
			}
			_, next, ok := wire.Places(x.stream[:end], at)
			if !ok {
				r.Fail("malformed places")
				return nil, r.Close()
			}
			at = next
		}
		if at != end {
			r.Fail("more places than postings")
			return nil, r.Close()
		}
	}
	return x, nil
}

// Each calls f with every posting of a term and its place mask.
func (x *Places) Each(p *Postings, t model.TermID, f func(passage uint32, mask uint64)) {
	at := int(x.off[t])
	for list := p.List(t); ; {
		posting, more := list.Next()
		if !more {
			return
		}
		mask, next, _ := wire.Places(x.stream, at)
		at = next
		f(posting.Passage, mask)
	}
}
