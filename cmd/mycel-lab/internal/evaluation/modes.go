package evaluation

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/engine/eval"
	"mycel/engine/method"
	"mycel/engine/method/auto"
)

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

// measureOf is the measure of a set, by what its readers need: the first page that answers a question, every passage of
// a chain, or the places of the passages.
type measureOf struct {
	name string
	of   eval.Measure
	k    int
}

var (
	firstPage = measureOf{"MRR@10", eval.ReciprocalRank, RankCutoff}
	chain     = measureOf{"Recall@5", eval.Recall, 5}
	listed    = measureOf{"nDCG@10", eval.NDCG, RankCutoff}
)

// Tables measures, and returns a table for each half of the queries: parameters were chosen on the first.
func (a *AgainstAuto) Tables(ctx context.Context) (string, error) {
	var first, second []*rated
	temp, err := os.MkdirTemp("", "mycel-modes-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if a.Questions != "" {
		tune, check, err := a.documentation(ctx, temp)
		if err != nil {
			return "", err
		}
		first, second = append(first, tune), append(second, check)
	}
	for _, dir := range a.Datasets {
		d, err := Read(dir)
		if err != nil {
			return "", err
		}
		c := builder.Config{JSONL: []string{d.Corpus}, Strict: true}
		b, err := a.build(ctx, c, filepath.Join(temp, d.Name))
		if err != nil {
			return "", err
		}
		for _, half := range []struct {
			split string
			list  *[]*rated
		}{{"odd", &first}, {"even", &second}} {
			m := &Measured{}
			if m.Queries, m.Judgements, err = d.SelectFirst(half.split, a.First); err != nil {
				return "", err
			}
			r := &rated{name: d.Name, half: half.split, values: map[string][]float64{}}
			if err := a.rate(ctx, b, m, r, measureFor(m)); err != nil {
				return "", err
			}
			*half.list = append(*half.list, r)
		}
	}
	var out strings.Builder
	for i, half := range [][]*rated{first, second} {
		fmt.Fprintf(&out, "\n%s\n\n", []string{"On the halves that parameters may be chosen on:", "On the other halves:"}[i])
		if err := a.table(half).writeMarkdown(&out); err != nil {
			return "", err
		}
	}
	return out.String(), nil
}

// measureFor returns the measure of a set of passages: queries with two labels on average ask for chains.
func measureFor(m *Measured) measureOf {
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
func (a *AgainstAuto) build(ctx context.Context, c builder.Config, dir string) (*Bundle, error) {
	fmt.Fprintln(a.Progress, filepath.Base(dir))
	c.Output, c.Vectors, c.With = dir, true, methods.Named(a.modes()...)
	if _, err := builder.Build(ctx, c); err != nil {
		return nil, err
	}
	return OpenBundle(dir)
}

// rate asks the queries in every mode, and adds what the answers are worth.
func (a *AgainstAuto) rate(ctx context.Context, b *Bundle, m *Measured, r *rated, by measureOf) error {
	r.measure, m.Modes = by.name, a.modes()
	job := &Job{Bundle: b, Modes: m.Modes, Depth: RankCutoff}
	for _, q := range m.Queries {
		job.Queries = append(job.Queries, q.Text)
	}
	outcome, err := job.Run(ctx, Engines()[0])
	if err != nil {
		return err
	}
	m.Answers = outcome.Answers
	for i, mode := range m.Modes {
		r.values[mode] = append(r.values[mode], m.values(i, by.of, by.k)...)
	}
	return nil
}

// question is a line of questions.jsonl.
type question struct {
	Site  string          `json:"corpus"`
	Query string          `json:"query"`
	Want  []string        `json:"want"`
	Half  string          `json:"half"`
	Parts json.RawMessage `json:"parts"` // questions for several pages: left out here
}

// documentation measures the questions about sites. Any of the wanted pages answers a question.
func (a *AgainstAuto) documentation(ctx context.Context, temp string) (tune, check *rated, err error) {
	questions, err := readLines(filepath.Join(a.Questions, "questions.jsonl"), func(text string, _ int) (q question, ok bool, err error) {
		err = json.Unmarshal([]byte(text), &q)
		return q, len(q.Want) > 0 && q.Parts == nil, err
	})
	if err != nil {
		return nil, nil, err
	}
	var sites []string
	for _, q := range questions {
		if !slices.Contains(sites, q.Site) {
			sites = append(sites, q.Site)
		}
	}
	halves := map[string]*rated{}
	for _, half := range []string{"tune", "check"} {
		halves[half] = &rated{name: filepath.Base(a.Questions), half: half, values: map[string][]float64{}}
	}
	for _, site := range sites {
		b, err := a.build(ctx, builder.Config{Docs: []string{filepath.Join(a.Questions, site)}}, filepath.Join(temp, site))
		if err != nil {
			return nil, nil, err
		}
		for half, r := range halves {
			m := &Measured{}
			for _, q := range questions {
				if q.Site != site || q.Half != half || a.First > 0 && len(m.Queries) == a.First {
					continue
				}
				wanted := eval.Judgements{}
				for _, page := range q.Want {
					wanted[page] = 1
				}
				m.Queries, m.Judgements = append(m.Queries, Query{Text: q.Query}), append(m.Judgements, wanted)
			}
			if err := a.rate(ctx, b, m, r, firstPage); err != nil {
				return nil, nil, err
			}
		}
	}
	return halves["tune"], halves["check"], nil
}

// table has a row for each mode, and a column for each set: the figure of auto, and what others are better by.
func (a *AgainstAuto) table(sets []*rated) *table {
	t := &table{words: 1, header: []string{"mode"}}
	for _, s := range sets {
		t.header = append(t.header, fmt.Sprintf("%s, %s (%d), %s", s.name, s.half, len(s.values[auto.Mode]), s.measure))
	}
	for _, mode := range a.modes() {
		row := []string{mode}
		for _, s := range sets {
			if mode == auto.Mode {
				row = append(row, figure(eval.Mean(s.values[mode])))
			} else {
				row = append(row, difference(eval.PairedBootstrap(s.values[mode], s.values[auto.Mode], seed)))
			}
		}
		t.add(row...)
	}
	return t
}
