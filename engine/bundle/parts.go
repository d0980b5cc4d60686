package bundle

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Families of parts, in the order of their numbers. A part has all sections of its
// family, in the order in which Sections lists them.
const (
	FamilyText      = "text"      // blocks of text
	FamilyTerms     = "terms"     // blocks of words with the rows of their terms, and names that begin with them
	FamilyEntities  = "entities"  // rows of the entities that have words of a block for the first of theirs, a part beside each of the terms
	FamilyKeys      = "keys"      // rows of the entities that have no such word
	FamilySpelling  = "spelling"  // words by beginning and end, for misspellings of them
	FamilyPlaces    = "places"    // where the terms are in their chunks, a part beside each of the terms
	FamilyHubs      = "hubs"      // copies of rows of entities that many parts of mentions have
	FamilyOutline   = "outline"   // sections of documents, chunks of sections; factors of chunks
	FamilyLengths   = "lengths"   // of chunks, a part beside each of the outline
	FamilyChunks    = "chunks"    // rows of chunks, and of the sections and documents around them
	FamilyMentions  = "mentions"  // the entities of chunks and sections, with copies of their rows
	FamilyTreeTerms = "treeterms" // rows of terms as far as summaries go
	FamilyGraph     = "graph"     // this and what follows is one part each, or none
	FamilyTree      = "tree"      // summaries
	FamilyPositions = "positions" // of text blocks and documents in the sequence of all texts
	FamilyTokens    = "tokens"    // token counts
	FamilySigns     = "signs"     // vectors
	FamilyMetadata  = "metadata"  // fields of documents
	FamilyKET       = "ket"       // KET-RAG, as what follows of bundles that were built with it
	FamilyNodes     = "nodes"     // NodeRAG
	FamilyDARAG     = "darag"     // DA-RAG
	FamilyLinks     = "links"     // links between pages, or none
	FamilyLists     = "lists"     // whole lists of terms, of which terms have the heads
	FamilySets      = "sets"      // large sets of entities, apart from their rows
)

// Families lists them. The list must not be changed.
func Families() []string { return families }

var families = []string{FamilyText, FamilyTerms, FamilyEntities, FamilyKeys, FamilySpelling, FamilyPlaces, FamilyHubs, FamilyOutline, FamilyLengths, FamilyChunks, FamilyMentions, FamilyTreeTerms, FamilyGraph, FamilyTree,
	FamilyPositions, FamilyTokens, FamilySigns, FamilyMetadata, FamilyKET, FamilyNodes, FamilyDARAG, FamilyLinks, FamilyLists, FamilySets}

// ofFormat is how many families every index of this version of the format counts the parts of.
// Those of methods that programs add stand behind them.
const ofFormat = 24

// MethodFamily is a family of parts that belongs to one method of retrieval: a bundle has
// one such part if it was built with the method.
type MethodFamily struct {
	Family, Mode string
	Sections     []string
}

// MethodFamilies lists them.
func MethodFamilies() []MethodFamily { return methodFamilies }

var methodFamilies = []MethodFamily{
	{FamilyKET, "ket", []string{"ket", "ketdescriptions", "ketlengths", "ketsentences", "ketentities", "ketpieces", "kettexts"}},
	{FamilyNodes, "node", []string{"nodes", "nodevectors", "nodetexts"}},
	{FamilyDARAG, "da", []string{"darag", "daragvectors", "daragtexts"}},
}

// AddFamily adds the family of a method that is not in the list, behind the others. Functions
// init of the programs that have the method call it, readers and writers of bundles alike.
func AddFamily(f MethodFamily) {
	methodFamilies = append(methodFamilies, f)
	families = append(families, f.Family)
}

