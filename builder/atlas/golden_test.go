package atlas

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"mycel/internal/must"
)

var update = flag.Bool("update", false, "rewrite the golden map")

// island is an invented site: three themes of four subjects, each with pages that share names of the subject and, less often,
// of the theme. One subject has parts of its own, and the last page mentions nothing.
func island() *world {
	rng := rand.New(rand.NewPCG(1, 2))
	w := &world{front: 0, language: "en"}
	add := func(title string, mentions ...count) {
		w.title, w.url, w.mentions = append(w.title, title), append(w.url, title+".html"), append(w.mentions, mentions)
	}
	add("Island", count{0, 1})
	w.names = append(w.names, "Island")
	for theme := range 3 {
		first := uint32(len(w.names))
		for i := range 12 {
			w.names = append(w.names, fmt.Sprintf("theme %d %c", theme, 'a'+i))
		}
		for subject := range 4 {
			own := uint32(len(w.names))
			for i := range 9 {
				w.names = append(w.names, fmt.Sprintf("subject %d.%d %c", theme, subject, 'a'+i))
			}
			pages := 14 + 6*subject - 6*min(1, theme)
			if theme == 0 && subject == 3 { // large enough to be divided again
				pages = 90
			}
			for page := range pages {
				mentions := []count{{0, 1}}
				for e := first; e < first+12; e++ {
					if rng.IntN(9) == 0 {
						mentions = append(mentions, count{e, 1 + rng.Uint32N(2)})
					}
				}
				for e := own; e < own+9; e++ {
					if rng.IntN(3) == 0 && (pages < 90 || int(e-own)%3 == page%3 || rng.IntN(9) == 0) {
						mentions = append(mentions, count{e, 1 + rng.Uint32N(4)})
					}
				}
				title := fmt.Sprintf("%d.%d.%d", theme, subject, page)
				if last := mentions[len(mentions)-1].id; page%3 == 0 {
					title = w.names[last] + " " + title
				}
				add(title, mentions...)
			}
		}
	}
	add("Nothing")
	w.pagesOf = make([][]count, len(w.names))
	for p, mentions := range w.mentions {
		for _, m := range mentions {
			w.pagesOf[m.id] = append(w.pagesOf[m.id], count{uint32(p), m.n})
		}
	}
	return w
}

// render prints a map, with every fifth of its pages.
func render(m *Map) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "format %d, %s, %q, %d × %d\n", m.Format, m.Language, m.Title, m.Width, m.Height)
	for i, g := range m.Groups {
		fmt.Fprintf(&out, "group %d in %d: pages [%d, %d), at %d, %d, radius %d, near %d: %q, %q, %q\n", i, g.Parent, g.First, g.End, g.X, g.Y, g.R, g.Near, g.Name, g.Terms, g.Text)
	}
	for p := 0; p < len(m.Pages.Title); p += 5 {
		fmt.Fprintf(&out, "page %d: %q, at %d, %d, near %d\n", p, m.Pages.Title[p], m.Pages.X[p], m.Pages.Y[p], m.Pages.Near[p])
	}
	return out.Bytes()
}

// The numbers that a map is tuned by show in the places and names of these: go test ./builder/atlas -update writes them anew.
func TestGoldenMaps(t *testing.T) {
	w := island()
	w.findNeighbours()
	root := w.divide()
	w.name(root)
	w.place(root)
	for name, m := range map[string]*Map{"island": w.draw(root), "handbook": handbook(t)} {
		golden, got := "testdata/"+name+".txt", render(m)
		checkPlaces(t, m)
		if *update {
			must.OK(t, os.WriteFile(golden, got, 0o644))
		}
		want := must.Get(os.ReadFile(golden))(t)
		must.Equal(t, got, want, "%s", name)
	}
}
