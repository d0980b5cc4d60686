// Package modes compares the default mode with every other.
package modes

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder"
	"mycel/builder/address"
	methods "mycel/builder/method/all"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/lab/internal/evaluation"
	"mycel/lab/internal/jsonlines"
	"mycel/lab/internal/measures"
)

// seed makes the intervals the same in every run.
const seed = 1

// AgainstAuto compares the default mode with every other, on questions about documentation and on sets of passages.
type AgainstAuto struct {
	Questions string   // folder of questions.jsonl and the sites that they are about; "" for none
	Datasets  []string // folders
	First     int      // queries of each half of a set or site; 0 for all
	Modes     []string // beside auto
	Progress  io.Writer
}

// rated is how well each mode answers the queries of one half of a set.
type rated struct {
	name, half, measure string
	values              map[string][]float64 // by mode
}

// measureOf is the measure of a set, by what its readers need: the first page that answers a question, the section that
// a page is shown with, every passage of a chain, or the places of the passages.
type measureOf struct {
	name  string
	of    measures.Measure
	k     int
	label func(evaluation.Scored) string // as the judgements name a document
}

var (
	firstPage    = measureOf{"MRR@10", measures.ReciprocalRank, evaluation.RankCutoff, document}
	shownSection = measureOf{"right section, Success@5", measures.Hit, 5, section}
	chain        = measureOf{"Recall@5", measures.Recall, 5, document}
	listed       = measureOf{"nDCG@10", measures.NDCG, evaluation.RankCutoff, document}
)

func document(s evaluation.Scored) string { return s.Document }

func section(s evaluation.Scored) string { return sectionOf(s.Document, s.Anchor) }

// sectionOf names the section of a page to which a fragment leads.
func sectionOf(page, fragment string) string { return page + "#" + address.Section(fragment) }

// Tables measures, and returns a table for each half of the queries: parameters were chosen on the first. short is a
// table of the second halves with the best of the other modes alone.
func (a *AgainstAuto) Tables(ctx context.Context) (tables, short string, err error) {
	var first, second []*rated
	temp, err := os.MkdirTemp("", "mycel-modes-")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(temp)
	if a.Questions != "" {
		if first, second, err = a.documentation(ctx, temp); err != nil {
			return "", "", err
		}
	}
	for _, dir := range a.Datasets {
		d, err := evaluation.Read(dir)
		if err != nil {
			return "", "", err
		}
		c := builder.Config{JSONL: []string{d.Corpus}, Strict: true}
		b, err := a.build(ctx, c, filepath.Join(temp, d.Name))
		if err != nil {
			return "", "", err
		}
		for _, half := range []struct {
			split string
			list  *[]*rated
		}{{"odd", &first}, {"even", &second}} {
			m := &evaluation.Measured{}
			if m.Queries, m.Judgements, err = d.Select(half.split, a.First); err != nil {
				return "", "", err
			}
			r := &rated{name: d.Name, half: half.split, values: map[string][]float64{}}
			if err := a.rate(ctx, b, m, r, measureFor(m)); err != nil {
				return "", "", err
			}
			*half.list = append(*half.list, r)
		}
	}
	var out strings.Builder
	for i, half := range [][]*rated{first, second} {
		out.WriteString([]string{"\n", "\nThe other halves:\n\n"}[i] + a.table(half))
	}
	return out.String(), a.shortTable(second), nil
}

// measureFor returns the measure of a set of passages: queries with two labels on average ask for chains.
func measureFor(m *evaluation.Measured) measureOf {
	labels := 0
	for _, j := range m.Judgements {
		labels += len(j)
	}
	if 2*labels >= 3*len(m.Queries) {
		return chain
	}
	return listed
}

func (a *AgainstAuto) modes() []string {
	if a.Modes != nil {
		return append([]string{auto.Mode}, a.Modes...)
	}
	return method.Modes()
}

// build builds a bundle that has every mode to be measured.
func (a *AgainstAuto) build(ctx context.Context, c builder.Config, dir string) (*evaluation.Bundle, error) {
	fmt.Fprintln(a.Progress, filepath.Base(dir))
	c.Output, c.Vectors, c.With = dir, true, methods.Named(a.modes()...)
	if _, err := builder.Build(ctx, c); err != nil {
		return nil, err
	}
	return evaluation.OpenBundle(dir)
}

// rate asks the queries in every mode, and adds what the answers are worth.
func (a *AgainstAuto) rate(ctx context.Context, b *evaluation.Bundle, m *evaluation.Measured, r *rated, by measureOf) error {
	r.measure, m.Modes = by.name, a.modes()
	if len(m.Queries) == 0 {
		return nil
	}
	job := &evaluation.Job{Bundle: b, Modes: m.Modes, Depth: evaluation.RankCutoff}
	for _, q := range m.Queries {
		job.Queries = append(job.Queries, q.Text)
	}
	outcome, err := job.Run(ctx, evaluation.Engines()[0])
	if err != nil {
		return err
	}
	for i, mode := range m.Modes {
		run := make([]measures.Ranking, len(m.Queries))
		for q, a := range outcome.Answers[i] {
			for _, d := range a.Documents {
				run[q] = append(run[q], by.label(d))
			}
		}
		r.values[mode] = append(r.values[mode], measures.Values(by.of, m.Judgements, run, by.k)...)
	}
	return nil
}

