package test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/large"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/internal/must"
)

// Tuned numbers decide which of two good hits comes first, and few promises depend on them. So each query of these tests names the
// number that it guards: with half or double the number the order is another.

// filled returns 36 words: n times the word, if there is one, and words that no query has. The draw depends on n.
func filled(word string, n int) string {
	all := make([]string, 36)
	draw := rand.New(rand.NewPCG(uint64(len(word)), uint64(n)))
	for i := range all {
		switch all[i] = strings.Fields("amber birch cedar delta elder fjord glade heath inlet knoll larch maple")[draw.IntN(12)]; {
		case i < n && word != "":
			all[i] = word
		case i%12 == 11:
			all[i] += "."
		}
	}
	return strings.Join(all, " ")
}

// titled returns a page with sections, each a heading and a text.
func titled(title string, sections ...string) string {
	page := "---\ntitle: " + title + "\n---\n"
	for i := 0; i < len(sections); i += 2 {
		page += "\n## " + sections[i] + "\n\n" + sections[i+1] + "\n"
	}
	return page
}

// sections returns a page of sections without the word in headings, with the word so often in the text of each.
func sections(word string, counts ...int) string {
	var all []string
	for i, n := range counts {
		all = append(all, fmt.Sprintf("Place %d", i), filled(word, n))
	}
	return titled("Notes", all...)
}

func listing(word string) string {
	return "\n\n```\n" + word + strings.Repeat(" nothing", 7) + "\n```\n"
}

// All sections are equally long, no file is named by a query, and a query is one word. So the score of a section is x / (x + 5), with x as docs/strategies.md has it.
func TestWeightsOfDocumentation(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"title-8": sections("ferry", 8, 0), "title-only": titled("Ferry times", "Winter", filled("", 1), "Summer", filled("", 2), "Autumn", filled("", 3)), "title-3": sections("ferry", 3, 0),
		"heading-5": sections("lantern", 5, 0), "heading-only": titled("Notes", "Lantern glass", filled("", 4), "Place 1", filled("", 5)), "heading-2": sections("lantern", 2, 0),
		"share-4": sections("rudder", 4, 0), "share-half": titled("Notes", "Rudder posts", filled("", 6), "Place 1", filled("", 7)),
		"share-sixth": titled("Notes", "Rudder, keel, boom, gaff, winch, hatch", filled("", 8)+listing("rudder"), "Place 1", filled("", 9)),
		"part-2":      sections("effect", 2, 0), "part-only": sections("useEffect", 4, 0), "part-1": sections("effect", 1, 0),
		"link-4": sections("breakwater", 4, 0), "link-only": titled("Notes", "Stones", filled("", 10), "Place 1", filled("", 11)), "link-2": sections("breakwater", 2, 0),
		"link-from": titled("Notes", "Place 0", strings.Replace(filled("breakwater", 1), "breakwater", "[breakwater](link-only.md#stones)", 1), "Place 1", filled("", 12)),
		"sum-many":  titled("Notes", "Place 0", filled("tide", 3)+listing("tide"), "Place 1", filled("tide", 3)+listing("tide"), "Place 2", filled("tide", 3)+listing("tide"), "Place 3", filled("tide", 3)+listing("tide")),
		"sum-8":     sections("tide", 8, 0), "sum-thrice": sections("tide", 2, 2, 2),
		"typo-4": sections("barrel", 4, 0), "typo-second": sections("barren", 8, 0), "typo-1": sections("barrel", 1, 0),
	})
	for _, c := range []struct{ guards, query, want string }{
		{"the weight of titles, 3", "ferry", "title-8 title-only title-3"},
		{"the weight of headings, 3", "lantern", "heading-5 heading-only heading-2"},
		{"headingWeight, 0.1, what a heading that the query names counts", "rudder", "share-4 share-half share-sixth"},
		{"the weight of parts of names, 0.3", "effect", "part-2 part-only part-1"},
		{"the weight of texts of links, 3", "breakwater", "link-4 link-only link-2 link-from"},
		{"k1, 5, and pageDecay, 0.4", "tide", "sum-many sum-8 sum-thrice"},
		{"typoWeight, 0.5, of the second reading of a misspelt word", "barrew ", "typo-4 typo-second typo-1"},
	} {
		r := ask(t, b, c.query, engine.Options{})
		must.Equal(t, documents(r), c.want, "%s guards %s: it finds", c.query, c.guards)
	}
}

