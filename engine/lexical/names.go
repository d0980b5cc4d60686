package lexical

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// A section has several names: its heading; the subject of the heading; the subject of the page, followed by that of
// the heading; and, for the first section of a page, the title of the page, the subject of the title, and the subject
// of the page. A name is stored beside the term with which it begins: a query reads that row anyway. Otherwise it would
// walk over all sections that have its words in their headings.

// MaxNameWords is the number of words, function words left out, up to which a name is one.
const MaxNameWords = 24

// MaxNamesakes is how many sections may have a heading that names them. A heading of more
// sections, such as Examples, is no name.
const MaxNamesakes = 3

// maxReadings is in how many ways a query is read as a name. The readings of a word come best
// first, so the limit drops later readings of the last words.
const maxReadings = 128

// Subject returns a title without its number, and without what explains it: json of "json — JSON encoder and decoder",
// max_connections of "20.3. max_connections (integer)", HashMap of HashMap<K,V>.
func Subject(title string) string {
	from, number := 0, true
	for i, c := range title {
		switch {
		case !number:
		case c == '.' || c == ' ':
			from = i + 1
		default:
			number = '0' <= c && c <= '9' // the 3 of 3D is none
		}
		if c == '(' || c == '<' || c == '—' || c == '–' || c == '|' || (c == '-' || c == ':') && i+1 < len(title) && title[i+1] == ' ' {
			return strings.TrimSpace(title[from:i])
		}
	}
	if number {
		return ""
	}
	return title[from:]
}

// Declared returns the range in a heading of the identifier that it declares by its anchor, an
// empty one for none: unwrap_or of "pub fn unwrap_or(self, default: T) -> T" with the anchor
// method.unwrap_or, Read of "func (*File) Read" with File.Read. It stands behind no qualifier.
func Declared(heading, anchor string) (start, end int) {
	name := anchor
	if end := strings.IndexAny(name, "(/-"); end >= 0 { // add(int), map/2; from-1 is the second from
		name = name[:end]
	}
	name = name[strings.LastIndexAny(name, ".:#")+1:]
	for name != "" {
		i := strings.Index(heading[end:], name)
		if i < 0 {
			break
		}
		start, end = end+i, end+i+len(name)
		before, _ := utf8.DecodeLastRuneInString(heading[:start])
		after, _ := utf8.DecodeRuneInString(heading[end:])
		if !strings.ContainsRune("_.:#/", before) && !text.IsWord(before) && after != '_' && !text.IsWord(after) {
			return start, end
		}
	}
	return 0, 0
}

// Name is the key of a name: the stems of its words without function words, or of all words if there are no others.
type Name struct {
	First model.TermID // beside which it lies
	Hash  uint64       // of all its terms: FNV-1a of their stems
}

// NameWord is a word of what may be a name.
type NameWord struct {
	Terms []model.TermID // possible readings, best first
	Stop  bool
}

