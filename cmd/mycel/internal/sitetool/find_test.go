package sitetool

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// A package.json that cannot be read is told, and hides no tool that another file shows. A folder without one has no problem.
func TestPackageThatCannotBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		file    *fstest.MapFile
		problem string
	}{
		"missing":  {nil, ""},
		"empty":    {&fstest.MapFile{}, "package.json: unexpected end"},
		"a list":   {&fstest.MapFile{Data: []byte("[]")}, "package.json: json: cannot unmarshal array"},
		"a folder": {&fstest.MapFile{Mode: fs.ModeDir}, "package.json: read package.json: "},
	} {
		files := fstest.MapFS{"hugo.toml": {}}
		if c.file != nil {
			files["package.json"] = c.file
		}
		found, problems := Find(files)
		if len(found) != 1 || found[0].Key != "hugo" {
			t.Errorf("%s: found %v, want Hugo", name, found)
		}
		if c.problem == "" && problems != nil || c.problem != "" && (len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), c.problem)) {
			t.Errorf("%s: %v, want %q", name, problems, c.problem)
		}
	}
}
