package write

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"mycel/manifest"
)

// Part is a part of an index, ready to be written.
type Part struct {
	Packed []byte // the content, compressed
	Bytes  int    // of the content
}

// Sizes of packs, in bytes. On a host without ranges a reader fetches the whole pack; but hosts limit the number of
// files.
const (
	leastPack = 768 << 10
	mostPack  = 3 * leastPack / 2
	slotsPack = 512 << 10
)

// packEnd is the mean number of parts, beyond the least size, until one ends its pack. The bytes of the part decide, so
// that an edit changes only the packs around it.
const packEnd = 64

// mostSlots is the most parts of a pack with slots.
const mostSlots = 1 << 10

// SlotParts returns the number of parts in a pack with slots of the given size.
func SlotParts(slot int) int { return max(1, min(mostSlots, slotsPack/slot)) }

// roundTrip is the number of bytes that a reader can fetch in the time of another request.
const roundTrip = 16 << 10

// SlotSize returns the size of the slots for compressed parts of the given sizes: the multiple of manifest.LeastSlot
// with which readers fetch least. Larger slots have more zeros. Smaller slots have less room, and each part that does
// not fit takes another request.
func SlotSize(sizes []int) int {
	most := 0
	for _, n := range sizes {
		most = max(most, n)
	}
	best, least := 0, 0
	for slot := manifest.LeastSlot; best == 0 || slot < most+manifest.SlotHead+manifest.LeastSlot; slot += manifest.LeastSlot {
		cost := slot * len(sizes)
		for _, n := range sizes {
			if manifest.SlotHead+n > slot {
				cost += n + roundTrip
			}
		}
		if best == 0 || cost < least {
			best, least = slot, cost
		}
	}
	return best
}

// openPack is the pack that receives parts.
type openPack struct {
	kind    string
	content []byte
	runs    []manifest.Run
}

// AddParts adds parts that are read together, with the numbers ids, behind the parts before them. The parts of a group
// are added one after the other.
func (f *Folder) AddParts(kind string, ids []int, parts []Part) error {
	p := &f.pack
	p.kind = kind
	last := len(p.runs) - 1
	if last < 0 || !slices.EqualFunc(p.runs[last].Firsts, ids, func(first, id int) bool { return first+p.runs[last].Count == id }) {
		p.runs = append(p.runs, manifest.Run{Firsts: ids})
		last++
	}
	run := &p.runs[last]
	run.Count++
	for _, part := range parts {
		packed := manifest.Pad(part.Packed)
		run.Lengths = append(run.Lengths, len(packed))
		at := len(p.content)
		p.content = append(p.content, packed...)
		manifest.PutPlace(p.content[at:], at)
		f.addPart(kind, part)
	}
	end := parts[len(parts)-1].Packed
	if sum := sha256.Sum256(end); len(p.content) >= mostPack || len(p.content) >= leastPack && sum[0]%packEnd == 0 {
		return f.EndPack()
	}
	return nil
}

// AddSlots writes neighbouring parts of one group, from the number first on, in a pack with slots of the given size.
func (f *Folder) AddSlots(kind string, first int, parts []Part, slot int) error {
	if err := f.EndPack(); err != nil {
		return err
	}
	packed := make([][]byte, len(parts))
	for i, part := range parts {
		packed[i] = part.Packed
		f.addPart(kind, part)
	}
	content, err := manifest.MakeSlots(packed, slot)
	if err != nil {
		return err
	}
	f.pack = openPack{kind, content, []manifest.Run{{Firsts: []int{first}, Count: len(parts), Slot: slot}}}
	f.slots = true
	return f.EndPack()
}

// addPart records the size of a part.
func (f *Folder) addPart(kind string, part Part) {
	names := f.names(kind)
	names.Unpacked = max(names.Unpacked, int64(part.Bytes))
}

// EndPack writes the pack that received the last parts. Its name changes with its content.
func (f *Folder) EndPack() error {
	p := f.pack
	if len(p.runs) == 0 {
		return nil
	}
	f.pack = openPack{content: p.content[:0]}
	sum := sha256.Sum256(p.content)
	name := sum[:manifest.PackNameBytes]
	content := p.content
	if f.sink != nil {
		content = bytes.Clone(content) // a sink may keep it
	}
	file, err := f.Write(manifest.PackPath(p.kind, name), content)
	if err != nil {
		return err
	}
	names := f.names(p.kind)
	names.Names = append(names.Names, name...)
	names.Bytes += file.Bytes
	f.Manifest.Packs = append(f.Manifest.Packs, file)
	f.table = append(f.table, manifest.Pack{Bytes: len(p.content), Runs: p.runs})
	return nil
}

// AddIndex writes the index file: the core, whose sections have these ends, the table of the packs, and uncompressed
// parts that lie inside. compress is Compress, or a function with the same result.
func (f *Folder) AddIndex(core []byte, ends []int, inside manifest.Pack, parts []byte, compress func(content []byte, ends []int, sum string) []byte) (err error) {
	table := manifest.EncodePacks(slices.Concat([]manifest.Pack{inside}, f.table))
	content := slices.Concat(core, table, parts)
	for _, n := range []int{len(table), len(parts)} {
		ends = append(ends, ends[len(ends)-1]+n)
	}
	sum := Digest(content)
	f.Manifest.Index, err = f.Write(Hashed("index.", sum, ".gz"), compress(content, ends, sum))
	f.Manifest.Index.Core = int64(len(core))
	return err
}

// names returns the names of packs of a kind.
func (f *Folder) names(kind string) *manifest.PackNames {
	if kind == manifest.TextPacks {
		return &f.Manifest.Texts
	}
	return &f.Manifest.Rest
}

// addList writes the list of the packs.
func (f *Folder) addList() error {
	b, err := json.Marshal(f.Manifest.Packs)
	if err != nil {
		return err
	}
	list, err := f.Write(manifest.ListName, append(b, '\n'))
	f.Manifest.List = &list
	return err
}