// Sections lists the sections in a part of a family.
func Sections(family string) []string {
	switch family {
	case FamilyTerms:
		return []string{"words", "postings", "names", "levels"}
	case FamilyPlaces:
		return []string{"termplaces"}
	case FamilyOutline:
		return []string{"outline", "boosts"}
	case FamilyLengths:
		return []string{"chunklengths"}
	case FamilyLists:
		return []string{"list"}
	case FamilySets:
		return []string{"entityset"}
	case FamilyChunks:
		return []string{"rows"}
	case FamilyMentions:
		return []string{"chunkentities", "entityplaces", "copies", "rests"}
	case FamilyTreeTerms:
		return []string{"treepostings"}
	case FamilyTree:
		return []string{"tree", "treelengths", "treetexts"}
	}
	for i := range methodFamilies {
		if m := &methodFamilies[i]; m.Family == family {
			return m.Sections
		}
	}
	return []string{family}
}

// Directory has the number of parts of each family.
type Directory struct {
	first []parts.ID // by family, and behind the last one
}

// MaxParts is the largest number of parts of an index.
const MaxParts = 1 << 20

// EncodeDirectory writes the numbers of parts, by family.
func EncodeDirectory(n []int) []byte {
	var w wire.Writer
	w.Uint(uint32(len(n)))
	for _, n := range n {
		w.Uint(uint32(n))
	}
	return w.Bytes()
}

// DecodeDirectory reads what EncodeDirectory wrote. Families that this reader does not
// know are passed over.
func DecodeDirectory(b []byte) (*Directory, error) {
	r := wire.NewReader(b)
	d := &Directory{first: []parts.ID{0}}
	total := 0
	for _, n := range r.IDs(-1, MaxParts) {
		total += int(n)
		d.first = append(d.first, parts.ID(total))
	}
	if len(d.first) <= ofFormat || total > MaxParts {
		r.Fail("families of parts are missing, or too large")
	}
	for len(d.first) <= len(families) { // a method that the writer did not have
		d.first = append(d.first, parts.ID(total))
	}
	return d, r.Close()
}

// Len returns the number of parts.
func (d *Directory) Len() int { return int(d.first[len(d.first)-1]) }

// Range returns the parts [first, end) of a family.
//
//go:noinline
func (d *Directory) Range(family string) (first, end parts.ID) {
	for i, name := range families {
		if name == family {
			return d.first[i], d.first[i+1]
		}
	}
	return 0, 0
}

// Family returns the family of a part, and its number in it; "" for a part of a family
// that this reader does not know.
//
//go:noinline
func (d *Directory) Family(id parts.ID) (name string, at int) {
	for i, name := range families {
		if id < d.first[i+1] {
			return name, int(id - d.first[i])
		}
	}
	return "", 0
}

// Open checks that b is part id, and takes it apart into its sections.
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
	family, _ := d.Family(id)
	r := wire.NewReader(b)
	var sections [][]byte
	for range Sections(family) {
		sections = append(sections, r.Raw())
	}
	if err := r.Close(); err != nil {
		return nil, d.Corrupt(id, err.Error())
	}
	return sections, nil
}

// PartWriter writes parts, all in the same memory. The zero value is ready for the first.
type PartWriter struct {
	part, section wire.Writer
	ends          []int
}

// Reset begins a part. The content of the one before is valid no more.
func (p *PartWriter) Reset() {
	p.part.Reset()
	p.ends = p.ends[:0]
}

// Section adds the section that write writes. A part has all sections of its family.
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

// Part returns the part, and where in it each section ends.
func (p *PartWriter) Part() (content []byte, ends []int) {
	content = p.part.Bytes()
	binary.LittleEndian.PutUint32(content, crc32.ChecksumIEEE(content[4:]))
	return content, p.ends
}

// Corrupt is the error of a part.
//
//go:noinline
func (d *Directory) Corrupt(id parts.ID, detail string) error {
	family, _ := "", 0
	if int(id) < d.Len() {
		family, _ = d.Family(id)
	}
	return &PartError{ID: id, Family: family, Detail: detail}
}

// PartError says which part is unusable and why.
type PartError struct {
	ID     parts.ID
	Family string // "" for a part that there is not
	Detail string
}

func (e *PartError) Error() string {
	name := "part " + strconv.Itoa(int(e.ID))
	if e.Family != "" {
		name += " (" + e.Family + ")"
	}
	return ErrPart.Error() + ": " + name + ": " + e.Detail
}

func (e *PartError) Unwrap() error { return ErrPart }