// Telling returns the words that make a name: all but function words, or all if there are no
// others. It overwrites words.
func Telling(words []NameWord) []NameWord {
	kept := words[:0]
	for _, w := range words {
		if !w.Stop {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return words
	}
	return kept
}

// NamesFrom returns the names that words may be: one where each has one term, none where one
// has none. It overwrites words.
func (d *Dictionary) NamesFrom(words []NameWord) (names []Name) {
	kept := Telling(words)
	if len(kept) == 0 || len(kept) > MaxNameWords {
		return nil
	}
	for n := range maxReadings {
		name := Name{Hash: 14695981039346656037}
		for i := len(kept) - 1; i >= 0; i-- {
			of := kept[i].Terms
			if len(of) == 0 {
				return nil
			}
			name.First = of[n%len(of)]
			n /= len(of)
			for _, c := range []byte(d.Stem(name.First)) {
				name.Hash = (name.Hash ^ uint64(c)) * 1099511628211
			}
			name.Hash = (name.Hash ^ ' ') * 1099511628211
		}
		if n > 0 {
			break // all ways have been gone through
		}
		names = append(names, name)
	}
	return names
}

// WholeName is the name of a heading by all of its words, in their very form. Beside it lie others
// of the same words without function words and endings: v-if and v-on, Trait and Other traits.
func WholeName(first model.TermID, keys []string) Name {
	name := Name{First: first, Hash: 14695981039346656037}
	for _, key := range keys {
		for _, c := range []byte(key) {
			name.Hash = (name.Hash ^ uint64(c)) * 1099511628211
		}
		name.Hash = (name.Hash ^ '|') * 1099511628211
	}
	return name
}

// Keys returns the keys of the words of a text.
func Keys(s string) (keys []string) {
	for words := text.NewScanner(s); words.Next(); {
		keys = append(keys, string(words.Key()))
	}
	return keys
}

// Names says which sections have which names. Names go by the upper bits of their hashes: one
// look-up in a hundred thousand may find a section that has another.
type Names struct {
	sections int
	list     *parts.Rows // by part of the terms: nameList
}

// nameList is the names in a part.
type nameList struct {
	hash    []byte   // four bytes each: of the hash, but the lower two bits, which are a NamedBy
	section []uint32 // parallel: 1 + the section, 0 for a name that is too common
}

// NamedBy says by what a section has a name.
type NamedBy uint8

const (
	ByTitle   NamedBy = iota // it begins the page, whose title is the name, or means it
	ByHeading                // its heading is, or the subject of that, or what it declares
	ByMember                 // the subject of its heading is, or what it declares, behind what the page is about or what its anchor says: Thread.sleep
	ByWords                  // its heading, or the title of the page that it begins, is it word for word: see WholeName
)

// Named is a section with a name.
type Named struct {
	Section model.SectionID
	By      NamedBy
}

// NameEntry says that a section has a name; see Names.
type NameEntry struct {
	Name    Name
	Section uint32 // 1 + the section, 0 for a heading that more than MaxNamesakes sections have
	By      NamedBy
}

// EncodeNames writes the names of a part, which ascend by section.
func EncodeNames(w *wire.Writer, entries []NameEntry) {
	sections := make([]uint32, 1, 1+len(entries))
	for _, e := range entries {
		sections = append(sections, e.Section)
	}
	w.Offsets(sections)
	for _, e := range entries {
		w.Append(binary.LittleEndian.AppendUint32(nil, uint32(e.Name.Hash)&^3|uint32(e.By)))
	}
}

// NewNames makes room for the names of sections, in parts that are still to be loaded.
func NewNames(sections, numParts int) *Names {
	return &Names{sections, parts.NewRows(numParts)}
}

// Load reads what EncodeNames wrote, and checks it. The hashes are borrowed from b.
func (n *Names) Load(part int, b []byte) error {
	r := wire.NewReader(b)
	ends := r.Offsets(-1, -1)
	last := len(ends) - 1
	if int(ends[last]) > n.sections {
		r.Fail("section out of range")
	}
	l := &nameList{r.Take(4 * last), ends[1:]}
	err := r.Close()
	if err == nil {
		parts.SetRow(n.list, uint32(part), l)
	}
	return err
}

// Of returns the sections with one of several names, from the parts of the names' first terms. more is the number of
// sections with such a heading that the index does not list: 0, or more than MaxNamesakes. O(names in the parts).
func (n *Names) Of(names []Name, terms *parts.Reader) (found []Named, more int) {
	for _, name := range names {
		part := terms.Of(uint32(name.First))
		if !terms.HasPart(part) {
			continue
		}
		l := parts.Row[nameList](n.list, uint32(part))
		for i, s := range l.section {
			h := binary.LittleEndian.Uint32(l.hash[4*i:])
			switch {
			case (h^uint32(name.Hash))&^3 != 0:
			case s == 0:
				more = MaxNamesakes + 1
			default:
				found = append(found, Named{model.SectionID(s - 1), NamedBy(h & 3)})
			}
		}
	}
	return found, more
}
