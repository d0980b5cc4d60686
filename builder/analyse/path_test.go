package analyse

import (
	"testing"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// The path of a section has the title of its page and the headings around it, the outermost first, without those that are empty
// or repeat the title. An id in the place of a title is none.
func TestPath(t *testing.T) {
	sections := []document.Section{{}, {Heading: "Lamps", Level: 1}, {Heading: "Oil", Level: 2}, {Level: 3}, {Heading: "Keepers", Level: 3}}
	parents := []int{0, 1, 1, 2, 2}
	for _, c := range []struct {
		id, title string
		section   int
		want      []string
	}{
		{"a.md", "Lights", 0, []string{"Lights"}},
		{"a.md", "Lights", 1, []string{"Lights", "Lamps"}},
		{"a.md", "Lights", 4, []string{"Lights", "Lamps", "Oil", "Keepers"}},
		{"a.md", "Lights", 3, []string{"Lights", "Lamps", "Oil"}},
		{"a.md", "Lamps", 2, []string{"Lamps", "Oil"}},
		{"a.md", "a.md", 2, []string{"Lamps", "Oil"}},
		{"a.md", "a.md", 0, nil},
		{"a.md", "", 1, []string{"Lamps"}},
	} {
		p := &Page{Doc: &document.Document{ID: c.id, Title: c.title, Sections: sections}, Analysis: &Analysis{}}
		must.Equal(t, p.Path(c.section, parents), c.want, "section %d of %q", c.section, c.title)
		titles := 0
		for _, title := range p.Titles(7) {
			must.Be(t, title.Text != "" && title.Doc == 7, "%q has the title %+v", c.title, title)
			if title.Level == 0 {
				titles++
			}
		}
		must.Be(t, (c.title != "" && c.title != c.id) == (titles == 1), "%q of %q: %d titles", c.title, c.id, titles)
	}
}
