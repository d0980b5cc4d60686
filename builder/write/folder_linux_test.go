package write

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"mycel/internal/must"
	"mycel/manifest"
)

// A bundle that another build puts in place while the folder is looked at is no foreign
// file: builds with one output may end at once.
func TestOutputReplacedMeanwhile(t *testing.T) {
	temp := t.TempDir()
	out, other := filepath.Join(temp, "out"), filepath.Join(temp, "other")
	for _, dir := range []string{out, other} {
		index := []byte("the index of " + dir)
		sum := Digest(index)
		name := Hashed("index.", sum, ".gz")
		raw := must.Get(json.Marshal(manifest.Manifest{Format: 6, Index: manifest.File{Path: name, Bytes: int64(len(index)), SHA256: sum}}))(t)
		must.OK(t, os.Mkdir(dir, 0o755))
		for path, content := range map[string][]byte{name: index, manifest.Name: raw} {
			must.OK(t, os.WriteFile(filepath.Join(dir, path), content, 0o644))
		}
		must.OK(t, CheckOutput(dir, nil))
		must.OK(t, CheckOutput(dir, nil))
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
		err := CheckOutput(out, nil)
		exchanged := <-done
		must.Hold(t, err == nil && exchanged == nil, "%v %v", err, exchanged)
	}
}
