package engine_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"mycel/engine"
	"mycel/engine/internal/golden"
	_ "mycel/engine/method/all" // registers the methods
	"mycel/engine/parts"
	"mycel/engine/strategy"
)

// openSystem opens the fixture corpus as it is built with one system, by the builder's
// golden test, with its texts.
func openSystem(t testing.TB, name string) *engine.Engine {
	t.Helper()
	dir := filepath.Join("testdata", "systems", name)
	e, err := engine.Open(unpackFrom(t, dir, "index.*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for id, file := range partFilesOf(t, dir) {
		if err := e.AddPart(parts.ID(id), unpackFrom(t, dir, file)); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// The results of the systems on the fixture corpus are committed, and contexts for
// language models with them.
func TestGoldenSystems(t *testing.T) {
	for _, name := range strategy.Systems() {
		e := openSystem(t, name)
		var files []golden.File
		for _, q := range queries {
			r := search(t, e, q, engine.Options{Mode: name})
			evidence, err := e.Retrieve(q, engine.EvidenceOptions{Options: engine.Options{Mode: name}, TokenBudget: 400})
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, rendered(t, q, []golden.Answer{
				{Label: name, JSON: r.AppendJSON(nil)},
				{Label: "evidence of at most 400 tokens", JSON: evidence.AppendJSON(nil)},
			}))
		}
		checkGolden(t, name, files)
	}
}

// A bundle without a system says so, and what would help.
func TestSystemIsAbsent(t *testing.T) {
	e := openWithTexts(t)
	for _, name := range strategy.Systems() {
		_, err := e.Search("float gauge", engine.Options{Mode: name})
		if !errors.Is(err, engine.ErrOption) || !strings.Contains(err.Error(), "--with "+name) {
			t.Errorf("%s: error %v", name, err)
		}
		if modes := string(e.AppendInfoJSON(nil, "")); strings.Contains(modes, `"`+name+`"`) {
			t.Errorf("%s is listed: %s", name, modes)
		}
		if modes := string(openSystem(t, name).AppendInfoJSON(nil, "")); !strings.Contains(modes, `"`+name+`"`) {
			t.Errorf("%s is not listed: %s", name, modes)
		}
	}
}
