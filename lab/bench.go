package main

import (
	"github.com/spf13/cobra"

	"mycel/lab/internal/bench"
)

// benchCommand times the engines; its subcommands time other work of theirs.
func benchCommand() *cobra.Command {
	var s bench.Speed
	var wasm string
	cmd := &cobra.Command{
		Use: "bench", Short: "open and search in three engines side by side", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.WASM = wasm
			return s.Write(cmd.Context(), cmd.OutOrStdout())
		},
	}
	cmd.PersistentFlags().StringVar(&wasm, "wasm", "build/mycel.wasm", "`FILE` of the engine")
	f := cmd.Flags()
	f.StringVar(&s.JSONL, "jsonl", "", "`FILE` of passages (default: synthetic ones)")
	f.StringVar(&s.Queries, "queries", "", "`FILE` of queries, JSON Lines with \"text\"")
	f.IntVar(&s.Passages, "passages", 10_000, "size of the synthetic corpus")
	f.StringSliceVar(&s.Modes, "modes", bench.Rows(), "`modes` to time, and evidence")
	f.StringSliceVar(&s.Engines, "engines", bench.Engines, "`engines` to time")
	cmd.AddCommand(benchKeysCommand(&wasm), benchScaleCommand(&wasm))
	return cmd
}

func benchKeysCommand(wasm *string) *cobra.Command {
	var docs, jsonl, queries string
	cmd := &cobra.Command{
		Use: "keys", Short: "search as you type, at every key", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return bench.Keys(cmd.Context(), cmd.OutOrStdout(), *wasm, docs, jsonl, queries)
		},
	}
	f := cmd.Flags()
	f.StringVar(&docs, "docs", "", "`DIR` of Markdown, whose titles and headings are typed")
	f.StringVar(&jsonl, "jsonl", "", "`FILE` of passages, without --docs")
	f.StringVar(&queries, "queries", "", "`FILE` of queries for these, JSON Lines with \"text\"")
	return cmd
}

func benchScaleCommand(wasm *string) *cobra.Command {
	var s bench.Scale
	cmd := &cobra.Command{
		Use: "scale", Short: "build and ask synthetic corpora of growing sizes", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s.WASM = *wasm
			return s.Write(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.IntSliceVar(&s.Sizes, "passages", []int{10_000, 100_000}, "`sizes` of the corpora")
	f.StringVar(&s.Mycel, "mycel", "bin/mycel", "`FILE` of the command that builds")
	f.StringVar(&s.Memory, "memory", "", "`BYTES` that a build may take, such as 4GiB")
	f.StringSliceVar(&s.Engines, "engines", bench.Engines[:2], "`engines` to time")
	return cmd
}
