package vectors

import (
	"testing"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// An encoder reads the title, the headings from the outermost, and the text.
func TestChunkTexts(t *testing.T) {
	doc := &document.Document{ID: "a", Title: "Tides", Text: "Intro.Deep.", Sections: []document.Section{
		{Heading: "Tides", Level: 1, Start: 0, End: 6}, {Heading: "Currents", Level: 2, Start: 6, End: 6}, {Heading: "Below", Level: 3, Start: 6, End: 11},
	}}
	p := &analyse.Page{Doc: doc, Analysis: &analyse.Analysis{Chunks: []analyse.Chunk{{Section: 0, Start: 0, To: 6}, {Section: 2, Start: 6, To: 11}}}}
	want := []string{"Tides\nIntro.", "Tides\nCurrents\nBelow\nDeep."}
	must.Equal(t, chunkTexts([]*analyse.Page{p}), want)
}
