//go:build unix

package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mycel/internal/must"
)

// Nothing waits for a named pipe, also if it comes into the place of a file after the first look.
func TestSpecial(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	zero := filepath.Join(dir, "zero")
	must.OK(t, os.Symlink("/dev/zero", zero))
	for name, want := range map[string]string{pipe: "a named pipe", zero: "a device"} {
		for way, err := range map[string]error{
			"Open": second(Open(name)), "Read": second(Read(name, Most)),
			"Dir": second(Dir(dir).Open(filepath.Base(name))), "Dir.ReadFile": second(fs.ReadFile(Dir(dir), filepath.Base(name))),
		} {
			must.Say(t, err, name+": it is "+want, "%s", way)
		}
	}
	f := must.Get(os.OpenFile(pipe, os.O_RDONLY|noWait, 0))(t)
	_ = f.Close()
}

func second[T any](_ T, err error) error { return err }
