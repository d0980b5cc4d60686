package analyse

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/builder/varint"
)

// newTestAnalyser returns an analyser of English documents.
func newTestAnalyser(t testing.TB, docs []document.Document) *Analyser {
	t.Helper()
	tokens, err := segment.NewCounter("cl100k_base")
	if err != nil {
		t.Fatal(err)
	}
	english, err := stem.New("en")
	if err != nil {
		t.Fatal(err)
	}
	return &Analyser{Counter: tokens, Size: 400, Sentences: 400, Scan: ScanRules, Languages: NewLanguages(english, docs)}
}

// analysed returns the pages of a folder as they are before they join, with their strings and their
// languages.
func analysed(t testing.TB, dir string) (pages []*Page, strings []Own, languages *Languages) {
	t.Helper()
	c, err := ingest.Docs(t.Context(), dir, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := newTestAnalyser(t, c.Documents)
	for i := range c.Documents {
		p, o, err := a.Page(t.Context(), &c.Documents[i])
		if err != nil {
			t.Fatal(err)
		}
		pages, strings = append(pages, p), append(strings, o)
	}
	return pages, strings, a.Languages
}

// Every field of a page comes back from its record as it was: a field that a
// record lacks would make a build with a cache another one.
func TestPageRecord(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"empty.md": "---\ntitle: Nothing\n---\n", "untitled.txt": "",
		"german.md":   "---\ntitle: Über Bäume\nlang: de\ntags: [a, b]\n---\n\n## Die Größe der Bäume\n\nBäume wachsen, café, CAFÉ und Straßen 2018.\n",
		"articles.md": "# The Weirs\n\n#### The Boolean Type\n\nAll the types, such as `u32`. The Boolean type, `bool`.\n\n#### A Float Gauge (of brass)\n\nUsing the Float Gauge.\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{dir, "../testdata/handbook"} {
		pages, strings, languages := analysed(t, dir)
		for i, want := range pages {
			var w varint.Writer
			want.Record(&w, strings[i])
			r := varint.NewReader(string(w.Bytes))
			got, own := ReadPage(r, want.Doc, languages)
			if err := r.Close(); err != nil {
				t.Fatalf("%s: %v", want.Doc.ID, err)
			}
			if a, b := deep(got, own), deep(want, strings[i]); a != b {
				t.Errorf("%s: read again, the page is\n%s\nwant\n%s", want.Doc.ID, a, b)
			}
		}
	}
}

