package corpus

import (
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Alike lists near duplicates: groups of chunks with nearly the same text, such as the chunks of a page in several
// versions. It also has the version of each document.
type Alike struct {
	end     []uint32 // groups+1
	chunk   []uint32 // chunks of the groups, best first
	version wire.Strings
	doc     []uint32    // by document: 1 + its version, 0 without version; empty if no document has one
	group   *parts.Rows // by chunk: the chunks of its group, []uint32
}

// EncodeAlike writes groups of at least two chunks; the first chunk of a group is the one to show. A chunk is in at
// most one group. versions has the version of every document, "" for a document without version.
func EncodeAlike(groups [][]uint32, versions []string) []byte {
	ends, chunks := []uint32{0}, []uint32(nil)
	for _, g := range groups {
		chunks = append(chunks, g...)
		ends = append(ends, uint32(len(chunks)))
	}
	var names []string
	row := map[string]uint32{"": 0}
	docs := make([]uint32, len(versions))
	for i, v := range versions {
		if _, ok := row[v]; !ok {
			names = append(names, v)
			row[v] = uint32(len(names))
		}
		docs[i] = row[v]
	}
	if len(names) == 0 {
		docs = nil
	}
	var w wire.Writer
	w.Offsets(ends)
	w.Uint32s(chunks)
	w.Strings(names)
	w.Uint32s(docs)
	return w.Bytes()
}

// DecodeAlike reads what EncodeAlike wrote, for an index of the given numbers of chunks and
// documents. O(chunks in groups).
func DecodeAlike(b []byte, chunks, docs int) (*Alike, error) {
	r := wire.NewReader(b)
	a := &Alike{group: parts.NewRows(chunks)}
	a.end = r.Offsets(-1, -1)
	a.chunk = r.IDs(int(a.end[a.Len()]), chunks)
	a.version = r.Strings(-1)
	a.doc = r.IDs(-1, a.version.Len()+1)
	if len(a.doc) != docs && len(a.doc) > 0 {
		r.Fail("versions of other documents")
	}
	if err := r.Close(); err != nil {
		return nil, err
	}
	groups := make([][]uint32, a.Len())
	for g := range groups {
		groups[g] = a.Group(g)
		for _, c := range groups[g] {
			parts.SetRow(a.group, c, &groups[g])
		}
	}
	return a, nil
}

// Len returns the number of groups.
func (a *Alike) Len() int { return len(a.end) - 1 }

// Group returns the chunks of a group, the chunk to show first.
func (a *Alike) Group(g int) []uint32 { return a.chunk[a.end[g]:a.end[g+1]] }

// Of returns the group of a chunk, including the chunk; nil if it has no near duplicates. A nil Alike has no groups.
func (a *Alike) Of(c model.ChunkID) []uint32 {
	if a == nil {
		return nil
	}
	return *parts.Row[[]uint32](a.group, uint32(c))
}

// NumVersions returns the number of versions.
func (a *Alike) NumVersions() int { return a.version.Len() }

// VersionName returns the name of version v.
//
//go:noinline
func (a *Alike) VersionName(v int) string { return a.version.At(v) }

// Version returns the version of a document, −1 if it has none.
func (a *Alike) Version(d model.DocID) int {
	if len(a.doc) == 0 {
		return -1
	}
	return int(a.doc[d]) - 1
}
