package sitetool

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/internal/must"
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
		must.Be(t, len(found) == 1 && found[0].Key == "hugo", "%s: found %v, want Hugo", name, found)
		if c.problem == "" && problems != nil || c.problem != "" && (len(problems) != 1 || !strings.HasPrefix(problems[0].Error(), c.problem)) {
			t.Errorf("%s: %v, want %q", name, problems, c.problem)
		}
	}
}

// sign is what Find says of a tool.
type sign struct {
	key, because, config, output, arguments, there string
	notes                                          int
}

// Tools are found by their packages and files, with the configuration that is there, and say whether search is there already.
func TestFind(t *testing.T) {
	packages := func(names ...string) string {
		return `{"dependencies": {"` + strings.Join(names, `": "1", "`) + `": "1"}, "scripts": {"lint": "mycel build"}}`
	}
	const exported, searched = "export default { output: 'export' }", `{"devDependencies": {"astro": "1"}, "scripts": {"postbuild": "mycel --site dist", "build": 5}}`
	for name, c := range map[string]struct {
		files string // names and texts, apart by |
		want  []sign
	}{
		"nothing":                      {"readme.md|", nil},
		"no pages in a folder":         {"public/a.txt|", nil},
		"pages":                        {"index.html|", []sign{{"html", "index.html", "", ".", "", "", 1}}},
		"pages of a build":             {"dist/a.htm||x.md|", []sign{{"html", "dist/a.htm", "", "dist", "", "", 1}}},
		"pages, searched":              {`a.html||package.json|{"scripts": {"build": "npx mycel build --site ."}}`, []sign{{"html", "a.html", "", ".", "", `the script "build" in package.json runs mycel`, 1}}},
		"starlight, not astro or vite": {"package.json|" + packages("astro", "@astrojs/starlight", "vite"), []sign{{"starlight", "@astrojs/starlight in package.json", "astro.config.mjs", "", "", "", 0}}},
		"astro":                        {"package.json|" + packages("astro") + "|astro.config.ts|", []sign{{"astro", "astro in package.json", "astro.config.ts", "dist", "", "", 1}}},
		"astro, searched":              {"package.json|" + searched, []sign{{"astro", "astro in package.json", "astro.config.mjs", "dist", "", `the script "postbuild" in package.json runs mycel`, 1}}},
		"vite":                         {"package.json|" + packages("vite"), []sign{{"vite", "vite in package.json", "vite.config.js", "", "", "", 0}}},
		"vite beside hugo":             {"hugo.toml||package.json|" + packages("vite"), []sign{{"hugo", "hugo.toml", "hugo.toml", "public", "", "", 0}, {"vite", "vite in package.json", "vite.config.js", "", "", "", 0}}},
		"vitepress, with the plugin":   {"package.json|" + packages("vitepress") + "|docs/.vitepress/config.mts|vitepress-plugin-mycel", []sign{{"vitepress", "vitepress in package.json", "docs/.vitepress/config.mts", "", "", "docs/.vitepress/config.mts has vitepress-plugin-mycel", 0}}},
		"next":                         {"package.json|" + packages("next") + "|app/a|", []sign{{"next", "next in package.json", "next.config.js", ".next/server/app", " --output-path public/mycel --url-style directory", "", 2}}},
		"next with pages":              {"package.json|" + packages("next") + "|pages/a|", []sign{{"next", "next in package.json", "next.config.js", ".next/server/pages", " --output-path public/mycel --url-style directory", "", 2}}},
		"next, exported":               {"package.json|" + packages("next") + "|next.config.mjs|" + exported, []sign{{"next", "next in package.json", "next.config.mjs", "out", "", "", 1}}},
		"hugo by its keys":             {"config.yaml|baseURL: x\npublishDir: docs/\n", []sign{{"hugo", "config.yaml", "config.yaml", "docs", "", "", 0}}},
		"hugo as JSON":                 {`hugo.json|{"publishdir": "out"}`, []sign{{"hugo", "hugo.json", "hugo.json", "out", "", "", 0}}},
		"hugo as TOML":                 {"hugo.toml|publishDir = ''\n", []sign{{"hugo", "hugo.toml", "hugo.toml", "public", "", "", 0}}},
		"settings of another program":  {"config.yaml|name: x\n", nil},
		"jekyll":                       {"_config.yml|plugins:\n- jekyll-feed\n", []sign{{"jekyll", "_config.yml", "_config.yml", "_site", "", "", 0}}},
		"jekyll, elsewhere":            {"_config.yml|baseurl: /a\ndestination: ./out/\n", []sign{{"jekyll", "_config.yml", "_config.yml", "out", "", "", 0}}},
		"hexo":                         {"_config.yml|theme: landscape\npermalink: :title/\npublic_dir: public\n", nil},
		"mkdocs without plugins":       {"mkdocs.yml|site_name: x\n", []sign{{"mkdocs", "mkdocs.yml", "mkdocs.yml", "", "", "", 0}}},
		"mkdocs with search":           {"mkdocs.yaml|plugins:\n- other\n- search:\n    lang: en\n", []sign{{"mkdocs", "mkdocs.yaml", "mkdocs.yaml", "", "", "", 1}}},
		"mkdocs with the plugin":       {"mkdocs.yml|plugins: {mycel: {a: search}}\n", []sign{{"mkdocs", "mkdocs.yml", "mkdocs.yml", "", "", "mkdocs.yml has the plugin mycel", 0}}},
		"sphinx":                       {"docs/conf.py|extensions = [\"mycel.sphinx\"]", []sign{{"sphinx", "docs/conf.py", "docs/conf.py", "", "", "docs/conf.py has mycel.sphinx", 0}}},
		"a conf.py of another program": {"conf.py|x = 1", nil},
		"mdbook":                       {"book.toml|[book]\n", []sign{{"mdbook", "book.toml", "book.toml", "", "", "", 1}}},
		"mdbook with another backend":  {"book.toml|[output.html]\n[output.mycel]\n", []sign{{"mdbook", "book.toml", "book.toml", "", "", "book.toml has [output.mycel]", 0}}},
	} {
		files, parts := fstest.MapFS{}, strings.Split(c.files, "|")
		for i := 0; i < len(parts)-1; i += 2 {
			if parts[i] == "" { // behind an empty text
				i--
				continue
			}
			files[parts[i]] = &fstest.MapFile{Data: []byte(parts[i+1])}
		}
		found, problems := Find(files)
		var got []sign
		for _, f := range found {
			got = append(got, sign{f.Key, f.Because, f.config, f.output, f.arguments, f.There, len(f.notes)})
		}
		must.Be(t, slices.Equal(got, c.want) && problems == nil, "%s: got %+v and %v, want %+v", name, got, problems, c.want)
	}
}

// A damaged configuration is told by name, and the tool is found all the same.
func TestConfigurationsThatAreNone(t *testing.T) {
	for name, problems := range map[string]map[string]string{
		"mkdocs.yml": {"- a\n": "want keys and values at the top", "a: [": "yaml: "},
		"hugo.toml":  {"a": "toml: "},
		"hugo.json":  {"[]": ""},
		"hugo.yaml":  {"- a\n": "want keys and values at the top"},
		"book.toml":  {"[": "toml: "},
	} {
		for text, want := range problems {
			found, got := Find(fstest.MapFS{name: {Data: []byte(text)}})
			if len(found) != 1 || len(got) != 1 || !strings.HasPrefix(got[0].Error(), name+": "+want) {
				t.Errorf("%s %q: found %d, %v, want %q", name, text, len(found), got, want)
			}
		}
	}
}
