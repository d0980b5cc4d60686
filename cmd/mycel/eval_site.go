package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"gopkg.in/yaml.v3"

	"mycel"
	"mycel/engine"
	"mycel/engine/eval"
	"mycel/engine/strategy"
)

// Evaluating a site: queries with the pages that should answer them, asked in its own
// bundle. The file is a test of the site's search.

// siteFile is such a file.
type siteFile struct {
	queries    []siteQuery
	thresholds thresholds
}

// siteQuery is one query with the addresses that would answer it, any of them.
type siteQuery struct {
	Query string   `json:"query"`
	Want  []string `json:"want"`
	line  int
}

// thresholds are the least values of the measures; 0 for none.
type thresholds struct{ success1, success5, mrr float64 }

func (t *thresholds) register(f *pflag.FlagSet) {
	f.Var(ratioFlag{&t.success1}, "min-success-at-1", "least share of queries whose first hit is wanted")
	f.Var(ratioFlag{&t.success5}, "min-success-at-5", "least share of queries with a wanted page among the first five hits")
	f.Var(ratioFlag{&t.mrr}, "min-mrr", "least mean reciprocal rank of the first wanted hit, among ten")
}

// set sets the threshold of that name.
func (t *thresholds) set(name, value string) error {
	switch name {
	case "min_success_at_1":
		return ratioFlag{&t.success1}.Set(value)
	case "min_success_at_5":
		return ratioFlag{&t.success5}.Set(value)
	case "min_mrr":
		return ratioFlag{&t.mrr}.Set(value)
	}
	return fmt.Errorf("unknown key%s", didYouMean(nearWords([]string{"min_mrr", "min_success_at_1", "min_success_at_5"}, name)))
}

// ratioFlag is the value of a flag: a share.
type ratioFlag struct{ value *float64 }

func (r ratioFlag) String() string {
	if r.value == nil || *r.value == 0 {
		return ""
	}
	return strconv.FormatFloat(*r.value, 'g', -1, 64)
}

func (r ratioFlag) Set(s string) error {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return errors.New("want a number from 0 to 1")
	}
	*r.value = x
	return nil
}

func (ratioFlag) Type() string { return "share" }

// readSiteFile reads queries and thresholds:
//
//	thresholds: {min_success_at_5: 0.9}
//	queries:
//	  - query: how do I share data between threads
//	    want: [threads.html#sharing, sync.html]
//
// Queries may also be the keys of a mapping, and one address need not be a list.
func readSiteFile(name string) (*siteFile, error) {
	raw, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Queries    yaml.Node            `yaml:"queries"`
		Thresholds map[string]yaml.Node `yaml:"thresholds"`
	}
	d := yaml.NewDecoder(strings.NewReader(string(raw)))
	d.KnownFields(true)
	if err := d.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	f := &siteFile{}
	for _, key := range slices.Sorted(maps.Keys(doc.Thresholds)) {
		value := doc.Thresholds[key]
		if err := f.thresholds.set(key, value.Value); err != nil {
			return nil, fmt.Errorf("%s:%d: thresholds: %s: %w", name, value.Line, key, err)
		}
	}
	if err := f.readQueries(&doc.Queries); err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	if len(f.queries) == 0 {
		return nil, fmt.Errorf("%s: no queries", name)
	}
	return f, nil
}

