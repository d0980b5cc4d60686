package bundle

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Groups of parts, in the order of their numbers. A part has all sections of its
// group, in the order in which Sections lists them.
const (
	GroupText      = "text"      // blocks of text
	GroupTerms     = "terms"     // blocks of words with the rows of their terms, and names that begin with them
	GroupEntities  = "entities"  // rows of entities, beside the terms: each entity by the first word of its key that is a term and no stop word
	GroupKeys      = "keys"      // rows of the entities whose keys have no such word
	GroupSpelling  = "spelling"  // words by beginning and end, to find the word behind a misspelling
	GroupPlaces    = "places"    // the places of terms in their chunks, a part beside each part of terms
	GroupHubs      = "hubs"      // copies of rows of entities that many parts of mentions have
	GroupOutline   = "outline"   // sections of documents, chunks of sections; factors of chunks
	GroupChunks    = "chunks"    // rows of chunks, and of the sections and documents around them
	GroupMentions  = "mentions"  // the entities of chunks and sections, with copies of their rows
	GroupTreeTerms = "treeterms" // rows of terms for the summaries that have them
	GroupGraph     = "graph"     // this group and the groups below it have one part each, or no part
	GroupTree      = "tree"      // summaries
	GroupPositions = "positions" // positions of text blocks and documents in the sequence of all texts
	GroupTokens    = "tokens"    // token counts
	GroupSigns     = "signs"     // vectors
	GroupMetadata  = "metadata"  // fields of documents
	GroupKET       = "ket"       // KET-RAG; like the next two only in bundles that were built with the method
	GroupNodes     = "nodes"     // NodeRAG
	GroupDARAG     = "darag"     // DA-RAG
	GroupLinks     = "links"     // links between pages; optional
	GroupLists     = "lists"     // whole lists of the terms whose rows have only heads
	GroupSets      = "sets"      // large sets of entities, apart from their rows
)

// Groups lists the names of the groups. The list must not be changed.
func Groups() []string { return groups }

var groups = []string{GroupText, GroupTerms, GroupEntities, GroupKeys, GroupSpelling, GroupPlaces, GroupHubs, GroupOutline, GroupChunks, GroupMentions, GroupTreeTerms, GroupGraph, GroupTree,
	GroupPositions, GroupTokens, GroupSigns, GroupMetadata, GroupKET, GroupNodes, GroupDARAG, GroupLinks, GroupLists, GroupSets}

// ofFormat is the number of groups that every index of this format version has. The groups that programs add for
// their methods stand behind them.
const ofFormat = 23

// MethodGroup is a group of parts that belongs to one method of retrieval: a bundle has
// one such part if it was built with the method.
type MethodGroup struct {
	Group, Mode string
	Sections    []string
}

// MethodGroups lists the groups that belong to methods.
func MethodGroups() []MethodGroup { return methodGroups }

var methodGroups = []MethodGroup{
	{GroupKET, "ket", []string{"ket", "ketdescriptions", "ketsentences", "ketentities", "ketpieces", "kettexts"}},
	{GroupNodes, "node", []string{"nodes", "nodevectors", "nodetexts"}},
	{GroupDARAG, "da", []string{"darag", "daragvectors", "daragtexts"}},
}

// AddGroup adds the group of another method, behind the others. Every program with the method calls it in an init
// function: those that write bundles and those that read them.
func AddGroup(f MethodGroup) {
	methodGroups = append(methodGroups, f)
	groups = append(groups, f.Group)
}

// Sections lists the sections in a part of a group.
func Sections(group string) []string {
	switch group {
	case GroupTerms:
		return []string{"words", "postings", "names", "levels"}
	case GroupPlaces:
		return []string{"termplaces"}
	case GroupOutline:
		return []string{"outline", "boosts"}
	case GroupLists:
		return []string{"list"}
	case GroupSets:
		return []string{"entityset"}
	case GroupChunks:
		return []string{"rows"}
	case GroupMentions:
		return []string{"chunkentities", "entityplaces", "copies", "rests"}
	case GroupTreeTerms:
		return []string{"treepostings"}
	case GroupTree:
		return []string{"tree", "treetexts"}
	}
	for i := range methodGroups {
		if m := &methodGroups[i]; m.Group == group {
			return m.Sections
		}
	}
	return []string{group}
}

// Directory has the number of parts of each group.
type Directory struct {
	first []parts.ID // by group, and behind the last one
}

// MaxParts is the largest number of parts of an index.
const MaxParts = 1 << 20

