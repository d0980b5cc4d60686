package builder

import (
	"context"
	"errors"
	"testing"
	"testing/fstest"

	"mycel/internal/must"
)

// A build that fails after it has written files leaves the earlier bundle whole.
func TestFailedBuildChangesNoFile(t *testing.T) {
	dir, _ := handbook(t, nil)
	before := must.Tree(t, dir)
	failed := errors.New("unreadable")
	c := Config{Docs: []string{"testdata/handbook"}, Output: dir, Version: "test", Runtime: unreadable{fstest.MapFS{"a.js": {}}, failed}}
	if _, err := Build(context.Background(), c); !errors.Is(err, failed) {
		t.Fatalf("got %v, want the error of a file that cannot be read", err)
	}
	same(t, "after a failure", before, must.Tree(t, dir))
}

// unreadable is files that are there and cannot be read.
type unreadable struct {
	fstest.MapFS
	err error
}

func (u unreadable) ReadFile(string) ([]byte, error) { return nil, u.err }
