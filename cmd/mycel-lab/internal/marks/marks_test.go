package marks

import (
	"strings"
	"testing"
	"testing/fstest"
)

// A table is outdated once code that it depends on changes, and not by a comment or a test.
func TestMarks(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	root := fstest.MapFS{"engine/a.go": file("package a\n\nvar x = 1\n"), "engine/a_test.go": file("package a\n"), "builder/b.go": file("package b\n")}
	document := "before\n<!-- measured x on 2026-01-01, code 0 of engine -->\nold\n<!-- end x -->\nafter\n"
	got, err := Insert(root, []byte(document), "x", "2026-02-02", "engine", "new")
	if err != nil || !strings.HasPrefix(string(got), "before\n<!-- measured x on 2026-02-02, code ") || !strings.HasSuffix(string(got), " of engine -->\nnew\n<!-- end x -->\nafter\n") {
		t.Errorf("%v: got\n%s", err, got)
	}
	outdated := func(want int) {
		t.Helper()
		if lines, err := Outdated(root, got); err != nil || len(lines) != want {
			t.Errorf("%v: %q, want %d lines", err, lines, want)
		}
	}
	outdated(0)
	root["engine/a.go"] = file("package a\n\n// A comment.\nvar x = 1 // and another\n")
	root["engine/a_test.go"] = file("package a\n\nvar y = 1\n")
	root["builder/b.go"] = file("package b\n\nvar y = 1\n")
	outdated(0)
	root["engine/a.go"] = file("package a\n\nvar x = 2\n")
	outdated(1)
	delete(root, "engine/a.go")
	outdated(1)
	for _, bad := range []string{"", strings.Replace(document, "end x", "end y", 1), document + document} {
		if _, err := Insert(root, []byte(bad), "x", "2026-02-02", "engine", "new"); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, err := Insert(root, []byte(document), "x", "2026-02-02", "wasm", "new"); err == nil {
		t.Error("a path that is not there: no error")
	}
}
