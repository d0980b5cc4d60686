package lexical

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Postings lists, for each term, the passages that contain it. Passages are
// chunks or summaries, whichever the postings were made over.
//
// A list is a sequence of varints: the distance from the passage before (the
// first from −1, minus one) shifted left by one, with the low bit set when the
// term occurs once; otherwise the number of occurrences follows.
type Postings struct {
	off    []uint32 // terms+1 offsets into stream
	stream []byte
	count  []uint32 // passages by term
	length []uint32 // passage lengths in tokens
	ratio  []float32
}

// Posting is one entry of a list.
type Posting struct {
	Passage uint32
	TF      uint32 // ≥ 1
}

// EncodePostings writes one ascending list per term and the passages' lengths.
func EncodePostings(lists [][]Posting, length []uint32) []byte {
	off := make([]uint32, 1, len(lists)+1)
	var stream []byte
	for _, list := range lists {
		next := uint32(0)
		for _, p := range list {
			delta := (p.Passage - next) << 1
			if p.TF == 1 {
				stream = wire.AppendUvarint(stream, delta|1)
			} else {
				stream = wire.AppendUvarint(stream, delta)
				stream = wire.AppendUvarint(stream, p.TF)
			}
			next = p.Passage + 1
		}
		off = append(off, uint32(len(stream)))
	}
	var w wire.Writer
	w.Uint32s(off)
	w.Raw(stream)
	w.Uint32s(length)
	return w.Bytes()
}

// DecodePostings reads the postings of the given number of terms over the given
// number of passages, and checks every list, so that iterators need not. avgdl
// is the mean passage length that BM25 normalises by; 0 takes the mean of these
// passages.
func DecodePostings(b []byte, terms, passages int, avgdl float32) (*Postings, error) {
	r := wire.NewReader(b)
	p := &Postings{}
	p.off = r.Offsets(terms, -1)
	p.stream = r.Raw()
	p.length = r.Uint32s()
	if int(p.off[len(p.off)-1]) != len(p.stream) {
		r.Fail("postings do not cover their bytes")
	}
	if len(p.length) != passages {
		r.Fail("wrong number of passages")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	p.count = make([]uint32, terms)
	for t := range terms {
		n, ok := check(p.stream[p.off[t]:p.off[t+1]], uint32(passages))
		if !ok {
			r.Fail("malformed postings list")
			return nil, r.Close()
		}
		p.count[t] = n
	}
	if avgdl == 0 {
		avgdl = p.MeanLength()
	}
	p.ratio = make([]float32, passages)
	for i, n := range p.length {
		p.ratio[i] = float32(n) / avgdl
	}
	return p, nil
}

// check checks a list and counts its postings.
func check(list []byte, passages uint32) (n uint32, ok bool) {
	next := uint32(0)
	for i := 0; i < len(list); {
		if c := list[i]; c < 0x80 && c&1 != 0 && uint32(c>>1) < passages-next { // nearly all are like this
			next += uint32(c>>1) + 1
			i++
			n++
			continue
		}
		v, j, ok := wire.Uvarint(list, i)
		if !ok || v>>1 >= passages-next {
			return 0, false
		}
		if v&1 == 0 {
			tf, k, ok := wire.Uvarint(list, j)
			if !ok || tf < 2 {
				return 0, false
			}
			j = k
		}
		next += v>>1 + 1
		i = j
		n++
	}
	return n, true
}

// Len returns the number of passages.
func (p *Postings) Len() int { return len(p.length) }

// MeanLength returns the mean passage length, 1 when there are no tokens.
func (p *Postings) MeanLength() float32 {
	sum := uint64(0)
	for _, n := range p.length {
		sum += uint64(n)
	}
	if sum == 0 {
		return 1
	}
	return float32(float64(sum) / float64(len(p.length)))
}

// Count returns the number of passages of a term.
func (p *Postings) Count(t model.TermID) int { return int(p.count[t]) }

// List returns an iterator over the passages of a term.
func (p *Postings) List(t model.TermID) List {
	return List{b: p.stream[p.off[t]:p.off[t+1]]}
}

// List iterates over one postings list in ascending order of passages.
type List struct {
	b    []byte
	next uint32
}

// Block is postings read at a time: in the browser a call costs more than decoding a
// posting.
type Block [256]Posting

// Read returns the next postings, in the block; none at the end of the list.
func (l *List) Read(block *Block) []Posting {
	b, next := l.b, l.next
	i, n := 0, 0
	for n < len(block) && i < len(b) {
		// DecodePostings has checked that all values are whole.
		v := uint32(b[i])
		i++
		if v >= 0x80 {
			v &= 0x7f
			for shift := 7; ; shift += 7 {
				c := b[i]
				i++
				v |= uint32(c&0x7f) << shift
				if c < 0x80 {
					break
				}
			}
		}
		next += v >> 1
		tf := uint32(1)
		if v&1 == 0 {
			tf = uint32(b[i])
			i++
			if tf >= 0x80 {
				var size int
				tf, size, _ = wire.Uvarint(b, i-1)
				i = size
			}
		}
		block[n] = Posting{Passage: next, TF: tf}
		n++
		next++
	}
	l.b, l.next = b[i:], next
	return block[:n]
}
