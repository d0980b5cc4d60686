package evaluation

import (
	"context"
	"fmt"
	"io"
	"maps"

	"mycel/builder"
	"mycel/builder/method"
	ket "mycel/builder/method/ketrag"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/method/ketrag"
)

// ketBudgets are the contexts that coverage is measured in; the paper has the first.
var ketBudgets = []int{12000, 4000, 2000}

// ketSetting is a row of a table of KET-RAG.
type ketSetting struct {
	name       string
	mode       string
	parameters Parameters
	build      func(*builder.Config, *ket.Options) // nil for the default
	built      string                              // names the build; settings of one name share it
}

// ketComparison is a table. Of each half of the queries the first so many are asked; 0
// for all.
type ketComparison struct {
	title, note string
	first       int
	settings    []ketSetting
}

// How many queries of each half compare the configurations, and decide about a
// parameter.
const (
	ketCompare = 250
	ketSweep   = 100
)

// ketRow is a row of the paper's two channels with parameters, which may name others.
func ketRow(name string, p Parameters) ketSetting {
	both := Parameters{"ketChannels": "both"}
	maps.Copy(both, p)
	return ketSetting{name: name, mode: ketrag.Mode, parameters: both}
}

func ketBuilt(name string, change func(*builder.Config, *ket.Options)) ketSetting {
	row := ketRow(name, nil)
	row.build, row.built = change, name
	return row
}

// ketComparisons are the tables of the page.
func ketComparisons() []ketComparison {
	variants := ketComparison{title: "Configurations", first: ketCompare, note: "The paper's variants, and other modes of the same bundle with the same budget. Text-RAG is the nearest pieces alone."}
	for _, v := range []struct{ name, channels string }{
		{"KET-RAG-P", "both"}, {"Keyword-RAG", "keywords"}, {"Skeleton-RAG", "skeleton"}, {"Text-RAG", "text"}, {"KNNG-RAG", "neighbours"}, {"Hybrid-RAG", "hybrid"},
	} {
		variants.settings = append(variants.settings, ketRow(v.name, Parameters{"ketChannels": v.channels}))
	}
	variants.settings = append(variants.settings, ketUniform("KET-RAG-U", 0.8),
		ketSetting{name: "MS-Graph-RAG", mode: ketrag.Mode, parameters: Parameters{"ketChannels": "skeleton"}, build: func(c *builder.Config, o *ket.Options) { o.Core = 1 }, built: "1"})
	for _, mode := range []string{bm25.Mode, bridge.Mode} {
		variants.settings = append(variants.settings, ketSetting{name: "mode " + mode, mode: mode})
	}
	similarity := ketComparison{title: "Nearness", first: ketSweep, note: "By words alone (BM25), by vectors trained on the corpus alone, or by the mean of both."}
	for _, word := range []string{"mixed", "words", "dense"} {
		similarity.settings = append(similarity.settings, ketRow(word, Parameters{"similarity": word}))
	}
	theta := ketComparison{title: "Share of the skeleton (theta)", first: ketSweep}
	theta.settings = append(theta.settings, ketRow("0", Parameters{"ketChannels": "keywords"}))
	for _, v := range []float64{0.2, 0.4, 0.5, 0.6, 0.8, 1} {
		theta.settings = append(theta.settings, ketRow(fmt.Sprint(v), Parameters{"ketTheta": v}))
	}
	rest := ketComparison{title: "What a channel leaves", first: ketSweep, note: "Given to the other channel, or kept as the paper reads."}
	rest.settings = []ketSetting{ketRow("given", nil), ketRow("kept", Parameters{"ketKeepChannel": true})}
	return append([]ketComparison{variants, similarity, theta, rest}, ketBuilds()...)
}

// ketUniform is a row of a core that is drawn at random.
func ketUniform(name string, share float64) ketSetting {
	row := ketBuilt(name, func(c *builder.Config, o *ket.Options) { o.Core, o.CoreBy = share, ket.Uniform })
	row.built = fmt.Sprintf("%v, uniform", share)
	return row
}

