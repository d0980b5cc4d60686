package write

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"mycel/internal/must"
)

// Another build that puts its bundle in place meanwhile does not get its files into this one.
func TestUnchangedFilesOfAnotherBuild(t *testing.T) {
	temp := t.TempDir()
	ours, theirs, beside := filepath.Join(temp, "ours"), filepath.Join(temp, "theirs"), filepath.Join(temp, "beside")
	for _, dir := range []string{ours, theirs, beside} {
		must.OK(t, os.Mkdir(dir, 0o755))
		must.OK(t, os.WriteFile(filepath.Join(dir, "file"), []byte(filepath.Base(dir)), 0o644))
	}
	content := []byte("ours")
	done := make(chan struct{})
	var other sync.WaitGroup
	other.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if ok, err := exchange(ours, theirs); !ok || err != nil {
				return
			}
		}
	})
	f := &Folder{target: ours, temp: beside}
	for i := range 4000 {
		full := filepath.Join(beside, fmt.Sprint(i))
		must.OK(t, f.put("file", full, content))
		if got, err := os.ReadFile(full); err != nil || string(got) != "ours" {
			t.Errorf("file %d: got %q, %v", i, got, err)
			break
		}
	}
	close(done)
	other.Wait()
	a, _ := os.ReadFile(filepath.Join(ours, "file"))
	b, _ := os.ReadFile(filepath.Join(theirs, "file"))
	got := string(a) + " " + string(b)
	if got != "ours theirs" && got != "theirs ours" {
		t.Errorf("what was there is %q now", got)
	}
}
