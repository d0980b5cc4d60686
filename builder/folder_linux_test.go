package builder

import (
	"context"
	"path/filepath"
	"testing"
)

// A bundle that another build puts in place while the folder is looked at is no foreign
// file: builds with one output may end at once.
func TestOutputReplacedMeanwhile(t *testing.T) {
	temp := t.TempDir()
	out, other := filepath.Join(temp, "out"), filepath.Join(temp, "other")
	for dir, size := range map[string]int{out: 400, other: 50} {
		if _, err := Build(context.Background(), Config{Docs: []string{"testdata/handbook"}, Output: dir, ChunkTokens: size, Version: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	if done, err := exchange(out, other); !done || err != nil {
		t.Skip("folders cannot be exchanged here")
	}
	for range 300 {
		done := make(chan error)
		go func() {
			_, err := exchange(out, other)
			done <- err
		}()
		err := checkOutput(out, nil)
		if exchanged := <-done; err != nil || exchanged != nil {
			t.Fatal(err, exchanged)
		}
	}
}
