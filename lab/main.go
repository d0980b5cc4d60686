// Command mycel-lab is the laboratory of the project: it measures retrieval on labelled data
// sets, writes the tables of docs, and trains the trees of the bridge walk. The Makefile's
// targets call it; users of Mycel need only the command mycel.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"mycel/lab/internal/evaluation"
	"mycel/lab/internal/rerank"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "mycel-lab:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, progress io.Writer, args []string) error {
	root := &cobra.Command{Use: "mycel-lab", Short: "Measure retrieval, and train what is trained", SilenceErrors: true, SilenceUsage: true}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(out)
	root.SetErr(progress)
	root.SetArgs(args)
	root.AddCommand(
		benchCommand(), evalCommand(), pageCommand(), htmlCommand(), rerankCommand(), wordsCommand(), contextsCommand(), longCommand(), papersCommand(), modesCommand(), sizesCommand(),
	)
	return root.ExecuteContext(ctx)
}

func rerankCommand() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: "rerank FOLDER…", Short: "grow the trees of the bridge walk from the data sets below the folders", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			return rerank.Write(cmd.Context(), out, cmd.ErrOrStderr(), folders)
		},
	}
	cmd.Flags().StringVar(&out, "out", "engine/method/bridge/rerank_trees.go", "`FILE` to write")
	return cmd
}

func pageCommand() *cobra.Command {
	var document string
	cmd := &cobra.Command{
		Use: "page REPORT.json…", Short: "reports of eval --json as the tables of docs/evaluation.md", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			reports, err := readReports(paths)
			if err != nil {
				return err
			}
			var tables strings.Builder
			if err := evaluation.WritePage(&tables, reports); err != nil {
				return err
			}
			return deliver(cmd, document, "evaluation", tables.String())
		},
	}
	documentFlag(cmd, &document, "evaluation")
	return cmd
}

// readReports reads reports of eval --json.
func readReports(paths []string) ([]*evaluation.Report, error) {
	reports := make([]*evaluation.Report, len(paths))
	for i, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		reports[i] = &evaluation.Report{}
		if err := json.Unmarshal(b, reports[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return reports, nil
}

// contextsCommand writes the comparison at equal tokens into a document, and draws it.
func contextsCommand() *cobra.Command {
	var plot, document string
	cmd := &cobra.Command{
		Use: "contexts REPORT.json…", Short: "reports of eval --json --budgets as tables and as a plot", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			reports, err := readReports(paths)
			if err != nil {
				return err
			}
			var picture bytes.Buffer
			var tables strings.Builder
			if err := errors.Join(evaluation.PlotContexts(&picture, reports), evaluation.WriteContexts(&tables, reports)); err != nil {
				return err
			}
			return errors.Join(os.WriteFile(plot, picture.Bytes(), 0o644), deliver(cmd, document, "contexts", tables.String()))
		},
	}
	cmd.Flags().StringVar(&plot, "plot", "docs/contexts.svg", "`FILE` of the plot")
	documentFlag(cmd, &document, "contexts")
	return cmd
}

var errDataset = errors.New("eval: no --dataset DIR to measure on")
