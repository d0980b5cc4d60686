package modes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder"
	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/engine/eval"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/auto"
)

// part is a part of the ranking of documentation. It is measured by what the default mode loses without it.
type part struct {
	name   string
	fields func(*lexical.FieldParams) // how bundles are built without it; nil: as they are
	params []string                   // NAME=VALUE, how they are asked without it
}

// weightless returns the part whose field has no weight.
func weightless(name string, field lexical.Field) part {
	return part{name: name + ": weight 0", fields: func(p *lexical.FieldParams) { p.Weight[field] = 0 }}
}

// parts are in the order of the table.
var parts = []part{
	{name: "the sum: a page ranks by its best section", params: []string{"pagesWithout=sum"}},
	{name: "headings that the query names", params: []string{"pagesWithout=heading"}},
	{name: "names first: pages and sections named as the query", params: []string{"noFill=true"}},
	{name: "misspellings", params: []string{"noTypos=true"}},
	{name: "completion of the last word", params: []string{"prefix=never"}},
	{name: "near duplicates as one hit", params: []string{"noCollapse=true"}},
	weightless("title", lexical.Title),
	weightless("heading", lexical.Heading),
	weightless("headings above", lexical.Ancestors),
	weightless("`description`", lexical.Description),
	weightless("texts of links", lexical.Anchor),
	weightless("inline code counted twice", lexical.Inline),
	weightless("listings", lexical.Fenced),
	{name: "less weight for listings: 1", fields: func(p *lexical.FieldParams) { p.Weight[lexical.Fenced] = 1 }},
	weightless("output of programs", lexical.Output),
	weightless("parts of names such as `useEffect`", lexical.Part),
	{name: "the length of prose and listings: b = 0", fields: func(p *lexical.FieldParams) { p.B = 0 }},
	{name: "slow saturation: k1 = 1.2", fields: func(p *lexical.FieldParams) { p.K1 = 1.2 }},
}

// answered is how well the default mode answers the questions of one half.
type answered struct {
	reciprocal, five []float64 // by question
	whole, several   int       // questions for several pages, and those with all of them among the first five
}

// half is the answers by the halves of questions.jsonl.
type half map[string]*answered

// Parts measures what each part is worth, and returns a table.
func (a *AgainstAuto) Parts(ctx context.Context) (string, error) {
	temp, err := os.MkdirTemp("", "mycel-parts-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	questions, err := readQuestions(filepath.Join(a.Questions, "questions.jsonl"))
	if err != nil {
		return "", err
	}
	whole, err := a.without(ctx, part{}, questions, temp)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("| without | tune: MRR@10 | Success@5 | check: MRR@10 | Success@5 | two pages, both in five |\n| --- | --: | --: | --: | --: | --: |\n")
	pages := func(h half) string {
		return fmt.Sprintf("%d of %d |\n", h["tune"].whole+h["check"].whole, h["tune"].several+h["check"].several)
	}
	fmt.Fprintf(&b, "| nothing |")
	for _, name := range []string{"tune", "check"} {
		fmt.Fprintf(&b, " %.3f | %.3f |", eval.Mean(whole[name].reciprocal), eval.Mean(whole[name].five))
	}
	b.WriteString(" " + pages(whole))
	for _, p := range parts {
		less, err := a.without(ctx, p, questions, temp)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s |", p.name)
		for _, name := range []string{"tune", "check"} {
			d := eval.PairedBootstrap(less[name].reciprocal, whole[name].reciprocal, seed)
			fmt.Fprintf(&b, " %+.3f [%+.3f, %+.3f] | %+.3f |", d.Mean, d.Low, d.High, eval.Mean(less[name].five)-eval.Mean(whole[name].five))
		}
		b.WriteString(" " + pages(less))
	}
	return b.String(), nil
}

// without asks the questions without a part.
func (a *AgainstAuto) without(ctx context.Context, p part, questions []question, temp string) (half, error) {
	fmt.Fprintln(a.Progress, p.name)
	var options method.Options
	for _, text := range p.params {
		name, value, _ := strings.Cut(text, "=")
		options.Set(method.FindSwitch(name).Parse(value))
	}
	out := half{"tune": {}, "check": {}}
	dir := filepath.Join(temp, "as-they-are")
	if p.fields != nil {
		dir = filepath.Join(temp, "changed")
		defer os.RemoveAll(dir)
	}
	for site, asked := range bySite(questions) {
		c := builder.Config{Docs: []string{filepath.Join(a.Questions, site)}, Output: filepath.Join(dir, site)}
		if p.fields != nil {
			fields := lexical.DefaultFields
			p.fields(&fields)
			c.Fields = &fields
		}
		if _, err := os.Stat(c.Output); err != nil {
			if _, err := builder.Build(ctx, c); err != nil {
				return nil, err
			}
		}
		b, err := evaluation.OpenBundle(c.Output)
		if err != nil {
			return nil, err
		}
		job := &evaluation.Job{Bundle: b, Modes: []string{auto.Mode}, Depth: evaluation.RankCutoff, Options: options}
		for _, q := range asked {
			job.Queries = append(job.Queries, q.Query)
		}
		outcome, err := job.Run(ctx, evaluation.Engines()[0])
		if err != nil {
			return nil, err
		}
		for i, q := range asked {
			var run eval.Ranking
			for _, d := range outcome.Answers[0][i].Documents {
				run = append(run, d.Document)
			}
			out[q.Half].add(q, run)
		}
	}
	return out, nil
}

// add counts the answer to a question.
func (a *answered) add(q question, run eval.Ranking) {
	among := func(pages []string) bool { return eval.Hit(anyOf(pages), run, 5) > 0 }
	if len(q.Parts) > 0 {
		a.several++
		if !slices.ContainsFunc(q.Parts, func(pages []string) bool { return !among(pages) }) {
			a.whole++
		}
		return
	}
	a.reciprocal = append(a.reciprocal, eval.ReciprocalRank(anyOf(q.Want), run, evaluation.RankCutoff))
	a.five = append(a.five, eval.Hit(anyOf(q.Want), run, 5))
}
