// Package vectors compares where the vectors of an index can come from: it builds
// each data set with vectors trained on it, and with those of a Model2Vec model whose
// queries are encoded in each way that needs no page.
package vectors

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"mycel"
	"mycel/builder"
	"mycel/builder/model2vec"
	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/engine/bundle"
	"mycel/engine/method/auto"
	"mycel/engine/method/dense"
	"mycel/engine/method/sprig"
	"mycel/engine/vector"
)

// modes are those that compare vectors, from most to least, the default at the end.
var modes = []string{dense.Mode, sprig.ModeDense, auto.Mode}

// cutoff is that of recall.
const cutoff = 5

// Write measures quality and bytes on data sets with the model in a folder, and prints a table
// in Markdown.
func Write(ctx context.Context, out io.Writer, dir string, datasets []string) error {
	if dir == "" || len(datasets) == 0 {
		return errors.New("want --model DIR and the folders of data sets")
	}
	model, err := model2vec.Open(dir)
	if err != nil {
		return err
	}
	choices := []choice{
		{"none", builder.Config{}},
		{"trained on the corpus, 256 bits", builder.Config{Vectors: true}},
	}
	for _, bits := range []int{256, 1024} {
		for _, queries := range []string{vector.Centroids, vector.ByTable} {
			name := fmt.Sprintf("%s, %d bits, %s", model.Model(), bits, queries)
			choices = append(choices, choice{name, builder.Config{Encoder: model, VectorBits: bits, QueryVectors: queries}})
		}
	}
	fmt.Fprint(out, "| data set | vectors | bytes of signs | of the table |")
	for _, mode := range modes {
		fmt.Fprintf(out, " `%s` R@%d | nDCG@%d |", mode, cutoff, evaluation.RankCutoff)
	}
	fmt.Fprint(out, "\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, path := range datasets {
		d, err := evaluation.Read(path)
		if err != nil {
			return err
		}
		for _, c := range choices {
			if err := c.measure(ctx, out, d); err != nil {
				return err
			}
		}
	}
	return nil
}

// choice is a way to have vectors.
type choice struct {
	name   string
	config builder.Config
}

// measure builds a data set so and prints a row.
func (c choice) measure(ctx context.Context, out io.Writer, d *evaluation.Dataset) error {
	temp, err := os.MkdirTemp("", "mycel-vectors-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	config := c.config
	config.JSONL, config.Output, config.Version = []string{d.Corpus}, filepath.Join(temp, "bundle"), mycel.Version
	if _, err := builder.Build(ctx, config); err != nil {
		return err
	}
	sizes, err := sectionSizes(config.Output)
	if err != nil {
		return err
	}
	b, err := evaluation.OpenBundle(config.Output)
	if err != nil {
		return err
	}
	queries, judgements, err := d.Select(evaluation.Splits()[0])
	if err != nil {
		return err
	}
	job := &evaluation.Job{Bundle: b, Modes: modes, Depth: evaluation.RankCutoff}
	for _, q := range queries {
		job.Queries = append(job.Queries, q.Text)
	}
	outcome, err := job.Run(ctx, evaluation.Engines()[0])
	if err != nil {
		return err
	}
	measured := &evaluation.Measured{Queries: queries, Judgements: judgements, Modes: modes, Answers: outcome.Answers}
	message.NewPrinter(language.English).Fprintf(out, "| %s | %s | %d | %d |", d.Name, c.name, sizes[bundle.FamilySigns], sizes[bundle.FamilyQueryVectors])
	for _, r := range measured.Results([]int{cutoff}, "") {
		fmt.Fprintf(out, " %.1f | %.1f |", 100*r.Recall[cutoff], 100*r.NDCG[evaluation.RankCutoff])
	}
	fmt.Fprintln(out)
	return nil
}

// sectionSizes returns the bytes of the vectors of a bundle's index, uncompressed.
func sectionSizes(dir string) (map[string]int, error) {
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	raw, err := mycel.ReadFile(dir, m.Index)
	if err != nil {
		return nil, err
	}
	file, err := bundle.Parse(raw)
	if err != nil {
		return nil, err
	}
	parts, err := file.Section(bundle.SectionParts)
	if err != nil {
		return nil, err
	}
	directory, err := bundle.DecodeDirectory(parts)
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for _, family := range []string{bundle.FamilySigns, bundle.FamilyQueryVectors} {
		for id, end := directory.Range(family); id < end; id++ {
			part, err := mycel.ReadFile(dir, m.Parts[id])
			if err != nil {
				return nil, err
			}
			sizes[family] = len(part)
		}
	}
	return sizes, nil
}
