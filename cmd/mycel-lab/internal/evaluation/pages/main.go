// Pages measures the ranking of pages: questions over documentation sites, with the
// pages that answer them, asked in one bundle a site that is opened once.
//
//	go run ./cmd/mycel-lab/internal/evaluation/pages DATA BUNDLES MODE...
//
// DATA has questions.jsonl and a folder of Markdown a site. BUNDLES is where their bundles
// are, built with addresses that are file names; those that are missing are built. A page's
// rank is that of its best hit. A line has the mode, the half, the site, the number of
// questions, Success@1, Success@5, MRR@10 with its 95 % interval over threads, and of questions that need several pages how
// many have all of them in the first five.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel"
	"mycel/builder"
	"mycel/builder/ingest/document"
	"mycel/engine"
	"mycel/engine/eval"
	"mycel/engine/method"
)

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: pages DATA BUNDLES MODE...")
		os.Exit(2)
	}
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// question is a line of questions.jsonl.
type question struct {
	ID     string
	Site   string `json:"corpus"`
	Query  string
	Want   []string   // any of these pages
	Parts  [][]string // a page of each, if not nil
	Half   string
	Origin string // the thread that it is from
	ranks  map[string]int
}

func run(ctx context.Context, data, bundles string, modes []string) error {
	questions, err := read(filepath.Join(data, "questions.jsonl"))
	if err != nil {
		return err
	}
	sites, err := open(ctx, data, bundles, questions)
	if err != nil {
		return err
	}
	for _, mode := range modes {
		results := map[[2]string]*tally{}
		for _, q := range questions {
			if err := q.ask(ctx, sites[q.Site], mode); err != nil {
				return err
			}
			for _, half := range []string{q.Half, "all"} {
				for _, site := range []string{q.Site, "all"} {
					key := [2]string{half, site}
					if results[key] == nil {
						results[key] = &tally{}
					}
					results[key].add(&q)
				}
			}
		}
		for _, half := range []string{"tune", "check", "all"} {
			for _, site := range []string{"react-docs", "vue-docs", "astro-docs", "rust-reference", "all"} {
				if t := results[[2]string{half, site}]; t != nil {
					fmt.Printf("%-8s %-5s %-15s %s\n", mode, half, site, t)
				}
			}
		}
		if err := measureContexts(ctx, questions, sites, mode); err != nil {
			return err
		}
	}
	return nil
}

func read(name string) (out []question, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, q)
	}
	return out, lines.Err()
}

// open opens the bundles of all sites, and builds those that are not there.
func open(ctx context.Context, data, bundles string, questions []question) (map[string]*mycel.Bundle, error) {
	sites := map[string]*mycel.Bundle{}
	for _, q := range questions {
		if sites[q.Site] != nil {
			continue
		}
		dir := filepath.Join(bundles, q.Site)
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			c := builder.Config{Docs: []string{filepath.Join(data, q.Site)}, Output: dir, Version: mycel.Version}
			c.Ingest.URLStyle = document.URLStyleSource
			if _, err := builder.Build(ctx, c); err != nil {
				return nil, err
			}
		}
		b, err := mycel.Open(dir)
		if err != nil {
			return nil, err
		}
		if err := b.LoadAll(ctx); err != nil {
			return nil, err
		}
		sites[q.Site] = b
	}
	return sites, nil
}

// depth is how many hits are asked for.
const depth = 50

// ask finds out at which ranks pages are.
func (q *question) ask(ctx context.Context, b *mycel.Bundle, mode string) error {
	r, err := b.Search(ctx, q.Query, engine.Options{Mode: mode, Options: method.Options{K: depth}, Excerpts: []byte{}})
	if err != nil {
		return err
	}
	q.ranks = map[string]int{}
	for i := range r.Hits {
		page, _, _ := strings.Cut(r.Hits[i].URL, "#")
		if page = strings.TrimLeft(page, "/"); q.ranks[page] == 0 {
			q.ranks[page] = len(q.ranks) + 1
		}
	}
	return nil
}

// rank is that of the first wanted page, 0 for none.
func (q *question) rank() int {
	first := 0
	for _, page := range q.Want {
		if rank := q.ranks[page]; rank > 0 && (first == 0 || rank < first) {
			first = rank
		}
	}
	return first
}

// whole tells whether a page of each part is among the first five.
func (q *question) whole() bool {
	return !slices.ContainsFunc(q.Parts, func(part []string) bool {
		return !slices.ContainsFunc(part, func(page string) bool { return q.ranks[page] > 0 && q.ranks[page] <= 5 })
	})
}

// tally sums what questions say.
type tally struct {
	n, first, five, several, whole int
	reciprocal                     []float64
	origins                        []string // parallel
}

func (t *tally) add(q *question) {
	if q.Parts != nil {
		t.several++
		if q.whole() {
			t.whole++
		}
		return
	}
	t.n++
	rank := q.rank()
	if rank == 1 {
		t.first++
	}
	if rank > 0 && rank <= 5 {
		t.five++
	}
	reciprocal := 0.0
	if rank > 0 && rank <= 10 {
		reciprocal = 1 / float64(rank)
	}
	t.reciprocal, t.origins = append(t.reciprocal, reciprocal), append(t.origins, q.Origin)
}

func (t *tally) String() string {
	n := float64(max(t.n, 1))
	mrr := eval.GroupedBootstrap(t.reciprocal, t.origins, 1)
	return fmt.Sprintf("%3d  s1 %.3f  s5 %.3f  mrr %.3f [%.3f, %.3f]  both %d/%d",
		t.n, float64(t.first)/n, float64(t.five)/n, mrr.Mean, mrr.Low, mrr.High, t.whole, t.several)
}