// passages builds a collection of passages.
func passages(t *testing.T, sizes *large.Sizes, all []synth.Passage) *mycel.Bundle {
	t.Helper()
	out := filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(t.Context(), builder.Config{JSONL: []string{passagesFile(t, all, false)}, Output: out, Version: "0", Large: sizes}))(t)
	b := openBundle(t, out)
	return b
}

// In a large collection lists reach to 40 postings here.
func TestWeightsOfLargeCollections(t *testing.T) {
	var all []synth.Passage
	add := func(id string, n int, texts ...string) {
		for i := range n {
			shingles := strings.Repeat(" shingle", max(1, 12-len(all)))
			all = append(all, synth.Passage{ID: fmt.Sprint(id, "-", i), Title: fmt.Sprint("Notes ", len(all)), Text: strings.Join(texts, " ") + shingles})
		}
	}
	// granite is in 200 passages of 400: the head of its list has 12. The best 16 passages by heads get the weights that heads lack,
	// so twelfth comes first, and last stays below quay. shingle is in all passages: its head has an eighth of the reach.
	add("granite", 12, filled("granite", 8), filled("", 1))
	add("best", 1, filled("quay", 5), filled("", 1))
	add("quay", 10, filled("quay", 4), filled("", 2))
	add("twelfth", 1, filled("quay", 3), filled("granite", 4))
	add("less", 12, filled("quay", 2), filled("", 3))
	add("last", 1, filled("quay", 2), filled("granite", 6), filled("", 5))
	add("weak", 186, filled("granite", 1), filled("", 4))
	add("none", 177, filled("", 6), filled("", 7))
	b := passages(t, reaching(40), all)
	for _, c := range []struct {
		guards, query, want string
		k                   int
	}{
		{"completed, 16", "quay granite", "twelfth-0 best-0 quay-0", 3},
		{"leastKept, 8", "shingle", "granite-0 granite-1 granite-2 granite-3 granite-4", 12},
	} {
		r := ask(t, b, c.query, engine.Options{Mode: bm25.Mode, Options: method.Options{K: c.k}})
		must.Equal(t, documents(r), c.want, "%s guards %s: it finds", c.query, c.guards)
	}
}

// A link leads over a name to the passages that mention it, if they are at most maxShared, 32: Brenn Holm is in 32, Tarn Ness in 33.
func TestWeightsOfCollections(t *testing.T) {
	all := []synth.Passage{
		{ID: "ada", Title: "Ada Lindqvist", Text: "Ada Lindqvist painted the tower of Brenn Holm."},
		{ID: "repair", Title: "Repairs", Text: "The tower of Brenn Holm was mended by a mason."},
		{ID: "mason", Title: "Crafts", Text: "A mason mended a tower, and the tower was mended."},
		{ID: "karl", Title: "Karl Moberg", Text: "Karl Moberg carved the mast of Tarn Ness."},
		{ID: "tar", Title: "Tar", Text: "The mast of Tarn Ness was tarred by a cooper."},
		{ID: "cooper", Title: "Trades", Text: "A cooper tarred a mast, and the mast was tarred."},
	}
	for i := range 30 + 31 {
		text := "Snow lay on Brenn Holm. "
		if i >= 30 {
			text = "Rain fell on Tarn Ness. "
		}
		all = append(all, synth.Passage{ID: fmt.Sprint("day-", i), Title: fmt.Sprint("Day ", i), Text: text + filled("", i)})
	}
	b := passages(t, nil, all)
	for query, want := range map[string]string{
		"Which mason mended the tower that Ada Lindqvist painted?": "ada repair",
		"Which cooper tarred the mast that Karl Moberg carved?":    "karl cooper",
	} {
		r := ask(t, b, query, engine.Options{Options: method.Options{K: 2}})
		if got := documents(r); got != want || r.Mode != bridge.Mode {
			t.Errorf("%q finds %s by %s, want %s", query, got, r.Mode, want)
		}
	}
}
