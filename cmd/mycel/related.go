package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/layout"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine/answer"
	"mycel/engine/method"
)

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
			found, e, err := b.RelatedTo(cmd.Context(), args[0], k)
			if err != nil {
				return err
			}
			if e != nil {
				return p.writeFound(e, json, "passages", "", func(page *bytes.Buffer) {
					fmt.Fprintf(page, "%s\n\n", terminal.Printable(layout.Entity(e)))
					writeNeighbours(page, e.Passages)
				})
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
		fmt.Fprintf(page, "%2d. %s\n%s%s\n%s(%s)\n\n", i+1, terminal.Printable(layout.Label(n.Title, n.Heading)), terminal.Indent, terminal.Printable(address(n.Source)), terminal.Indent, terminal.Printable(layout.Near(&n)))
	}
}
