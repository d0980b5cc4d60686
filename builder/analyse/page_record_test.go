package analyse

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"mycel/builder/ingest"
	"mycel/builder/ingest/document"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/builder/varint"
	"mycel/internal/must"
)

// newTestAnalyser returns an analyser of English documents.
func newTestAnalyser(t testing.TB, docs []document.Document) *Analyser {
	t.Helper()
	tokens := must.Get(segment.NewCounter("cl100k_base"))(t)
	english := must.Get(stem.New("en"))(t)
	return &Analyser{Counter: tokens, Size: 400, Sentences: 400, Languages: NewLanguages(english, docs)}
}

// analysed returns the pages of a folder as they are before they join, with their strings.
func analysed(t testing.TB, dir string) (pages []*Page, strings []Own) {
	t.Helper()
	c := must.Get(ingest.Docs(t.Context(), dir, document.Options{}))(t)
	a := newTestAnalyser(t, c.Documents)
	for i := range c.Documents {
		p, o := must.Get2(a.Page(t.Context(), &c.Documents[i]))(t)
		pages, strings = append(pages, p), append(strings, o)
	}
	return pages, strings
}

// Every field of a page comes back from its record as it was: a field that a
// record lacks would make a build after another one a different one.
func TestPageRecord(t *testing.T) {
	dir := must.Files(t, map[string]string{
		"empty.md": "---\ntitle: Nothing\n---\n", "untitled.txt": "",
		"german.md":   "---\ntitle: Über Bäume\nlang: de\ntags: [a, b]\n---\n\n## Die Größe der Bäume\n\nBäume wachsen, café, CAFÉ und Straßen 2018.\n",
		"articles.md": "# The Weirs\n\n#### The Boolean Type\n\nAll the types, such as `u32`. The Boolean type, `bool`.\n\n#### A Float Gauge (of brass)\n\nUsing the Float Gauge.\n",
	})
	for _, dir := range []string{dir, "../testdata/handbook"} {
		pages, strings := analysed(t, dir)
		for i, want := range pages {
			var w varint.Writer
			want.Record(&w, strings[i])
			r := varint.NewReader(string(w.Bytes))
			got, own := ReadPage(r, want.Doc)
			err := r.Close()
			must.Hold(t, err == nil, "%s: %v", want.Doc.ID, err)
			must.Equal(t, deep(got, own), deep(want, strings[i]), "%s: read again, the page", want.Doc.ID)
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
	pages, strings := analysed(f, "../testdata/handbook")
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
		if p, _ := ReadPage(r, doc); r.Close() == nil && len(p.Words) > len(record) {
			t.Errorf("%d words in %d bytes", len(p.Words), len(record))
		}
		r = varint.NewReader(record)
		new(document.Document).ReadRecord(r)
		_ = r.Close()
	})
}