// TestRefusedRecords changes one number or list of a record. The reader refuses each such record,
// because no later stage checks it.
func TestRefusedRecords(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"page.md": "---\ntitle: Locks\nlang: fr\ndescription: Locks and weirs\n---\n# Locks\n\nOpen the [lower gate](other.md). It is called `useEffect`. Then wait. Wait again.\n\n## Weirs\n\n### A weir\n\nWater runs over Brask. It runs over NASA, too.\n",
		"none.md": "---\ntitle: Nothing\n---\n", "other.md": "# Weirs\n\nA weir is where the water of the river runs over. " + strings.Repeat("It runs and runs. ", 9),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := ingest.Docs(t.Context(), dir, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := newTestAnalyser(t, c.Documents)
	a.Size, a.Overlap = 12, 6 // more than one chunk a section
	record := func(p *Page, o Own) string {
		var w varint.Writer
		p.Record(&w, o)
		return string(w.Bytes)
	}
	read := func(record string, doc *document.Document) (*Page, Own, error) {
		r := varint.NewReader(record)
		p, o := ReadPage(r, doc, a.Languages)
		return p, o, r.Close()
	}
	good := map[string]string{}
	docs := map[string]*document.Document{}
	for i := range c.Documents {
		doc := &c.Documents[i]
		p, o, err := a.Page(t.Context(), doc)
		if err != nil {
			t.Fatal(err)
		}
		good[doc.ID], docs[doc.ID] = record(p, o), doc
	}
	lists := map[string]func(*Page) *WordList{
		"title": func(p *Page) *WordList { return &p.Title }, "description": func(p *Page) *WordList { return &p.Description },
		"heading": func(p *Page) *WordList { return &p.Heading[len(p.Heading)-1] }, "link": func(p *Page) *WordList { return &p.Links[0] },
	}
	changes := map[string]func(p *Page, o *Own){
		"a key with a control character":  func(_ *Page, o *Own) { o.keys[0] += "\x01" },
		"an empty key":                    func(_ *Page, o *Own) { o.keys[0] = "" },
		"a key that is its mark alone":    func(_ *Page, o *Own) { o.keys[0] = "\x00fr" },
		"a key of another language":       func(_ *Page, o *Own) { o.keys[0] += "\x00es" },
		"fewer words than sentences have": func(p *Page, _ *Own) { p.Words, p.Kinds = p.Words[1:], p.Kinds[1:] },
		"a section too many": func(p *Page, _ *Own) {
			p.labels, p.ChunkEnd, p.Heading = append(p.labels, 1), append(p.ChunkEnd, len(p.Chunks)), append(p.Heading, nil)
		},
		"a link too many":                 func(p *Page, _ *Own) { p.Links = append(p.Links, nil) },
		"a link too few":                  func(p *Page, _ *Own) { p.Links = nil },
		"a signature too few":             func(p *Page, _ *Own) { p.Signatures = p.Signatures[1:] },
		"chunks that end before they did": func(p *Page, _ *Own) { p.ChunkEnd[1]-- },
		"chunks that end behind the last": func(p *Page, _ *Own) { p.ChunkEnd[len(p.ChunkEnd)-1]++ },
		"a chunk of another section":      func(p *Page, _ *Own) { p.Chunks[0].Section++ },
		"a chunk too many": func(p *Page, _ *Own) {
			p.Chunks, p.Signatures = append(p.Chunks, p.Chunks[0]), append(p.Signatures, p.Signatures[0])
		},
		"a chunk that begins with the one before": func(p *Page, _ *Own) { p.Chunks[1].First, p.Chunks[1].Start = p.Chunks[0].First, p.Chunks[0].Start },
		"a chunk that ends with the one before":   func(p *Page, _ *Own) { p.Chunks[1].End, p.Chunks[1].To = p.Chunks[0].End, p.Chunks[0].To },
		"a chunk without sentences": func(p *Page, _ *Own) {
			c := &p.Chunks[len(p.Chunks)-1]
			c.First = c.End
		},
		"a chunk with a sentence that is not there": func(p *Page, _ *Own) { p.Chunks[len(p.Chunks)-1].End++ },
		"a chunk that starts within a sentence":     func(p *Page, _ *Own) { p.Chunks[1].Start-- },
		"a chunk that ends within a sentence":       func(p *Page, _ *Own) { p.Chunks[1].To-- },
		"an unknown kind of word":                   func(p *Page, _ *Own) { p.Kinds[0] = numWordKinds },
		"more kinds than words":                     func(p *Page, _ *Own) { p.Kinds = append(p.Kinds, Prose) },
		"fewer kinds than words":                    func(p *Page, _ *Own) { p.Kinds = p.Kinds[1:] },
		"the spelling of an unknown word":           func(p *Page, o *Own) { p.written = append(p.written, spelt{Form(len(o.keys)), "x", 1}) },
		"an unknown word":                           func(p *Page, o *Own) { p.Words[0] = Form(len(o.keys)) },
		"too many tokens":                           func(p *Page, _ *Own) { p.Costs[0] = 1 << 31 },
		"a label with too many tokens":              func(p *Page, _ *Own) { p.labels[0] = 1 << 31 },
		"fewer strings than candidates have":        func(_ *Page, o *Own) { o.strings = nil },
	}
	for name, list := range lists {
		changes["a word too few in the "+name] = func(p *Page, _ *Own) { *list(p) = (*list(p))[1:] }
		changes["a word too many in the "+name] = func(p *Page, _ *Own) { *list(p) = append(*list(p), (*list(p))[0]) }
	}
	ofEmpty := map[string]func(p *Page, o *Own){
		"no chunk": func(p *Page, _ *Own) { p.Chunks, p.Signatures, p.ChunkEnd = nil, nil, make([]int, len(p.ChunkEnd)) },
		"a first sentence of a page without text": func(p *Page, _ *Own) { p.Chunks[0].First++ },
		"a start on a page without text":          func(p *Page, _ *Own) { p.Chunks[0].Start++ },
		"an end on a page without text":           func(p *Page, _ *Own) { p.Chunks[0].To++ },
	}
	ofLong := map[string]func(p *Page, o *Own){
		"a sentence behind the text": func(p *Page, _ *Own) {
			at := len(p.Doc.Text) + 1
			p.Sentences[len(p.Sentences)-1], p.Chunks[len(p.Chunks)-2].To = at, at
		},
	}
	for id, list := range map[string]map[string]func(*Page, *Own){"page.md": changes, "none.md": ofEmpty, "other.md": ofLong} {
		for name, change := range list {
			p, o, err := read(good[id], docs[id])
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			change(p, &o)
			bad := record(p, o)
			if _, _, err := read(bad, docs[id]); err == nil || bad == good[id] {
				t.Errorf("%s is taken", name)
			}
		}
	}
}

// deep writes out all that values hold, whatever is exported; nil and empty lists are one.
func deep(values ...any) string {
	var out strings.Builder
	var write func(v reflect.Value)
	write = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				write(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				fmt.Fprintf(&out, "%s{", v.Type().Field(i).Name)
				write(v.Field(i))
				out.WriteString("} ")
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				write(v.Index(i))
				out.WriteString(", ")
			}
		default:
			fmt.Fprint(&out, v)
		}
	}
	for _, v := range values {
		write(reflect.ValueOf(v))
	}
	return out.String()
}

// Bytes that are no record are an error, and take no memory that they do not justify.
func FuzzPageRecord(f *testing.F) {
	pages, strings, languages := analysed(f, "../testdata/handbook")
	text := pages[0].Doc.Text
	for i, p := range pages {
		var w varint.Writer
		p.Record(&w, strings[i])
		f.Add(string(w.Bytes))
		f.Add(string(w.Bytes[:len(w.Bytes)/2]))
	}
	f.Add("\xff\xff\xff\xff\x07")
	f.Fuzz(func(t *testing.T, record string) {
		r := varint.NewReader(record)
		doc := &document.Document{Text: text, Title: "A title", Sections: []document.Section{{Heading: "A heading", Level: 1}}}
		if p, _ := ReadPage(r, doc, languages); r.Close() == nil && len(p.Words) > len(record) {
			t.Errorf("%d words in %d bytes", len(p.Words), len(record))
		}
		r = varint.NewReader(record)
		new(document.Document).ReadRecord(r)
		_ = r.Close()
	})
}
