// Command page turns reports of mycel eval --json into the page docs/evaluation.md,
// on standard output:
//
//	go run ./cmd/mycel/internal/evaluation/page REPORT.json…
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"mycel/cmd/mycel/internal/evaluation"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func run(paths []string) error {
	if len(paths) == 0 {
		return errors.New("no report: give the files that mycel eval --json wrote")
	}
	var reports []*evaluation.Report
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		r := &evaluation.Report{}
		if err := json.Unmarshal(b, r); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		reports = append(reports, r)
	}
	return evaluation.WritePage(os.Stdout, reports)
}
