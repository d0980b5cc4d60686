package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/engine/method"
	"mycel/internal/must"
	"mycel/manifest"
)

// Every bundle of the tests verifies, with questions in each of its modes.
func TestVerify(t *testing.T) {
	for _, dir := range append([]string{handbook}, systemBundles()...) {
		b := openBundle(t, dir)
		v, err := b.Verify(t.Context())
		modes := len(b.Engine().Index().Modes())
		if err != nil || v.Files == 0 || v.Parts != len(b.Manifest().Parts()) || v.Questions != 3*(1+2*modes+2) {
			t.Errorf("%s: %+v, error %v", dir, v, err)
		}
	}
}

// systemBundles are the handbook built with one system each.
func systemBundles() (dirs []string) {
	for _, name := range method.Systems() {
		dirs = append(dirs, filepath.Join("../engine/testdata/systems", name))
	}
	return dirs
}

// All that is wrong is told, not the first fault alone; and a question that stops the engine
// is a fault as well.
func TestVerifyFaults(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
	b := must.Get(mycel.Open(dir))(t)
	b.Engine().SetClock(func() int64 { panic("the clock fell from the wall") })
	if _, err := b.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), "search in mode graph for") || !strings.Contains(err.Error(), "the clock fell from the wall") {
		t.Errorf("got %v, want what stopped the engine", err)
	}
	dir, m := repack(t, dir, nil)
	b = must.Get(mycel.Open(dir))(t)
	files := m.Parts()
	for _, f := range []manifest.File{files[0], files[2]} {
		spoil(t, dir, m, f, []byte("damaged"))
	}
	_, err := b.Verify(t.Context())
	for _, f := range []manifest.File{files[0], files[2]} {
		must.Be(t, err != nil && strings.Contains(err.Error(), f.Path), "got %v, want it to name %s", err, f.Path)
	}
}
