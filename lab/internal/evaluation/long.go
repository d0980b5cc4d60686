package evaluation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mycel"
	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/lab/internal/longdoc"
	"mycel/lab/internal/measures"
)

// LongBudgets are the contexts that long documents are measured in.
var LongBudgets = []int{500, 1000, 2000, 4000}

// Long measures contexts from long documents: the share of the sections that answer a question,
// and of answers, in contexts of equal tokens.
type Long struct {
	Documents []longdoc.Document
	Questions []longdoc.Question
	Modes     []string       // nil for all
	Options   method.Options // parameters, for all modes
	Config    builder.Config // of the bundles; without methods for all
	Budgets   []int          // nil for LongBudgets
	Progress  io.Writer
}

// longKey is a cell of the measurement.
type longKey struct {
	split, kind, mode string
	budget            int
}

// Measure builds a bundle for each document and asks its questions. It returns a report for each
// half of the questions, and a page of the kinds of questions and of the documents.
func (l *Long) Measure(ctx context.Context, dir string) ([]*Report, string, error) {
	if l.Budgets == nil {
		l.Budgets = LongBudgets
	}
	var sum = map[longKey]*Evidence{}
	counts := map[longKey]int{}
	var modes []string
	about := &table{words: 1, header: []string{"document", "sections", "chunks", "summaries", "questions"}}
	for _, d := range l.Documents {
		fmt.Fprintln(l.Progress, d.Name)
		b, err := l.bundle(ctx, d, filepath.Join(dir, d.Name))
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", d.Name, err)
		}
		e, err := b.open()
		if err != nil {
			return nil, "", err
		}
		if modes = l.Modes; modes == nil {
			modes = b.Modes()
		}
		asked, err := l.ask(ctx, b, d.Name, modes, sum, counts)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", d.Name, err)
		}
		x := e.Index()
		about.add(d.Name, fmt.Sprint(x.Corpus.NumSections()), fmt.Sprint(x.Corpus.NumChunks()), fmt.Sprint(x.Tree.Len()), fmt.Sprint(asked))
	}
	var reports []*Report
	for _, split := range []string{"odd", "even"} {
		report := &Report{Dataset: "long documents", Split: split, Engine: "native", Version: mycel.Version, Parameters: l.Options.Values(), Date: time.Now().UTC().Format(time.DateOnly), Machine: Machine()}
		for _, mode := range modes {
			for _, budget := range l.Budgets {
				row := Evidence{Mode: mode, Budget: budget}
				n := 0
				for _, kind := range longdoc.Kinds() {
					k := longKey{split, kind, mode, budget}
					if c := counts[k]; c > 0 {
						n += c
						add(&row, sum[k])
					}
				}
				report.Queries = n
				row.mean(n)
				report.Evidence = append(report.Evidence, row)
			}
		}
		reports = append(reports, report)
	}
	var b strings.Builder
	p := page{w: &b}
	p.table(about)
	budget := l.Budgets[len(l.Budgets)/2]
	fmt.Fprintf(&b, "\nGold in contexts of %d tokens, by the kind of question, odd / even positions:\n", budget)
	t := &table{words: 1, header: append([]string{"mode"}, longdoc.Kinds()...)}
	for _, mode := range modes {
		row := []string{mode}
		for _, kind := range longdoc.Kinds() {
			var cells []string
			for _, split := range []string{"odd", "even"} {
				k := longKey{split, kind, mode, budget}
				cells = append(cells, figure(sum[k].Gold/float64(max(1, counts[k]))))
			}
			row = append(row, strings.Join(cells, "/"))
		}
		t.add(row...)
	}
	p.table(t)
	return reports, b.String(), nil
}

// add adds up sums of two rows.
func add(to, from *Evidence) {
	to.AllGold += from.AllGold
	to.Gold += from.Gold
	to.Answered += from.Answered
	to.Answers += from.Answers
	to.Tokens += from.Tokens
}

// bundle opens the bundle of a document, which an earlier run may have left.
func (l *Long) bundle(ctx context.Context, d longdoc.Document, dir string) (*Bundle, error) {
	source := filepath.Join(dir, "source")
	if _, err := os.Stat(source); err != nil {
		if err := errors.Join(os.MkdirAll(source, 0o755), d.Write(source)); err != nil {
			return nil, err
		}
	}
	c := l.Config
	if c.With == nil {
		c = builder.Config{Version: mycel.Version, Vectors: true, With: methods.Named(method.Modes()...)}
	}
	c.Output, c.Strict = filepath.Join(dir, "bundle"), false
	if pages, _ := filepath.Glob(filepath.Join(source, "*.html")); len(pages) > 0 {
		c.Site = []string{source}
	} else {
		c.Docs = []string{source}
	}
	return buildOnce(ctx, c)
}

// buildOnce opens a bundle, which an earlier run may have left.
func buildOnce(ctx context.Context, c builder.Config) (*Bundle, error) {
	if _, err := os.Stat(c.Output); err != nil {
		if _, err := builder.Build(ctx, c); err != nil {
			return nil, err
		}
	}
	return OpenBundle(c.Output)
}

// ask asks the questions about a document and adds to the sums. Halves are positions among the
// questions of the document and kind.
func (l *Long) ask(ctx context.Context, b *Bundle, document string, modes []string, sum map[longKey]*Evidence, counts map[longKey]int) (int, error) {
	headings := make([]string, b.tables.NumSections())
	for i := range headings {
		headings[i] = longdoc.PlainHeading(b.tables.Heading.At(i))
	}
	hasText := func(s int) bool {
		first, end := b.tables.SectionChunks(model.SectionID(s))
		return first < end
	}
	opened, err := mycel.Open(b.dir)
	if err != nil {
		return 0, err
	}
	position := map[string]int{}
	asked := 0
	var wrong error
	for i := range l.Questions {
		q := &l.Questions[i]
		if q.Document != document {
			continue
		}
		asked++
		gold, err := q.Sections(headings, hasText)
		if err != nil {
			wrong = errors.Join(wrong, err)
			continue
		}
		judgements := measures.Judgements{}
		for _, s := range gold {
			judgements[fmt.Sprint(s)] = 1
		}
		split := Splits()[1+position[q.Kind]%2]
		position[q.Kind]++
		for _, mode := range modes {
			for _, budget := range l.Budgets {
				k := longKey{split, q.Kind, mode, budget}
				if sum[k] == nil {
					sum[k] = &Evidence{}
				}
				counts[k]++
				if err := sum[k].retrieve(ctx, opened, engine.Options{Mode: mode, Options: l.Options}, budget, q.Text, q.Answer, judgements, sectionsOf); err != nil {
					return 0, err
				}
			}
		}
	}
	return asked, wrong
}

// sectionsOf names the sections that a passage has sentences of.
func sectionsOf(p *answer.Passage) []string { return []string{fmt.Sprint(p.Section)} }
