package layout

import (
	"strings"
	"testing"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine/answer"
	"mycel/engine/excerpt"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"mycel/engine/model"
	"mycel/engine/related"
	"mycel/internal/must"
)

func TestAnswerExcerpt(t *testing.T) {
	e := func(text string, start, end bool) *excerpt.Excerpt {
		return &excerpt.Excerpt{Text: text, CutStart: start, CutEnd: end}
	}
	for _, test := range []struct {
		excerpt *excerpt.Excerpt
		want    string
	}{
		{nil, ""},
		{e("", true, true), ""},
		{e("whole", false, false), "    whole\n"},
		{e("end", true, false), "    … end\n"},
		{e("begin", false, true), "    begin …\n"},
		{e("one two three", true, true), "    … one two\n    three …\n"},
	} {
		p := page{width: 15}
		p.excerpt(test.excerpt)
		must.Equal(t, p.String(), test.want, "%+v", test.excerpt)
	}
}

func TestAnswerHeadline(t *testing.T) {
	for _, test := range []struct {
		hit  answer.Hit
		want string
	}{
		{answer.Hit{Title: "Page", Breadcrumb: []string{"Page"}}, "Page"},
		{answer.Hit{Title: "Page", Breadcrumb: []string{"Page"}, Heading: "Page"}, "Page"},
		{answer.Hit{Title: "Page", Breadcrumb: []string{"Page"}, Heading: "Part"}, "Page › Part"},
		{answer.Hit{Title: "Page", Breadcrumb: []string{"Page", "Part"}, Heading: "Detail"}, "Page › Part › Detail"},
		{answer.Hit{
			Title: "Page", Breadcrumb: []string{"Page", "Part"}, Heading: "Detail",
			TitleMatches: []model.Span{{Start: 0, End: 4}}, HeadingMatches: []model.Span{{Start: 2, End: 6}},
		}, terminal.BoldOn + "Page" + terminal.BoldOff + " › Part › De" + terminal.BoldOn + "tail" + terminal.BoldOff},
	} {
		p := page{bold: true}
		p.headline(&test.hit)
		if got := p.String(); got != test.want+"\n" {
			t.Errorf("%+v: got %q, want %q", test.hit, got, test.want)
		}
	}
}

func TestNear(t *testing.T) {
	n := answer.Neighbour{Reasons: []answer.Reason{
		{Kind: related.TieLink, Label: "rain"}, {Kind: related.TieBacklink, Label: "soil"}, {Kind: related.TieParent}, {Kind: related.TieChild}, {Kind: related.TieSibling},
		{Kind: method.ByEntities, Path: []string{"Soil", "Rain"}}, {Kind: "moon"},
	}}
	const want = "linked from there as “rain”; links there as “soil”; the section around; a section within; a section beside; both mention Soil, Rain"
	must.Equal(t, Near(&n), want)
}

