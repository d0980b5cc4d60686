package manifest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mycel/engine/bundle"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// A pack is a file with many parts of an index, each compressed by itself: readers fetch ranges of it. The table of the
// packs has the place of each part. It stands in the index file, behind the core and before the uncompressed parts that
// every first query reads.

// PackSuffix is the ending of the names of packs.
const PackSuffix = ".pack"

// Kinds of packs, which begin their names: of texts, and of all other parts.
const (
	TextPacks  = "text"
	IndexPacks = "index"
)

// PackNameBytes is the number of bytes of a pack's SHA-256 in its name.
const PackNameBytes = 8

// PackPath returns the path of a pack.
func PackPath(kind string, name []byte) string {
	return fmt.Sprintf("packs/%s.%x%s", kind, name, PackSuffix)
}

// OfTexts tells whether a pack has texts.
func (f File) OfTexts() bool { return strings.HasPrefix(f.Path, "packs/"+TextPacks+".") }

// Limits of packs, greater than any bundle needs.
const (
	maxPack  = 1 << 28 // bytes
	maxSlot  = 1 << 24 // bytes
	maxTurns = 8
)

// Pack is a row of the table of packs.
type Pack struct {
	Bytes int
	Runs  []Run
}

// Run is a run of parts in a pack. The parts follow each other, or lie in slots of the same size: then the table needs
// no lengths. A slot begins with the length of the part, four bytes, lowest first. The part follows if it fits.
// Otherwise the part lies behind the slots, and its place in the pack follows as four bytes. Zeros fill the slot.
type Run struct {
	Firsts  []int // the first parts of sequences of Count parts, which take turns: so parts that are read together are neighbours
	Count   int
	Slot    int   // bytes of a slot; 0 without slots
	Lengths []int // of all parts, in the order of the pack; nil with slots
}

// LengthUnit divides the length of every part in a pack without slots, except in the first pack. So most lengths take
// one byte in the table.
const LengthUnit = 64

// Pad returns a compressed part whose length is a multiple of LengthUnit. A comment in its gzip header fills it.
func Pad(part []byte) []byte {
	const flags, comment, header = 3, 1 << 4, 10 // offset of the flags; flag of a comment; bytes of a header without comment
	n := -len(part) & (LengthUnit - 1)
	if n == 0 {
		return part
	}
	padded := slices.Concat(part[:header], bytes.Repeat([]byte{' '}, n-1), []byte{0}, part[header:])
	padded[flags] |= comment
	return padded
}

// SlotHead is the number of bytes of a slot before its part.
const SlotHead = 4

// LeastSlot is the size of the smallest slot. Sizes of slots are multiples of it.
const LeastSlot = 64

// PutPlace writes the place of a compressed part in its pack into the part, into the time field of its header. So the
// bytes of another part cannot pass for it.
func PutPlace(part []byte, at int) { binary.LittleEndian.PutUint32(part[4:], uint32(at)) }

// isPlaced tells whether bytes are those of a part at a place.
func isPlaced(b []byte, at int64) bool {
	return isGzip(b) && len(b) >= 8 && int64(binary.LittleEndian.Uint32(b[4:])) == at
}

// MakeSlots returns the pack of parts, each compressed, with slots of the given size.
func MakeSlots(parts [][]byte, slot int) ([]byte, error) {
	pack := make([]byte, len(parts)*slot)
	for i, part := range parts {
		at := pack[i*slot:]
		binary.LittleEndian.PutUint32(at, uint32(len(part)))
		if SlotHead+len(part) <= slot {
			PutPlace(at[SlotHead:][:copy(at[SlotHead:], part)], i*slot+SlotHead)
			continue
		}
		if len(pack) > maxPack {
			return nil, fmt.Errorf("a pack has %d bytes, more than %d MiB", len(pack), maxPack>>20)
		}
		binary.LittleEndian.PutUint32(at[SlotHead:], uint32(len(pack)))
		pack = append(pack, part...)
		PutPlace(pack[len(pack)-len(part):], len(pack)-len(part))
	}
	return pack, nil
}

// EncodePacks writes the table of packs.
func EncodePacks(packs []Pack) []byte {
	var w wire.Writer
	w.Uint(uint32(len(packs)))
	for i, p := range packs {
		unit := unitOf(i)
		w.Uint(uint32(p.Bytes))
		w.Uint(uint32(len(p.Runs)))
		for _, r := range p.Runs {
			for _, n := range slices.Concat([]int{r.Slot, r.Count, len(r.Firsts)}, r.Firsts) {
				w.Uint(uint32(n))
			}
			for _, n := range r.Lengths {
				w.Uint(uint32(n / unit))
			}
		}
	}
	return w.Bytes()
}

