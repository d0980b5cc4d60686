package test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateEnglish = flag.Bool("update-english", false, "write the comments with riddles that there are to testdata/english.txt")

// riddles are phrases that put a pronoun in the place of a noun. A comment with one has
// nearly always to be read twice.
var riddles = regexp.MustCompile(`(?i)\b(what (is|are|was)|of which|so many|(is|are|has|have) none|of no use|as far as)\b`)

// comment matches the text of a comment, or of a line of one.
var comment = regexp.MustCompile(`(?://|^\s*/?\*)(.*)`)

// Comments name things by nouns. Those that did not when this test was written are in
// testdata/english.txt; whoever changes one of these lines writes it anew. The rules are
// in CONTRIBUTING.md.
func TestPlainEnglish(t *testing.T) {
	const known = "testdata/english.txt"
	list, err := os.ReadFile(known)
	if err != nil {
		t.Fatal(err)
	}
	old, found := strings.Split(string(list), "\n"), []string{}
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && slices.Contains([]string{".git", "node_modules", "testdata", "dist", "classic", "build", "bin", "examples"}, name) {
			return fs.SkipDir
		}
		if ext := filepath.Ext(path); d.IsDir() || ext != ".go" && ext != ".js" || filepath.Base(path) == "english_test.go" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n, line := range strings.Split(string(text), "\n") {
			m := comment.FindStringSubmatch(line)
			if m == nil || !riddles.MatchString(m[1]) {
				continue
			}
			words := strings.Join(strings.Fields(m[1]), " ")
			found = append(found, words)
			if !*updateEnglish && !slices.Contains(old, words) {
				t.Errorf("%s:%d: name the thing instead of %q: %s", strings.TrimPrefix(path, "../"), n+1, riddles.FindString(m[1]), words)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 {
		t.Error("no comment has a riddle: remove the list")
	}
	if *updateEnglish {
		slices.Sort(found)
		if err := os.WriteFile(known, []byte(strings.Join(slices.Compact(found), "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
