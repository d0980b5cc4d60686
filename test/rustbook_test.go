package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/engine"
)

// A book of real size: misspelt words, names of pages, and, with its listings as readers see it,
// a question in other words than those of the chapter that answers it, where code says them
// more often. MYCEL_DATA names the folder with the data sets.
func TestSoakRustBook(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	docs := filepath.Join(os.Getenv("MYCEL_DATA"), "rust-book")
	if _, err := os.Stat(docs); err != nil {
		t.Skip("data")
	}
	b := build(t, docs)
	t.Run("misspellings", func(t *testing.T) { testMisspellings(t, b, 40, 38) })
	t.Run("names", func(t *testing.T) { testNames(t, b, 1000) })
	t.Run("question", func(t *testing.T) {
		b := build(t, docs+"-listings")
		r := ask(t, b, "why can't I use a value after passing it to a function", engine.Options{})
		for _, h := range r.Hits[:min(3, len(r.Hits))] {
			if strings.Contains(h.Document, "ownership") {
				return
			}
		}
		t.Errorf("found %s", documents(r))
	})
}