// ketBuilds are the tables of what is decided when a bundle is built.
func ketBuilds() []ketComparison {
	pieces := ketComparison{title: "Size of the chunks and halvings (ell, tau)", first: ketSweep, note: "Passages of these sets are short, hardly any is longer than 300 tokens: 1200, 3 is the paper's low cost, but of passages."}
	for _, ell := range []int{150, 300, 600, 1200} {
		pieces.settings = append(pieces.settings, ketBuilt(fmt.Sprintf("%d, 0", ell), func(c *builder.Config, o *ket.Options) { c.ChunkTokens = ell }))
	}
	for halvings := 1; halvings <= 3; halvings++ {
		pieces.settings = append(pieces.settings, ketBuilt(fmt.Sprintf("1200, %d", halvings), func(c *builder.Config, o *ket.Options) { c.ChunkTokens, o.Halvings = 1200, halvings }))
	}
	core := ketComparison{title: "Core chunks (beta)", first: ketSweep, note: "KET-RAG-P takes them by PageRank, KET-RAG-U at random; none is Keyword-RAG without a skeleton in the bundle."}
	core.settings = []ketSetting{ketBuilt("none", func(c *builder.Config, o *ket.Options) { o.CoreBy = ket.None })}
	for _, beta := range []float64{0.2, 0.4, 0.6, 0.8, 1} {
		switch row := ketBuilt(fmt.Sprint(beta), func(c *builder.Config, o *ket.Options) { o.Core = beta }); beta {
		case 0.4:
			core.settings = append(core.settings, row, ketUniform("0.4, uniform", beta))
		case 0.8: // the default
			core.settings = append(core.settings, ketRow(row.name, nil))
		default:
			core.settings = append(core.settings, row)
		}
	}
	near := ketComparison{title: "Nearest neighbours (K)", first: ketSweep, note: "With beta 0.4, so that it matters which chunks are the core."}
	low := func(c *builder.Config, o *ket.Options) { o.Core = 0.4 }
	near.settings = []ketSetting{ketBuilt("2", low)}
	near.settings[0].built = "0.4"
	for _, k := range []int{4, 10} {
		near.settings = append(near.settings, ketBuilt(fmt.Sprintf("%d", k), func(c *builder.Config, o *ket.Options) { low(c, o); o.Neighbours = k }))
	}
	return []ketComparison{pieces, core, near}
}

// WriteKETRAG measures all settings on the data sets in dirs, which need answers, and
// writes their tables; it says on progress where it is.
func WriteKETRAG(ctx context.Context, w, progress io.Writer, dirs []string) error {
	return eachSet(ctx, w, dirs, func(a *ablation, p page) error {
		k := &ketPage{ablation: a, costs: map[string]ketCost{}}
		return k.write(p, progress)
	})
}

// ketPage is a data set with its bundles and their costs.
type ketPage struct {
	*ablation
	costs map[string]ketCost // by build
}

type ketCost struct {
	seconds float64 // of all processors
	size    int64   // bytes of all files, as stored
}

func (k *ketPage) write(p page, progress io.Writer) error {
	for _, c := range ketComparisons() {
		t := &table{words: 1, header: []string{k.set.Name, "MB", "build CPU s"}}
		for _, budget := range ketBudgets {
			for _, half := range []string{"odd", "even"} {
				t.header = append(t.header, fmt.Sprintf("%d %s", budget, half))
			}
		}
		for _, s := range c.settings {
			fmt.Fprintf(progress, "%s: %s: %s\n", k.set.Name, c.title, s.name)
			row, err := k.measure(c, s)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			t.add(row...)
		}
		fmt.Fprintf(p.w, "\n### %s: %s\n", k.set.Name, c.title)
		if c.note != "" {
			fmt.Fprintf(p.w, "\n%s\n", c.note)
		}
		p.table(t)
	}
	return nil
}

// measure makes a row: the coverage of answers in each budget on each half.
func (k *ketPage) measure(c ketComparison, s ketSetting) ([]string, error) {
	if err := k.buildFor(s); err != nil {
		return nil, err
	}
	options, err := s.parameters.options()
	if err != nil {
		return nil, err
	}
	var halves [2][]Evidence
	for i, half := range []string{"odd", "even"} {
		queries, judgements, err := k.set.SelectFirst(half, c.first)
		if err != nil {
			return nil, err
		}
		m := &Measured{Queries: queries, Judgements: judgements}
		if halves[i], err = MeasureEvidence(k.ctx, k.bundles[s.built], m, []ContextRow{{s.name, s.mode, options}}, ketBudgets); err != nil {
			return nil, err
		}
	}
	cost := k.costs[s.built]
	row := []string{s.name, fmt.Sprintf("%.1f", float64(cost.size)/1e6), fmt.Sprintf("%.0f", cost.seconds)}
	for i := range ketBudgets {
		for _, half := range halves {
			row = append(row, figure(half[i].Answered))
		}
	}
	return row, nil
}

// buildFor builds the bundle of a setting, unless it is there.
func (k *ketPage) buildFor(s ketSetting) error {
	if k.bundles[s.built] != nil {
		return nil
	}
	change := s.build
	if change == nil {
		change = func(*builder.Config, *ket.Options) {}
	}
	before := processorSeconds()
	report, err := k.build(s.built, forMethod(change, func(o ket.Options) method.Method { return ket.Method{Options: o} }))
	if err == nil {
		k.costs[s.built] = ketCost{processorSeconds() - before, report.Bytes}
	}
	return err
}
