package main

import (
	"strings"
	"testing"
)

// A table stands between one pair of marks, of which the first has the date.
func TestInsert(t *testing.T) {
	document := "before\n<!-- measured x on 2026-01-01 -->\nold\n<!-- end x -->\nafter\n"
	got, err := insert([]byte(document), "x", "2026-02-02", "new")
	if want := "before\n<!-- measured x on 2026-02-02 -->\nnew\n<!-- end x -->\nafter\n"; err != nil || string(got) != want {
		t.Errorf("%v: got\n%s", err, got)
	}
	for _, bad := range []string{"", strings.Replace(document, "end x", "end y", 1), document + document} {
		if _, err := insert([]byte(bad), "x", "2026-02-02", "new"); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
