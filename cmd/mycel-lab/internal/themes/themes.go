// Package themes measures contexts for questions about themes: of a whole site, and of a page. The
// structure that its authors gave the site says what belongs to an answer: chapters and pages of a
// site, sections of a page.
package themes

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mycel"
	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/model"
)

// whole are questions about all of a site.
var whole = []string{
	"What are the main themes?", "What is this documentation about?", "Give an overview of the topics",
	"Summarise the contents", "Which subjects are covered here?", "What can I learn from these pages?",
}

// ofPage are questions about a page, with its title.
var ofPage = []string{"What are the main themes of %s?", "Give an overview of %s", "Summarise %s"}

// budgets are the contexts, in tokens.
var budgets = [...]int{2000, 4000}

// leastSections is the sections with text that a page needs to be asked about, mostPages the greatest
// number of pages of each half of a site.
const (
	leastSections = 5
	mostPages     = 25
)

// Modes are compared with the overview of the summary tree.
var Modes = []string{"auto", "bm25", "dense", "e2graph", "ket", "node", "da"}

const overview = "overview"

// cell is a sum of shares.
type cell struct {
	sum float64
	n   int
}

// measurement is the sums of all sites, by row and column.
type measurement map[[2]string]*cell

func (m measurement) add(row, column string, share float64) {
	c := m[[2]string{row, column}]
	if c == nil {
		c = &cell{}
		m[[2]string{row, column}] = c
	}
	c.sum += share
	c.n++
}

// Table measures modes on the sites in folders and returns a table.
func Table(ctx context.Context, progress io.Writer, modes, sites []string) (string, error) {
	temp, err := os.MkdirTemp("", "mycel-themes-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	m := measurement{}
	asked := ""
	for i, dir := range sites {
		fmt.Fprintln(progress, dir)
		s, err := open(ctx, dir, filepath.Join(temp, fmt.Sprint(i)), modes)
		if err != nil {
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		pages, err := s.measure(ctx, m)
		if err != nil {
			return "", fmt.Errorf("%s: %w", dir, err)
		}
		asked += fmt.Sprintf("| %s | %d | %d | %d |\n", filepath.Base(dir), len(s.chapters), s.pages, pages)
	}
	var columns []string
	for _, budget := range budgets {
		for _, name := range []string{"chapters", "pages", "sections odd", "sections even"} {
			columns = append(columns, fmt.Sprintf("%s, %d", name, budget))
		}
	}
	var b strings.Builder
	b.WriteString("| site | chapters | pages | questions about a page |\n| --- | --: | --: | --: |\n" + asked)
	fmt.Fprintf(&b, "\n| context by | %s |\n| --- |%s\n", strings.Join(columns, " | "), strings.Repeat(" --: |", len(columns)))
	for _, row := range append(slices.Clone(modes), overview) {
		fmt.Fprintf(&b, "| %s |", row)
		for _, column := range columns {
			c := m[[2]string{row, column}]
			if c == nil {
				c = &cell{n: 1}
			}
			fmt.Fprintf(&b, " %.3f |", c.sum/float64(c.n))
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// site is a site with its structure.
type site struct {
	bundle   *mycel.Bundle
	modes    []string
	chapters map[string]bool
	pages    int
	sections [][]string // by document: keys of the sections with a text
	titles   []string   // by document
}

func open(ctx context.Context, dir, out string, modes []string) (*site, error) {
	b, err := evaluation.Build(ctx, builder.Config{Docs: []string{dir}, Output: out, Vectors: true, With: methods.Named(modes...)})
	if err != nil {
		return nil, err
	}
	s := &site{bundle: b, modes: modes, chapters: map[string]bool{}}
	x := b.Engine().Index().Corpus
	for d := range x.NumDocuments() {
		s.chapters[chapter(x.DocID.At(d))] = true
		s.titles = append(s.titles, x.DocTitle.At(d))
		var sections []string
		first, end := x.DocSections(model.DocID(d))
		for section := first; section < end; section++ {
			if from, to := x.SectionChunks(section); from < to {
				sections = append(sections, key(x.DocID.At(d), x.Heading.At(int(section))))
			}
		}
		s.sections = append(s.sections, sections)
	}
	s.pages = len(s.sections)
	return s, nil
}

// key names a section.
func key(document, heading string) string { return document + "\n" + heading }

// chapter returns the folder of a page, or of a page in no folder the beginning of its name: the
// chapter of ch04-02-references.md is ch04.
func chapter(id string) string {
	if dir := path.Dir(id); dir != "." {
		return dir
	}
	name, _, _ := strings.Cut(strings.TrimSuffix(id, path.Ext(id)), "-")
	return name
}

// measure asks all questions about a site. It returns how many are about a page.
func (s *site) measure(ctx context.Context, m measurement) (pages int, err error) {
	for _, budget := range budgets {
		for _, question := range whole {
			err := s.ask(ctx, question, "", budget, func(row string, found []engine.Source) {
				chapters, pages := map[string]bool{}, map[string]bool{}
				for _, f := range found {
					chapters[chapter(f.Document)], pages[f.Document] = true, true
				}
				m.add(row, fmt.Sprintf("chapters, %d", budget), float64(len(chapters))/float64(len(s.chapters)))
				m.add(row, fmt.Sprintf("pages, %d", budget), float64(len(pages))/float64(s.pages))
			})
			if err != nil {
				return 0, err
			}
		}
		pages = 0
		for d, sections := range s.sections {
			if len(sections) < leastSections || pages == 2*mostPages {
				continue
			}
			column := fmt.Sprintf("sections %s, %d", []string{"odd", "even"}[pages%2], budget)
			question := fmt.Sprintf(ofPage[pages%len(ofPage)], s.titles[d])
			pages++
			err := s.ask(ctx, question, s.titles[d], budget, func(row string, found []engine.Source) {
				have := map[string]bool{}
				for _, f := range found {
					have[key(f.Document, f.Heading)] = true
				}
				hit := 0
				for _, section := range sections {
					if have[section] {
						hit++
					}
				}
				m.add(row, column, float64(hit)/float64(len(sections)))
			})
			if err != nil {
				return 0, err
			}
		}
	}
	return pages, nil
}

// ask hands over the sections in the context of each row.
func (s *site) ask(ctx context.Context, question, topic string, budget int, found func(row string, found []engine.Source)) error {
	for _, mode := range s.modes {
		o := engine.EvidenceOptions{Options: engine.Options{Mode: mode, Options: method.Options{K: method.MaxK}}, TokenBudget: budget}
		e, err := s.bundle.Retrieve(ctx, question, mycel.RetrieveOptions{EvidenceOptions: o})
		if err != nil {
			return err
		}
		var list []engine.Source
		for i := range e.Passages {
			list = append(list, e.Passages[i].Source)
		}
		found(mode, list)
	}
	o, err := s.bundle.Overview(ctx, topic, budget)
	if err != nil {
		return err
	}
	var list []engine.Source
	for i := range o.Summaries {
		list = append(list, o.Summaries[i].Sections...)
	}
	found(overview, list)
	return nil
}
