package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"mycel"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/parts"
)

// queryCost is what a reader fetches for queries, in bytes as stored: manifest and
// engine not counted, which are the same for all.
type queryCost struct {
	Queries int   `json:"queries"`
	Core    int64 `json:"core"` // of the index, part of First
	// First is for each query as the first one, Later for all but the first, asked in
	// their order of one engine that keeps what it has.
	First spread `json:"first"`
	Later spread `json:"later"`
}

// spread is over the queries.
type spread struct {
	Index  quantiles `json:"index"`  // bytes of core and parts
	Text   quantiles `json:"text"`   // bytes of text blocks
	Rounds quantiles `json:"rounds"` // of fetching, one after the other
}

// quantiles are the median, the 95th percentile and the greatest.
type quantiles struct {
	P50 int64 `json:"p50"`
	P95 int64 `json:"p95"`
	Max int64 `json:"max"`
}

func quantilesOf(all []int64) quantiles {
	if len(all) == 0 {
		return quantiles{}
	}
	slices.Sort(all)
	return quantiles{all[len(all)/2], all[len(all)*95/100], all[len(all)-1]}
}

// fetched counts what one query fetched.
type fetched struct{ index, text, rounds int64 }

func spreadOf(costs []fetched) spread {
	column := func(get func(fetched) int64) quantiles {
		all := make([]int64, len(costs))
		for i, c := range costs {
			all[i] = get(c)
		}
		return quantilesOf(all)
	}
	return spread{
		column(func(c fetched) int64 { return c.index }), column(func(c fetched) int64 { return c.text }), column(func(c fetched) int64 { return c.rounds }),
	}
}

// reader asks queries of a bundle and counts what it fetches.
type reader struct {
	dir      string
	manifest *mycel.Manifest
	core     []byte
	unpacked map[parts.ID][]byte
}

// measureQueries asks the queries in a file of a bundle, dir with manifest m, as a browser
// does: with ten hits, all of which show an excerpt, in mode auto.
func measureQueries(ctx context.Context, dir string, m *mycel.Manifest, file string) (*queryCost, error) {
	queries, err := readQueryLines(file)
	if err != nil {
		return nil, err
	}
	r := &reader{dir: dir, manifest: m, unpacked: map[parts.ID][]byte{}}
	if r.core, err = mycel.ReadFile(dir, m.Index); err != nil {
		return nil, err
	}
	var first, later []fetched
	kept, err := engine.Open(r.core)
	if err != nil {
		return nil, err
	}
	for i, q := range queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fresh, err := engine.Open(r.core)
		if err != nil {
			return nil, err
		}
		c, err := r.ask(fresh, q)
		if err != nil {
			return nil, err
		}
		c.index += m.Index.Bytes
		first = append(first, c)
		if c, err = r.ask(kept, q); err != nil {
			return nil, err
		}
		if i > 0 {
			later = append(later, c)
		}
	}
	return &queryCost{Queries: len(queries), Core: m.Index.Bytes, First: spreadOf(first), Later: spreadOf(later)}, nil
}

// ask asks until nothing is missing.
func (r *reader) ask(e *engine.Engine, query string) (c fetched, err error) {
	_, texts := e.Directory().Range(bundle.FamilyText)
	for {
		result, err := e.Search(query, engine.Options{})
		if err != nil || len(result.Missing) == 0 {
			return c, err
		}
		c.rounds++
		for _, id := range result.Missing {
			file := r.manifest.Parts[id]
			if r.unpacked[id] == nil {
				if r.unpacked[id], err = mycel.ReadFile(r.dir, file); err != nil {
					return c, err
				}
			}
			if err := e.AddPart(id, r.unpacked[id]); err != nil {
				return c, err
			}
			if id < texts {
				c.text += file.Bytes
			} else {
				c.index += file.Bytes
			}
		}
	}
}

// readQueryLines reads queries: one a line, or JSON Lines with a member "text".
func readQueryLines(name string) ([]string, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var queries []string
	lines := bufio.NewScanner(bytes.NewReader(b))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "{") {
			var row struct{ Text string }
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			line = row.Text
		}
		if line != "" && !strings.HasPrefix(line, "#") {
			queries = append(queries, line)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(queries) == 0 {
		return nil, fmt.Errorf("%s: no queries", name)
	}
	return queries, nil
}

// table writes the costs for people.
func (c *queryCost) table(w io.Writer) {
	t := table(w, fmt.Sprintf("Fetched for a query, bytes as stored: median, 95th percentile, most of %s", quantity(c.Queries, "query", "queries")))
	row := func(name string, q quantiles) {
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s\n", thousands(int(q.P50)), thousands(int(q.P95)), thousands(int(q.Max)), name)
	}
	for _, s := range []struct {
		name string
		spread
	}{{"the first query", c.First}, {"a later query", c.Later}} {
		row(s.name+": index", s.Index)
		row(s.name+": texts", s.Text)
		row(s.name+": rounds of fetching", s.Rounds)
	}
	t.Flush()
}
