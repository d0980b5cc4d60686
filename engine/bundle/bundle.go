// Package bundle reads the container of a Mycel index: a msgpack envelope around named sections of flat arrays.
// FORMAT.md beside this file specifies every byte.
//
// The builder writes the container with a full msgpack library. This package reads it with the few forms of
// engine/msgpack, because every reader of a site downloads every kilobyte of it.
package bundle

import (
	"errors"
	"hash/crc32"
	"strconv"

	"mycel/engine/msgpack"
)

// Magic is the first value of every index.
const Magic = "mycel"

// Version is the format version that this package reads and the builder writes.
const Version = 15

// Names of the sections of the core.
const (
	SectionDocuments = "documents" // engine/corpus: which rows each part of the hierarchy has
	SectionBlocks    = "blocks"    // engine/corpus
	SectionTerms     = "terms"     // engine/lexical: where the blocks of words begin
	SectionWeights   = "weights"   // engine/lexical: the lengths of chunks, and the reach of lists
	SectionLayout    = "layout"    // the part of each row
	SectionParts     = "parts"     // this package
	SectionVectors   = "vectors"   // engine/vector; optional
	SectionEncoder   = "encoder"   // engine/vector: the model of the vectors; optional
	SectionFacets    = "facets"    // engine/facet: filters and sort keys; optional
	SectionLanguages = "languages" // engine/lexical: forms in other languages; optional
	SectionSynonyms  = "synonyms"  // engine/lexical: further meanings of words of queries; optional
	SectionSet       = "set"       // engine/lexical: the set to which the bundle belongs; optional
	SectionAlike     = "alike"     // engine/corpus: chunks with nearly the same text; optional
)

// Sentinels for errors.Is.
var (
	// ErrFormat: the bytes are no Mycel index, or a damaged one.
	ErrFormat = errors.New("not a readable Mycel index")
	// ErrVersion: an index of another format version.
	ErrVersion = errors.New("unsupported format version")
	// ErrChecksum: a section's bytes are not the bytes that were written.
	ErrChecksum = errors.New("checksum mismatch")
	// ErrPart: the bytes are no part of the index that is open, or a damaged one.
	ErrPart = errors.New("unusable part")
)

// Error wraps one of the sentinels with the place and the cause.
type Error struct {
	Err     error
	Section string // "" for the envelope itself
	Detail  string
}

func (e *Error) Error() string {
	s := e.Err.Error()
	if e.Section != "" {
		s += ": section " + e.Section
	}
	return s + ": " + e.Detail
}

func (e *Error) Unwrap() error { return e.Err }

// malformed is kept out of line for size: its many callers are rarely run.
//
//go:noinline
func malformed(section, detail string) error {
	return &Error{Err: ErrFormat, Section: section, Detail: detail}
}

// Corrupt wraps an error found inside a section.
func Corrupt(section string, err error) error { return malformed(section, err.Error()) }

// Counts are the sizes of an index, by unit.
type Counts struct {
	Documents, Sections, Chunks, Sentences, Terms, Entities, Edges, Summaries, Blocks int
}

// fields lists the header keys of the counts, in the order in which they are written.
func (c *Counts) fields() []struct {
	Key   string
	Value *int
} {
	return []struct {
		Key   string
		Value *int
	}{
		{"documents", &c.Documents}, {"sections", &c.Sections}, {"chunks", &c.Chunks},
		{"sentences", &c.Sentences}, {"terms", &c.Terms}, {"entities", &c.Entities},
		{"edges", &c.Edges}, {"summaries", &c.Summaries}, {"blocks", &c.Blocks},
	}
}

// Each calls f for every count, in header order.
func (c Counts) Each(f func(key string, n int)) {
	for _, field := range c.fields() {
		f(field.Key, *field.Value)
	}
}

// Header describes an index.
type Header struct {
	Engine    string // version of the builder that wrote it
	Language  string // BCP 47 tag whose stemmer made the terms
	Tokenizer string // name of the token counter
	Counts    Counts
}

