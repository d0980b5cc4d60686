package atlas

import (
	"cmp"
	"slices"
	"strings"

	"mycel/engine/rank"
)

const (
	nameTitles = 2   // titles in the name of a community
	nameTerms  = 2   // terms in the name of a community; no community in it repeats them
	mostTerms  = 8   // terms listed for a community
	candidates = 200 // most names that are examined: those that most pages of the community mention
)

// name names the groups in a group by the titles of their leading pages, and lists the names that distinguish them from
// each other. A group does not repeat the name of a group around it.
func (w *world) name(g *group, above ...string) {
	counts := make([]map[uint32]int, len(g.children))
	totals := map[uint32]int{}
	for i, child := range g.children {
		counts[i] = map[uint32]int{}
		for _, p := range child.pages {
			for _, m := range w.mentions[p] {
				counts[i][m.id]++
				totals[m.id]++
			}
		}
	}
	for i, child := range g.children {
		var titles []string
		if !child.alone {
			child.terms = w.terms(child.pages, counts[i], totals, len(g.pages), above)
			titles = w.titles(child, above)
			child.name = strings.Join(titles, ", ")
		}
		w.name(child, slices.Concat(above, titles, child.terms[:min(nameTerms, len(child.terms))])...)
	}
}

// titles returns titles of the leading pages of a group. It leaves out the site's title, and a title that contains or
// is contained in another.
func (w *world) titles(g *group, above []string) (titles []string) {
	for _, p := range g.leading() {
		title := w.title[p]
		repeats := func(other string) bool { return strings.Contains(other, title) || strings.Contains(title, other) }
		if int(p) != w.front && !slices.Contains(above, title) && !slices.ContainsFunc(titles, repeats) {
			if titles = append(titles, title); len(titles) == nameTitles {
				break
			}
		}
	}
	return titles
}

// terms returns the names that distinguish pages from all pages around them. A name that two of the pages mention, and
// at most half of those around, has the score
//
//	(mentioning + with it in the title) · ln(share of the pages ÷ share of those around)
//
// This is the name's part in the divergence of the pages from those around (Kullback & Leibler 1951), with titles
// counted twice.
func (w *world) terms(pages []uint32, counts, totals map[uint32]int, around int, above []string) (terms []string) {
	ids := make([]uint32, 0, len(counts))
	for e, n := range counts {
		if n >= min(2, len(pages)) && 2*totals[e] <= around && !slices.Contains(above, w.names[e]) {
			ids = append(ids, e)
		}
	}
	slices.SortFunc(ids, func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	ids = ids[:min(len(ids), candidates)]
	titles := make([]string, len(pages))
	for i, p := range pages {
		titles[i] = strings.ToLower(w.title[p])
	}
	score := map[uint32]float64{}
	for _, e := range ids {
		n, name := counts[e], strings.ToLower(w.names[e])
		for _, title := range titles {
			if strings.Contains(title, name) {
				n++
			}
		}
		score[e] = float64(n) * rank.Ln(float64(counts[e]*around)/float64(totals[e]*len(pages)))
	}
	slices.SortFunc(ids, func(a, b uint32) int { return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b)) })
	for _, e := range ids {
		name := strings.TrimSpace(w.names[e])
		repeats := func(other string) bool {
			return strings.Contains(strings.ToLower(other), strings.ToLower(name)) || strings.Contains(strings.ToLower(name), strings.ToLower(other))
		}
		if name != "" && score[e] > 0 && !slices.ContainsFunc(terms, repeats) {
			if terms = append(terms, name); len(terms) == mostTerms {
				break
			}
		}
	}
	return terms
}
