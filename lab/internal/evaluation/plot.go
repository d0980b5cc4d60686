package evaluation

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// A plot of contexts: the share of the gold passages, and of the answers, that contexts of
// equal tokens have in every mode. A panel for each data set and measure, drawn as SVG.

const (
	panelWidth, panelHeight = 380.0, 300.0
	panelLeft, panelTop     = 46.0, 40.0
	plotWidth, plotHeight   = 300.0, 220.0
	legendRow, legendColumn = 20.0, 126.0
)

// modeColours are of Okabe and Ito's palette, which readers with a colour deficiency can
// tell apart; modes beyond it are dashed.
var modeColours = []string{"#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6D31"}

// PlotContexts draws what contexts hold against their tokens. Reports are of eval --budgets;
// those of one data set are averaged, weighted by their queries.
func PlotContexts(w io.Writer, reports []*Report) error {
	sets, err := averagedContexts(reports)
	if err != nil {
		return err
	}
	modes := sets[0].modes
	columns := 6
	height := panelHeight*float64(len(sets)) + legendRow*float64(1+(len(modes)-1)/columns) + 16
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12" role="img" aria-label="Gold and answers in contexts by tokens">`+"\n", 2*panelWidth+8, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	for i, s := range sets {
		for k, measure := range []string{"gold passages", "answer"} {
			panel(&b, s, k, fmt.Sprintf("%s: %s in the context", s.name, measure), float64(k)*panelWidth, float64(i)*panelHeight)
		}
	}
	for i, mode := range modes {
		x, y := 16+float64(i%columns)*legendColumn, panelHeight*float64(len(sets))+16+legendRow*float64(i/columns)
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" %s/><text x="%.1f" y="%.1f">%s</text>`+"\n", x, y-4, x+24, y-4, stroke(i), x+30, y, mode)
	}
	b.WriteString("</svg>\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// stroke is the line of the i-th mode. The first is wide: auto may lie below the mode that it
// chooses.
func stroke(i int) string {
	width, dash := 2, ""
	if i == 0 {
		width = 6
	}
	if i >= len(modeColours) {
		dash = ` stroke-dasharray="5 3"`
	}
	return fmt.Sprintf(`stroke="%s" stroke-width="%d" fill="none"%s`, modeColours[i%len(modeColours)], width, dash)
}

// panel draws one measure of one set. Tokens are on a logarithmic scale.
func panel(b *strings.Builder, s contextSet, measure int, title string, left, top float64) {
	first, last := math.Log(float64(s.budgets[0])), math.Log(float64(s.budgets[len(s.budgets)-1]))
	at := func(tokens int) float64 {
		if last == first {
			return left + panelLeft
		}
		return left + panelLeft + plotWidth*(math.Log(float64(tokens))-first)/(last-first)
	}
	up := func(share float64) float64 { return top + panelTop + plotHeight*(1-share) }
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" font-weight="bold">%s</text>`+"\n", left+panelLeft, top+24, title)
	for share := 0; share <= 10; share += 2 {
		y := up(float64(share) / 10)
		fmt.Fprintf(b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd"/><text x="%.1f" y="%.1f" text-anchor="end">%.1f</text>`+"\n", left+panelLeft, y, left+panelLeft+plotWidth, y, left+panelLeft-6, y+4, float64(share)/10)
	}
	for _, tokens := range s.budgets {
		fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">%d</text>`+"\n", at(tokens), up(0)+18, tokens)
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="middle">tokens</text>`+"\n", left+panelLeft+plotWidth/2, up(0)+34)
	for i, mode := range s.modes {
		var points []string
		for _, tokens := range s.budgets {
			points = append(points, fmt.Sprintf("%.1f,%.1f", at(tokens), up(s.shares[mode][tokens][measure])))
		}
		fmt.Fprintf(b, `<polyline points="%s" %s><title>%s</title></polyline>`+"\n", strings.Join(points, " "), stroke(i), mode)
	}
}

// contextSet is what contexts of one data set hold.
type contextSet struct {
	name    string
	modes   []string
	budgets []int // ascending
	shares  map[string]map[int][2]float64
}

// averagedContexts joins the reports of each data set, in the order of the first ones.
func averagedContexts(reports []*Report) ([]contextSet, error) {
	var sets []contextSet
	weights := map[string]float64{}
	for _, r := range reports {
		if len(r.Evidence) == 0 {
			return nil, fmt.Errorf("%s, %s: no contexts: want a report of eval --budgets", r.Dataset, r.Split)
		}
		i := slices.IndexFunc(sets, func(s contextSet) bool { return s.name == r.Dataset })
		if i < 0 {
			i = len(sets)
			sets = append(sets, contextSet{name: r.Dataset, shares: map[string]map[int][2]float64{}})
		}
		s := &sets[i]
		before, now := weights[r.Dataset], float64(r.Queries)
		weights[r.Dataset] += now
		for _, e := range r.Evidence {
			if s.shares[e.Mode] == nil {
				s.modes = append(s.modes, e.Mode)
				s.shares[e.Mode] = map[int][2]float64{}
			}
			if !slices.Contains(s.budgets, e.Budget) {
				s.budgets = append(s.budgets, e.Budget)
				slices.Sort(s.budgets)
			}
			was := s.shares[e.Mode][e.Budget]
			s.shares[e.Mode][e.Budget] = [2]float64{(was[0]*before + e.Gold*now) / (before + now), (was[1]*before + e.Answered*now) / (before + now)}
		}
	}
	if len(sets) == 0 {
		return nil, fmt.Errorf("no reports")
	}
	return sets, nil
}

// tabled are the budgets of the tables. The plot has all.
var tabled = []int{500, 2000}

// WriteContexts writes a table for each report: gold and answers of every mode, at the budgets that are tabled.
func WriteContexts(w *strings.Builder, reports []*Report) error {
	for _, r := range reports {
		if _, err := averagedContexts([]*Report{r}); err != nil {
			return err
		}
		short := *r
		short.Evidence = slices.DeleteFunc(slices.Clone(r.Evidence), func(e Evidence) bool { return !slices.Contains(tabled, e.Budget) })
		t := short.contextTable([]string{"%d tokens"}, func(e *Evidence) []string { return []string{figure(e.Gold) + "/" + figure(e.Answered)} })
		fmt.Fprintf(w, "\n%s, %s positions, %d queries:\n", r.Dataset, r.Split, r.Queries)
		page{w: w}.table(t)
	}
	return nil
}
