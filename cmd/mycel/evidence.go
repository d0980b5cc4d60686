package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"mycel"
	"mycel/cmd/mycel/internal/layout"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
)

// evidence prints what answers a question: the context as it would go into a prompt, then where each passage is from.
func (p *program) evidence(ctx context.Context, b *mycel.Bundle, q *queryFlags, question string) error {
	found, err := b.Retrieve(ctx, question, mycel.RetrieveOptions{
		EvidenceOptions: engine.EvidenceOptions{Options: q.options, TokenBudget: q.budget, MinScore: q.minScore},
	})
	if err != nil {
		return err
	}
	return p.writeFound(found, q.json, "evidence", found.Reason, func(page *bytes.Buffer) {
		fmt.Fprintf(page, "%s\n\n", terminal.Lines(found.Context))
		for _, c := range found.Citations {
			fmt.Fprintf(page, "[%d] %s\n", c.N, terminal.Printable(address(c.Source)))
		}
		fmt.Fprintf(page, "%s: %s\n", found.Trace.Mode, found.Trace.Reason)
		fmt.Fprintf(page, "at most %s%s; covers %.0f %% of the words%s\n", terminal.Quantity(found.Tokens, "token", "tokens"), cutNote(found.Truncated),
			100*found.Coverage.Terms, uncovered(found.Coverage.Uncovered))
	})
}

// writeFound prints an answer as JSON, or a page for a person, or why there is none.
func (p *program) writeFound(found interface{ AppendJSON([]byte) []byte }, json bool, what, reason string, write func(page *bytes.Buffer)) error {
	var page bytes.Buffer
	switch {
	case json:
		page.Write(append(found.AppendJSON(nil), '\n'))
	case reason != "":
		fmt.Fprintf(p.err, "No %s: %s.\n", what, terminal.Printable(reason))
		return nil
	default:
		write(&page)
	}
	_, err := p.out.Write(page.Bytes())
	return err
}

// address is where to look something up: by its URL, or of documents without one by their id.
func address(s answer.Source) string { return cmp.Or(s.URL, s.Document) }

func cutNote(truncated bool) string {
	if truncated {
		return ", more was found than fits"
	}
	return ""
}

func uncovered(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return ", not: " + terminal.Printable(strings.Join(words, ", "))
}

func newOverviewCommand(p *program) *cobra.Command {
	var bundle string
	var budget int
	var json bool
	var picture mapFlags
	cmd := &cobra.Command{
		Use:   "overview --bundle OUT [TOPIC…]",
		Short: "Print summaries of the documents on a topic",
		Long: `Overview prints summaries of the documents on a topic, the most general first, in
sentences of the documents. Without a topic it prints summaries of all documents.

With --html it writes a page with a map of all documents instead: communities of
documents that mention the same names, each with the names that set it apart.

Words are joined. A topic without summaries is not a failure: the exit code is 0.`,
		Example: `  mycel overview --bundle public/mycel ownership
  mycel overview --bundle public/mycel --token-budget 500 --json
  mycel overview --bundle public/mycel --html map.html`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if err := picture.check(cmd.Flags(), words); err != nil {
				return err
			}
			b, err := openBundle(cmd.Context(), "overview", bundle)
			if err != nil {
				return err
			}
			if picture.path != "" {
				return p.writeMap(cmd.Context(), b, bundle, &picture)
			}
			found, err := b.Overview(cmd.Context(), strings.Join(words, " "), budget)
			if err != nil {
				return err
			}
			return p.writeFound(found, json, "overview", found.Reason, func(page *bytes.Buffer) { writeOverview(page, found) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&bundle, "bundle", "", "`DIR` of the bundle, or its address on a web server")
	f.Var(number(&budget, 1, math.MaxInt32), "token-budget", fmt.Sprintf("tokens at most (default %d)", engine.DefaultTokenBudget))
	f.BoolVar(&json, "json", false, "print it as JSON, as the browser gets it")
	picture.register(f)
	return cmd
}

func writeOverview(page *bytes.Buffer, o *answer.Overview) {
	fmt.Fprintf(page, "%s\n\n", terminal.Lines(o.Context))
	for _, s := range o.Summaries {
		var sections []string
		for _, from := range s.Sections {
			sections = append(sections, address(from))
		}
		fmt.Fprintf(page, "[%d] %s\n", s.N, terminal.Printable(strings.Join(sections, ", ")))
	}
	fmt.Fprintf(page, "at most %s%s\n", terminal.Quantity(o.Tokens, "token", "tokens"), cutNote(o.Truncated))
}

func newRelatedCommand(p *program) *cobra.Command {
	var bundle string
	var k int
	var json bool
	cmd := &cobra.Command{
		Use:   "related --bundle OUT DOCUMENT[#ANCHOR] | NAME",
		Short: "List the documents or sections near another, or with an entity",
		Long: `Related lists the neighbours of a document, given by its id or URL: documents that are
linked with it, or mention the same rare entities. With #ANCHOR it lists the sections
near a section, with the NAME of an entity the sections that mention it most, and its
neighbours in the graph.

A document without neighbours is not a failure: the exit code is 0.`,
		Example: `  mycel related --bundle public/mycel ch04-01-what-is-ownership.html
  mycel related --bundle public/mycel --k 3 ch04-01-what-is-ownership.html#move`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage.Errorf("related: got %s, want one", terminal.Quantity(len(args), "document", "documents"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := openBundle(cmd.Context(), "related", bundle)
			if err != nil {
				return err
			}
			found, err := b.Related(cmd.Context(), args[0], k)
			if errors.Is(err, engine.ErrOption) {
				e, err := b.Entity(cmd.Context(), args[0], k)
				if err != nil {
					return err
				}
				return p.writeFound(e, json, "passages", "", func(page *bytes.Buffer) {
					fmt.Fprintf(page, "%s\n\n", terminal.Printable(layout.Entity(e)))
					writeNeighbours(page, e.Passages)
				})
			}
			if err != nil {
				return err
			}
			return p.writeFound(found, json, "neighbours", found.Reason, func(page *bytes.Buffer) { writeNeighbours(page, found.Neighbours) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&bundle, "bundle", "", "`DIR` of the bundle, or its address on a web server")
	f.VarP(number(&k, 1, method.MaxK), "k", "k", "neighbours wanted (default 10)")
	f.BoolVar(&json, "json", false, "print them as JSON, as the browser gets them")
	return cmd
}

func writeNeighbours(page *bytes.Buffer, list []answer.Neighbour) {
	for i, n := range list {
		title := n.Title
		if n.Heading != "" && n.Heading != n.Title {
			title += " › " + n.Heading
		}
		fmt.Fprintf(page, "%2d. %s\n%s%s\n%s(%s)\n\n", i+1, terminal.Printable(title), terminal.Indent, terminal.Printable(address(n.Source)), terminal.Indent, terminal.Printable(layout.Near(&n)))
	}
}

// openBundle opens the bundle of a command line.
func openBundle(ctx context.Context, command, dir string) (*mycel.Bundle, error) {
	if dir == "" {
		return nil, usage.Errorf("%s: no --bundle DIR or URL to search in", command)
	}
	return openAnywhere(ctx, dir)
}
