package evaluation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mycel"
	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/engine/method"
	"mycel/engine/method/darag"
	"mycel/engine/method/e2graph"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"mycel/engine/method/sprig"
	"mycel/engine/param"
	"mycel/lab/internal/longdoc"
)

// Papers measures what the parameters of each paper are worth, one at a time, by the labelled passages in contexts
// of equal tokens.
type Papers struct {
	Documents []longdoc.Document
	Questions []longdoc.Question // about them
	Datasets  []string           // folders
	Dir       string             // of bundles
	First     int                // queries of each half of a data set
	Budget    int                // tokens of a context
	Only      []string           // papers; nil for all
	Builds    bool               // builds data sets for rows that differ in the build, too, which takes minutes each
	Progress  io.Writer
}

// paper is a paper with the rows of its table. A row is a mode, or parameters of a query or a build with their values;
// the first is the default.
type paper struct {
	name, mode string
	rows       []string
}

func papers() []paper {
	return []paper{
		{"SPRIG", sprig.ModeHybrid, []string{"", sprig.ModeGraph, sprig.ModeDense, sprig.ModeRRF, "seedPassages=1", "seedPassages=10", "restart=0.3", "epsilon=0.0001", "hubTopPercent=1", "hubTopPercent=20"}},
		{"E2GraphRAG", e2graph.Mode, []string{"", "minWeight=2", "similarity=words", "similarity=dense", "tree-group=10", "chunk-tokens=1200"}},
		{"KET-RAG", ketrag.Mode, []string{"", "ketChannels=neighbours", "ketChannels=text", "ketChannels=keywords", "ketChannels=both", "ketChannels=both ketTheta=0.25", "ketChannels=both ket-core=0.4", "ketChannels=skeleton", "ketChannels=hybrid", "ketChannels=neighbours ket-neighbours=6"}},
		{"NodeRAG", noderag.Mode, []string{"", "nodeEntries=5", "nodeEntries=20", "nodeSteps=0", "nodeSteps=4", "node-min-mentions=1000000"}},
		{"DA-RAG", darag.Mode, []string{"", "daTruss=3", "daTruss=5", "daComponents=1", "daReach=400", "da-neighbours=10"}},
	}
}

// variant is a row that can be measured.
type variant struct {
	mode    string
	options method.Options
	config  builder.Config
	key     string // of what the build differs in; "" for the defaults
}

// variant reads a row.
func (p paper) variant(row string) (*variant, error) {
	v := &variant{mode: p.mode, config: builder.Config{Version: mycel.Version, Vectors: true, Strict: true}}
	var settings param.Settings
	for _, word := range strings.Fields(row) {
		name, value, isParam := strings.Cut(word, "=")
		n, _ := strconv.Atoi(value)
		of, ofBuild := method.FindParameter(name), slices.IndexFunc(methods.Params(), func(q *param.Param) bool { return q.Name == name })
		switch {
		case !isParam:
			v.mode = word
			continue
		case name == "tree-group":
			v.config.Summary.Group = n
		case name == "chunk-tokens":
			v.config.ChunkTokens, v.config.ChunkOverlap = n, 100
		case of != nil:
			set := of.Parse(value)
			if !set.Valid() {
				return nil, fmt.Errorf("%s: want %s", word, of.Want())
			}
			v.options.Set(set)
			continue
		case ofBuild >= 0:
			set := methods.Params()[ofBuild].Parse(value)
			if !set.Valid() {
				return nil, fmt.Errorf("%s: want %s", word, set.Param.Want())
			}
			settings = append(settings, set)
		default:
			return nil, fmt.Errorf("%s: there is no such parameter", word)
		}
		v.key += "-" + word
	}
	v.config.With = methods.Methods()
	if v.key != "" {
		v.config.With = methods.With([]string{v.mode}, settings...)
	}
	return v, nil
}

// Tables measures and writes a table a paper.
func (p *Papers) Tables(ctx context.Context) (string, error) {
	if len(p.Datasets)+len(p.Documents) == 0 {
		return "", errors.New("papers: no set and no document to measure on")
	}
	for _, name := range p.Only {
		if !slices.ContainsFunc(papers(), func(q paper) bool { return q.name == name }) {
			return "", fmt.Errorf("papers: --only %s: there is no such paper", name)
		}
	}
	var b strings.Builder
	out := page{w: &b}
	for _, paper := range papers() {
		if p.Only != nil && !slices.Contains(p.Only, paper.name) {
			continue
		}
		t := &table{words: 1, header: []string{paper.name}}
		for _, dir := range p.Datasets {
			t.header = append(t.header, filepath.Base(dir))
		}
		if len(p.Documents) > 0 {
			t.header = append(t.header, "long")
		}
		for _, row := range paper.rows {
			fmt.Fprintln(p.Progress, paper.name, row)
			v, err := paper.variant(row)
			if err != nil {
				return "", err
			}
			cells := []string{label(row)}
			for _, dir := range p.Datasets {
				if v.key != "" && !p.Builds {
					cells = append(cells, "")
					continue
				}
				cell, err := p.dataset(ctx, dir, v)
				if err != nil {
					return "", fmt.Errorf("%s: %w", dir, err)
				}
				cells = append(cells, cell)
			}
			if len(p.Documents) > 0 {
				cell, err := p.long(ctx, v)
				if err != nil {
					return "", err
				}
				cells = append(cells, cell)
			}
			t.add(cells...)
		}
		out.table(t)
	}
	return b.String(), nil
}

// label names a row.
func label(row string) string {
	if row == "" {
		return "**default**"
	}
	return "`" + row + "`"
}

// dataset measures a variant on both halves of a data set.
func (p *Papers) dataset(ctx context.Context, dir string, v *variant) (string, error) {
	d, err := Read(dir)
	if err != nil {
		return "", err
	}
	c := v.config
	c.JSONL, c.Output = []string{d.Corpus}, filepath.Join(p.Dir, d.Name+v.key)
	bundle, err := buildOnce(ctx, c)
	if err != nil {
		return "", err
	}
	var gold []float64
	for _, split := range Splits()[1:] {
		queries, judgements, err := d.Select(split, p.First)
		if err != nil {
			return "", err
		}
		rows, err := MeasureEvidence(ctx, bundle, &Measured{Queries: queries, Judgements: judgements, Modes: []string{v.mode}}, v.options, []int{p.Budget})
		if err != nil {
			return "", err
		}
		gold = append(gold, rows[0].Gold)
	}
	return halves(gold), nil
}

// long measures a variant on both halves of the questions about long documents.
func (p *Papers) long(ctx context.Context, v *variant) (string, error) {
	l := Long{Documents: p.Documents, Questions: p.Questions, Modes: []string{v.mode}, Budgets: []int{p.Budget}, Options: v.options, Config: v.config, Progress: io.Discard}
	reports, _, err := l.Measure(ctx, filepath.Join(p.Dir, "long"+v.key))
	if err != nil {
		return "", err
	}
	var gold []float64
	for _, r := range reports {
		gold = append(gold, r.Evidence[0].Gold)
	}
	return halves(gold), nil
}

// halves writes the figures of the odd and the even half.
func halves(gold []float64) string {
	var cells []string
	for _, g := range gold {
		cells = append(cells, figure(g))
	}
	return strings.Join(cells, "/")
}
