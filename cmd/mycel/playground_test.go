package main

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"mycel/engine/strategy"
)

// playgroundParameters is where the playground has the table of parameters.
const playgroundParameters = "../../site/playground/parameters.js"

// TestPlaygroundParameters checks that the playground offers the parameters that
// there are, with their ranges and meanings.
func TestPlaygroundParameters(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("/**\n * The parameters of the modes. Written by go test ./cmd/mycel -run TestPlaygroundParameters -update.\n *\n" +
		" * @type {import('./form.js').Parameter[]}\n */\nexport const parameters = [\n")
	for i := range strategy.Parameters() {
		p := &strategy.Parameters()[i]
		if p.Name == "k" || p.Name == "timings" {
			continue // the page has its own places for them
		}
		row := map[string]any{"name": p.Name, "meaning": meaning[p.Name]}
		switch p.Kind {
		case strategy.Choice:
			row["words"] = p.Words
		case strategy.Whole, strategy.Number:
			row["least"], row["most"], row["whole"] = p.Least, p.Most, p.Kind == strategy.Whole
		}
		line, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString("  " + string(line) + ",\n")
	}
	b.WriteString("];\n")
	if *update {
		if err := os.WriteFile(playgroundParameters, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(playgroundParameters)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is not the table of the engine's parameters: run this test with -update", playgroundParameters)
	}
}
