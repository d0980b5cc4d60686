package main

import (
	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/graphfile"
)

func newExportCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "export OUT",
		Short: "Print the graph of a bundle for other programs",
		Long: `Export prints the graph of a bundle: documents with their chunks and sentences, entities with
their types and aliases, and the tree of summaries. An edge between two entities has its weight
and the sentences that mention both. The JSON is that of networkx.node_link_graph; programs
such as Gephi and Cytoscape read GraphML.`,
		Example: `  mycel export public/mycel > graph.json
  mycel export public/mycel --graph graphml > graph.graphml`,
		Args: folderArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			return graphfile.Write(cmd.Context(), cmd.OutOrStdout(), args[0], format)
		},
	}
	cmd.Flags().Var(choice(&format, graphfile.Formats...), "graph", "format of the graph")
	return cmd
}
