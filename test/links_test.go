package test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mycel/builder"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/parts"
	"mycel/internal/must"
)

// linkedSite is a small documentation with links between sections.
var linkedSite = map[string]string{
	"lamps.md": "# Lamps\n\nAll about them.\n\n## Wick\n\nThe wick draws oil from the fount.\n\n## Lens\n\nThe Fresnel lens bends light.\n",
	"care.md":  "# Care\n\nEach morning.\n\n## Trimming\n\nTrim [the burning end](lamps.md#wick) at noon. Then turn to [the clock](clock.md).\n",
	"clock.md": "# Clock\n\nThe clock turns the lamp.\n\n## Winding\n\nWind it, and look after [the cotton that burns](lamps.md#wick) twice.\n",
}

func buildLinked(t *testing.T, site map[string]string) string {
	t.Helper()
	return built(t, builder.Config{Docs: []string{must.Files(t, site)}})
}

// linksOf lists the links that a hit names, and where they stand.
func linksOf(reasons []answer.Reason) (links []string) {
	for _, r := range reasons {
		if r.Kind == "link" {
			links = append(links, fmt.Sprintf("%s calls it %s %v", r.From.URL, r.Label, r.From.Covers))
		}
	}
	return links
}

// A hit names the links to it with words of the query, those with most of them first; only a search that
// asks for them needs the part with the links.
func TestExplainLinks(t *testing.T) {
	u := unpack(t, buildLinked(t, linkedSite))
	for _, explain := range []bool{false, true} {
		result, asked := u.settle(t, u.open(t), "cotton burns wick", engine.Options{Explain: explain})
		must.Hold(t, len(result.Hits) != 0 && result.Hits[0].Heading == "Wick", "found %+v", result.Hits)
		var want []string
		if explain {
			want = []string{"clock.html#winding calls it the cotton that burns [0 1]", "care.html#trimming calls it the burning end [1]"}
		}
		must.Equal(t, linksOf(result.Hits[0].Why.Reasons), want, "explain %v", explain)
		must.Be(t, asked[bundle.GroupLinks] > 0 == explain, "explain %v: parts were asked for: %v", explain, asked)
	}
}

// A hit names at most three links, of each text one, and those with most of the query's words before others.
func TestExplainFewLinks(t *testing.T) {
	site := map[string]string{"wick.md": "# Wick\n\nIt draws oil.\n\n## Form\n\nFlat or round.\n"}
	for i, text := range []string{"the wick of oil", "one wick", "two wicks", "one wick", "the lamp", "three wicks", "four wicks"} {
		site[fmt.Sprintf("p%d.md", i)] = fmt.Sprintf("# Page %d\n\nOn lamps.\n\n## More\n\nSee [%s](wick.md), please.\n", i, text)
	}
	b := openBundle(t, buildLinked(t, site))
	result, err := b.Search(context.Background(), "wick oil", engine.Options{Explain: true})
	must.Hold(t, err == nil && len(result.Hits) != 0 && result.Hits[0].Document == "wick.md", "found %+v, %v", result.Hits, err)
	want := []string{"p0.html#more calls it the wick of oil [0 1]", "p1.html#more calls it one wick [0]", "p2.html#more calls it two wicks [0]"}
	must.Equal(t, linksOf(result.Hits[0].Why.Reasons), want)
}

// Hits without an excerpt are not explained: to explain one of many hits is not to fetch the sources of all links.
func TestExplainOnlyShown(t *testing.T) {
	b := openBundle(t, buildLinked(t, linkedSite))
	for bits, want := range map[byte]int{0: 0, 1: 1} {
		result := must.Get(b.Search(context.Background(), "cotton", engine.Options{Explain: true, Excerpts: []byte{bits}}))(t)
		links := 0
		for _, h := range result.Hits {
			links += len(linksOf(h.Why.Reasons))
		}
		must.Equal(t, links, want, "excerpts %d", bits)
	}
}

// Neighbours say what joins them to the document or section.
func TestRelatedTies(t *testing.T) {
	b := openBundle(t, buildLinked(t, linkedSite))
	for of, want := range map[string][]string{
		"lamps.md":         {"care.html: backlink the burning end care.html#trimming", "clock.html: backlink the cotton that burns clock.html#winding"},
		"care.md":          {"lamps.html: link the burning end care.html#trimming", "clock.html: link the clock care.html#trimming"},
		"lamps.md#wick":    {"lamps.html#lamps: parent lamps.html#lamps", "lamps.html#lens: sibling lamps.html#lamps", "care.html#trimming: backlink the burning end care.html#trimming", "clock.html#winding: backlink the cotton that burns clock.html#winding"},
		"lamps.md#lamps":   {"lamps.html#wick: child lamps.html#wick", "lamps.html#lens: child lamps.html#lens"},
		"clock.md#winding": {"clock.html#clock: parent clock.html#clock", "lamps.html#wick: link the cotton that burns clock.html#winding"},
	} {
		near := must.Get(b.Related(context.Background(), of, 0))(t)
		var got []string
		for _, n := range near.Neighbours {
			for _, r := range n.Reasons {
				if r.From != nil {
					got = append(got, n.URL+": "+strings.Join(slices.DeleteFunc([]string{r.Kind, r.Label, r.From.URL}, func(s string) bool { return s == "" }), " "))
				} else if r.Kind != "entities" || !slices.Equal(r.Path, n.Entities) {
					t.Errorf("%s: %s has the reason %+v", of, n.URL, r)
				}
			}
			must.Be(t, n.Score > 0 && n.Score <= 1, "%s: %s has the score %v", of, n.URL, n.Score)
		}
		slices.Sort(got)
		slices.Sort(want)
		must.Equal(t, got, want, "%s", of)
	}
}

// Documentation without links has no part for them, and is asked as before.
func TestNoLinks(t *testing.T) {
	site := map[string]string{}
	for name, text := range linkedSite {
		site[name] = strings.NewReplacer("](lamps.md#wick)", "]", "](clock.md)", "]").Replace(text)
	}
	b := openBundle(t, buildLinked(t, site))
	first, end := b.Engine().Directory().Range(bundle.GroupLinks)
	must.Be(t, first == end, "parts %d to %d have links", first, end)
	must.OK(t, must.Err(b.Search(context.Background(), "cotton burns", engine.Options{Explain: true})))
	must.OK(t, must.Err(b.Related(context.Background(), "lamps.md#wick", 0)))
}

// A part of links that speaks of other sections is refused by its name, and search goes on.
func TestForgedLinks(t *testing.T) {
	s := takeApart(t, buildLinked(t, linkedSite))
	e := s.open()
	first, _ := e.Directory().Range(bundle.GroupLinks)
	good := s.parts[first][0]
	for i := range good {
		for _, change := range []byte{1, 0x7f, 0x80, 0xff} {
			forged := slices.Clone(good)
			forged[i] ^= change
			s.parts[first] = [][]byte{forged}
			core, all := s.seal()
			e := must.Get(engine.Open(core))(t)
			for id, b := range all {
				err := e.AddPart(parts.ID(id), b)
				must.Hold(t, err == nil || strings.Contains(err.Error(), "(links)"), "%v", err)
			}
			must.Get(e.Search("cotton burns wick", engine.Options{Explain: true}))(t)
			for _, of := range []string{"lamps.md", "lamps.md#wick"} {
				must.Get(e.Related(of, 0))(t)
			}
		}
	}
}
