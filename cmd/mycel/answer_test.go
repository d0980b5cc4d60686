package main

import (
	"testing"

	"mycel/engine"
	"mycel/engine/excerpt"
	"mycel/engine/model"
	"mycel/engine/strategy"
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
		page := answerPage{width: 15}
		page.excerpt(test.excerpt)
		if got := page.String(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.excerpt, got, test.want)
		}
	}
}

func TestAnswerHeadline(t *testing.T) {
	for _, test := range []struct {
		hit  engine.Hit
		want string
	}{
		{engine.Hit{Title: "Page", Breadcrumb: []string{"Page"}}, "Page"},
		{engine.Hit{Title: "Page", Breadcrumb: []string{"Page"}, Heading: "Page"}, "Page"},
		{engine.Hit{Title: "Page", Breadcrumb: []string{"Page"}, Heading: "Part"}, "Page › Part"},
		{engine.Hit{Title: "Page", Breadcrumb: []string{"Page", "Part"}, Heading: "Detail"}, "Page › Part › Detail"},
		{engine.Hit{
			Title: "Page", Breadcrumb: []string{"Page", "Part"}, Heading: "Detail",
			TitleMatches: []model.Span{{Start: 0, End: 4}}, HeadingMatches: []model.Span{{Start: 2, End: 6}},
		}, boldOn + "Page" + boldOff + " › Part › De" + boldOn + "tail" + boldOff},
	} {
		page := answerPage{bold: true}
		page.headline(&test.hit)
		if got := page.String(); got != test.want+"\n" {
			t.Errorf("%+v: got %q, want %q", test.hit, got, test.want)
		}
	}
}

func TestAnswerWhy(t *testing.T) {
	result := &engine.Result{
		Terms:    []engine.Term{{Word: "Soil"}, {Word: "soil"}, {Word: "rain"}},
		Entities: []engine.Entity{{Name: "Soil"}, {Name: "Rain"}},
		Pairs:    []engine.Pair{{Path: []string{"Soil", "Water", "Rain"}}},

		Communities: []engine.Community{{Layer: strategy.ChunkLayer, Title: "Soil, rain", K: 3, Nodes: 4}},
	}
	for _, test := range []struct {
		why  engine.Why
		want string
	}{
		{engine.Why{Reader: strategy.Words, Pair: -1}, "by its words"},
		{engine.Why{Reader: strategy.Words, Pair: -1, Terms: []int{0, 1, 2}}, "by its words; shows Soil, rain"},
		{engine.Why{Reader: strategy.Filled, Pair: -1}, "by its words, to fill the list"},
		{engine.Why{Reader: strategy.Summary, Pair: -1, Summary: "Weather"}, "through the summary “Weather”"},
		{engine.Why{Reader: strategy.Graph, Pair: -1}, "through the graph"},
		{engine.Why{Reader: strategy.Skeleton, Pair: -1, Via: []string{"Rain"}}, "through the skeleton: Rain"},
		{engine.Why{Reader: strategy.Keyword, Pair: -1, Keyword: "soil"}, "by the keyword soil"},
		{engine.Why{Reader: strategy.Graph, Pair: -1, Layer: strategy.RelationLayer, Community: 1, Via: []string{"Brask"}}, "through a community of related entities: Brask"},
		{engine.Why{Reader: strategy.Graph, Pair: -1, Layer: strategy.ChunkLayer}, "through “Soil, rain”, a community of 4 passages (k 3)"},
		{engine.Why{Reader: strategy.Element, Pair: -1, Via: []string{"Brask"}}, "by the walk over Brask"},
		{engine.Why{Reader: strategy.Element, Pair: -1, Via: []string{"Brask"}, Node: &engine.NodeReason{Type: "element", By: strategy.BySimilarity, Names: []string{"Soil", "rain"}}},
			"through the theme Soil, rain, which is like the query"},
		{engine.Why{Reader: strategy.Element, Pair: -1, Via: []string{"Brask"}, Node: &engine.NodeReason{Type: "unit", By: strategy.ByWalk, Written: "It rains."}},
			"through a unit of it, which the walk came to over Brask; a language model wrote of it: “It rains.”"},
		{engine.Why{Reader: strategy.Graph, Entities: []engine.EntityCount{{Entity: 0, Count: 2}, {Entity: 1, Count: 1}}},
			"through the graph: Soil → Water → Rain; mentions Soil 2×, Rain 1×"},
	} {
		page := answerPage{result: result}
		if got := page.why(&engine.Hit{Why: test.why}); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.why, got, test.want)
		}
	}
}
