package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel/lab/internal/evaluation"
)

// sizesFlags is the command line of mycel-lab sizes.
type sizesFlags struct {
	mycel, document string
	times           int
}

// sizesCommand measures what bundles and first queries weigh, and what builds cost.
func sizesCommand() *cobra.Command {
	s := sizesFlags{}
	cmd := &cobra.Command{
		Use: "sizes NAME=KIND:SOURCE=QUERIES…", Args: cobra.MinimumNArgs(1),
		Short: "bundles, first queries and builds of corpora: the sizes of docs/measurements.md",
		Long: `Builds a bundle of each corpus by the command mycel, with its defaults, and prints the bytes of the bundle, those that
a browser fetches for queries, and what the build costs. KIND is the flag of the source: docs, site or jsonl.`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var all []sized
			for _, arg := range args {
				x, err := s.measure(cmd.Context(), arg)
				if err != nil {
					return fmt.Errorf("%s: %w", arg, err)
				}
				all = append(all, x)
			}
			return deliver(cmd, s.document, "sizes", sizesTable(all))
		},
	}
	cmd.Flags().StringVar(&s.mycel, "mycel", "bin/mycel", "`FILE` of the command")
	documentFlag(cmd, &s.document, "sizes")
	cmd.Flags().IntVar(&s.times, "times", 3, "builds of each corpus, whose median counts")
	return cmd
}

// spread has the median and the 95th percentile of queries.
type spread struct{ P50, P95 int }

// fetched is what queries fetch: bytes of the index and of texts, and rounds of requests.
type fetched struct{ Index, Text, Rounds spread }

// sized is a corpus with the figures of its bundle, as mycel inspect --json has them.
type sized struct {
	Name   string
	Counts struct{ Documents, Sections, Chunks, Entities int }
	Disk   struct{ Bytes, Files, Manifest, Core, Parts, Text, Page int }

	Queries struct {
		Queries      int
		First, Later fetched
	}

	cpu    time.Duration // of a build, on all cores
	passed time.Duration
	memory int // peak, MiB; 0 where the system does not tell
}

// measure builds a bundle of a corpus several times, and inspects the last one.
func (s *sizesFlags) measure(ctx context.Context, arg string) (sized, error) {
	name, rest, _ := strings.Cut(arg, "=")
	kind, rest, _ := strings.Cut(rest, ":")
	source, queries, ok := strings.Cut(rest, "=")
	if !ok {
		return sized{}, fmt.Errorf("want NAME=KIND:SOURCE=QUERIES")
	}
	dir, err := os.MkdirTemp("", "sizes-")
	if err != nil {
		return sized{}, err
	}
	defer os.RemoveAll(dir)
	bundle := filepath.Join(dir, "bundle")
	builds := make([]sized, max(1, s.times))
	for i := range builds {
		cmd := exec.CommandContext(ctx, s.mycel, "build", "--quiet", "--"+kind, source, "--output-path", bundle)
		cmd.Stderr = os.Stderr
		start := time.Now()
		if err := cmd.Run(); err != nil {
			return sized{}, err
		}
		used := cmd.ProcessState
		builds[i].passed, builds[i].cpu = time.Since(start), used.UserTime()+used.SystemTime()
		builds[i].memory = int(evaluation.PeakMemoryOf(used) >> 20)
	}
	slices.SortFunc(builds, func(a, b sized) int { return int(a.cpu - b.cpu) })
	x := builds[len(builds)/2]
	x.Name = name
	out, err := exec.CommandContext(ctx, s.mycel, "inspect", bundle, "--json", "--first-query", queries).Output()
	if err != nil {
		return sized{}, err
	}
	return x, json.Unmarshal(out, &x)
}

// sizesTable writes three tables with a column for each corpus.
func sizesTable(all []sized) string {
	var b strings.Builder
	table := func(title string, rows ...struct {
		name string
		cell func(x sized) string
	}) {
		fmt.Fprintf(&b, "\n| %s |", title)
		for _, x := range all {
			fmt.Fprintf(&b, " %s |", x.Name)
		}
		fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("--:|", len(all)))
		for _, row := range rows {
			fmt.Fprintf(&b, "| %s |", row.name)
			for _, x := range all {
				fmt.Fprintf(&b, " %s |", row.cell(x))
			}
			b.WriteString("\n")
		}
	}
	type row = struct {
		name string
		cell func(x sized) string
	}
	table("compressed bytes",
		row{"documents / sections / chunks", func(x sized) string {
			return thousands(x.Counts.Documents) + " / " + thousands(x.Counts.Sections) + " / " + thousands(x.Counts.Chunks)
		}},
		row{"entities", func(x sized) string { return thousands(x.Counts.Entities) }},
		row{"manifest", func(x sized) string { return thousands(x.Disk.Manifest) }},
		row{"core of the index", func(x sized) string { return thousands(x.Disk.Core) }},
		row{"parts of the index", func(x sized) string { return thousands(x.Disk.Parts) }},
		row{"texts", func(x sized) string { return thousands(x.Disk.Text) }},
		row{"in all, with engines, page and client", func(x sized) string { return thousands(x.Disk.Bytes) }},
		row{"files", func(x sized) string { return thousands(x.Disk.Files) }},
	)
	both := func(get func(x sized) spread) func(x sized) string {
		return func(x sized) string { return thousands(get(x).P50) + " / " + thousands(get(x).P95) }
	}
	table("bytes of a query, median / 95th percentile",
		row{"queries", func(x sized) string { return thousands(x.Queries.Queries) }},
		row{"first: core and parts", both(func(x sized) spread { return x.Queries.First.Index })},
		row{"first: texts", both(func(x sized) spread { return x.Queries.First.Text })},
		row{"first: rounds of requests", both(func(x sized) spread { return x.Queries.First.Rounds })},
		row{"later: parts", both(func(x sized) spread { return x.Queries.Later.Index })},
		row{"later: texts", both(func(x sized) spread { return x.Queries.Later.Text })},
	)
	table("build",
		row{"seconds of all cores", func(x sized) string { return fmt.Sprintf("%.2f", x.cpu.Seconds()) }},
		row{"seconds passed", func(x sized) string { return fmt.Sprintf("%.2f", x.passed.Seconds()) }},
		row{"peak memory, MiB", func(x sized) string { return thousands(x.memory) }},
	)
	return b.String()
}

// thousands writes a number with commas between groups of three digits.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
