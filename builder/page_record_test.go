package builder

import (
	"reflect"
	"testing"

	"mycel/builder/ingest"
	"mycel/builder/varint"
)

// A page comes back from its record as it was, whatever is in it.
func TestPageRecord(t *testing.T) {
	pages, table, strings := pagesOf(t, "testdata/handbook")
	for _, want := range pages {
		var w varint.Writer
		want.record(&w, renumbered{})
		r := varint.NewReader(string(w.Bytes))
		got := readPage(r, want.doc, len(table.keys), len(strings.All()))
		if err := r.Close(); err != nil {
			t.Fatalf("%s: %v", want.doc.ID, err)
		}
		var again varint.Writer
		got.record(&again, renumbered{})
		if !reflect.DeepEqual(w, again) {
			t.Errorf("%s: the record of what was read is another", want.doc.ID)
		}
		if !reflect.DeepEqual(got.chunks, want.chunks) || !reflect.DeepEqual(got.words, want.words) || !reflect.DeepEqual(got.costs, want.costs) {
			t.Errorf("%s: got other chunks, words or costs", want.doc.ID)
		}
	}
}

// Bytes that are no record are an error, and take no memory that they do not justify.
func FuzzPageRecord(f *testing.F) {
	pages, table, strings := pagesOf(f, "testdata/handbook")
	text := pages[0].doc.Text
	for _, p := range pages {
		var w varint.Writer
		p.record(&w, renumbered{})
		f.Add(string(w.Bytes))
		f.Add(string(w.Bytes[:len(w.Bytes)/2]))
	}
	f.Add("\xff\xff\xff\xff\x07")
	f.Fuzz(func(t *testing.T, record string) {
		r := varint.NewReader(record)
		doc := &ingest.Document{Text: text, Title: "A title", Sections: []ingest.Section{{Heading: "A heading", Level: 1}}}
		if p := readPage(r, doc, len(table.keys), len(strings.All())); r.Close() == nil && len(p.words) > len(record) {
			t.Errorf("%d words in %d bytes", len(p.words), len(record))
		}
		r = varint.NewReader(record)
		new(ingest.Document).ReadRecord(r)
		_ = r.Close()
		r = varint.NewReader(record)
		if l, ok := readTitleLinks(r, len(doc.Sections), renaming{3, []int64{0, -1, 7}}); ok && r.Close() == nil {
			l.lists(func(list *[]uint32) {
				for _, e := range *list {
					if e != 0 && e != 7 {
						t.Errorf("a link to entity %d", e)
					}
				}
			})
		}
		r = varint.NewReader(record)
		_, _ = readPaths(r)
		_ = r.Close()
	})
}
