package write

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"slices"
	"strconv"

	"mycel"
	"mycel/builder/parallel"
)

// Part is a part of an index, ready to be written.
type Part struct {
	Sum    string // SHA-256 of the content
	Packed []byte // the content, compressed
	Bytes  int    // of the content
	Text   bool
}

// maxNames is how many groups are meant to have names of their own. A reader downloads all
// names; but a part that changes gives all of its group another name.
const maxNames = 256

// groupSize returns how many parts a group has in the mean if there are n: a power of two up
// to 64, one for a small site.
func groupSize(n int) int {
	size := 1
	for size < 64 && n > size*maxNames {
		size *= 2
	}
	return size
}

// ends reports whether a group ends with the part: one part in groupSize ends one. The content
// decides, so that another part changes the group around it and no others.
func (p *Part) ends(groupSize int) bool {
	n, err := strconv.ParseUint(p.Sum[:4], 16, 16)
	return err != nil || int(n)%groupSize == 0
}

// AddParts adds parts, in the order of their numbers, of n in all, and writes those whose
// group is complete: its name is that of all it has. No group has texts and others.
func (f *Folder) AddParts(parts []Part, n int) error {
	size := groupSize(n)
	for _, p := range parts {
		f.group = append(f.group, p)
		if p.ends(size) || len(f.group) == 2*size {
			if err := f.EndParts(); err != nil {
				return err
			}
		}
	}
	return nil
}

// EndParts writes the group that parts were added to last, complete or not.
func (f *Folder) EndParts() error {
	if len(f.group) == 0 {
		return nil
	}
	names, folder := f.names(f.group[0].Text)
	sum := sha256.New()
	for _, p := range f.group {
		_, _ = sum.Write([]byte(p.Sum))
	}
	name := groupName(sum, names.Groups)
	names.Groups = append(append(names.Groups, byte(len(f.group))), name...)
	files, errs := make([]mycel.File, len(f.group)), make([]error, len(f.group))
	parallel.Do(len(f.group), func(i int) {
		files[i], errs[i] = f.Write(mycel.PartPath(folder, name, i), f.group[i].Packed)
	})
	for i, file := range files {
		if errs[i] != nil {
			return errs[i]
		}
		names.Bytes += file.Bytes
		names.Unpacked = max(names.Unpacked, file.Unpacked)
	}
	f.Manifest.Parts = append(f.Manifest.Parts, files...)
	f.Manifest.Stored = append(f.Manifest.Stored, files...)
	f.group = f.group[:0]
	return nil
}

// names returns the names of texts or other parts, and their folder.
func (f *Folder) names(text bool) (*mycel.PartNames, string) {
	if text {
		return &f.Manifest.Texts, mycel.TextFolder
	}
	return &f.Manifest.Rest, mycel.PartFolder
}

// groupName returns the name of a group: the first bytes of the digest of its contents that
// no other group has.
func groupName(sum hash.Hash, others []byte) []byte {
	for {
		name := sum.Sum(nil)[:mycel.GroupBytes-1]
		taken := false
		for other := range slices.Chunk(others, mycel.GroupBytes) {
			taken = taken || bytes.Equal(name, other[1:])
		}
		if !taken {
			return name
		}
		_, _ = sum.Write([]byte{0})
	}
}

// addList writes the list of the files that have the parts.
func (f *Folder) addList() error {
	b, err := json.Marshal(f.Manifest.Stored)
	if err != nil {
		return err
	}
	list, err := f.Write(mycel.ListName, append(b, '\n'))
	f.Manifest.List = &list
	return err
}
