// Package neighbours measures which pages are near each other, with and without the links between them.
//
// A question that several pages answer, or that needs several pages, makes each two of its pages a pair. Both
// pages of a pair should be among the neighbours of the other. No link was used to find the pairs of threads and
// rules.
package neighbours

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mycel/builder"
	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/cmd/mycel-lab/internal/jsonlines"
	"mycel/engine"
	"mycel/engine/corpus"
)

// most is how many neighbours are asked for.
const most = 10

// pair is a page, and another that is to be near it.
type pair struct{ site, set, of, want string }

// question is a line of questions.jsonl.
type question struct {
	Site  string     `json:"corpus"`
	Set   string     `json:"set"`
	Want  []string   `json:"want"`
	Parts [][]string `json:"parts"` // pages of which an answer needs one of each
}

// Table measures the pairs of the questions in a folder, and returns a table: of each set of questions the
// share of pairs among the first ten neighbours, and the mean reciprocal rank.
func Table(ctx context.Context, questions string) (string, error) {
	pairs, err := readPairs(filepath.Join(questions, "questions.jsonl"))
	if err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp("", "mycel-related-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	ranks := [2][]int{make([]int, len(pairs)), make([]int, len(pairs))} // without and with links; 0 for none
	var sites, sets []string
	for _, p := range pairs {
		if !slices.Contains(sites, p.site) {
			sites = append(sites, p.site)
		}
		if !slices.Contains(sets, p.set) {
			sets = append(sets, p.set)
		}
	}
	slices.Sort(sets)
	for _, site := range sites {
		b, err := evaluation.Build(ctx, builder.Config{Docs: []string{filepath.Join(questions, site)}, Output: filepath.Join(temp, site), Version: "0"})
		if err != nil {
			return "", err
		}
		e := b.Engine()
		for with := 1; with >= 0; with-- {
			for i, p := range pairs {
				if p.site != site {
					continue
				}
				near, err := e.Related(p.of, most)
				if err != nil {
					return "", err
				}
				ranks[with][i] = 1 + slices.IndexFunc(near.Neighbours, func(n engine.Neighbour) bool { return n.Document == p.want })
			}
			e.Index().Links = &corpus.Links{}
		}
	}
	var b strings.Builder
	b.WriteString("| questions | pairs | in ten, entities alone | in ten, with links | MRR, entities alone | MRR, with links |\n| --- | --: | --: | --: | --: | --: |\n")
	for _, set := range append(sets, "all") {
		n, found, reciprocal := 0, [2]float64{}, [2]float64{}
		for i, p := range pairs {
			if p.set != set && set != "all" {
				continue
			}
			n++
			for with := range ranks {
				if r := ranks[with][i]; r > 0 {
					found[with]++
					reciprocal[with] += 1 / float64(r)
				}
			}
		}
		fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f | %.3f | %.3f |\n", set, n, found[0]/float64(n), found[1]/float64(n), reciprocal[0]/float64(n), reciprocal[1]/float64(n))
	}
	return b.String(), nil
}

// readPairs reads the pairs of pages, each in both directions, once.
func readPairs(path string) (pairs []pair, err error) {
	questions, err := jsonlines.Read[question](path)
	for _, q := range questions {
		for i, page := range q.Want {
			for j, other := range q.Want {
				p := pair{q.Site, q.Set, page, other}
				if i != j && q.apart(page, other) && !slices.Contains(pairs, p) {
					pairs = append(pairs, p)
				}
			}
		}
	}
	return pairs, err
}

// apart tells whether two pages are a pair: of a question that needs several pages those of different parts.
func (q *question) apart(page, other string) bool {
	return !slices.ContainsFunc(q.Parts, func(part []string) bool { return slices.Contains(part, page) && slices.Contains(part, other) })
}
