package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel-lab/internal/evaluation"
	"mycel/cmd/mycel-lab/internal/marks"
)

// measuredCode is the code on which figures of retrieval depend.
const measuredCode = "engine builder cmd/mycel-lab/internal/evaluation"

// documentFlag adds the flag for the document that tables are written into.
func documentFlag(cmd *cobra.Command, document *string, name string) {
	cmd.Flags().StringVar(document, "document", "", "`FILE` to write the tables into, between the marks “"+name+"” (default: print them)")
}

// deliver prints tables, or writes them between the marks of a name in a document.
func deliver(cmd *cobra.Command, document, name, code, tables string) error {
	if document == "" {
		_, err := fmt.Fprint(cmd.OutOrStdout(), tables)
		return err
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	root, err := sourceTree()
	if err != nil {
		return err
	}
	date := time.Now().UTC().Format(time.DateOnly)
	if !strings.Contains(tables, "\nMeasured on ") {
		tables += fmt.Sprintf("\nMeasured on %s on %s.\n", date, evaluation.Machine())
	}
	if text, err = marks.Insert(root, text, name, date, code, tables); err != nil {
		return fmt.Errorf("%s: %w", document, err)
	}
	return os.WriteFile(document, text, 0o644)
}

// sourceTree returns the tree of the project, around the working folder.
func sourceTree() (fs.FS, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return os.DirFS(dir), nil
		}
		if filepath.Dir(dir) == dir {
			err = errors.New("want to be in the project's tree, with go.mod")
		}
		dir = filepath.Dir(dir)
	}
	return nil, err
}

// outdatedCommand tells which tables of documents are older than their code. It refuses none:
// measuring takes hours, and most changes of code change no figure.
func outdatedCommand() *cobra.Command {
	return &cobra.Command{
		Use: "outdated FILE…", Short: "tables of documents that are older than the code on which their figures depend", Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, documents []string) error {
			root, err := sourceTree()
			if err != nil {
				return err
			}
			for _, document := range documents {
				text, err := os.ReadFile(document)
				if err != nil {
					return err
				}
				lines, err := marks.Outdated(root, text)
				if err != nil {
					return fmt.Errorf("%s: %w", document, err)
				}
				for _, line := range lines {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", document, line)
				}
			}
			return nil
		},
	}
}
