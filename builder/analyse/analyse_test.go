package analyse

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/segment"
	"mycel/builder/stem"
	"mycel/builder/varint"
	"mycel/internal/must"
)

// interrupted is a context that is cancelled when it has been asked a few times.
type interrupted struct {
	context.Context
	asked, after int
}

func (c *interrupted) Err() error {
	c.asked++
	if c.asked > c.after {
		return context.Canceled
	}
	return nil
}

// A build that is interrupted does not go on to the end of a long page.
func TestInterruptedPage(t *testing.T) {
	counter := must.Get(segment.NewCounter(""))(t)
	a := &Analyser{Counter: counter, Size: 400, Sentences: 400, Languages: &Languages{Of: map[string]int{}}}
	text := strings.Repeat("Here is one more sentence. ", 1000)
	doc := &document.Document{ID: "a", Title: "A", Text: text, Sections: []document.Section{{End: len(text)}}}
	for _, after := range []int{0, 1, 500, 1500} {
		ctx := &interrupted{Context: t.Context(), after: after}
		_, _, err := a.Page(ctx, doc)
		must.Be(t, errors.Is(err, context.Canceled) && ctx.asked <= after+5, "cancelled at the %dth look: got %v after %d", after, err, ctx.asked)
	}
}

// Speech, code, tables, contents, questions and pieces read badly in a summary.
func TestPoor(t *testing.T) {
	stop := func(word string) bool { return word == "the" || word == "if" || word == "what" }
	for text, want := range map[string]string{
		"The keeper wrote it down. He left.\n\n":                                           "..",
		"\"I never saw it. Nor did he.\"\n\nThe keeper left. ":                             "xx.",
		"“Well,” said Tom. He went to the “Model Boy” of the village and sat down.":        "x.",
		"„Komm her!“ Er ging. «Viens ici.» Il partit.":                                     "x.x.",
		"What is it? It is a lamp. ":                                                       "x.",
		"Name | Use\nOil | for lamps. The lamp burns.":                                     "xx.",
		"Basal Cell Skin Cancer Testing Staging Treatment. The lamp burns.":                "x.",
		"Caring for lamps The oil must be clean. A lamp (The Big One) burns in the tower.": "x.",
		"and then it went. The year was bad. It began with":                                "x.x",
	} {
		p := &Page{Doc: &document.Document{Text: text}, Analysis: &Analysis{}}
		p.Sentences = segment.Sentences(text, 0, len(text), true, nil, 0)
		p.findPoor(stop)
		got := ""
		for _, poor := range p.Poor {
			got += map[bool]string{true: "x", false: "."}[poor]
		}
		must.Equal(t, got, want, "%q in %d sentences", text, len(p.Sentences))
	}
}

// Kinds are read as they were written; unknown kinds, and more or fewer than there are words, are refused.
func TestKindsOfWords(t *testing.T) {
	read := func(words int, numbers ...int) ([]WordKind, error) {
		var w varint.Writer
		for _, n := range numbers {
			w.Int(n)
		}
		p := &Analysis{Words: make(WordList, words)}
		r := varint.NewReader(string(w.Bytes))
		p.codeKinds(varint.Coder{R: r})
		return p.Kinds, r.Close()
	}
	if kinds, err := read(3, 2, 1, 2, 0, 1); err != nil || !slices.Equal(kinds, []WordKind{1, 1, 0}) {
		t.Errorf("got %v, %v", kinds, err)
	}
	for name, numbers := range map[string][]int{
		"an unknown kind": {1, int(numWordKinds), 3}, "more than the words": {1, 0, 4}, "fewer": {1, 0, 2}, "none": {0}, "half a run": {1, 0},
	} {
		if kinds, err := read(3, numbers...); err == nil {
			t.Errorf("%s: got %v", name, kinds)
		}
	}
	for n, good := range map[int]bool{4: true, 5: false} {
		var w varint.Writer
		w.Int(n)
		r := varint.NewReader(string(w.Bytes))
		var got Form
		if varint.Below(varint.Coder{R: r}, &got, 5); (r.Close() == nil) != good || good && int(got) != n {
			t.Errorf("form %d of 5: got %d, %v", n, got, r.Close())
		}
	}
}

// Pages of each language have its function words, whatever languages stand beside it: 了 ends 完了 in Japanese.
func TestFunctionPairsBesideOthers(t *testing.T) {
	main, _ := stem.New("id")
	l := LanguagesOf(main, []string{"en", "ja", "ko", "th", "zh-CN", "zh-TW"})
	for tag, pairs := range map[string][2]string{"id": {"", "して"}, "ja": {"して", "完了"}, "ko": {"하는", "完了"}, "zh-CN": {"件的", "値を"}, "zh-TW": {"完了", "して"}} {
		s := l.Stemmers[l.Of[tag]]
		if function, other := pairs[0], pairs[1]; !s.IsFunctionPair(function) && function != "" || s.IsFunctionPair(other) {
			t.Errorf("%s: %q and %q are pairs of function words: %v, %v", tag, function, other, s.IsFunctionPair(function), s.IsFunctionPair(other))
		}
	}
	must.Be(t, len(l.Stemmers) == 4, "%d stemmers, want those of Indonesian, English, Japanese and Chinese", len(l.Stemmers))
}

// A corpus in one language, whatever its pages call it, has one stemmer, and so no section of languages.
func TestOneLanguage(t *testing.T) {
	for _, tags := range [][]string{{"en", "en-GB"}, {"is", "sk"}, {"nb", ""}} {
		must.Equal(t, len(LanguagesOf(must.Get(stem.New(tags[0]))(t), tags).Stemmers), 1, "%q", tags)
	}
}

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

func TestCompareVersions(t *testing.T) {
	ascending := []string{"", "main", "next", "0.9", "v1", "1.2.0-beta", "1.2.0", "1.2.1", "1.9", "1.10", "1.x", "v2.0-alpha", "2.0-rc1", "v2.0", "10", "latest"}
	for i, a := range ascending {
		for j, b := range ascending {
			got := CompareVersions(a, b)
			must.Be(t, (got < 0) == (i < j) && (got > 0) == (i > j), "%q against %q: %d", a, b, got)
		}
	}
}

func TestVersionOf(t *testing.T) {
	for _, c := range []struct {
		id       string
		declared []string
		want     string
	}{
		{"docs/v1.2/x.html", nil, "v1.2"},
		{"docs/2.x/guide/x.html", nil, "2.x"},
		{"v3/x.md", nil, "v3"},
		{"blog/2024/05/x.html", nil, ""}, // a date
		{"chapter/3/x.html", nil, ""},
		{"x.html", nil, ""},
		{"v1.2.html", nil, ""}, // a page, no folder
		{"docs/v1.2/x.html", []string{"1.10", "1.9"}, "1.10"},
	} {
		d := &document.Document{ID: c.id}
		if c.declared != nil {
			d.Filters = map[string][]string{versionFilter: c.declared}
		}
		must.Equal(t, VersionOf(d), c.want, "%s, %v", c.id, c.declared)
	}
}
