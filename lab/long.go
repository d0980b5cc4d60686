package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mycel/lab/internal/evaluation"
	"mycel/lab/internal/longdoc"
)

// longFlags is the command line of mycel-lab long.
type longFlags struct {
	evalFlags
	questions, goRoot, rustBook, coreutils string
	dir, document                          string
	cmd                                    *cobra.Command
}

// longCommand measures contexts from long documents.
func longCommand() *cobra.Command {
	l := longFlags{}
	cmd := &cobra.Command{
		Use: "long", Short: "contexts from books and manuals, each a corpus of one document", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l.cmd, l.out, l.progress = cmd, cmd.OutOrStdout(), cmd.ErrOrStderr()
			return l.measure(cmd.Context())
		},
	}
	l.sources(cmd)
	f := cmd.Flags()
	f.StringVar(&l.dir, "dir", "build/evaluation/long", "`DIR` for bundles, which later runs use again, and for reports")
	f.StringSliceVar(&l.modes, "modes", nil, "`modes` to measure (default: all)")
	f.StringArrayVar(&l.params, "param", nil, "`NAME=VALUE` of a parameter of the methods; may be repeated")
	documentFlag(cmd, &l.document, "long")
	return cmd
}

// sources declares the flags for the documents and the questions about them.
func (l *longFlags) sources(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&l.questions, "questions", "evaldata/long/questions.tsv", "`FILE` of questions")
	f.StringVar(&l.goRoot, "go-root", "", "`DIR` of Go's tree (default: as go env says)")
	f.StringVar(&l.rustBook, "rust-book", "../shared/data/rust-book", "`DIR` of the chapters of the Rust book")
	f.StringVar(&l.coreutils, "coreutils", "/usr/share/info/coreutils.info.gz", "`FILE` of the manual of GNU Coreutils")
}

// documents returns the long documents of this machine.
func (l *longFlags) documents(ctx context.Context) ([]longdoc.Document, error) {
	if l.goRoot == "" {
		root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
		if err != nil {
			return nil, fmt.Errorf("go env GOROOT: %w", err)
		}
		l.goRoot = strings.TrimSpace(string(root))
	}
	return longdoc.Documents(l.goRoot, l.rustBook, l.coreutils), nil
}

func (l *longFlags) measure(ctx context.Context) error {
	if err := l.setParameters(); err != nil {
		return err
	}
	questions, err := longdoc.ReadQuestions(l.questions)
	if err != nil {
		return err
	}
	documents, err := l.documents(ctx)
	if err != nil {
		return err
	}
	long := evaluation.Long{Documents: documents, Questions: questions, Modes: l.modes, Options: l.options, Progress: l.progress}
	reports, tables, err := long.Measure(ctx, l.dir)
	if err != nil {
		return err
	}
	for _, r := range reports {
		b, err := json.MarshalIndent(r, "", "  ")
		if err == nil {
			err = os.WriteFile(filepath.Join(l.dir, r.Split+".json"), b, 0o644)
		}
		if err == nil {
			fmt.Fprintf(l.out, "\n%s, %d questions\n", r.Split, r.Queries)
			err = evaluation.WriteReport(l.out, r)
		}
		if err != nil {
			return err
		}
	}
	return deliver(l.cmd, l.document, "long", tables)
}
