package write

import (
	"crypto/sha256"

	"mycel"
)

// PackParts is how many parts a pack has.
const PackParts = 128

// roundTrip is how many bytes a reader could have fetched in the time of the request for a part that is
// not in its slot.
const roundTrip = 16 << 10

// SlotSize returns the size of the slots for parts of the given sizes, compressed: the multiple of
// mycel.LeastSlot with which parts cost readers least. Larger slots have more zeros; of smaller ones more
// parts do not fit, which take another request.
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

// AddPack writes neighbouring parts of one family in a pack with slots of the given size. Its name is that
// of its content.
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
	names.Groups = append(append(names.Groups, byte(len(parts))), groupName(sum, names.Groups)...)
	last := len(names.Packs) - 1
	if last >= 0 && names.Packs[last].End() == group && names.Packs[last].Size() == slot {
		names.Packs[last][1]++
	} else {
		names.Packs = append(names.Packs, mycel.SlotRange{group, group + 1, slot})
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
