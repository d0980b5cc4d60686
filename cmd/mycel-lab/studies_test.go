package main

import (
	"strings"
	"testing"
)

// The studies of single methods write their tables.
func TestStudies(t *testing.T) {
	dir := writeFiles(t, gardenSet)
	for args, wants := range map[string][]string{
		"ketrag":                       {": Configurations", "\n| KET-RAG-P | ", ": Core chunks (beta)", "\n| 0.4, uniform | "},
		"noderag --first 1 --graphs 2": {"\n## Nodes, edges and bytes", ": parameters\n", "\n| node, nodeSteps 5 | ", ": graphs\n", "\n| without vectors | "},
	} {
		out, _ := lab(t, "", append(strings.Fields(args), dir)...)
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: got %q, want it to contain %q", args, out, want)
			}
		}
	}
}
