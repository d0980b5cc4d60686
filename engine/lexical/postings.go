package lexical

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Postings lists, for each term, the passages that contain it. Passages are
// chunks or summaries, whichever the postings were made over.
//
// In memory a list is a sequence of varints: the distance from the passage before (the
// first from −1, minus one) shifted left by one, with the low bit set when the
// term occurs once; otherwise the number of occurrences follows.
type Postings struct {
	parts.Reader
	row    [][]byte // by term; nil where its part is not there
	length []uint32 // passage lengths in tokens
	ratio  []float32
}

// Posting is one entry of a list.
type Posting struct {
	Passage uint32
	TF      uint32 // ≥ 1
}

// EncodePostings writes one ascending list per term: how long each is, the occurrences of
// all, then the passages as EncodeSteps has them.
func EncodePostings(lists [][]Posting) []byte {
	sizes := make([]uint32, len(lists))
	var counts []uint32
	for t, list := range lists {
		sizes[t] = uint32(len(list))
		for _, p := range list {
			counts = append(counts, p.TF)
		}
	}
	var w wire.Writer
	w.Uint32s(sizes)
	w.Uint32s(counts)
	return append(w.Bytes(), EncodeSteps(lists)...)
}

// EncodeSteps writes the passages of ascending lists, as steps. Where a list ends follows
// from its term's df, and the occurrences are beside their places.
func EncodeSteps(lists [][]Posting) []byte {
	var w wire.Writer
	for _, list := range lists {
		next := uint32(0)
		for _, p := range list {
			w.Uint(p.Passage - next)
			next = p.Passage + 1
		}
	}
	return w.Bytes()
}

// EncodeLengths writes the lengths of the passages that postings were made over.
func EncodeLengths(length []uint32) []byte {
	var w wire.Writer
	w.Uint32s(length)
	return w.Bytes()
}

// NewPostings makes room for the lists of the given number of terms over the given
// number of passages. The lists are still to be loaded, and so are the lengths.
//
//go:noinline
func NewPostings(at parts.Reader, terms, passages int) *Postings {
	return &Postings{Reader: at, row: make([][]byte, terms), length: make([]uint32, passages), ratio: make([]float32, passages)}
}

// For returns the same postings for another reader.
//
//go:noinline
func (p *Postings) For(w *parts.Want) *Postings {
	q := *p
	q.Want = w
	return &q
}

// LoadLengths reads what EncodeLengths wrote. avgdl is the mean passage length that
// BM25 normalises by; 0 takes the mean of these passages.
func (p *Postings) LoadLengths(b []byte, avgdl float32) error {
	r := wire.NewReader(b)
	length := r.IDs(len(p.length), 1<<32-1)
	if err := r.Close(); err != nil {
		return err
	}
	copy(p.length, length)
	if avgdl == 0 {
		avgdl = p.MeanLength()
	}
	for i, n := range p.length {
		p.ratio[i] = float32(n) / avgdl
	}
	return nil
}

// Load reads the lists of terms that EncodePostings wrote, and checks them, so that
// iterators need not.
func (p *Postings) Load(terms []uint32, b []byte) error {
	r := wire.NewReader(b)
	sizes, total := r.IDs(len(terms), len(p.length)+1), 0
	for _, n := range sizes {
		total += int(n)
	}
	counts := r.IDs(total, 1<<32-1)
	if !r.OK() {
		return r.Close()
	}
	i := -1
	return p.LoadSteps(terms, b[r.Offset():], counts, func(uint32) int {
		i++
		return int(sizes[i])
	})
}

// LoadSteps is Load of what EncodeSteps wrote. Each list has df passages, counts are the
// occurrences of all.
func (p *Postings) LoadSteps(terms []uint32, b []byte, counts []uint32, df func(term uint32) int) error {
	r := wire.NewReader(b)
	lists := make([]byte, 0, len(b)+len(counts)/2)
	for _, t := range terms {
		first, next := len(lists), uint32(0)
		for range df(t) {
			step, count := r.Uint(), counts[0]
			if step >= uint32(len(p.length))-next || count == 0 {
				r.Fail("malformed postings list")
			}
			if !r.OK() {
				return r.Close()
			}
			counts = counts[1:]
			next += step + 1
			if step <<= 1; count > 1 {
				lists, step = wire.AppendUvarint(lists, step), count
			} else {
				step++
			}
			lists = wire.AppendUvarint(lists, step)
		}
		p.row[t] = lists[first:len(lists):len(lists)]
	}
	return r.Close()
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

// List returns an iterator over the passages of a term.
func (p *Postings) List(t model.TermID) List {
	if !p.Has(uint32(t)) {
		return List{}
	}
	return List{b: p.row[t]}
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
		// Load has checked that all values are whole.
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
