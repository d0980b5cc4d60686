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

// A section has several names: its heading; the subject of the heading; and the subject of the page followed by the
// subject of the heading. The first section of a page also has the title of the page, the subject of the title, and the
// subject of the page. A name is stored beside its first term, because a query reads that row anyway. Without that a
// query would visit all sections that have its words in their headings.

// MaxNameWords is the most words of a name, without function words.
const MaxNameWords = 24

// MaxNamesakes is the most sections that a heading names. A heading of more sections, such as Examples, is no name.
const MaxNamesakes = 3

// maxReadings is the most readings of a query as a name. The readings of a word come best first, so the limit drops
// later readings of the last words.
const maxReadings = 128

// Subject returns a title without its number and its explanation: json for "json — JSON encoder and decoder",
// max_connections for "20.3. max_connections (integer)", HashMap for HashMap<K,V>.
func Subject(title string) string {
	from, number := 0, true
	for i, c := range title {
		switch {
		case !number:
		case c == '.' || c == ' ':
			from = i + 1
		default:
			number = '0' <= c && c <= '9' // the 3 of 3D is no number
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

// Declared returns the range in a heading of the identifier that the heading declares, by its anchor: unwrap_or in "pub
// fn unwrap_or(self, default: T) -> T" with the anchor method.unwrap_or, Read in "func (*File) Read" with File.Read.
// The range is empty if there is no such identifier. No qualifier stands before it.
func Declared(heading, anchor string) (start, end int) {
	name := anchor
	if end := strings.IndexAny(name, "(/-"); end >= 0 { // add(int), map/2; from-1 is the second section called from
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
	First model.TermID // the name is stored beside it
	Hash  uint64       // FNV-1a of the stems of all its terms
}

// NameWord is a word of a possible name.
type NameWord struct {
	Terms []model.TermID // possible readings, best first
	Stop  bool
}

// Telling returns the words that make a name: all words but function words, or all words if there are no others. It
// overwrites words.
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

// NamesFrom returns the names that words may be, one for each choice of a term for every word; nil if a word has no
// term. It overwrites words.
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
			break // all choices have been made
		}
		names = append(names, name)
	}
	return names
}

// WholeName returns the name of a heading by all of its words, in exactly their forms. Other names differ only in
// function words and endings: v-if and v-on, Trait and Other traits.
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

// Names maps names to sections. It compares the upper bits of their hashes: one look-up in a hundred thousand may find
// a section with another name.
type Names struct {
	sections int
	list     *parts.Rows // by part of the terms: nameList
}

// nameList holds the names of a part.
type nameList struct {
	hash    []byte   // four bytes a name: its hash; the lower two bits are a NamedBy
	section []uint32 // parallel: 1 + the section, 0 for a name that is too common
}

// NamedBy says which text gives a section its name.
type NamedBy uint8

const (
	ByTitle   NamedBy = iota // the title of the page, or its subject; the section begins the page
	ByHeading                // its heading, the subject of the heading, or the identifier that it declares
	ByMember                 // the heading's subject or identifier behind the page's subject or the qualifier of the anchor: Thread.sleep
	ByWords                  // its heading, or the title of the page that it begins, word for word: see WholeName
)

// Named is a section with a name.
type Named struct {
	Section model.SectionID
	By      NamedBy
}

// NameEntry is a name with its section; see Names.
type NameEntry struct {
	Name    Name
	Section uint32 // 1 + the section, 0 for a heading that more than MaxNamesakes sections have
	By      NamedBy
}

// EncodeNames writes the names of a part, ascending by section.
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

// NewNames makes room for the names of sections; Load loads its parts.
func NewNames(sections, numParts int) *Names {
	return &Names{sections, parts.NewRows(numParts)}
}

// Load reads the bytes that EncodeNames wrote, and checks them. It borrows the hashes from b.
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

// Of returns the sections with one of several names. It reads the parts of the names' first terms. more is the number
// of sections with a heading that is too common: 0, or more than MaxNamesakes. O(names in the parts).
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
