package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mycel/lab/internal/evaluation"
)

// documentFlag adds the flag for the document that tables are written into.
func documentFlag(cmd *cobra.Command, document *string, name string) {
	cmd.Flags().StringVar(document, "document", "", "`FILE` to write the tables into, between the marks “"+name+"” (default: print them)")
}

// deliver prints tables, or writes them between the marks of a name in a document.
func deliver(cmd *cobra.Command, document, name, tables string) error {
	if document == "" {
		_, err := fmt.Fprint(cmd.OutOrStdout(), tables)
		return err
	}
	text, err := os.ReadFile(document)
	if err != nil {
		return err
	}
	date := time.Now().UTC().Format(time.DateOnly)
	if !strings.Contains(tables, "\nMeasured on ") {
		tables += fmt.Sprintf("\nMeasured on %s on %s.\n", date, evaluation.Machine())
	}
	if text, err = insert(text, name, date, tables); err != nil {
		return fmt.Errorf("%s: %w", document, err)
	}
	return os.WriteFile(document, text, 0o644)
}

// insert puts text between the marks of a table, and the date into the first mark.
func insert(document []byte, name, date, text string) ([]byte, error) {
	open, end := []byte("<!-- measured "+name+" "), []byte("<!-- end "+name+" -->")
	from, to := bytes.Index(document, open), bytes.Index(document, end)
	if from < 0 || to < from || bytes.Count(document, open) != 1 {
		return nil, fmt.Errorf("want one pair of lines <!-- measured %s … --> and %s", name, end)
	}
	mark := fmt.Sprintf("<!-- measured %s on %s -->\n%s\n", name, date, text)
	return slices.Concat(document[:from], []byte(mark), document[to:]), nil
}
