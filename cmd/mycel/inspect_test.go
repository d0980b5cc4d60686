package main

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/cmd/mycel/internal/inspection"
	"mycel/engine/bundle"
	"mycel/internal/must"
)

// TestInspect checks that every byte is accounted for, in the index and on disk.
func TestInspect(t *testing.T) {
	dir := gardenBundle(t)
	got := mycelRun(t, "inspect", dir, "--json").want(t, exitDone)
	var in inspection.Inspection
	must.OK(t, json.Unmarshal([]byte(got.out), &in))

	m := readManifest(t, dir)
	raw := must.Get(m.ReadFile(dir, m.Index))(t)
	want := len(raw)
	for _, f := range m.Parts() {
		part := must.Get(m.ReadFile(dir, f))(t)
		want += len(part)
	}
	sum := in.Index.Envelope
	for _, s := range in.Index.Sections {
		sum += s.Bytes
	}
	found := false
	for _, f := range in.Index.Parts {
		sum += f.Envelope
		for _, s := range f.Sections {
			sum += s.Bytes
			found = found || s.Name == "postings" && s.Bytes > 0
		}
	}
	if in.Index.Bytes != want || sum != want || in.Index.Envelope <= 0 {
		t.Errorf("index: got %d bytes in all and %d in sections, want %d", in.Index.Bytes, sum, want)
	}
	must.Be(t, found, "got parts %v, want postings among them", in.Index.Parts)

	files := must.Tree(t, dir)
	size := int64(0)
	for _, content := range files {
		size += int64(len(content))
	}
	d := in.Disk
	if d.Bytes != size || d.Files != len(files) || d.Manifest+d.Core+d.List+d.Parts+d.Text+d.Engine+d.Page != size {
		t.Errorf("disk: got %+v, want %d bytes in %d files", d, size, len(files))
	}
	must.Equal(t, d.Engine, int64(len(browserFiles["mycel.wasm.gz"].Data)), "engine")

	n := in.Counts
	for name, want := range map[string]int{"documents": 5, "sections": 8, "blocks": 1} {
		must.Equal(t, n[name], want, "%s", name)
	}
	for _, name := range []string{"chunks", "sentences", "terms", "entities", "edges", "summaries"} {
		_, ok := n[name]
		must.Be(t, ok, "%s are not counted", name)
	}
	if in.Language != "en" || in.Tokenizer != "cl100k_base" || in.Format != bundle.Version || in.Version != mycel.Version || in.Engine != mycel.Version {
		t.Errorf("got %+v, want en, cl100k_base, format %d, version %s", in, bundle.Version, mycel.Version)
	}
}

func TestInspectHubs(t *testing.T) {
	in := must.Get(inspection.Read(t.Context(), gardenBundle(t), ""))(t)
	if len(in.Hubs) == 0 || len(in.Hubs) > inspection.MaxHubs || in.Hubs[0].Degree == 0 {
		t.Fatalf("got hubs %+v, want some with neighbours", in.Hubs)
	}
	if !slices.IsSortedFunc(in.Hubs, func(a, b inspection.Hub) int { return cmp.Compare(b.Degree, a.Degree) }) {
		t.Errorf("got hubs %+v, want them by falling degree", in.Hubs)
	}
	i := slices.IndexFunc(in.Hubs, func(h inspection.Hub) bool { return h.Name == "Tomatoes" })
	must.Be(t, i >= 0 && in.Hubs[i].Chunks == 3 && in.Hubs[i].Kind == "title", "got hubs %+v, want Tomatoes, a title, in 3 chunks", in.Hubs)
}

func TestInspectForPeople(t *testing.T) {
	got := mycelRun(t, "inspect", gardenBundle(t, "--no-runtime")).want(t, exitDone)
	must.Contain(t, got.out, "language en", "5  documents", "summaries (tree nodes)", "envelope", bundle.GroupGraph, "Biggest hubs", "Tomatoes")
}

func TestInspectDamage(t *testing.T) {
	mycelRun(t, "inspect", filepath.Join(t.TempDir(), "gone")).want(t, exitFailed, "gone", "is not a bundle")
	mycelRun(t, "inspect", must.Files(t, gardenDocs)).want(t, exitFailed, "is not a bundle")
	dir := gardenBundle(t)
	must.OK(t, os.Remove(filepath.Join(dir, "page.js")))
	mycelRun(t, "inspect", dir).want(t, exitFailed, "page.js")
}

// A bundle that is replaced while it is inspected is given up for the new one, whole.
func TestInspectReplaced(t *testing.T) {
	dir := gardenBundle(t)
	queries := must.File(t, "queries.txt", "compost\n")
	b := opened(t, dir)
	docs := must.Files(t, map[string]string{"shore.md": "# The shore\n\nDriftwood and kelp.\n"})
	mycelRun(t, "build", "--docs", docs, "--output-path", dir).want(t, exitDone)
	got := must.Get(inspection.ReadOpen(t.Context(), b, dir, queries))(t)
	want, err := inspection.Read(t.Context(), dir, queries)
	must.Be(t, err == nil && got.Counts["documents"] == 1 && reflect.DeepEqual(got, want), "got %+v, want %+v, %v", got, want, err)
}

// A bundle without a fault is verified; of another all that is wrong is told.
func TestInspectVerify(t *testing.T) {
	dir := gardenBundle(t)
	good := mycelRun(t, "inspect", dir, "--verify", "--json").want(t, exitDone)
	var in inspection.Inspection
	err := json.Unmarshal([]byte(good.out), &in)
	must.Be(t, err == nil && in.Verified != nil && in.Verified.Questions >= 3*2*len(in.Modes), "verified %+v, error %v", in.Verified, err)
	m := readManifest(t, dir)
	damaged := []string{m.Files[0].Path}
	for _, f := range m.All() {
		if strings.HasPrefix(f.Path, "packs/") {
			damaged = append(damaged, f.Path)
		}
	}
	must.Hold(t, len(damaged) >= 2, "got %q, want a file and a pack", damaged)
	for _, name := range damaged {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte("damaged"), 0o644))
	}
	mycelRun(t, "inspect", dir, "--verify").want(t, exitFailed, damaged...)
}
