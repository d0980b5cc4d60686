//go:build unix

package ingest

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/internal/must"
)

// Named pipes, sockets and devices are named and never opened: the opening of a pipe that
// nobody writes into does not end.
func TestSpecialFiles(t *testing.T) {
	root := must.Files(t, map[string]string{"a.html": "a"})
	at := func(name string) string { return filepath.Join(root, name) }
	if err := unix.Mkfifo(at("pipe.html"), 0o600); err != nil {
		t.Skip(err)
	}
	must.OK(t, unix.Mkfifo(at("pipe.png"), 0o600))
	symlink(t, "pipe.html", at("to-pipe.html"))
	symlink(t, os.DevNull, at("null.html"))
	// Paths of sockets are short.
	short := must.Get(os.MkdirTemp("", "s"))(t)
	defer os.RemoveAll(short)
	l := must.Get(net.Listen("unix", filepath.Join(short, "s")))(t)
	defer l.Close()
	symlink(t, filepath.Join(short, "s"), at("socket.html"))

	for _, follow := range []bool{false, true} {
		c := mustRead(t, Site, root, document.Options{FollowLinks: follow})
		var got []string
		for _, w := range c.Warnings {
			must.Be(t, w.Skipped && w.Faulty, "got %+v", w)
			message, _, _ := strings.Cut(w.Message, ",")
			got = append(got, w.Path+" "+message)
		}
		want := []string{
			"null.html is a link out of the source folder", "pipe.html is a named pipe",
			"socket.html is a link out of the source folder", "to-pipe.html is a link to a named pipe",
		}
		if follow {
			want[0], want[2] = "null.html is a link to a device", "socket.html is a link to a socket"
		}
		must.Be(t, slices.Equal(got, want) && len(c.Documents) == 1, "got %q, want %q", got, want)
	}
	for _, name := range []string{"pipe.html", "to-pipe.html"} {
		must.Say(t, must.Err(jsonl.Read(context.Background(), at(name), document.Options{})), "but a named pipe: "+at(name))
	}
}

// A folder whose path is longer than the system can say is left out, and the others are read.
func TestLongPath(t *testing.T) {
	root := must.Files(t, map[string]string{"a.md": "x"})
	r, err := os.OpenRoot(root)
	for name := strings.Repeat("d", 200); err == nil; r, err = r.OpenRoot(name) {
		if len(r.Name()) > 5000 {
			break
		}
		must.OK(t, r.Mkdir(name, 0o755))
	}
	if err != nil {
		t.Skip(err)
	}
	c := mustRead(t, Docs, root, document.Options{})
	if len(c.Documents) != 1 || len(c.Warnings) != 1 || !c.Warnings[0].Faulty || !strings.HasPrefix(c.Warnings[0].Message, "cannot be read: ") {
		t.Errorf("got %d documents, warnings %+v", len(c.Documents), c.Warnings)
	}
}
