package builder

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"mycel/builder/ingest"
	"mycel/internal/must"
)

// documents is a sequence of documents, and an error at its end.
func documents(err error, all ...ingest.Source) iter.Seq2[ingest.Source, error] {
	return func(yield func(ingest.Source, error) bool) {
		for _, s := range all {
			if !yield(s, nil) {
				return
			}
		}
		if err != nil {
			yield(ingest.Source{}, err)
		}
	}
}

func TestMemoryIsTheFolder(t *testing.T) {
	runtime := fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html lang=en><head></head></html>")}, "client/index.js": {Data: []byte("export {}")}}
	dir := filepath.Join(t.TempDir(), "bundle")
	want := mustBuild(t, Config{Docs: []string{"testdata/handbook"}, Output: dir, Runtime: runtime})
	got := map[string]string{}
	var last string
	var one sync.Mutex
	report := must.Get(Build(context.Background(), Config{
		Documents: ingest.FS(os.DirFS("testdata/handbook")),
		Runtime:   runtime,
		Sink: func(path string, content []byte) error {
			if !one.TryLock() {
				return errors.New("called for two files at a time")
			}
			defer one.Unlock()
			got[path], last = string(content), path
			return nil
		},
	}))(t)
	must.Be(t, maps.Equal(got, must.Tree(t, dir)), "the sink got other files than the folder has")
	must.Be(t, last == "mycel.json", "the last file is %s, want the manifest", last)
	must.Equal(t, []int64{int64(report.Files), report.Bytes, report.FirstQuery}, []int64{int64(want.Files), want.Bytes, want.FirstQuery}, "files, bytes, bytes of the first query")
}

func TestMemoryDocuments(t *testing.T) {
	out := func(c Config) map[string]string {
		dir := filepath.Join(t.TempDir(), "bundle")
		c.Output = dir
		mustBuild(t, c)
		return must.Tree(t, dir)
	}
	all := []ingest.Source{
		{ID: "a.md", Content: []byte("# The oven\n\nBricks keep the heat."), Title: "Ovens", URL: "/ovens", Language: "en"},
		{ID: "b", Content: []byte("A poolish is a wet starter dough."), Title: "Poolish", Filters: map[string][]string{"kind": {"word"}}, Sort: map[string]string{"date": "2026"}, Meta: map[string]string{"author": "Lund"}, Boost: 2},
		{ID: "c.html", Content: []byte("<html lang=en><title>Salt</title><main><h1>Salt</h1><p>Salt slows the yeast.</p></main>")},
	}
	forward := out(Config{Documents: documents(nil, all...)})
	slices.Reverse(all)
	must.Be(t, maps.Equal(forward, out(Config{Documents: documents(nil, all...)})), "the order of documents changes the bundle")
	memory := &Kept{}
	out(Config{Documents: documents(nil, all...), Kept: memory})
	all[0].Title = "Sea salt"
	same(t, "a kept page with another title", out(Config{Documents: documents(nil, all...)}), out(Config{Documents: documents(nil, all...), Kept: memory}))
}

func TestMemoryFaults(t *testing.T) {
	one, broken := ingest.Source{ID: "a", Content: []byte("Bricks keep the heat.")}, errors.New("the data base is gone")
	sink := func(string, []byte) error { return nil }
	for name, c := range map[string]struct {
		config Config
		want   string
		is     error
	}{
		"sequence":     {Config{Documents: documents(broken, one), Sink: sink}, "the data base is gone", broken},
		"file system":  {Config{Documents: ingest.FS(os.DirFS("testdata/nothing")), Sink: sink}, "no such file", fs.ErrNotExist},
		"twice":        {Config{Documents: documents(nil, one, one), Sink: sink}, `two documents have the ID "a"`, nil},
		"no ID":        {Config{Documents: documents(nil, ingest.Source{}), Sink: sink}, "a document has no ID", nil},
		"boost":        {Config{Documents: documents(nil, ingest.Source{ID: "a", Boost: -1}), Sink: sink}, "a boost of -1", nil},
		"nothing":      {Config{Documents: documents(nil), Sink: sink}, "nothing to index in the documents in memory", ErrEmpty},
		"no place":     {Config{Documents: documents(nil, one)}, "no output folder", ErrConfig},
		"two places":   {Config{Documents: documents(nil, one), Sink: sink, Output: "out"}, "one bundle has one place", ErrConfig},
		"shared name":  {Config{Documents: documents(nil, ingest.Source{ID: "gauge.md", Content: []byte("x")}), Docs: []string{"testdata/handbook"}, Sink: sink}, "sources must not share names", nil},
		"failing sink": {Config{Documents: documents(nil, one), Sink: func(string, []byte) error { return broken }}, "the data base is gone", broken},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Build(context.Background(), c.config)
			must.Be(t, err != nil && strings.Contains(err.Error(), c.want) && (c.is == nil || errors.Is(err, c.is)), "got %v, want %q", err, c.want)
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	must.Is(t, must.Err(Build(ctx, Config{Documents: documents(nil, one), Sink: sink})), context.Canceled)
}