func TestAnswerWhy(t *testing.T) {
	result := &answer.Result{
		Terms:    []answer.Term{{Word: "Soil"}, {Word: "soil"}, {Word: "rain"}},
		Entities: []answer.Entity{{Name: "Soil"}, {Name: "Rain"}},
	}
	for _, test := range []struct {
		why  answer.Why
		want string
	}{
		{answer.Why{Source: method.Words}, "by its words"},
		{answer.Why{Source: method.Words, Terms: []int{0, 1, 2}}, "by its words; shows Soil, rain"},
		{answer.Why{Source: method.Words, Exact: method.ExactTitle}, "the page has this very title; by its words"},
		{answer.Why{Source: method.Filled}, "by its words, to fill the list"},
		{answer.Why{Source: "moon"}, "moon"},
		{answer.Why{Source: method.Summary, Reasons: []answer.Reason{{Kind: "summary", Label: "Weather"}}}, "through the summary “Weather”"},
		{answer.Why{Source: method.Graph}, "through the graph"},
		{answer.Why{Source: method.Words, Reasons: []answer.Reason{{Kind: related.TieLink, Label: "the rain\x1b", From: &answer.From{Title: "Clouds", Heading: "Drops", URL: "clouds.html#drops"}}}},
			"“Clouds › Drops” calls this “the rain\ufffd” (clouds.html#drops); by its words"},
		{answer.Why{Source: ketrag.FromSkeleton, Reasons: []answer.Reason{{Kind: method.ByEntities, Path: []string{"Rain"}}}}, "through the skeleton: Rain"},
		{answer.Why{Source: ketrag.FromKeyword, Reasons: []answer.Reason{{Kind: "keyword", Label: "soil"}}}, "through the keyword “soil”"},
		{answer.Why{Source: method.Graph, Reasons: []answer.Reason{{Kind: "community", Label: "relations", Path: []string{"Soil", "rain"}}, {Kind: method.ByEntities, Path: []string{"Brask"}}}},
			"through the community “Soil, rain”; Brask"},
		{answer.Why{Source: noderag.FromNode, Reasons: []answer.Reason{{Kind: method.ByEntities, Path: []string{"Brask"}}, {Kind: "unit", Label: "walk", Text: "It rains."}}},
			"by the walk: Brask; a language model wrote of it: “It rains.”"},
		{answer.Why{Source: bridge.Source, Reasons: []answer.Reason{{Kind: "forward", Path: []string{"Brask"}, From: &answer.From{Title: "Gauge", Heading: "Drum"}}}}, "from “Gauge › Drum” over Brask"},
		{answer.Why{Source: method.Graph, Entities: []answer.EntityCount{{Entity: 0, Count: 2}, {Entity: 1, Count: 1}}, Reasons: []answer.Reason{{Kind: method.ByPair, Path: []string{"Soil", "Water", "Rain"}}}},
			"through the graph: Soil → Water → Rain; mentions Soil 2×, Rain 1×"},
	} {
		p := page{result: result}
		must.Equal(t, p.why(&answer.Hit{Why: test.why}), test.want, "%+v", test.why)
	}
}

// A written text is shown in one line, cut between words.
func TestBeginning(t *testing.T) {
	words := strings.Repeat("ö ", maxBeginning/2)
	for text, want := range map[string]string{
		"": "", " one\n two ": "one two", words: strings.TrimSpace(words), words + "end": strings.TrimSpace(words) + " …", strings.Repeat("x", maxBeginning): " …",
	} {
		must.Equal(t, beginning(text), want, "%q", text)
	}
}

// Beside the hits stand other places of a text, the spelling that was searched for, and the text of a model.
func TestTextBesideHits(t *testing.T) {
	r := &answer.Result{Mode: "bm25", Reason: "short", DidYouMean: "lamp", Hits: []answer.Hit{
		{Document: "a.md", Title: "A", Breadcrumb: []string{"A"}, AlsoIn: []answer.AlsoIn{{Source: answer.Source{Title: "B", URL: "b.html"}}}}, {Document: "c.md", URL: "c.html", Title: "C"},
	}}
	got := string(Text(r, 80, false))
	for _, want := range []string{" 1. A\n", "    a.md\n", "    also in ", "    c.html\n", "Did you mean: lamp (its results are shown)\n", "bm25: short\n"} {
		must.Be(t, strings.Contains(got, want), "%q is not in %q", want, got)
	}
	must.Be(t, strings.Count(got, "also in") == 1, "got %q", got)
	r.DidYouMean = ""
	if got := string(Text(r, 80, false)); strings.Contains(got, "Did you mean") {
		t.Errorf("got %q", got)
	}
	for want, of := range map[string]answer.Reason{
		"a language model wrote of it: “x y”":                      {Text: "x\ny"},
		"through the topic “t”, a language model wrote of it: “x”": {Kind: "topic", Path: []string{"t"}, Text: "x"},
		"through the topic “l”":                                    {Kind: "topic", Label: "l"},
	} {
		must.Equal(t, reason(&of), want)
	}
}
