package evaluation

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder"
	buildermethod "mycel/builder/method"
)

// WriteAblations measures all settings on the data sets in dirs, and writes their tables; it
// says on progress where it is.
func WriteAblations(ctx context.Context, w, progress io.Writer, dirs []string) error {
	return eachSet(ctx, w, dirs, func(a *ablation, p page) error {
		if _, err := a.build("", func(*builder.Config) {}); err != nil {
			return err
		}
		for name, change := range builds {
			if _, err := a.build(name, change); err != nil {
				return err
			}
		}
		return a.write(p, progress)
	})
}

// eachSet measures the data sets in dirs one after the other, and writes their sections when all are
// measured.
func eachSet(ctx context.Context, w io.Writer, dirs []string, measure func(*ablation, page) error) error {
	var b strings.Builder
	for _, dir := range dirs {
		a, err := openAblation(ctx, dir)
		if err == nil {
			err = measure(a, page{w: &b})
			_ = os.RemoveAll(a.temp)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ablation is a data set with its bundles.
type ablation struct {
	ctx     context.Context
	set     *Dataset
	temp    string             // folder of the bundles
	bundles map[string]*Bundle // by build
	engines map[string]*nativeSearcher
}

func openAblation(ctx context.Context, dir string) (*ablation, error) {
	set, err := Read(dir)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "mycel-ablations-")
	return &ablation{ctx: ctx, set: set, temp: temp, bundles: map[string]*Bundle{}, engines: map[string]*nativeSearcher{}}, err
}

// build builds a bundle with vectors and keeps it under a name.
func (a *ablation) build(name string, change func(*builder.Config)) (*builder.Report, error) {
	c := builder.Config{JSONL: []string{a.set.Corpus}, Output: filepath.Join(a.temp, fmt.Sprint(len(a.bundles))), Vectors: true}
	change(&c)
	report, err := builder.Build(a.ctx, c)
	if err == nil {
		a.bundles[name], err = OpenBundle(c.Output)
	}
	return report, err
}

// forMethod is a change of a configuration that builds for a method, with options that change sets.
func forMethod[O any](change func(*builder.Config, *O), method func(O) buildermethod.Method) func(*builder.Config) {
	return func(c *builder.Config) {
		var o O
		change(c, &o)
		c.With = []buildermethod.Method{method(o)}
	}
}

// write writes the section of a data set.
func (a *ablation) write(p page, progress io.Writer) error {
	fmt.Fprintf(p.w, "\n## %s\n\n%d passages.\n", a.set.Name, a.bundles[""].NumDocuments())
	for _, c := range comparisons {
		fmt.Fprintln(progress, a.set.Name+":", c.title)
		t, err := a.compare(c)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.w, "\n### %s: %s\n", a.set.Name, strings.ToLower(c.title[:1])+c.title[1:])
		if c.note != "" {
			fmt.Fprintf(p.w, "\n%s\n", c.note)
		}
		p.table(t)
	}
	for _, part := range []func(page) error{a.reach, a.byEntities, a.pruned, a.graphs, a.memory} {
		if err := part(p); err != nil {
			return err
		}
	}
	return nil
}

// ablationCutoffs are the ranks that settings are compared at.
var ablationCutoffs = []int{5, 10}

// compare measures the rows of a table.
func (a *ablation) compare(c comparison) (*table, error) {
	t := &table{words: 1, header: []string{"setting", "R@5 odd", "R@5 even", "R@10 odd", "R@10 even", "all p50", "seeding", "walking"}}
	for _, s := range c.settings {
		var odd, even Result
		var err error
		if odd, err = a.measure(s, "odd", c.first); err == nil {
			even, err = a.measure(s, "even", c.first)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		t.add(s.name, figure(odd.Recall[5]), figure(even.Recall[5]), figure(odd.Recall[10]), figure(even.Recall[10]),
			milliseconds(even.Latency.P50), median(even.Seeding), median(even.Walking))
	}
	return t, nil
}

// measure runs a setting on a split, or on the first queries of it.
func (a *ablation) measure(s setting, split string, first int) (Result, error) {
	queries, judgements, err := a.set.SelectFirst(split, first)
	if err != nil {
		return Result{}, err
	}
	job := &Job{Bundle: a.bundles[s.build], Modes: []string{s.mode}, Depth: slices.Max(ablationCutoffs)}
	if job.Options, err = s.parameters.options(); err != nil {
		return Result{}, err
	}
	for _, q := range queries {
		job.Queries = append(job.Queries, q.Text)
	}
	e, err := a.engine(job, s.build)
	if err != nil {
		return Result{}, err
	}
	answers, err := job.answer(a.ctx, e, s.mode)
	if err != nil {
		return Result{}, err
	}
	m := &Measured{Queries: queries, Judgements: judgements, Modes: job.Modes, Answers: [][]Answer{answers}}
	return m.Results(ablationCutoffs, "")[0], nil
}

// engine returns the engine on a bundle with the parameters of a job. It is opened
// once.
func (a *ablation) engine(j *Job, build string) (*nativeSearcher, error) {
	if a.engines[build] == nil {
		e, err := j.native(a.ctx)
		if err != nil {
			return nil, err
		}
		a.engines[build] = e.(*nativeSearcher)
	}
	a.engines[build].set(j)
	return a.engines[build], nil
}
