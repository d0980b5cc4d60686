package document

import (
	"reflect"
	"testing"

	"mycel/builder/varint"
	"mycel/internal/must"
)

// A document with something in every field comes back as it was; a field that is
// new and not recorded fails here.
func TestDocumentRecord(t *testing.T) {
	want := Document{
		ID: "a.md", URL: "a.html", Title: "A", Lang: "en", Text: "ab c",
		Sections: []Section{{Start: 0, End: 2}, {Level: 2, Heading: "H", Anchor: "h", Start: 2, End: 4}},
		Meta:     map[string]string{"a": "b", "c": "d", "e": "", "f": "g"},
		Code:     []Code{{0, 1, Inline}, {2, 3, Output}}, Links: []Link{{"b.md#c", "B", 3}}, Aliases: []string{"old"},
		Facets: Facets{
			Fields: map[string]string{"f": "1"}, Filters: map[string][]string{"t": {"x", "y"}, "u": {"z"}, "v": nil, "w": {""}}, Sort: map[string]string{"date": "2"},
			Boost: 1.5, Weights: []Weight{{Start: 0, End: 1, Factor: 0.5}, {Start: 2, End: 3, Factor: 2}},
		},
		Warnings: []string{"w"}, HTML: true, Wrapped: true, Marked: true, Unmarked: true, Named: "N", Site: "S",
	}
	filled := want
	filled.Mark = [16]byte{1}
	v := reflect.ValueOf(filled)
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test leaves %s empty", v.Type().Field(i).Name)
		}
	}
	var w varint.Writer
	want.Record(&w)
	var got Document
	r := varint.NewReader(string(w.Bytes))
	got.ReadRecord(r)
	if err := r.Close(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for range 10 {
		var again varint.Writer
		if got.Record(&again); string(again.Bytes) != string(w.Bytes) {
			t.Fatal("equal documents have different records")
		}
	}
	for n := range w.Bytes {
		r := varint.NewReader(string(w.Bytes[:n]))
		new(Document).ReadRecord(r)
		must.Be(t, r.Close() != nil, "a record of %d bytes is read when it ends after %d", len(w.Bytes), n)
	}
}
