package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Of lines, l is a link to a heading, o a link to another place, t the title of contents, x other text; | begins a section.
// A list of contents has two links at least, three of four to headings, its title above it, and ends with its section.
func TestContentsRanges(t *testing.T) {
	for lines, want := range map[string]string{
		"": "", "x": "", "l": "", "ll": "[0 2]", "xllx": "[1 3]", "tll": "[0 3]", "xtll": "[1 4]", "xll": "[1 3]", "tx": "", "t": "", "txll": "[2 4]",
		"lllo": "[0 4]", "llo": "", "oooo": "", "loll": "[0 4]", "lo": "",
		"l|l": "", "ll|ll": "[0 2] [2 4]", "lllo|o": "[0 4]", "t|ll": "[1 3]", "lll|o": "[0 3]", "x|ll": "[1 3]",
		"llxll": "[0 2] [3 5]", "llxo": "[0 2]", "ltl": "[0 3]", "lltll": "[0 5]", "llx": "[0 2]",
	} {
		var all []placeLine
		section := 0
		for _, kind := range lines {
			if kind == '|' {
				section++
				continue
			}
			n := len(all)
			l := placeLine{start: n, end: n + 1, section: section, text: string(kind)}
			switch kind {
			case 'l':
				l.links, l.headings, l.isLink = 1, 1, true
			case 'o':
				l.links, l.isLink = 1, true
			case 't':
				l.text = "Contents:"
			}
			all = append(all, l)
		}
		var got []string
		for _, r := range contentsRanges(all) {
			got = append(got, fmt.Sprint(r))
		}
		must.Be(t, strings.Join(got, " ") == want, "%s: got %s, want %s", lines, got, want)
	}
}

// A list of members weighs half, unless its author gave any of it a weight.
func TestWeighList(t *testing.T) {
	for name, c := range map[string]struct{ had, want []Weight }{
		"none":    {nil, []Weight{{10, 20, 0.5}}},
		"before":  {[]Weight{{0, 10, 2}}, []Weight{{0, 10, 2}, {10, 20, 0.5}}},
		"behind":  {[]Weight{{20, 30, 2}}, []Weight{{10, 20, 0.5}, {20, 30, 2}}},
		"around":  {[]Weight{{0, 30, 2}}, []Weight{{0, 30, 2}}},
		"in part": {[]Weight{{0, 5, 3}, {19, 30, 2}}, []Weight{{0, 5, 3}, {19, 30, 2}}},
	} {
		d := &Document{}
		d.Weights = slices.Clone(c.had)
		if d.WeighList(Section{Start: 10, End: 20}); !slices.Equal(d.Weights, c.want) {
			t.Errorf("%s: got %v, want %v", name, d.Weights, c.want)
		}
	}
	d := &Document{}
	if d.WeighList(Section{Start: 10, End: 10}); d.Weights != nil {
		t.Errorf("an empty section weighs %v", d.Weights)
	}
	// Five entries at least, and one of three lines.
	for entries, want := range map[string]bool{"eeeee": true, "eeee": false, "eeeeexxxxxxxxxx": true, "eeeeexxxxxxxxxxx": false} {
		d := &Document{Text: entries, Sections: OneSection(entries)}
		var lines []placeLine
		for _, kind := range entries {
			lines = append(lines, placeLine{isEntry: kind == 'e'})
		}
		if d.weighMembers(lines); (d.Weights != nil) != want {
			t.Errorf("%s: weights %v", entries, d.Weights)
		}
	}
}

