//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mycel/internal/must"
	"mycel/manifest"
)

// A named pipe or a device in the place of any file is refused by its name. The opening of a pipe would wait for a
// writer, and /dev/zero has no end.
func TestSpecialFiles(t *testing.T) {
	dir := must.Files(t, map[string]string{"docs/soil.md": gardenDocs["soil.md"], "site/tags/index.html": "<h1>Tags</h1><p>Soil."})
	at := func(name string) string { return filepath.Join(dir, name) }
	built := at("built")
	mycelRun(t, "build", "--quiet", "--docs", at("docs"), "--output-path", built, "--no-runtime").want(t, 0)
	m := readManifest(t, built)
	const feed = "site/tags/index.xml" // one that leads to a device is refused as a link out of the folder
	for kind, put := range map[string]func(string) error{
		"a named pipe": func(name string) error { return syscall.Mkfifo(name, 0o600) },
		"a device":     func(name string) error { return os.Symlink("/dev/zero", name) },
	} {
		for _, c := range []struct {
			place string
			in    string // the working folder
			args  []string
		}{
			{"mycel.yml", "", []string{"build", "--docs", at("docs"), "--output-path", at("out")}},
			{"other.yml", "", []string{"build", "--docs", at("docs"), "--output-path", at("out"), "--config", at("other.yml")}},
			{"synonyms", "", []string{"build", "--docs", at("docs"), "--output-path", at("out"), "--synonyms", at("synonyms")}},
			{"lines.jsonl", "", []string{"build", "--jsonl", at("lines.jsonl"), "--output-path", at("out")}},
			{"questions.yml", "", []string{"eval", "--bundle", built, at("questions.yml")}},
			{feed, "", []string{"build", "--strict", "--site", at("site"), "--output-path", at("out")}},
			{"mkdocs.yml", "init", []string{"init"}},
			{"package.json", "init", []string{"init"}},
			{"bundle/" + manifest.Name, "", []string{"query", "--bundle", at("bundle"), "soil"}},
			{"bundle/" + manifest.Name, "", []string{"build", "--docs", at("docs"), "--output-path", at("bundle")}},
			{"bundle/" + m.Index.Path, "", []string{"query", "--bundle", at("bundle"), "soil"}},
			{"bundle/" + m.List.Path, "", []string{"inspect", at("bundle")}},
		} {
			if strings.HasPrefix(c.place, "bundle/") {
				must.OK(t, os.CopyFS(at("bundle"), os.DirFS(built)))
			}
			must.OK(t, os.MkdirAll(at("init"), 0o755))
			place := at(filepath.Join(c.in, c.place))
			_ = os.Remove(place)
			if err := put(place); err != nil {
				t.Skip(err)
			}
			t.Chdir(filepath.Join(dir, c.in))
			o := mycelRun(t, c.args...)
			if o.code == 0 || !strings.Contains(o.err, filepath.Base(c.place)) || !strings.Contains(o.err, kind) && c.place != feed {
				t.Errorf("%s as %s: got exit code %d, and the message:\n%s", kind, c.place, o.code, o.err)
			}
			for _, made := range []string{place, at("bundle"), at("out")} {
				must.OK(t, os.RemoveAll(made))
			}
		}
	}
}
