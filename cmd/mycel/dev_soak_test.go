package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mycel/internal/must"
	"mycel/manifest"
)

// devReader reads bundles from mycel dev as browsers do.
type devReader struct {
	address  string
	bundles  atomic.Int64 // read whole
	files    atomic.Int64
	replaced atomic.Int64 // bundles that another one has replaced while they were read
}

// get returns a file, nil if the server does not have it.
func (d *devReader) get(path string) ([]byte, error) {
	response, err := http.Get(d.address + path)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return nil, err
	case response.StatusCode == http.StatusNotFound:
		return nil, nil
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s: %s: %s", path, response.Status, body)
	}
	return body, nil
}

// read reads all files of the bundle that is there. A file may be missing or another one
// only if the manifest is another one by then.
func (d *devReader) read() error {
	raw, err := d.get("/mycel.json")
	if err != nil {
		return err
	}
	var m manifest.Manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return err
	}
	for _, f := range m.All()[1:] {
		content, err := d.get("/" + f.Path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(content)
		if hex.EncodeToString(sum[:]) == f.SHA256 || f.Path == "index.html" { // its links are set for the server
			d.files.Add(1)
			continue
		}
		now, err := d.get("/mycel.json")
		if err != nil {
			return err
		}
		if string(now) == string(raw) {
			return fmt.Errorf("%s has %d bytes that are not those of the manifest", f.Path, len(content))
		}
		d.replaced.Add(1)
		return nil
	}
	d.bundles.Add(1)
	return nil
}

// Mycel dev under load: readers fetch whole bundles without pause while every edit makes a
// new one. Each reader gets files that belong together, and the last edit is there at the end.
func TestSoakDevUnderLoad(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	const edits, readers = 40, 12
	docs := must.Files(t, gardenDocs)
	for i := range 200 {
		text := fmt.Sprintf("# Bed %d\n\n%s\n", i, strings.Repeat(fmt.Sprintf("Bed %d has beans of kind %d. ", i, i%17), 30))
		must.OK(t, os.WriteFile(filepath.Join(docs, fmt.Sprintf("bed%d.md", i)), []byte(text), 0o644))
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out, write := io.Pipe()
	stderr := &lockedBuffer{}
	p := world()
	p.out, p.err = write, stderr
	ended := make(chan int, 1)
	go func() {
		code := run(ctx, p, []string{"dev", docs, "--addr", "127.0.0.1:0"})
		write.Close()
		ended <- code
	}()
	lines := bufio.NewScanner(out)
	must.Hold(t, lines.Scan(), "got no address; stderr: %s", stderr)
	d := &devReader{address: strings.TrimSuffix(lines.Text(), "/")}
	done := make(chan struct{})
	var load sync.WaitGroup
	for range readers {
		load.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				if err := d.read(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range edits {
		text := fmt.Sprintf("# Preparing Soil\n\nEdit number %d is here.\n", i)
		must.OK(t, os.WriteFile(filepath.Join(docs, "soil.md"), []byte(text), 0o644))
		until(t, fmt.Sprintf("edit %d", i), func() bool {
			page, err := d.get("/soil.html")
			return err == nil && strings.Contains(string(page), fmt.Sprintf("Edit number %d is here.", i))
		})
	}
	close(done)
	load.Wait()
	stop()
	must.Equal(t, <-ended, exitDone, "stderr: %s: exit code", stderr)
	t.Logf("%d edits, %d readers: %d bundles read whole, %d replaced while they were read, %d files", edits, readers, d.bundles.Load(), d.replaced.Load(), d.files.Load())
	must.Be(t, d.bundles.Load() != 0, "nobody has read a whole bundle")
}
