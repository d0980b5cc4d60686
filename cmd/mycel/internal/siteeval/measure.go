package siteeval

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mycel"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine"
	"mycel/engine/answer"
)

// Report is the outcome of an evaluation of a site.
type Report struct {
	Queries int     `json:"queries"`
	Modes   []*Mode `json:"modes"`
}

// Mode is the outcome of one mode.
type Mode struct {
	Mode   string  `json:"mode"`
	Hits   Figures `json:"hits"`  // ranks of hits; a fragment in an address must match
	Pages  Figures `json:"pages"` // ranks of pages by their best hit; fragments are ignored
	All    All     `json:"all"`
	Misses []Miss  `json:"misses"` // in the order of the file
}

// Figures are means over the queries with Want.
type Figures struct {
	Queries  int   `json:"queries"`
	Success1 Share `json:"success_at_1"`
	Success5 Share `json:"success_at_5"`
	MRR      Share `json:"mrr_at_10"`
}

// All is for queries with WantAll: the share whose pages are all among the first five.
type All struct {
	Queries  int   `json:"queries"`
	Success5 Share `json:"success_at_5"`
}

// Miss is a query whose first hit is wrong, or whose pages of WantAll are not all among the first five.
type Miss struct {
	Case
	Rank int    `json:"rank"` // rank of the first wanted hit, or of the last page of WantAll; 0 if below the first ten
	Got  string `json:"got"`  // address of the first hit, "" for none
}

const (
	depth = 10 // ranks that count
	asked = 50 // hits of a search: several may be from one page, or from the query's own
	seed  = 1  // of the random draws for intervals
)

// places holds the ranks at which a query finds its addresses; 0 if not among the first ten.
type places struct {
	hit, page int // rank of the first wanted hit, and of the first wanted page
	last      int // rank of the last page of WantAll
	got       string
}

// places returns the ranks for the hits of a query. It leaves out hits of the document with the query's text.
func (q *Case) places(hits []answer.Hit) (p places) {
	var pages []string // in order
	n := 0
	for i := range hits {
		h := &hits[i]
		if q.id != "" && samePage(q.id, h) {
			continue
		}
		n++
		if n == 1 {
			p.got = h.URL
		}
		page := PageOf(h.URL)
		if !slices.Contains(pages, page) {
			pages = append(pages, page)
		}
		if p.hit == 0 && n <= depth && q.wanted(h) {
			p.hit = n
		}
		if at := 1 + slices.Index(pages, page); p.page == 0 && at <= depth && slices.ContainsFunc(q.Want, func(want string) bool { return samePage(want, h) }) {
			p.page = at
		}
	}
	p.last = q.lastOf(hits, pages)
	return p
}

// lastOf returns the rank among pages of the last page of WantAll, 0 if one is missing.
func (q *Case) lastOf(hits []answer.Hit, pages []string) (last int) {
	for _, want := range q.WantAll {
		at := 0
		for i := range hits {
			if samePage(want, &hits[i]) {
				at = 1 + slices.Index(pages, PageOf(hits[i].URL))
				break
			}
		}
		if at == 0 || at > depth {
			return 0
		}
		last = max(last, at)
	}
	return last
}

// samePage reports whether a hit is on the page with an address or an id.
func samePage(address string, h *answer.Hit) bool {
	return address == h.Document || PageOf(address) == PageOf(h.URL)
}

// wanted reports whether a hit is at one of the addresses. An address with a fragment matches
// the hit's section and its subsections. An address without one matches the whole page.
func (q *Case) wanted(h *answer.Hit) bool {
	return slices.ContainsFunc(q.Want, func(want string) bool {
		_, fragment, exact := strings.Cut(want, "#")
		return samePage(want, h) && (!exact || fragment == h.Anchor ||
			slices.ContainsFunc(h.Nested, func(n answer.Nested) bool { return fragment == n.Anchor }))
	})
}

// Measure answers the queries of a file and returns the figures.
func (f *File) Measure(ctx context.Context, b *mycel.Bundle, o engine.Options) (*Mode, error) {
	m := &Mode{Mode: o.Mode, Misses: []Miss{}}
	o.K = asked
	var hits, pages, lasts []int // ranks
	var groups, allGroups []string
	for _, q := range f.Queries {
		r, err := b.Search(ctx, q.Query, o)
		if err != nil {
			return nil, err
		}
		p := q.places(r.Hits)
		rank, missed := p.hit, p.hit != 1
		if len(q.WantAll) > 0 {
			rank, missed = p.last, p.last == 0 || p.last > 5
			lasts, allGroups = append(lasts, p.last), append(allGroups, q.group)
		} else {
			hits, pages, groups = append(hits, p.hit), append(pages, p.page), append(groups, q.group)
		}
		if missed {
			m.Misses = append(m.Misses, Miss{q, rank, p.got})
		}
	}
	m.Hits, m.Pages = figures(hits, groups), figures(pages, groups)
	m.All = All{len(lasts), meanOf(lasts, allGroups, amongFirst(5))}
	return m, nil
}

// figures returns the means for a list of ranks.
func figures(places []int, groups []string) Figures {
	return Figures{len(places), meanOf(places, groups, amongFirst(1)), meanOf(places, groups, amongFirst(5)), meanOf(places, groups, reciprocal)}
}

func meanOf(places []int, groups []string, value func(place int) float64) Share {
	var values []float64
	for _, place := range places {
		values = append(values, value(place))
	}
	return groupedBootstrap(values, groups, seed)
}

func amongFirst(k int) func(int) float64 {
	return func(place int) float64 {
		if place > 0 && place <= k {
			return 1
		}
		return 0
	}
}

func reciprocal(place int) float64 {
	if place == 0 {
		return 0
	}
	return 1 / float64(place)
}

// Write writes the figures to out. To misses it writes the queries whose first hit is not wanted.
func (r *Report) Write(out, misses io.Writer) error {
	for _, m := range r.Modes {
		for _, miss := range m.Misses {
			where := "not among the first ten"
			if miss.Rank > 0 {
				where = fmt.Sprintf("at place %d", miss.Rank)
			}
			fmt.Fprintf(misses, "%s: %s: %s; first is %s\n", m.Mode, terminal.Printable(strconv.Quote(miss.Query)), where, terminal.Printable(cmp.Or(miss.Got, "nothing")))
		}
		for _, line := range m.lines() {
			if _, err := fmt.Fprintf(out, "%-12s  %s\n", m.Mode, line); err != nil {
				return err
			}
		}
	}
	return nil
}

// lines returns the lines for the figures that a mode has.
func (m *Mode) lines() (lines []string) {
	if m.Hits.Queries > 0 {
		lines = append(lines, "by hit   "+m.Hits.String(), "by page  "+m.Pages.String())
	}
	if m.All.Queries > 0 {
		lines = append(lines, fmt.Sprintf("all      %d queries  success@5 %v", m.All.Queries, m.All.Success5))
	}
	return lines
}

func (f Figures) String() string {
	return fmt.Sprintf("%d queries  success@1 %v  success@5 %v  MRR@10 %v", f.Queries, f.Success1, f.Success5, f.MRR)
}
