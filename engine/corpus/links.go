package corpus

import (
	"slices"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Link is a link from a section to a section of another page.
type Link struct {
	From, To model.SectionID
	Text     string // the words of the link
}

// Links has the links between the pages of documentation, in columns. The zero value has no links. Rows of structs
// would make the engine of every page larger.
type Links struct {
	To, From []uint32 // sections
	textOf   []uint32
	text     wire.Strings
}

// EncodeLinks writes links.
func EncodeLinks(links []Link) []byte {
	var to, from, textOf []uint32
	var texts []string
	for _, l := range links {
		texts = append(texts, l.Text)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	for _, l := range links {
		to, from = append(to, uint32(l.To)), append(from, uint32(l.From))
		text, _ := slices.BinarySearch(texts, l.Text)
		textOf = append(textOf, uint32(text))
	}
	var w wire.Writer
	w.Uint32s(to)
	w.Uint32s(from)
	w.Sorted(texts)
	w.Uint32s(textOf)
	return w.Bytes()
}

// Load reads what EncodeLinks wrote, for an index of the given number of sections, and checks all of it. O(len(b)).
func (l *Links) Load(b []byte, sections int) error {
	r := wire.NewReader(b)
	to := r.IDs(-1, sections)
	from := r.IDs(len(to), sections)
	text := r.Sorted(-1)
	textOf := r.IDs(len(to), text.Len())
	err := r.Close()
	if err == nil {
		l.To, l.From, l.textOf, l.text = to, from, textOf, text
	}
	return err
}

// Text returns the words of link i.
//
//go:noinline
func (l *Links) Text(i int) string { return l.text.At(int(l.textOf[i])) }
