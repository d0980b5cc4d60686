package inspection

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Queries are lines, or JSON Lines; comments and empty lines are no queries.
func TestReadQueryLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "queries")
	for text, want := range map[string][]string{
		"one\n\n # two\n  three \n":                               {"one", "three"},
		"{\"text\": \"one\"}\n{\"text\": \"\"}\n{\"id\": 1}\ntwo": {"one", "two"},
	} {
		must.OK(t, os.WriteFile(file, []byte(text), 0o600))
		if got, err := readQueryLines(file); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{"": "no queries", "# none\n": "no queries", "{\"text\": 1}\n": "cannot unmarshal", strings.Repeat("x", 1<<20): "token too long"} {
		must.OK(t, os.WriteFile(file, []byte(text), 0o600))
		if _, err := readQueryLines(file); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%.20q: got %v, want %q", text, err, want)
		}
	}
}

// What a bundle does not have takes no line.
func TestLinesOfInspection(t *testing.T) {
	for _, c := range []struct {
		in   Inspection
		want string
	}{
		{Inspection{}, ""}, {Inspection{Vectors: &Vectors{Model: "m", Bits: 64}}, "Vectors: m; 64 bits a chunk\n"},
		{Inspection{Vectors: &Vectors{Model: "m", Dims: 300, Bits: 64}}, "Vectors: m, 300 dimensions; 64 bits a chunk\n"},
	} {
		var out bytes.Buffer
		c.in.vectorsLine(&out)
		c.in.hubsTable(&out)
		must.Equal(t, out.String(), c.want)
	}
	var out bytes.Buffer
	(&Inspection{Hubs: []Hub{{Name: "Lamp\x1b", Kind: "term", Degree: 1234, Chunks: 2}}}).hubsTable(&out)
	if got := out.String(); !strings.Contains(got, "1,234") || strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
}
