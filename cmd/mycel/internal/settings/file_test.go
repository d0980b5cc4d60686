package settings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"mycel/builder/ingest/document"
	"mycel/internal/must"
)

// read reads a file of settings.
func read(t *testing.T, name, text string) (*File, error) {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	must.OK(t, os.WriteFile(name, []byte(text), 0o600))
	return Read(name)
}

// Each notation gives the same settings; scalars are kept as they are written, and nulls are left out.
func TestRead(t *testing.T) {
	for name, text := range map[string]string{
		"a.yml":  "language: &l en\nchunk_tokens: 1.10\nforce-language: *l\nquiet: null\nsite: [a, b]\n",
		"a.YAML": "{language: en, chunk_tokens: 1.10, force-language: en, site: [a, b]}",
		"a.json": `{"language": "en", "chunk_tokens": 1.10, "force-language": "en", "quiet": null, "site": ["a", "b"]}`,
		"a.toml": "language = 'en'\nchunk_tokens = '1.10'\nforce-language = 'en'\nsite = ['a', 'b']\n",
	} {
		f, err := read(t, name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, e := range f.Entries {
			got = append(got, e.Key+" "+e.Flag+" "+strings.Join(e.Values, ","))
		}
		slices.Sort(got)
		must.Equal(t, got, []string{"chunk_tokens chunk-tokens 1.10", "force-language force-language en", "language language en", "site site a,b"}, "%s", name)
	}
	if f, err := read(t, "empty.yml", "# nothing\n"); err != nil || len(f.Entries) != 0 {
		t.Errorf("an empty file: %+v, %v", f, err)
	}
	f, err := read(t, "a.yml", "pages:\n- glob: blog/**\n  boost: 2\n  weight: 1.5\n- {glob: old/**, exclude: true}\n")
	if want := []document.PageRule{{Glob: "blog/**", Boost: 3}, {Glob: "old/**", Exclude: true}}; err != nil || !slices.Equal(f.Pages, want) {
		t.Fatalf("rules for pages: %+v, %v", f, err)
	}
	written := string(must.Get(yaml.Marshal(f.Pages))(t))
	must.Equal(t, written, "- glob: blog/**\n  boost: 3\n- glob: old/**\n  exclude: true\n", "rules are written as")
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.ini", "", "want .yml, .yaml, .toml or .json"}, {"a.yml", "- a\n", "want keys and values at the top"}, {"a.yml", "a: [", "yaml: "},
		{"a.yml", "docs: a\nlanguage: en\ndocs: b\n", `line 3: mapping key "docs" already defined at line 1`},
		{"a.yml", "a: &x [b]\nlanguage: en\nsite: {b: c}\n", "site"}, {"a.json", `{} {}`, "more than one JSON value"}, {"a.json", `[]`, "cannot unmarshal"}, {"a.toml", "a", "toml"},
		{"a.yml", "pages: blog/**\n", "want a list of rules, each with a glob"}, {"a.yml", "pages: [blog/**]\n", "rule 1: want keys and values, got blog/**"},
		{"a.yml", "pages: [{glob: a}, {glob: [a]}]\n", "rule 2: glob: want one value"}, {"a.yml", "pages: [{globs: a}]\n", `unknown key "globs"`},
		{"a.yml", "pages: [{exclude: perhaps}]\n", `exclude: got "perhaps", want true or false`}, {"a.yml", "pages: [{boost: 0}]\n", `boost: got "0", want a number above 0`},
		{"a.yml", "pages: [{weight: 1e9}]\n", `weight: got "1e9"`}, {"a.yml", "pages: [{boost: NaN}]\n", `boost: got "NaN"`},
	} {
		must.Say(t, must.Err(read(t, c.name, c.text)), c.want, "%s %q", c.name, c.text)
	}
}
