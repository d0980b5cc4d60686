package write

import (
	"crypto/sha256"

	"mycel"
)

// Sizes of packs. A reader pays for the name of each in the manifest, and on a host without ranges for all
// of it.
const (
	mostParts = 1 << 10
	packBytes = 512 << 10
)

// PackParts returns how many parts a pack has, given the bytes of a slot.
func PackParts(slot int) int { return max(1, min(mostParts, packBytes/slot)) }

// roundTrip is how many bytes a reader can fetch in the time of a further request.
const roundTrip = 16 << 10

// SlotSize returns the size of the slots for compressed parts of the given sizes: the multiple of
// mycel.LeastSlot with which readers fetch least. Larger slots have more zeros. Smaller slots have less room,
// and each part that does not fit takes another request.
func SlotSize(sizes []int) int {
	most := 0
	for _, n := range sizes {
		most = max(most, n)
	}
	best, least := 0, 0
	for slot := mycel.LeastSlot; best == 0 || slot < most+mycel.SlotHead+mycel.LeastSlot; slot += mycel.LeastSlot {
		cost := slot * len(sizes)
		for _, n := range sizes {
			if mycel.SlotHead+n > slot {
				cost += n + roundTrip
			}
		}
		if best == 0 || cost < least {
			best, least = slot, cost
		}
	}
	return best
}

// AddPack writes neighbouring parts of one family in a pack with slots of the given size. Its name changes
// with its content.
func (f *Folder) AddPack(parts []Part, slot int) error {
	packed := make([][]byte, len(parts))
	for i, p := range parts {
		packed[i] = p.Packed
	}
	content, err := mycel.MakePack(packed, slot)
	if err != nil {
		return err
	}
	names, folder := f.names(parts[0].Text)
	sum := sha256.New()
	_, _ = sum.Write(content)
	group := len(names.Groups) / mycel.GroupBytes
	names.Groups = append(append(names.Groups, 0), groupName(sum, names.Groups)...)
	last := len(names.Packs) - 1
	if last >= 0 && names.Packs[last] == (mycel.SlotRange{names.Packs[last].First(), group, slot, len(parts)}) {
		names.Packs[last][1]++
	} else {
		names.Packs = append(names.Packs, mycel.SlotRange{group, group + 1, slot, len(parts)})
	}
	for _, p := range parts {
		names.Unpacked = max(names.Unpacked, int64(p.Bytes))
	}
	name := names.Groups[group*mycel.GroupBytes+1:]
	file, err := f.Write(mycel.PackPath(folder, name), content)
	if err != nil {
		return err
	}
	names.Bytes += file.Bytes
	f.Manifest.Parts = append(f.Manifest.Parts, mycel.PackedFiles(folder, name, len(parts), slot, 0)...)
	f.Manifest.Stored = append(f.Manifest.Stored, file)
	return nil
}
