package model2vec

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// published is where the fixtures of the reference implementation may lie; the other
// tests of this package make their own.
var published = filepath.Join(os.Getenv("MYCEL_DATA"), "../models/model2vec-fixtures")

// assemble makes the folder of a published model, whose tokenizer may be one that
// several share.
func assemble(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(published, name))); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "tokenizer.json")
	if _, err := os.Stat(own); err == nil {
		return dir
	}
	b, err := os.ReadFile(filepath.Join(published, "tokenizer.bge-wordpiece.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The models that the reference implementation is tested with give its vectors.
func TestSoakPublished(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	if _, err := os.Stat(published); err != nil {
		t.Skip("data")
	}
	const short = "hello world"
	long := strings.TrimSpace(strings.Repeat("hello ", 1000))
	for _, test := range []struct {
		model, text, want string
		tolerance         float64 // relative
	}{
		{"float32", short, "embeddings_short.json", 1e-5},
		{"float32", long, "embeddings_long.json", 1e-5},
		{"sentence-transformers", short, "embeddings_short.json", 1e-5},
		{"sentence-transformers", long, "embeddings_long.json", 1e-5},
		{"float16", short, "embeddings_short.json", 0.1},
		{"float16", long, "embeddings_long.json", 0.1},
		{"int8", short, "embeddings_short.json", 0.1},
		{"int8", long, "embeddings_long.json", 0.1},
		{"vocab-quantized", long, "embeddings_vocab_quantized.json", 1e-5},
	} {
		m, err := Open(assemble(t, test.model))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(published, test.want))
		if err != nil {
			t.Fatal(err)
		}
		var want [][]float64
		if err := json.Unmarshal(b, &want); err != nil {
			t.Fatal(err)
		}
		got, err := m.Encode(context.Background(), []string{test.text})
		if err != nil {
			t.Fatal(err)
		}
		if len(got[0]) != len(want[0]) {
			t.Fatalf("%s: got %d dimensions, want %d", test.model, len(got[0]), len(want[0]))
		}
		for d, w := range want[0] {
			if math.Abs(float64(got[0][d])-w) > test.tolerance*math.Abs(w) {
				t.Errorf("%s, %s: dimension %d: got %v, want %v", test.model, test.want, d, got[0][d], w)
			}
		}
	}
}
