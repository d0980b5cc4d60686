package mycel

import (
	"context"
	"encoding/binary"
	"fmt"
)

// A pack is a file with the parts of a group, each in a slot of the same size: so the place of a
// part follows from its number. A slot begins with the length of the compressed part, four bytes, the
// lowest first. The part follows if it fits. If not, its place in the pack follows, four bytes likewise:
// it lies behind the slots. The rest of a slot are zeros.

// PackSuffix is how the names of packs end.
const PackSuffix = ".pack"

// SlotHead is how many bytes of a slot come before its part.
const SlotHead = 4

// LeastSlot is the size of the smallest slot, and of what the sizes of slots are multiples of.
const LeastSlot = 64

// maxSlot is larger than the slots of any bundle.
const maxSlot = 1 << 24

// maxParts is more than the parts of any pack.
const maxParts = 1 << 16

// SlotRange says that neighbouring groups of a PartNames are packs, all with as many parts: the groups from First up to End. In
// the manifest it is an array of four numbers.
type SlotRange [4]int

func (r SlotRange) First() int { return r[0] }
func (r SlotRange) End() int   { return r[1] }

// Size returns the bytes of a slot.
func (r SlotRange) Size() int { return r[2] }

// Parts returns how many parts each pack has.
func (r SlotRange) Parts() int { return r[3] }

// PackPath returns the path of a pack: the group with such a name.
func PackPath(folder string, name []byte) string {
	return fmt.Sprintf("%s/%x%s", folder, name, PackSuffix)
}

// MakePack returns the pack of parts, each compressed, with slots of the given size.
func MakePack(parts [][]byte, slot int) ([]byte, error) {
	pack := make([]byte, len(parts)*slot)
	for i, part := range parts {
		at := pack[i*slot:]
		binary.LittleEndian.PutUint32(at, uint32(len(part)))
		if SlotHead+len(part) <= slot {
			copy(at[SlotHead:], part)
			continue
		}
		if len(pack) > 1<<31 {
			return nil, fmt.Errorf("a pack has %d bytes, more than 2 GiB", len(pack))
		}
		binary.LittleEndian.PutUint32(at[SlotHead:], uint32(len(pack)))
		pack = append(pack, part...)
	}
	return pack, nil
}

// PackedFiles returns the files of the parts of a group in a pack.
func PackedFiles(folder string, name []byte, n, slot int, unpacked int64) (files []File) {
	pack := PackPath(folder, name)
	for i := range n {
		files = append(files, File{Path: fmt.Sprintf("%s?%d", pack, i), Unpacked: unpacked, Bytes: int64(slot), Pack: pack, Slot: i})
	}
	return files
}

// slot reads a slot. It returns the part, or, if that is not in its slot, nil, its place in the pack and its
// size.
func (f File) slot(b []byte) (part []byte, at, size int64, err error) {
	if int64(len(b)) != f.Bytes {
		return nil, 0, 0, fmt.Errorf("the slot has %d bytes, want %d", len(b), f.Bytes)
	}
	size = int64(binary.LittleEndian.Uint32(b))
	if SlotHead+size <= f.Bytes {
		return b[SlotHead : SlotHead+size], 0, size, nil
	}
	if at = int64(binary.LittleEndian.Uint32(b[SlotHead:])); size > f.mostStored() || at < int64(f.Slot+1)*f.Bytes {
		return nil, 0, 0, fmt.Errorf("the slot is damaged: %d bytes at byte %d", size, at)
	}
	return nil, at, size, nil
}

// readPacked returns a part that is in a pack, compressed. slice returns bytes of the pack.
func (f File) readPacked(slice func(at, size int64) ([]byte, error)) ([]byte, error) {
	b, err := slice(int64(f.Slot)*f.Bytes, f.Bytes)
	if err != nil {
		return nil, err
	}
	part, at, size, err := f.slot(b)
	if err == nil && part == nil {
		part, err = slice(at, size)
	}
	return part, err
}

// Fetched returns how many bytes a reader of the bundle in dir fetches for a part: its file, or its slot,
// and the part if it is not in the slot.
func (f File) Fetched(dir string) (int64, error) {
	if f.Pack == "" {
		return f.Bytes, nil
	}
	part, err := folder(dir).read(context.Background(), f)
	if size := int64(len(part)); err == nil && SlotHead+size > f.Bytes {
		return f.Bytes + size, nil
	}
	return f.Bytes, err
}