// readQueries reads queries in either form. Errors begin with the line.
func (f *siteFile) readQueries(n *yaml.Node) error {
	add := func(q siteQuery, want *yaml.Node) error {
		if want.Kind == yaml.ScalarNode && want.Tag != "!!null" {
			q.Want = []string{want.Value}
		} else if err := want.Decode(&q.Want); err != nil {
			return fmt.Errorf("%d: want an address or a list of addresses", q.line)
		}
		if strings.TrimSpace(q.Query) == "" || len(q.Want) == 0 {
			return fmt.Errorf("%d: want a query, and an address that answers it", q.line)
		}
		f.queries = append(f.queries, q)
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			if err := add(siteQuery{Query: n.Content[i].Value, line: n.Content[i].Line}, n.Content[i+1]); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			var entry map[string]yaml.Node
			if err := item.Decode(&entry); err != nil {
				return fmt.Errorf("%d: want an entry with query and want", item.Line)
			}
			for key := range entry {
				if key != "query" && key != "want" {
					return fmt.Errorf("%d: unknown key %q; an entry has query and want", item.Line, key)
				}
			}
			query, want := entry["query"], entry["want"]
			if err := add(siteQuery{Query: query.Value, line: item.Line}, &want); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("%d: queries: want a list", n.Line)
	}
	return nil
}

// siteReport is what an evaluation of a site found.
type siteReport struct {
	Queries int         `json:"queries"`
	Modes   []*siteMode `json:"modes"`
}

// siteMode is what one mode found.
type siteMode struct {
	Mode     string     `json:"mode"`
	Success1 float64    `json:"success_at_1"`
	Success5 float64    `json:"success_at_5"`
	MRR      float64    `json:"mrr_at_10"`
	Misses   []siteMiss `json:"misses"` // whose first hit is not wanted, in the order of the file
}

// siteMiss is a query whose first hit is not wanted.
type siteMiss struct {
	siteQuery
	Rank int    `json:"rank"` // of the first wanted hit, 0 if it is not among the first ten
	Got  string `json:"got"`  // address of the first hit, "" for none
}

// siteDepth is how many hits are looked at.
const siteDepth = 10

// evalSite asks the queries of a file in a bundle.
func (p *program) evalSite(cmd *cobra.Command, e *evalFlags, name string) error {
	if e.bundle == "" {
		return usagef("eval: no --bundle DIR to ask the queries of %s in", name)
	}
	if err := checkFolder("eval: --bundle", e.bundle); err != nil {
		return err
	}
	file, err := readSiteFile(name)
	if err != nil {
		return err
	}
	b, err := mycel.Open(e.bundle)
	if err != nil {
		return err
	}
	if err := b.LoadAll(cmd.Context()); err != nil {
		return err
	}
	if err := file.checkAddresses(name, b); err != nil {
		return err
	}
	modes := []string{strategy.ModeAuto}
	if cmd.Flags().Changed("modes") {
		modes = e.modes.words
	}
	report := &siteReport{Queries: len(file.queries)}
	for _, mode := range modes {
		m, err := file.measure(cmd.Context(), b, engine.Options{Mode: mode, Options: e.options})
		if err != nil {
			return err
		}
		report.Modes = append(report.Modes, m)
	}
	if err := p.writeSiteReport(report, e.json); err != nil {
		return err
	}
	return e.thresholds.or(file.thresholds).check(report)
}

// checkAddresses refuses addresses that no document has: such a query would fail for
// ever, and say nothing of the search.
func (f *siteFile) checkAddresses(name string, b *mycel.Bundle) error {
	known := map[string]bool{}
	t := b.Engine().Index().Corpus
	for d := range t.NumDocuments() {
		known[t.DocID.At(d)] = true
		known[pageOf(t.DocURL.At(d))] = true
	}
	var errs []error
	for _, q := range f.queries {
		for _, want := range q.Want {
			if !known[want] && !known[pageOf(want)] {
				errs = append(errs, fmt.Errorf("%s:%d: no page of the bundle has the address %s", name, q.line, want))
			}
		}
	}
	return errors.Join(errs...)
}

// pageOf brings an address into one form: without fragment, and without the slash or
// dot that it may begin with.
func pageOf(address string) string {
	page, _, _ := strings.Cut(address, "#")
	page = strings.TrimPrefix(strings.TrimPrefix(page, "/"), "./")
	if plain, err := url.PathUnescape(page); err == nil {
		return plain
	}
	return page
}