// Section is one named byte string of an index.
type Section struct {
	Name string
	Data []byte // borrowed from the index
}

// File is a parsed index. It borrows the bytes it was parsed from.
type File struct {
	Header   Header
	Sections []Section // in file order, unknown ones included
}

// maxSections bounds the memory that a hostile section table can make the reader allocate.
const maxSections = 1024

// Parse reads the envelope of an index and verifies every section's checksum.
// It allocates only the section table. O(len(b)).
func Parse(b []byte) (*File, error) {
	r := msgpack.NewReader(b)
	if r.Peek() != msgpack.Str || r.Str() != Magic || r.Err() != nil {
		return nil, malformed("", "it does not begin with the word "+Magic)
	}
	version := r.Uint()
	if r.Err() != nil {
		return nil, malformed("", r.Err().Error())
	}
	if version != Version {
		return nil, &Error{Err: ErrVersion, Detail: "got " + strconv.FormatUint(version, 10) + ", want " + strconv.Itoa(Version) +
			"; rebuild the bundle with this version of mycel"}
	}
	f := &File{}
	f.Header.read(&r)
	type row struct {
		name   string
		length uint64
		sum    uint64
	}
	n := r.ArrayLen()
	if n > maxSections {
		return nil, malformed("", "more than "+strconv.Itoa(maxSections)+" sections")
	}
	table := make([]row, 0, max(n, 0))
	for i := 0; i < n && r.Err() == nil; i++ {
		if r.ArrayLen() != 3 {
			return nil, malformed("", "section table row "+strconv.Itoa(i)+" has not three fields")
		}
		table = append(table, row{name: r.Str(), length: r.Uint(), sum: r.Uint()})
	}
	for _, row := range table {
		for r.Err() == nil && r.Peek() == msgpack.Nil {
			r.Nil()
		}
		data := r.Bin()
		if r.Err() != nil {
			return nil, malformed(row.name, r.Err().Error())
		}
		if uint64(len(data)) != row.length {
			return nil, malformed(row.name, "got "+strconv.Itoa(len(data))+" bytes, want "+strconv.FormatUint(row.length, 10))
		}
		if sum := crc32.ChecksumIEEE(data); uint64(sum) != row.sum {
			return nil, &Error{Err: ErrChecksum, Section: row.name,
				Detail: "got " + strconv.FormatUint(uint64(sum), 16) + ", want " + strconv.FormatUint(row.sum, 16)}
		}
		f.Sections = append(f.Sections, Section{Name: row.name, Data: data})
	}
	if r.Err() != nil {
		return nil, malformed("", r.Err().Error())
	}
	if r.Offset() != len(b) {
		return nil, malformed("", strconv.Itoa(len(b)-r.Offset())+" bytes after the last section")
	}
	return f, nil
}

func (h *Header) read(r *msgpack.Reader) {
	for i, n := 0, r.MapLen(); i < n && r.Err() == nil; i++ {
		switch key := r.Str(); key {
		case "engine":
			h.Engine = r.Str()
		case "language":
			h.Language = r.Str()
		case "tokenizer":
			h.Tokenizer = r.Str()
		default:
			if v := h.Counts.field(key); v != nil {
				*v = int(r.Uint() & 0xffffffff)
			} else {
				r.Skip()
			}
		}
	}
}

func (c *Counts) field(key string) *int {
	for _, f := range c.fields() {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Has tells whether there is a section of that name.
func (f *File) Has(name string) bool {
	_, err := f.Section(name)
	return err == nil
}

// Section returns the bytes of a section, or an error that names it.
func (f *File) Section(name string) ([]byte, error) {
	for i := range f.Sections {
		if f.Sections[i].Name == name {
			return f.Sections[i].Data, nil
		}
	}
	return nil, malformed(name, "missing")
}