// A field has one line. The first value of a name counts, and empty names and values are left out.
func TestFacets(t *testing.T) {
	var f Facets
	for _, pair := range [][2]string{{" a\n", " one\n two"}, {"a", "other"}, {"", "x"}, {"b", " \n"}, {"c", "3"}} {
		f.SetField(pair[0], pair[1])
		f.SetSort(pair[0], pair[1])
		f.AddFilter(pair[0], pair[1])
	}
	f.AddFilter("a", "another")
	f.AddFilter("a", "other")
	f.AddFilters("d", []string{"z", " y ", "", "z"})
	f.AddFilters("e", []string{"", " "})
	f.AddFilters(" ", []string{"x"})
	want := Facets{
		Fields: map[string]string{"a": "one two", "c": "3"}, Sort: map[string]string{"a": "one two", "c": "3"},
		Filters: map[string][]string{"a": {"another", "one two", "other"}, "c": {"3"}, "d": {"y", "z"}},
	}
	must.Equal(t, f, want)
	f.Multiply(3)
	f.Multiply(4)
	must.Equal(t, f.Boost, 12, "boosts of 3 and 4")
	if f.Multiply(1000); f.Boost != 100 {
		t.Errorf("the greatest boost is %v", f.Boost)
	}
	for s, want := range map[string][2]bool{"0": {false, true}, "0.001": {true, true}, "10": {true, true}, "10.1": {true, false}, "100": {true, false}, "100.1": {}, "-1": {}, "NaN": {}, "x": {}, "": {}} {
		_, boost := ParseBoost(s)
		_, weight := ParseWeight(s)
		must.Be(t, (boost == nil) == want[0] && (weight == nil) == want[1], "%q: boost %v, weight %v", s, boost, weight)
	}
}

// Links are kept with their texts, but for those without a text or that lead to no page.
func TestLinksOfOutline(t *testing.T) {
	for link, want := range map[[2]string]bool{
		{"a.html", "An a"}: true, {"//b", "b"}: true, {" a.html ", "a"}: true, {"MAIL", "m"}: true, {"telephone.html", "t"}: true, {"data.html", "d"}: true,
		{"", "a"}: false, {"a.html", " "}: false, {"#a", "a"}: false, {"mailto:a@b", "a"}: false, {"MailTo:a@b", "a"}: false, {"javascript:x()", "x"}: false, {"data:,x", "x"}: false, {"tel:1", "1"}: false,
		{"a.html", strings.Repeat("ö", maxLinkText)}: true, {"a.html", strings.Repeat("ö", maxLinkText+1)}: false,
	} {
		var o Outline
		if o.Link(link[0], link[1]); len(o.Links) == 1 != want {
			t.Errorf("%q: links %v", link, o.Links)
		}
	}
}

// Preformatted text nests, keeps its white space, loses the blank lines around it, and counts for nothing in a heading.
func TestVerbatim(t *testing.T) {
	for name, c := range map[string]struct {
		write func(o *Outline)
		text  string
		codes string // kinds and texts
	}{
		"one": {func(o *Outline) {
			o.Words("a")
			o.StartVerbatim(Fenced)
			o.Words("\n\n  x\n y \n\n")
			o.EndVerbatim()
			o.Words("b")
		}, "a\n\n  x\n y\n\nb", "  x\n y"},
		"nested": {func(o *Outline) {
			o.StartVerbatim(Fenced)
			o.Words("x\n")
			o.StartVerbatim(Output)
			o.Words(" y")
			o.EndVerbatim()
			o.Words("z")
			o.EndVerbatim()
		}, "x\n y\nz", "x\n y\nz"},
		"blank": {func(o *Outline) {
			o.Words("a")
			o.StartVerbatim(Fenced)
			o.Words(" \n ")
			o.EndVerbatim()
			o.Words("b")
		}, "a\n\nb", ""},
		"not ended": {func(o *Outline) { o.StartVerbatim(Fenced); o.Words("x\n") }, "x", "x"},
		"gaps within it": {func(o *Outline) {
			o.StartVerbatim(Fenced)
			o.Words("x")
			o.Gap(GapBlock)
			o.Gap(GapLine)
			o.Words("y")
			o.Gap(GapSpace)
			o.Words("z")
			o.LineBreak()
			o.Words("w")
			o.EndVerbatim()
		}, "x\nyz\nw", "x\nyz\nw"},
	} {
		var o Outline
		c.write(&o)
		text, sections := o.Finish()
		var codes []string
		for _, code := range o.CodeRanges() {
			codes = append(codes, text[code.Start:code.End])
		}
		if text != c.text || strings.Join(codes, "|") != c.codes || len(sections) != 1 {
			t.Errorf("%s: got %q with code %q in %d sections", name, text, codes, len(sections))
		}
	}
}