// unitOf returns the unit of lengths in the pack with a number. In the first pack it is 1: its parts are not
// compressed.
func unitOf(pack int) int {
	if pack == 0 {
		return 1
	}
	return LengthUnit
}

// packTable has the places of the parts of an index.
type packTable struct {
	sequences []sequence // of all parts, ascending
	count     int        // of parts
}

// sequence is a sequence of parts of a run.
type sequence struct {
	first, pack, at int
	run             *Run
	turn            int
	ends            []uint32 // ends of the parts, counted from the beginning of the run
}

var errPacks = errors.New("the table of its packs is damaged")

// decodePacks reads a table of n packs. inside is the bytes behind the table: the content of the first pack.
func decodePacks(b []byte, n int) (t *packTable, sizes []int, inside []byte, err error) {
	r, t := wire.NewReader(b), &packTable{}
	if int(r.Uint()) != n {
		return nil, nil, nil, fmt.Errorf("%w: it has not %d packs", errPacks, n)
	}
	for pack := 0; pack < n && r.OK(); pack++ {
		size, at := int(r.Uint()), 0
		sizes = append(sizes, size)
		for runs := int(r.Uint()); runs > 0 && r.OK(); runs-- {
			run := &Run{Slot: int(r.Uint()), Count: int(r.Uint())}
			turns := int(r.Uint())
			slotted := run.Slot > 0
			if turns < 1 || turns > maxTurns || run.Count < 1 || run.Count > bundle.MaxParts || slotted && (turns > 1 || run.Slot < LeastSlot || run.Slot > maxSlot) ||
				!slotted && run.Count*turns > r.Len() {
				return nil, nil, nil, errPacks
			}
			for range turns {
				run.Firsts = append(run.Firsts, int(r.Uint()))
			}
			ends := []uint32(nil)
			end := run.Slot * run.Count
			if !slotted {
				ends = make([]uint32, run.Count*turns)
				for i := range ends {
					if end += int(r.Uint()) * unitOf(pack); end > maxPack {
						return nil, nil, nil, errPacks
					}
					ends[i] = uint32(end)
				}
			}
			for turn, first := range run.Firsts {
				t.sequences = append(t.sequences, sequence{first, pack, at, run, turn, ends})
			}
			t.count += run.Count * turns
			if at += end; at > size || slotted && at != end { // places of parts behind the slots are relative to the pack
				return nil, nil, nil, errPacks
			}
			if slotted {
				at = size
			}
		}
		if at != size || size > maxPack || t.count > bundle.MaxParts {
			return nil, nil, nil, errPacks
		}
	}
	slices.SortFunc(t.sequences, func(a, b sequence) int { return cmp.Compare(a.first, b.first) })
	next := 0
	for _, s := range t.sequences {
		if s.first != next {
			return nil, nil, nil, errPacks
		}
		next += s.run.Count
	}
	if inside = b[r.Offset():]; !r.OK() || n > 0 && len(inside) != sizes[0] {
		return nil, nil, nil, errPacks
	}
	return t, sizes, inside, nil
}

// place returns the place of a part.
func (t *packTable) place(id int) (pack, at, size int, slot bool) {
	i, found := slices.BinarySearchFunc(t.sequences, id, func(s sequence, id int) int { return cmp.Compare(s.first, id) })
	if !found {
		i--
	}
	s := &t.sequences[i]
	n := (id-s.first)*len(s.run.Firsts) + s.turn
	if s.run.Slot > 0 {
		return s.pack, s.at + n*s.run.Slot, s.run.Slot, true
	}
	if n > 0 {
		at = int(s.ends[n-1])
	}
	return s.pack, s.at + at, int(s.ends[n]) - at, false
}

// readPacks reads the table of the packs, and the parts in the index file. behind is the content of the index file
// behind the core.
func (m *Manifest) readPacks(behind []byte) error {
	t, sizes, inside, err := decodePacks(behind, 1+len(m.Packs))
	if err != nil {
		return err
	}
	m.table, m.inside = t, string(inside)
	m.Packs = slices.Clone(m.Packs)
	for i := range m.Packs {
		m.Packs[i].Bytes = int64(sizes[1+i])
	}
	return nil
}

// NumParts returns the number of parts of the index, texts among them.
func (m *Manifest) NumParts() int { return m.table.count }

