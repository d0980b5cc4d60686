package engine_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/engine"
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
		var got bytes.Buffer
		for _, q := range queries {
			r, err := e.Search(q, engine.Options{Mode: name})
			if err != nil {
				t.Fatal(err)
			}
			got.Write(append(r.AppendJSON(nil), '\n'))
			evidence, err := e.Retrieve(q, engine.EvidenceOptions{Options: engine.Options{Mode: name}, TokenBudget: 400})
			if err != nil {
				t.Fatal(err)
			}
			got.Write(append(evidence.AppendJSON(nil), '\n'))
		}
		golden := filepath.Join("testdata", "systems", name+".jsonl")
		if *update {
			if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		gotLines, wantLines := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
		if len(gotLines) != len(wantLines) {
			t.Fatalf("%s: %d results, want %d", name, len(gotLines), len(wantLines))
		}
		for i := range wantLines {
			if gotLines[i] != wantLines[i] {
				t.Errorf("%s: result %d:\n got %s\nwant %s", name, i, gotLines[i], wantLines[i])
			}
		}
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
