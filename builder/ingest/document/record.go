package document

import (
	"maps"
	"slices"

	"mycel/builder/varint"
)

// Store keeps documents from one reading to the next. It is used from several
// goroutines at once.
type Store interface {
	// Load returns the document that Keep was given for a source of the same name and
	// content under the same options.
	Load(name string, raw []byte) (Document, bool)
	Keep(name string, raw []byte, d *Document)
	// Mark returns the mark of the document of a source of that name and content.
	Mark(name string, raw []byte) [16]byte
}

// Load asks the store, if there is one.
func (o *Options) Load(name string, raw []byte) (Document, bool) {
	if o.Store == nil {
		return Document{}, false
	}
	return o.Store.Load(name, raw)
}

func (o *Options) Keep(name string, raw []byte, d *Document) {
	if o.Store != nil {
		o.Store.Keep(name, raw, d)
	}
}

// Record appends all of a document to a record.
func (d *Document) Record(w *varint.Writer) {
	for _, s := range []string{d.ID, d.URL, d.Title, d.Lang, d.Text} {
		w.String(s)
	}
	w.Int(len(d.Sections))
	at := 0
	for _, s := range d.Sections {
		w.Int(s.Level)
		w.String(s.Heading)
		w.String(s.Anchor)
		w.Int(s.Part)
		w.String(s.Label)
		w.Int(s.Start - at) // sections are contiguous
		w.Int(s.End - s.Start)
		at = s.End
	}
	recordMap(w, d.Meta)
	recordMap(w, d.Fields)
	recordMap(w, d.Sort)
	w.Int(len(d.Filters))
	for _, key := range slices.Sorted(maps.Keys(d.Filters)) {
		w.String(key)
		recordStrings(w, d.Filters[key])
	}
	w.Float(d.Boost)
	w.Int(len(d.Weights))
	for _, x := range d.Weights {
		w.Int(x.Start)
		w.Int(x.End)
		w.Float(x.Factor)
	}
	w.Int(len(d.Code))
	at = 0
	for _, c := range d.Code {
		w.Int(c.Start - at)
		w.Int(c.End - c.Start)
		w.Int(int(c.Kind))
		at = c.End
	}
	w.Int(len(d.Links))
	for _, l := range d.Links {
		w.String(l.Target)
		w.String(l.Text)
		w.Int(l.At)
	}
	recordStrings(w, d.Aliases)
	recordStrings(w, d.Warnings)
	w.Bool(d.HTML)
	w.Bool(d.Wrapped)
	w.Bool(d.Marked)
	w.Bool(d.Unmarked)
	w.String(d.Named)
	w.String(d.Site)
}

// ReadRecord reads what Record has written. Its strings share the memory of the
// record.
func (d *Document) ReadRecord(r *varint.Reader) {
	for _, s := range []*string{&d.ID, &d.URL, &d.Title, &d.Lang, &d.Text} {
		*s = r.String()
	}
	at := 0
	d.Sections = make([]Section, r.Count())
	for i := range d.Sections {
		s := &d.Sections[i]
		s.Level, s.Heading, s.Anchor, s.Part, s.Label = r.Int(), r.String(), r.String(), r.Int(), r.String()
		s.Start = at + r.Int()
		s.End = s.Start + r.Int()
		at = s.End
	}
	d.Meta, d.Fields, d.Sort = readMap(r), readMap(r), readMap(r)
	if n := r.Count(); n > 0 {
		d.Filters = make(map[string][]string, n)
		for range n {
			key := r.String()
			d.Filters[key] = readStrings(r)
		}
	}
	d.Boost = r.Float()
	for range r.Count() {
		d.Weights = append(d.Weights, Weight{Start: r.Int(), End: r.Int(), Factor: r.Float()})
	}
	at = 0
	for range r.Count() {
		c := Code{Start: at + r.Int()}
		c.End = c.Start + r.Int()
		c.Kind, at = CodeKind(r.Int()), c.End
		d.Code = append(d.Code, c)
	}
	for range r.Count() {
		d.Links = append(d.Links, Link{Target: r.String(), Text: r.String(), At: r.Int()})
	}
	d.Aliases = readStrings(r)
	d.Warnings = readStrings(r)
	d.HTML, d.Wrapped, d.Marked, d.Unmarked = r.Bool(), r.Bool(), r.Bool(), r.Bool()
	d.Named, d.Site = r.String(), r.String()
}

func recordMap(w *varint.Writer, m map[string]string) {
	w.Int(len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		w.String(key)
		w.String(m[key])
	}
}

func readMap(r *varint.Reader) map[string]string {
	n := r.Count()
	if n == 0 {
		return nil
	}
	m := make(map[string]string, n)
	for range n {
		key := r.String()
		m[key] = r.String()
	}
	return m
}

func recordStrings(w *varint.Writer, list []string) {
	w.Int(len(list))
	for _, s := range list {
		w.String(s)
	}
}

func readStrings(r *varint.Reader) []string {
	n := r.Count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.String()
	}
	return list
}
