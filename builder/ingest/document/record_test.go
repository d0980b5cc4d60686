package document

import (
	"math"
	"reflect"
	"testing"

	"mycel/builder/varint"
)

// A document with something in every field comes back as it was; a field that is
// new and not recorded fails here.
func TestDocumentRecord(t *testing.T) {
	want := Document{
		ID: "a.md", URL: "a.html", Title: "A", Lang: "en", Text: "ab c",
		Sections: []Section{{Start: 0, End: 2}, {Level: 2, Heading: "H", Anchor: "h", Start: 2, End: 4}},
		Meta:     map[string]string{"a": "b", "c": "d"},
		Code:     []Code{{0, 1, Inline}, {2, 3, Output}}, Links: []Link{{"b.md#c", "B", 3}}, Aliases: []string{"old"},
		Facets: Facets{
			Fields: map[string]string{"f": "1"}, Filters: map[string][]string{"t": {"x", "y"}}, Sort: map[string]string{"date": "2"},
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
	for n := range w.Bytes {
		r := varint.NewReader(string(w.Bytes[:n]))
		new(Document).ReadRecord(r)
		if r.Close() == nil {
			t.Errorf("a record of %d bytes is read when it ends after %d", len(w.Bytes), n)
		}
	}
}

// Documents that no reader makes are refused: nobody looks again.
func TestRefusedDocuments(t *testing.T) {
	good := func() Document {
		return Document{
			ID: "a.md", Title: "A", Lang: "en", Text: "ab c",
			Sections: []Section{{Start: 0, End: 2}, {Level: 2, Heading: "H", Start: 2, End: 4}}, Code: []Code{{0, 1, Inline}},
			Meta: map[string]string{"a": "b"},
			Facets: Facets{
				Fields: map[string]string{"f": "1"}, Filters: map[string][]string{"t": {"x", "y"}}, Sort: map[string]string{"date": "2"},
				Boost: 1, Weights: []Weight{{0, 1, 1}, {2, 3, 1}},
			},
		}
	}
	read := func(d Document) error {
		var w varint.Writer
		d.Record(&w)
		r := varint.NewReader(string(w.Bytes))
		new(Document).ReadRecord(r)
		return r.Close()
	}
	if err := read(good()); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Document){
		"no section":                        func(d *Document) { d.Sections, d.Text, d.Code, d.Weights = nil, "", nil, nil },
		"a gap between sections":            func(d *Document) { d.Sections[0].End-- },
		"a heading of level 7":              func(d *Document) { d.Sections[1].Level = 7 },
		"text behind the sections":          func(d *Document) { d.Text += "d" },
		"a language that is no tag":         func(d *Document) { d.Lang = "e\x01" },
		"a boost below 0":                   func(d *Document) { d.Boost = -1 },
		"a boost that is no number":         func(d *Document) { d.Boost = math.NaN() },
		"a boost above all":                 func(d *Document) { d.Boost = MaxBoost + 1 },
		"weights that overlap":              func(d *Document) { d.Weights[0].End = 3 },
		"a weight that ends before it":      func(d *Document) { d.Weights[1] = Weight{3, 2, 1} },
		"a weight below 0":                  func(d *Document) { d.Weights[0].Factor = -1 },
		"a weight above all":                func(d *Document) { d.Weights[0].Factor = MaxWeight + 1 },
		"a weight behind the text":          func(d *Document) { d.Weights[1].End = 5 },
		"code behind the text":              func(d *Document) { d.Code[0].End = 5 },
		"code without text":                 func(d *Document) { d.Code[0].End = 0 },
		"code of an unknown kind":           func(d *Document) { d.Code[0].Kind = numCodeKinds },
		"metadata with two lines":           func(d *Document) { d.Meta["a"] = "b\nc" },
		"a field with a control character":  func(d *Document) { d.Fields["f\x01"] = "1" },
		"a filter with a control character": func(d *Document) { d.Filters["t\x01"] = []string{"x"} },
		"a filter without values":           func(d *Document) { d.Filters["u"] = nil },
		"values out of order":               func(d *Document) { d.Filters["t"] = []string{"y", "x"} },
		"a value twice":                     func(d *Document) { d.Filters["t"] = []string{"x", "x"} },
		"a value with a control character":  func(d *Document) { d.Filters["t"] = []string{"x\x01"} },
	} {
		d := good()
		if change(&d); read(d) == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