// Part returns the row of a part: its place in the bundle, but no sum.
func (m *Manifest) Part(id parts.ID) File {
	pack, at, size, slot := m.table.place(int(id))
	if pack == 0 {
		return File{Path: fmt.Sprintf("%s?%d", m.Index.Path, id), Bytes: int64(size), Unpacked: int64(size), inside: m.inside[at : at+size]}
	}
	of, n := m.Packs[pack-1], &m.Texts
	if pack > len(m.Texts.Names)/PackNameBytes {
		n = &m.Rest
	}
	return File{Path: fmt.Sprintf("%s?%d", of.Path, id), Bytes: int64(size), Unpacked: n.Unpacked, Pack: pack, At: int64(at), Slot: slot}
}

// Parts returns the rows of all parts, in the order of their numbers.
func (m *Manifest) Parts() []File {
	files := make([]File, m.NumParts())
	for id := range files {
		files[id] = m.Part(parts.ID(id))
	}
	return files
}

// cut returns a part, compressed. slice returns bytes of its pack.
func (f File) cut(slice func(at, size int64) ([]byte, error)) ([]byte, error) {
	at, size := f.At, f.Bytes
	b, err := slice(at, size)
	if err == nil && f.Slot {
		size = int64(binary.LittleEndian.Uint32(b))
		if at += SlotHead; SlotHead+size <= f.Bytes {
			b = b[SlotHead:][:size]
		} else if at = int64(binary.LittleEndian.Uint32(b[SlotHead:])); size > f.mostStored() || at < f.At+f.Bytes {
			return nil, fmt.Errorf("the slot is damaged: %d bytes at byte %d", size, at)
		} else {
			b, err = slice(at, size)
		}
	}
	if err == nil && !isPlaced(b, at) {
		return nil, errors.New("it is damaged: no part is there, or another one")
	}
	return b, err
}

// Slice returns bytes of a pack.
func Slice(pack []byte, at, n int64) ([]byte, error) {
	if at+n > int64(len(pack)) {
		return nil, fmt.Errorf("the pack ends too early: it has %d bytes, want %d", len(pack), at+n)
	}
	return pack[at : at+n], nil
}

// Span is a range of a pack that one request fetches, with the parts in it.
type Span struct {
	Pack    File // its Path is empty for parts in the index file
	At, End int64
	IDs     []parts.ID
}

// nearby is the most bytes between two parts that one request fetches together: a request costs as much as some kB. The
// client for browsers does the same (js/src/files/packs.js).
const nearby = 7 << 10

// Spans returns the ranges of packs to fetch for parts.
func (m *Manifest) Spans(ids []parts.ID) (spans []Span) {
	type located struct {
		File
		id parts.ID
	}
	var all []located
	for _, id := range ids {
		all = append(all, located{m.Part(id), id})
	}
	slices.SortFunc(all, func(a, b located) int { return cmp.Or(cmp.Compare(a.Pack, b.Pack), cmp.Compare(a.At, b.At)) })
	for i, f := range all {
		if i == 0 || f.Pack != all[i-1].Pack || f.At-all[i-1].At-all[i-1].Bytes > nearby {
			spans = append(spans, Span{At: f.At})
			if f.Pack > 0 {
				spans[len(spans)-1].Pack = m.Packs[f.Pack-1]
			}
		}
		s := &spans[len(spans)-1]
		s.End = f.At + f.Bytes
		s.IDs = append(s.IDs, f.id)
	}
	return spans
}

// Fetched returns the number of requests and bytes for parts of the bundle in dir.
func (m *Manifest) Fetched(dir string, ids []parts.ID) (requests int, bytes int64, err error) {
	for _, s := range m.Spans(ids) {
		if s.Pack.Path == "" {
			continue
		}
		requests++
		bytes += s.End - s.At
		for _, id := range s.IDs {
			f := m.Part(id)
			if _, err = f.cut(func(at, n int64) ([]byte, error) {
				if at != f.At {
					requests++
					bytes += n
				}
				return Folder(dir).Slice(context.Background(), s.Pack, at, n)
			}); err != nil {
				return 0, 0, err
			}
		}
	}
	return requests, bytes, nil
}

// Content returns the content of a part. slice returns bytes of its pack.
func (f File) Content(slice func(at, size int64) ([]byte, error)) ([]byte, error) {
	if f.Pack == 0 {
		return []byte(f.inside), nil
	}
	packed, err := f.cut(slice)
	if err != nil {
		return nil, err
	}
	return f.Unpack(packed)
}
