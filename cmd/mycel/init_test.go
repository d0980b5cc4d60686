package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// siteFolder writes the files of a site.
func siteFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// filesOf reads a folder back.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// needs is a package.json with these packages.
func needs(packages ...string) string {
	return `{"devDependencies": {"` + strings.Join(packages, `": "*", "`) + `": "*"}}`
}

func TestInitFinds(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"starlight", map[string]string{"package.json": needs("astro", "@astrojs/starlight", "vite"), "astro.config.ts": ""},
			[]string{"Found Starlight: @astrojs/starlight in package.json.", "npm install starlight-mycel\n", "Add to astro.config.ts:"}},
		{"docusaurus", map[string]string{"package.json": needs("@docusaurus/core")},
			[]string{"Found Docusaurus", "Add to docusaurus.config.js:", "plugins: ['docusaurus-plugin-mycel'],"}},
		{"vitepress", map[string]string{"package.json": needs("vitepress", "vite"), "docs/.vitepress/config.ts": ""},
			[]string{"Found VitePress: vitepress", "Add to docs/.vitepress/config.ts:"}},
		{"eleventy", map[string]string{"package.json": needs("@11ty/eleventy"), ".eleventy.js": ""},
			[]string{"Found Eleventy", "Add to .eleventy.js:", "addPlugin(mycel)"}},
		{"vite", map[string]string{"package.json": needs("vite")}, []string{"Found Vite: vite", "Add to vite.config.js:", "plugins: [mycel()]"}},
		{"next", map[string]string{"package.json": needs("next"), "next.config.mjs": ""},
			[]string{"Found Next.js", "npx mycel --site .next/server/app --output-path public/mycel --url-style directory\n", "<mycel-search-trigger></mycel-search-trigger>"}},
		{"next with pages", map[string]string{"package.json": needs("next"), "src/pages/index.tsx": ""}, []string{"--site .next/server/pages "}},
		{"next, exported", map[string]string{"package.json": needs("next"), "next.config.ts": "output: 'export'"}, []string{"npx mycel --site out\n"}},
		{"astro", map[string]string{"package.json": needs("astro")}, []string{"Found Astro", "npx mycel --site dist\n"}},
		{"hugo", map[string]string{"hugo.toml": "publishDir = 'the docs'\n"}, []string{"Found Hugo: hugo.toml", "npx mycel --site 'the docs'\n", `src="{{ "mycel/client/ui/define.js" | relURL }}"`}},
		{"old hugo", map[string]string{"config.toml": "baseURL = 'https://example.org/'\n"}, []string{"Found Hugo: config.toml", "npx mycel --site public\n"}},
		{"mkdocs", map[string]string{"mkdocs.yml": "site_name: Lamps\n"}, []string{"Found MkDocs: mkdocs.yml", "pip install mycel\n", "plugins: [mycel]\n"}},
		{"mkdocs with search", map[string]string{"mkdocs.yml": "plugins: [search]\n"}, []string{"Take search out of plugins in mkdocs.yml"}},
		{"sphinx", map[string]string{"docs/conf.py": "extensions = []\n"}, []string{"Found Sphinx: docs/conf.py", "Add to docs/conf.py:", `extensions = ["mycel.sphinx"]`}},
		{"mdbook", map[string]string{"book.toml": "[book]\n"}, []string{"Found mdBook: book.toml", "Add to book.toml:", "[output.mycel]\n    command = ", "writes the pages to book/html"}},
		{"html", map[string]string{"public/index.html": ""}, []string{"Found plain HTML: public/index.html", "npx mycel --site public\n", "<mycel-search-trigger></mycel-search-trigger>"}},
		{"two", map[string]string{"mkdocs.yml": "a: b\n", "package.json": needs("vitepress")},
			[]string{"Found VitePress", "Also found MkDocs: mkdocs.yml. For its lines: --tool mkdocs."}},
		{"another config.toml", map[string]string{"config.toml": "base_url = 'x'\n", "index.html": ""}, []string{"Found plain HTML"}},
		{"conf.py of another program", map[string]string{"conf.py": "port = 80\n", "index.html": ""}, []string{"Found plain HTML"}},
		{"search is there", map[string]string{"package.json": needs("vitepress"), ".vitepress/config.mts": "import mycel from 'vitepress-plugin-mycel';"},
			[]string{"Nothing to add: .vitepress/config.mts has vitepress-plugin-mycel."}},
		{"mkdocs has it", map[string]string{"mkdocs.yml": "plugins:\n  - mycel:\n      args: []\n"}, []string{"Nothing to add: mkdocs.yml has the plugin mycel."}},
		{"book has it", map[string]string{"book.toml": "[output.mycel]\n"}, []string{"Nothing to add: book.toml has [output.mycel]."}},
		{"script has it", map[string]string{"hugo.toml": "", "package.json": `{"scripts": {"build": "hugo && npx mycel --site public"}}`},
			[]string{`Nothing to add: the script "build"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := siteFolder(t, c.files)
			got := mycelRun(t, "init", dir)
			got.want(t, exitDone)
			for _, want := range c.want {
				if !strings.Contains(got.out, want) {
					t.Errorf("got %s\nwant %q in it", got.out, want)
				}
			}
			if strings.Count(got.out, "Found ") != 1 {
				t.Errorf("got %s, want a tool", got.out)
			}
			if !maps.Equal(filesOf(t, dir), c.files) {
				t.Errorf("without --write the folder has %q", filesOf(t, dir))
			}
		})
	}
}

func TestInitWrites(t *testing.T) {
	for _, c := range []struct{ name, file, before, after, other string }{
		{"no plugins", "mkdocs.yml", "site_name: Lamps # all\ntheme: material", "site_name: Lamps # all\ntheme: material\nplugins: [mycel]\n", ""},
		{"list", "mkdocs.yml", "plugins:\n    # ours\n    - search:\n        lang: de\n    - tags\nnav: [a.md]\n",
			"plugins:\n    # ours\n    - mycel\n    - search:\n        lang: de\n    - tags\nnav: [a.md]\n", ""},
		{"list without indent", "mkdocs.yaml", "plugins:\r\n- search\r\n", "plugins:\r\n- mycel\r\n- search\r\n", ""},
		{"list in brackets", "mkdocs.yml", "ä: ö\nplugins: [ search, tags ]\nx: !!python/name:a.b ''\n", "ä: ö\nplugins: [mycel,  search, tags ]\nx: !!python/name:a.b ''\n", ""},
		{"empty list", "mkdocs.yml", "plugins: []\n", "plugins: [mycel]\n", ""},
		{"build", "package.json", "{\n\t\"name\": \"x\",\n\t\"scripts\": { \"dev\": \"hugo server\",\n\t\t\"build\" : \"npm run css && hugo --minify\" }\n}",
			"{\n\t\"name\": \"x\",\n\t\"scripts\": { \"dev\": \"hugo server\",\n\t\t\"build\" : \"npm run css && hugo --minify && npx mycel --site public\" }\n}", "hugo.toml"},
		{"build by npx", "package.json", `{"scripts":{"build":"npx hugo build"}}`, `{"scripts":{"build":"npx hugo build && npx mycel --site public"}}`, "hugo.toml"},
		{"book", "book.toml", "[book]\ntitle = \"x\" # ours", "[book]\ntitle = \"x\" # ours\n\n[output.html.search]\nenable = false\n\n[output.mycel]\ncommand = \"npx -y mycel mdbook\"\n", ""},
		{"book with a search", "book.toml", "[output.html.search]\nlimit-results = 9\n", "[output.html.search]\nlimit-results = 9\n\n[output.mycel]\ncommand = \"npx -y mycel mdbook\"\n", ""},
		{"exported next", "package.json", `{"dependencies":{"next":"15"},"scripts":{"build":"next build"}}`,
			`{"dependencies":{"next":"15"},"scripts":{"build":"next build && npx mycel --site out"}}`, "next.config.js"},
		{"next on a server", "package.json", `{"dependencies":{"next":"16"},"scripts":{"build":"next build"}}`,
			`{"dependencies":{"next":"16"},"scripts":{"build":"next build && npx mycel --site .next/server/app --output-path public/mycel --url-style directory"}}`, ""},
		{"broken neighbour", "mkdocs.yml", "a: b\n", "a: b\nplugins: [mycel]\n", "package.json"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := map[string]string{c.file: c.before}
			if c.other != "" {
				files[c.other] = ""
			}
			if c.other == "next.config.js" {
				files[c.other] = "export default { output: 'export' };"
			}
			dir := siteFolder(t, files)
			got := mycelRun(t, "init", "--write", dir)
			got.want(t, exitDone)
			if !strings.Contains(got.out, "Wrote "+c.file) {
				t.Errorf("got %s", got.out)
			}
			files[c.file] = c.after
			if now := filesOf(t, dir); !maps.Equal(now, files) {
				t.Errorf("got %q, want %q", now, files)
			}
			again := mycelRun(t, "init", "--write", dir)
			again.want(t, exitDone)
			if !strings.Contains(again.out, "Nothing to add") || !maps.Equal(filesOf(t, dir), files) {
				t.Errorf("the second time: got %s and %q", again.out, filesOf(t, dir))
			}
		})
	}
}

// What init cannot do safely it does not begin.
func TestInitLeaves(t *testing.T) {
	hugo := func(build string) map[string]string {
		return map[string]string{"hugo.toml": "", "package.json": `{"scripts": {"build": "` + build + `"}}`}
	}
	mkdocs := func(text string) map[string]string { return map[string]string{"mkdocs.yml": text} }
	for _, c := range []struct {
		name  string
		files map[string]string
		code  int
		want  string
	}{
		{"program", map[string]string{"package.json": needs("vite"), "vite.config.ts": "export default {}"}, exitFailed, "vite.config.ts is a program"},
		{"python", map[string]string{"conf.py": "extensions = []"}, exitFailed, "conf.py is a program"},
		{"no package.json", map[string]string{"hugo.toml": ""}, exitFailed, "no package.json"},
		{"no build", map[string]string{"hugo.toml": "", "package.json": `{"scripts": {}}`}, exitFailed, `package.json is left as it is: no "build"`},
		{"broken package.json", map[string]string{"hugo.toml": "", "package.json": `{"scripts": `}, exitFailed, "package.json is left as it is: unexpected end"},
		{"build is a list", map[string]string{"hugo.toml": "", "package.json": `{"scripts": {"build": ["a"]}}`}, exitFailed, "is no text"},
		{"two builds", map[string]string{"hugo.toml": "", "package.json": `{"scripts": {"build": "hugo", "build": "hugo -v"}}`}, exitFailed, "twice"},
		{"end in the background", hugo("hugo &"), exitFailed, "more than commands"},
		{"comment", hugo("hugo # now"), exitFailed, "more than commands"},
		{"elsewhere", hugo("hugo -d out"), exitFailed, "elsewhere"},
		{"another folder", hugo("cd docs && hugo"), exitFailed, "elsewhere"},
		{"another program", hugo("tsc"), exitFailed, "does not run hugo"},
		{"quotes", map[string]string{"hugo.toml": "publishDir = 'a b'", "package.json": `{"scripts": {"build": "hugo"}}`}, exitFailed, "needs quotes"},
		{"outputs in a line", map[string]string{"book.toml": "output = {html = {}}\n"}, exitFailed, "book.toml is left as it is"},
		{"broken book", map[string]string{"book.toml": "[book\n"}, exitFailed, "book.toml is left as it is: toml"},
		{"astro elsewhere", map[string]string{"package.json": `{"dependencies": {"astro": "5"}, "scripts": {"build": "astro build"}}`, "astro.config.mjs": "outDir: 'x'"},
			exitFailed, "astro.config.mjs may put the site elsewhere"},
		{"mapping", mkdocs("plugins:\n  search: {}\n"), exitFailed, "mkdocs.yml is left as it is: plugins is no list"},
		{"null", mkdocs("plugins:\n"), exitFailed, "plugins is no list"},
		{"inherited", mkdocs("INHERIT: ../base.yml\n"), exitFailed, "inherit"},
		{"broken", mkdocs("plugins: [\n"), exitFailed, "mkdocs.yml is left as it is: yaml"},
		{"one line", mkdocs("{site_name: x}\n"), exitFailed, "mkdocs.yml is left as it is"},
		{"end of the document", mkdocs("site_name: x\n...\n"), exitFailed, "mkdocs.yml is left as it is"},
		{"dash on a line", mkdocs("plugins:\n  -\n    search\n"), exitFailed, "unusual"},
		{"text to the end of the file", mkdocs("site_description: |\n  lamps"), exitFailed, "would say something else"},
		{"shared list", mkdocs("x: &p [a]\nplugins: *p\n"), exitFailed, "plugins is no list"},
		{"two tools", map[string]string{"mkdocs.yml": "a: b\n", "book.toml": ""}, exitUsage, "choose by --tool mkdocs or mdbook"},
		{"nothing", map[string]string{"notes.txt": ""}, exitFailed, "no site tool and no HTML page"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := siteFolder(t, c.files)
			got := mycelRun(t, "init", "--write", dir)
			got.want(t, c.code, c.want)
			if now := filesOf(t, dir); !maps.Equal(now, c.files) {
				t.Errorf("got %q, want %q", now, c.files)
			}
		})
	}
}

func TestInitKeepsLinkAndMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs symbolic links and modes")
	}
	dir := siteFolder(t, map[string]string{"shared/mk.yml": "a: b\n"})
	real, link := filepath.Join(dir, "shared/mk.yml"), filepath.Join(dir, "mkdocs.yml")
	if err := os.Chmod(real, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("shared/mk.yml", link); err != nil {
		t.Fatal(err)
	}
	mycelRun(t, "init", "--write", dir).want(t, exitDone)
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info, err)
	}
	info, err = os.Lstat(real)
	if err != nil || info.Mode() != 0o640 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if text, _ := os.ReadFile(real); string(text) != "a: b\nplugins: [mycel]\n" {
		t.Errorf("got %q", text)
	}
}

func TestInitArguments(t *testing.T) {
	two := siteFolder(t, map[string]string{"mkdocs.yml": "a: b\n", "book.toml": ""})
	got := mycelRun(t, "init", two, "--tool", "mdbook")
	got.want(t, exitDone)
	if !strings.HasPrefix(got.out, "Found mdBook") {
		t.Errorf("got %s", got.out)
	}
	mycelRun(t, "init", two, "--tool", "hugo").want(t, exitUsage, "found mkdocs or mdbook")
	mycelRun(t, "init", two, two).want(t, exitUsage, "got 2 folders")
	mycelRun(t, "init", "https://example.org/").want(t, exitUsage, "got the address")
	mycelRun(t, "init", filepath.Join(two, "none")).want(t, exitFailed, "none")
	mycelRun(t, "init", filepath.Join(two, "book.toml")).want(t, exitFailed, "is no folder")
}