// EncodeDirectory writes the numbers of parts, by group.
func EncodeDirectory(n []int) []byte {
	var w wire.Writer
	w.Uint(uint32(len(n)))
	for _, n := range n {
		w.Uint(uint32(n))
	}
	return w.Bytes()
}

// DecodeDirectory reads the bytes that EncodeDirectory wrote. It passes over groups that this reader does not know.
func DecodeDirectory(b []byte) (*Directory, error) {
	r := wire.NewReader(b)
	d := &Directory{first: []parts.ID{0}}
	total := 0
	for _, n := range r.IDs(-1, MaxParts) {
		total += int(n)
		d.first = append(d.first, parts.ID(total))
	}
	if len(d.first) <= ofFormat || total > MaxParts {
		r.Fail("groups of parts are missing, or too large")
	}
	for len(d.first) <= len(groups) { // a method that the writer did not have
		d.first = append(d.first, parts.ID(total))
	}
	return d, r.Close()
}

// Len returns the number of parts.
func (d *Directory) Len() int { return int(d.first[len(d.first)-1]) }

// Range returns the parts [first, end) of a group.
//
//go:noinline
func (d *Directory) Range(group string) (first, end parts.ID) {
	for i, name := range groups {
		if name == group {
			return d.first[i], d.first[i+1]
		}
	}
	return 0, 0
}

// Group returns the group of a part, and its number in it; "" for a part of a group that this reader does not know.
//
//go:noinline
func (d *Directory) Group(id parts.ID) (name string, at int) {
	for i, name := range groups {
		if id < d.first[i+1] {
			return name, int(id - d.first[i])
		}
	}
	return "", 0
}

// Open checks that b is part id, and splits it into its sections.
func (d *Directory) Open(id parts.ID, b []byte) ([][]byte, error) {
	if int(id) >= d.Len() {
		return nil, d.Corrupt(id, "the index has only "+strconv.Itoa(d.Len())+" parts")
	}
	if len(b) < 4 {
		return nil, d.Corrupt(id, "it ends too early")
	}
	want := binary.LittleEndian.Uint32(b)
	b = b[4:]
	if sum := crc32.ChecksumIEEE(b); sum != want {
		return nil, d.Corrupt(id, "its checksum is "+strconv.FormatUint(uint64(sum), 16)+", it says "+
			strconv.FormatUint(uint64(want), 16)+": it is damaged")
	}
	group, _ := d.Group(id)
	r := wire.NewReader(b)
	var sections [][]byte
	for range Sections(group) {
		sections = append(sections, r.Raw())
	}
	if err := r.Close(); err != nil {
		return nil, d.Corrupt(id, err.Error())
	}
	return sections, nil
}

// PartWriter writes parts, all in the same memory. The zero value is ready for the first part.
type PartWriter struct {
	part, section wire.Writer
	ends          []int
}

// Reset begins a part. The content of the part before becomes invalid.
func (p *PartWriter) Reset() {
	p.part.Reset()
	p.ends = p.ends[:0]
}

// Section adds a section, which write writes. A part has all sections of its group.
func (p *PartWriter) Section(write func(w *wire.Writer)) {
	p.section.Reset()
	write(&p.section)
	p.Add(p.section.Bytes())
}

// Add adds a section.
func (p *PartWriter) Add(section []byte) {
	if len(p.part.Bytes()) == 0 {
		p.part.Append(make([]byte, 4)) // for the checksum
	}
	p.part.Raw(section)
	p.ends = append(p.ends, len(p.part.Bytes()))
}

// Part returns the part, and the offset at which each section ends.
func (p *PartWriter) Part() (content []byte, ends []int) {
	content = p.part.Bytes()
	binary.LittleEndian.PutUint32(content, crc32.ChecksumIEEE(content[4:]))
	return content, p.ends
}

// Corrupt returns the error of a damaged part.
//
//go:noinline
func (d *Directory) Corrupt(id parts.ID, detail string) error {
	group, _ := "", 0
	if int(id) < d.Len() {
		group, _ = d.Group(id)
	}
	return &PartError{ID: id, Group: group, Detail: detail}
}

// PartError says which part is unusable and why.
type PartError struct {
	ID     parts.ID
	Group  string // "" for a part that there is not
	Detail string
}

func (e *PartError) Error() string {
	name := "part " + strconv.Itoa(int(e.ID))
	if e.Group != "" {
		name += " (" + e.Group + ")"
	}
	return ErrPart.Error() + ": " + name + ": " + e.Detail
}

func (e *PartError) Unwrap() error { return ErrPart }
