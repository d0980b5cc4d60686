package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
	"mycel/site"
)

// An output folder that is a volume of its own cannot be replaced; the message says so.
func TestOutputMounted(t *testing.T) {
	temp := t.TempDir()
	corpus, disk := filepath.Join(temp, "corpus.jsonl"), filepath.Join(temp, "disk")
	writeCorpus(t, corpus, 1, 10)
	must.OK(t, os.Mkdir(disk, 0o755))
	build := `mount -t tmpfs tmpfs $0 || { echo no mounting; exit; }; "$1" build --quiet --no-runtime --jsonl "$2" --output-path "$0"; echo "exit $?"; ls -A "$0"`
	cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", build, disk, os.Args[0], corpus)
	cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
	message, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(message), "no mounting") {
		t.Skipf("no mounting here: %v %s", err, message)
	}
	want := "choose a folder in it\nexit 1\n"
	must.Be(t, strings.Contains(string(message), disk) && strings.HasSuffix(string(message), want), "got\n%s\nwant the path, and %q", message, want)
	left, err := os.ReadDir(temp)
	must.Be(t, err == nil && len(left) == 2, "left behind: %v, %v", left, err)
}

// Of a single file that does not fit the message names what was asked for, not the file
// that it is written to first.
func TestSingleFileFull(t *testing.T) {
	if _, err := site.Classic(); err != nil {
		t.Skip(err)
	}
	temp := t.TempDir()
	corpus, disk := filepath.Join(temp, "corpus.jsonl"), filepath.Join(temp, "disk")
	writeCorpus(t, corpus, 1, 10)
	must.OK(t, os.Mkdir(disk, 0o755))
	build := `mount -t tmpfs -o size=64k tmpfs $0 || { echo no mounting; exit; }; "$1" build --quiet --jsonl "$2" --single-file "$0/search.html"; echo "exit $?"; ls -A "$0"`
	cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", build, disk, os.Args[0], corpus)
	cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
	message, err := cmd.CombinedOutput()
	if err != nil || strings.Contains(string(message), "no mounting") {
		t.Skipf("no mounting here: %v %s", err, message)
	}
	want := "mycel: writing " + filepath.Join(disk, "search.html") + ": no space left on device\nexit 1\n"
	must.Be(t, string(message) == want, "got\n%s\nwant\n%s", message, want)
}

// A full disk, and an output that cannot be written, end the build with an error that
// names file and cause, and leave nothing half-written.
func TestOutputFails(t *testing.T) {
	for _, test := range []struct{ name, mount, says string }{
		{"full", "mount -t tmpfs -o size=64k tmpfs $0", "no space left on device"},
		{"read-only", "mount -t tmpfs -o ro tmpfs $0", "read-only file system"},
	} {
		t.Run(test.name, func(t *testing.T) {
			temp := t.TempDir()
			corpus, disk := filepath.Join(temp, "corpus.jsonl"), filepath.Join(temp, "disk")
			writeCorpus(t, corpus, 1, 1000)
			must.OK(t, os.Mkdir(disk, 0o755))
			// A name space of its own, in which anyone may mount.
			inside := func(script string) *exec.Cmd {
				cmd := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, disk, os.Args[0], corpus)
				cmd.Env = append(os.Environ(), "MYCEL_TEST_COMMAND=1")
				return cmd
			}
			if message, err := inside(test.mount).CombinedOutput(); err != nil {
				t.Skipf("no mounting here: %v %s", err, message)
			}
			message, err := inside(test.mount + ` && { "$1" build --quiet --no-runtime --jsonl "$2" --output-path "$0/out"; echo "exit $?"; ls -A "$0"; }`).CombinedOutput()
			must.Hold(t, err == nil, "%v\n%s", err, message)
			told, left, _ := strings.Cut(string(message), "exit 1\n")
			if !strings.Contains(told, disk) || !strings.Contains(told, test.says) || left != "" {
				t.Errorf("got\n%s\nwant the path, %q, exit 1, and nothing left", message, test.says)
			}
		})
	}
}