// question is a line of questions.jsonl.
type question struct {
	Site  string     `json:"corpus"`
	Query string     `json:"query"`
	Want  []string   `json:"want"` // any of these pages answers
	URLs  []string   `json:"urls"` // addresses of the pages, some with the fragment of the section that answers
	Half  string     `json:"half"`
	Parts [][]string `json:"parts"` // a page of each is needed
}

// sections returns the names of the sections that answer a question, and none if no address has a fragment.
func (q *question) sections() (names []string) {
	for _, url := range q.URLs {
		if _, fragment, ok := strings.Cut(url, "#"); ok {
			for _, page := range q.Want {
				names = append(names, sectionOf(page, fragment))
			}
		}
	}
	return names
}

// documentation measures the questions about sites, by pages and by sections. Any of the wanted pages answers a question.
func (a *AgainstAuto) documentation(ctx context.Context, temp string) (tune, check []*rated, err error) {
	questions, err := readQuestions(filepath.Join(a.Questions, "questions.jsonl"))
	if err != nil {
		return nil, nil, err
	}
	measured := []struct {
		by    measureOf
		wants func(*question) []string
	}{{firstPage, func(q *question) []string { return q.Want }}, {shownSection, (*question).sections}}
	halves := map[string][]*rated{}
	for _, half := range []string{"tune", "check"} {
		for range measured {
			halves[half] = append(halves[half], &rated{name: filepath.Base(a.Questions), half: half, values: map[string][]float64{}})
		}
	}
	for site, asked := range bySite(questions) {
		b, err := a.build(ctx, builder.Config{Docs: []string{filepath.Join(a.Questions, site)}}, filepath.Join(temp, site))
		if err != nil {
			return nil, nil, err
		}
		for half, all := range halves {
			for i, r := range all {
				m := &evaluation.Measured{}
				for _, q := range asked {
					wanted := measured[i].wants(&q)
					if q.Half != half || len(q.Parts) > 0 || len(wanted) == 0 || a.First > 0 && len(m.Queries) == a.First {
						continue
					}
					m.Queries, m.Judgements = append(m.Queries, evaluation.Query{Text: q.Query}), append(m.Judgements, anyOf(wanted))
				}
				if err := a.rate(ctx, b, m, r, measured[i].by); err != nil {
					return nil, nil, err
				}
			}
		}
	}
	unasked := func(r *rated) bool { return len(r.values) == 0 }
	return slices.DeleteFunc(halves["tune"], unasked), slices.DeleteFunc(halves["check"], unasked), nil
}

// readQuestions reads the questions with the pages that answer them.
func readQuestions(path string) (questions []question, err error) {
	all, err := jsonlines.Read[question](path)
	for _, q := range all {
		if len(q.Want)+len(q.Parts) > 0 {
			questions = append(questions, q)
		}
	}
	return questions, err
}

// bySite yields the questions of each site, in the order of the file.
func bySite(questions []question) iter.Seq2[string, []question] {
	return func(yield func(string, []question) bool) {
		var sites []string
		asked := map[string][]question{}
		for _, q := range questions {
			if asked[q.Site] == nil {
				sites = append(sites, q.Site)
			}
			asked[q.Site] = append(asked[q.Site], q)
		}
		for _, site := range sites {
			if !yield(site, asked[site]) {
				return
			}
		}
	}
}

// anyOf returns the judgement that any of the pages or sections answers.
func anyOf(names []string) measures.Judgements {
	wanted := measures.Judgements{}
	for _, name := range names {
		wanted[name] = 1
	}
	return wanted
}

// table has a row for each mode, and a column for each set: the figure of auto, and the differences of the others to it.
func (a *AgainstAuto) table(sets []*rated) string {
	var b strings.Builder
	b.WriteString("| mode |")
	for _, s := range sets {
		fmt.Fprintf(&b, " %s, %s (%d), %s |", s.name, s.half, len(s.values[auto.Mode]), s.measure)
	}
	b.WriteString("\n| --- |" + strings.Repeat(" --: |", len(sets)) + "\n")
	for _, mode := range a.modes() {
		fmt.Fprintf(&b, "| %s |", mode)
		for _, s := range sets {
			if mode == auto.Mode {
				fmt.Fprintf(&b, " %.3f |", measures.Mean(s.values[mode]))
			} else if d := measures.PairedBootstrap(s.values[mode], s.values[auto.Mode], seed); max(-d.Low, d.High) < .0005 { // as printed
				b.WriteString(" 0 |")
			} else {
				fmt.Fprintf(&b, " %+.3f [%+.3f…%+.3f] |", d.Mean, d.Low, d.High)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// shortTable has the figure of auto for each set, and the difference of the other mode that comes nearest.
func (a *AgainstAuto) shortTable(sets []*rated) string {
	var b strings.Builder
	b.WriteString("| set | measure | `auto` | best other mode | its difference |\n| --- | --- | --: | --- | --: |\n")
	for _, s := range sets {
		var best string
		var least measures.Interval
		for _, mode := range a.modes() {
			if d := measures.PairedBootstrap(s.values[mode], s.values[auto.Mode], seed); mode != auto.Mode && (best == "" || d.Mean > least.Mean) {
				best, least = mode, d
			}
		}
		fmt.Fprintf(&b, "| %s, %d queries | %s | %.3f | `%s` | %+.3f [%+.3f, %+.3f] |\n", s.name, len(s.values[auto.Mode]), s.measure, measures.Mean(s.values[auto.Mode]), best, least.Mean, least.Low, least.High)
	}
	return b.String()
}
