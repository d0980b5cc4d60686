package engine_test

import (
	"reflect"
	"strings"
	"testing"

	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/internal/must"
)

// Tables stand in front of the passages if they leave room for any; a passage without sentences is left out, and so are those
// whose texts are missing. Whatever a method chose, a context is within its budget.
func TestContextsOfMethods(t *testing.T) {
	const budget, head = 200, "name|since"
	table := func(cost int) []method.Table {
		return []method.Table{
			{Head: "empty", Cost: 1_000},
			{Head: head, Cost: cost - 11, Rows: []method.Row{{Cells: [][]method.Piece{{{Text: "Brask"}}, {{Text: "1912"}}}, Cost: 10}}},
		}
	}
	for _, c := range []struct {
		name       string
		tables     []method.Table
		tabled     bool
		chunks     int
		emptyFirst bool
		cut        bool
	}{
		{"no tables", nil, false, 1, false, false}, {"a table", table(60), true, 1, false, false}, {"a table that leaves little", table(budget - 1), false, 1, false, true},
		{"a table as large as the budget", table(budget), false, 1, false, false}, {"a table above the budget", table(budget + 1), false, 1, false, false},
		{"a passage without sentences", table(60), true, 1, true, false}, {"too many passages", nil, false, 20, false, false}, {"no passages", table(60), false, 0, false, false},
	} {
		ranking := &method.Ranking{Mode: "own", Context: &method.Context{Tables: c.tables, Channels: []string{"", "Sources"}}}
		if c.emptyFirst {
			ranking.Items = append(ranking.Items, method.Item{Node: 0, Score: 2, First: 1, End: 1})
		}
		for i := range c.chunks {
			ranking.Items = append(ranking.Items, method.Item{Node: model.NodeID(i), Score: 1, Channel: 1})
		}
		got := engine.Pack(openWithTexts(t), "gauge", ranking, budget)
		if got.Tokens > budget || (len(got.Passages) > 0) != (c.chunks > 0) || len(got.Missing) > 0 {
			t.Errorf("%s: %d passages, %d tokens, missing %v", c.name, len(got.Passages), got.Tokens, got.Missing)
		}
		if tabled := strings.HasPrefix(got.Context, head+"\n0"); tabled != c.tabled || strings.Contains(got.Context, "empty") {
			t.Errorf("%s: the context begins with %.40q", c.name, got.Context)
		}
		if whole := engine.Pack(openWithTexts(t), "gauge", &method.Ranking{Items: ranking.Items, Context: &method.Context{Channels: ranking.Context.Channels}}, budget); c.chunks == 1 && !c.cut && !reflect.DeepEqual(got.Passages, whole.Passages) {
			t.Errorf("%s: passages %+v, and without tables %+v", c.name, got.Passages, whole.Passages)
		}
		for _, p := range got.Passages {
			must.Be(t, p.Text != "", "%s: passage %d is empty", c.name, p.N)
		}
		if got := engine.Pack(open(t), "gauge", ranking, budget); len(got.Passages) > 0 || (len(got.Missing) > 0) != (c.chunks > 0) {
			t.Errorf("%s, without texts: %d passages, missing %v", c.name, len(got.Passages), got.Missing)
		}
	}
}

// Of a first passage that is too long its front is shown, also behind one that has no sentences.
func TestFrontsOfContexts(t *testing.T) {
	first := method.Item{Node: 0, Score: 1}
	for name, items := range map[string][]method.Item{"alone": {first}, "behind an empty one": {{Node: 1, Score: 2, First: 1, End: 1}, first}} {
		ranking := &method.Ranking{Items: items, Context: &method.Context{Channels: []string{""}}}
		if got := engine.Pack(openWithTexts(t), "gauge", ranking, 25); len(got.Passages) != 1 || got.Tokens > 25 || !got.Truncated {
			t.Errorf("%s: %d passages, %d tokens, truncated %v", name, len(got.Passages), got.Tokens, got.Truncated)
		}
	}
}

// Documents are found by id and by address, sections by the anchor behind either, and nothing else is.
func TestFind(t *testing.T) {
	e := open(t)
	c := e.Index().Corpus
	sections := 0
	for d := range c.NumDocuments() {
		first, end := c.DocSections(model.DocID(d))
		for _, name := range []string{c.DocID.At(d), c.DocURL.At(d)} {
			if name == "" {
				continue
			}
			if doc, _, isSection, ok, _ := e.Find(name); !ok || isSection || int(doc) != d {
				t.Errorf("%q: got document %d, %v, want %d", name, doc, ok, d)
			}
			seen := map[string]bool{"": true}
			for s := first; s < end; s++ {
				anchor := c.Anchor.At(int(s))
				if seen[anchor] {
					continue
				}
				seen[anchor] = true
				sections++
				if doc, section, isSection, ok, _ := e.Find(name + "#" + anchor); !ok || !isSection || int(doc) != d || section != s {
					t.Errorf("%q#%q: got section %d of document %d, %v, want %d of %d", name, anchor, section, doc, ok, s, d)
				}
			}
			for _, none := range []string{name + "#", name + "#no such anchor", name + "x", name[1:], "#" + name} {
				if doc, _, _, ok, _ := e.Find(none); ok {
					t.Errorf("%q: got document %d", none, doc)
				}
			}
		}
	}
	must.Be(t, sections >= 20, "%d sections have anchors: too few to prove anything", sections)
	for _, none := range []string{"", "#", "##"} {
		if _, _, _, ok, _ := e.Find(none); ok {
			t.Errorf("%q is found", none)
		}
	}
	if _, _, _, ok, missing := openCore(t).Find(c.DocID.At(0)); ok || len(missing) == 0 {
		t.Errorf("without parts: found %v, missing %v", ok, missing)
	}
}
