package inspection

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"mycel/cmd/mycel/internal/terminal"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/parts"
	"mycel/files"
	"mycel/manifest"
)

// QueryCost is the number of stored bytes that a reader fetches for queries. It leaves out
// manifest and engine, whose sizes do not depend on the query.
type QueryCost struct {
	Queries int   `json:"queries"`
	Core    int64 `json:"core"` // the core of the index, a part of First
	// First is for each query as the first of a session. Later is for all queries but the
	// first, with an engine that keeps the parts of earlier queries.
	First Spread `json:"first"`
	Later Spread `json:"later"`
}

// Spread has quantiles over the queries.
type Spread struct {
	Index  Quantiles `json:"index"`  // bytes of core and parts
	Text   Quantiles `json:"text"`   // bytes of text blocks
	Rounds Quantiles `json:"rounds"` // sequential rounds of requests

	Requests Quantiles `json:"requests"` // requests for ranges of packs
}

// Quantiles are the median, the 95th percentile and the maximum.
type Quantiles struct {
	P50 int64 `json:"p50"`
	P95 int64 `json:"p95"`
	Max int64 `json:"max"`
}

func quantilesOf(all []int64) Quantiles {
	if len(all) == 0 {
		return Quantiles{}
	}
	slices.Sort(all)
	return Quantiles{all[len(all)/2], all[len(all)*95/100], all[len(all)-1]}
}

// fetched has the bytes, rounds and requests of one query.
type fetched struct{ index, text, rounds, requests int64 }

func spreadOf(costs []fetched) Spread {
	column := func(get func(fetched) int64) Quantiles {
		all := make([]int64, len(costs))
		for i, c := range costs {
			all[i] = get(c)
		}
		return quantilesOf(all)
	}
	return Spread{
		column(func(c fetched) int64 { return c.index }), column(func(c fetched) int64 { return c.text }), column(func(c fetched) int64 { return c.rounds }),
		column(func(c fetched) int64 { return c.requests }),
	}
}

// reader asks a bundle and counts the fetched bytes.
type reader struct {
	dir      string
	manifest *manifest.Manifest
	core     []byte
	unpacked map[parts.ID][]byte
}

// measureQueries answers the queries of a file from the bundle in dir with manifest m, as a
// browser does: in mode auto, with ten hits and an excerpt of each.
func measureQueries(ctx context.Context, dir string, m *manifest.Manifest, file string) (*QueryCost, error) {
	queries, err := readQueryLines(file)
	if err != nil {
		return nil, err
	}
	r := &reader{dir: dir, manifest: m, unpacked: map[parts.ID][]byte{}}
	if r.core, err = m.ReadFile(dir, m.Index); err != nil {
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
	return &QueryCost{Queries: len(queries), Core: m.Index.Bytes, First: spreadOf(first), Later: spreadOf(later)}, nil
}

// ask repeats a query until no part is missing, and returns its cost.
func (r *reader) ask(e *engine.Engine, query string) (c fetched, err error) {
	_, texts := e.Directory().Range(bundle.GroupText)
	for {
		result, err := e.Search(query, engine.Options{})
		if err != nil || len(result.Missing) == 0 {
			return c, err
		}
		c.rounds++
		for _, id := range result.Missing {
			if r.unpacked[id] == nil {
				if r.unpacked[id], err = r.manifest.ReadFile(r.dir, r.manifest.Part(id)); err != nil {
					return c, err
				}
			}
			if err := e.AddPart(id, r.unpacked[id]); err != nil {
				return c, err
			}
		}
		isText := func(id parts.ID) bool { return id < texts }
		requests, all, err := r.manifest.Fetched(r.dir, result.Missing)
		if err != nil {
			return c, err
		}
		_, index, err := r.manifest.Fetched(r.dir, slices.DeleteFunc(slices.Clone(result.Missing), isText))
		if err != nil {
			return c, err
		}
		c.requests += int64(requests)
		c.index += index
		c.text += all - index
	}
}

// readQueryLines reads queries: one a line, or JSON Lines with the key "text".
func readQueryLines(name string) ([]string, error) {
	b, err := files.Read(name, files.Most)
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

// table writes the costs as tables.
func (c *QueryCost) table(w io.Writer) {
	t := table(w, fmt.Sprintf("Fetched for a query, bytes as stored: median, 95th percentile, most of %s", terminal.Quantity(c.Queries, "query", "queries")))
	row := func(name string, q Quantiles) {
		fmt.Fprintf(t, "%s\t%s\t%s\t  %s\n", terminal.Thousands(int(q.P50)), terminal.Thousands(int(q.P95)), terminal.Thousands(int(q.Max)), name)
	}
	for _, s := range []struct {
		name string
		Spread
	}{{"the first query", c.First}, {"a later query", c.Later}} {
		row(s.name+": index", s.Index)
		row(s.name+": texts", s.Text)
		row(s.name+": rounds of fetching", s.Rounds)
		row(s.name+": requests", s.Requests)
	}
	t.Flush()
}