// wanted tells whether a hit is at one of the addresses: with a fragment that section
// of the page, be it the hit's own or one below it, without a fragment any.
func (q *siteQuery) wanted(h *engine.Hit) bool {
	return slices.ContainsFunc(q.Want, func(want string) bool {
		_, fragment, exact := strings.Cut(want, "#")
		return (want == h.Document || pageOf(want) == pageOf(h.URL)) && (!exact || fragment == h.Anchor ||
			slices.ContainsFunc(h.Nested, func(n engine.Nested) bool { return fragment == n.Anchor }))
	})
}

func (f *siteFile) measure(ctx context.Context, b *mycel.Bundle, o engine.Options) (*siteMode, error) {
	m := &siteMode{Mode: o.Mode, Misses: []siteMiss{}}
	o.K = siteDepth
	var first, five, reciprocal []float64
	for _, q := range f.queries {
		r, err := b.Search(ctx, q.Query, o)
		if err != nil {
			return nil, err
		}
		// A hit is judged by its place: two sections of a page are two hits.
		judgements, ranking := eval.Judgements{}, eval.Ranking{}
		for i := range r.Hits {
			place := strconv.Itoa(i + 1)
			ranking = append(ranking, place)
			if q.wanted(&r.Hits[i]) {
				judgements[place] = 1
			}
		}
		first = append(first, eval.Hit(judgements, ranking, 1))
		five = append(five, eval.Hit(judgements, ranking, 5))
		reciprocal = append(reciprocal, eval.ReciprocalRank(judgements, ranking, siteDepth))
		if judgements["1"] == 0 {
			m.Misses = append(m.Misses, miss(q, r, judgements))
		}
	}
	m.Success1, m.Success5, m.MRR = eval.Mean(first), eval.Mean(five), eval.Mean(reciprocal)
	return m, nil
}

func miss(q siteQuery, r *engine.Result, judgements eval.Judgements) siteMiss {
	out := siteMiss{siteQuery: q}
	for i := len(r.Hits); i >= 1; i-- {
		if judgements[strconv.Itoa(i)] > 0 {
			out.Rank = i
		}
	}
	if len(r.Hits) > 0 {
		out.Got = r.Hits[0].URL
	}
	return out
}

func (p *program) writeSiteReport(r *siteReport, asJSON bool) error {
	if asJSON {
		return writeJSON(p.out, r)
	}
	for _, m := range r.Modes {
		for _, miss := range m.Misses {
			where := "not among the first ten"
			if miss.Rank > 0 {
				where = fmt.Sprintf("at place %d", miss.Rank)
			}
			fmt.Fprintf(p.err, "%s: %s: %s; first is %s\n", m.Mode, printable(strconv.Quote(miss.Query)), where, printable(cmp.Or(miss.Got, "nothing")))
		}
		if _, err := fmt.Fprintf(p.out, "%-12s  %d queries  success@1 %.3f  success@5 %.3f  MRR@10 %.3f\n", m.Mode, r.Queries, m.Success1, m.Success5, m.MRR); err != nil {
			return err
		}
	}
	return nil
}

// or returns the thresholds with those of other where there is none.
func (t thresholds) or(other thresholds) *thresholds {
	for _, pair := range [][2]*float64{{&t.success1, &other.success1}, {&t.success5, &other.success5}, {&t.mrr, &other.mrr}} {
		if *pair[0] == 0 {
			*pair[0] = *pair[1]
		}
	}
	return &t
}

// check holds every mode against the thresholds.
func (t *thresholds) check(r *siteReport) error {
	var errs []error
	for _, m := range r.Modes {
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"success@1", m.Success1, t.success1}, {"success@5", m.Success5, t.success5}, {"MRR@10", m.MRR, t.mrr}} {
			if c.got < c.want {
				errs = append(errs, missedf("%s of mode %s is %.3f, want at least %g", c.name, m.Mode, c.got, c.want))
			}
		}
	}
	return errors.Join(errs...)
}
