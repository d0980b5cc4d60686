package main

import (
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

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
			dir := must.Files(t, c.files)
			got := mycelRun(t, "init", dir).want(t, exitDone)
			for _, want := range c.want {
				must.Be(t, strings.Contains(got.out, want), "got %s\nwant %q in it", got.out, want)
			}
			must.Be(t, strings.Count(got.out, "Found ") == 1, "got %s, want a tool", got.out)
			must.Equal(t, must.Tree(t, dir), c.files, "the folder has")
		})
	}
}

func TestInitArguments(t *testing.T) {
	two := must.Files(t, map[string]string{"mkdocs.yml": "a: b\n", "book.toml": ""})
	got := mycelRun(t, "init", two, "--tool", "mdbook").want(t, exitDone)
	must.Be(t, strings.HasPrefix(got.out, "Found mdBook"), "got %s", got.out)
	mycelRun(t, "init", two, "--tool", "hugo").want(t, exitUsage, "found mkdocs or mdbook")
	mycelRun(t, "init", must.Files(t, map[string]string{"notes.txt": ""})).want(t, exitFailed, "no site tool and no HTML page")
	mycelRun(t, "init", must.Files(t, map[string]string{"hugo.toml": "", "package.json": `{"scripts": `})).want(t, exitDone, "package.json: unexpected end")
	mycelRun(t, "init", two, two).want(t, exitUsage, "got 2 folders")
	mycelRun(t, "init", "https://example.org/").want(t, exitUsage, "got the address")
	mycelRun(t, "init", filepath.Join(two, "none")).want(t, exitFailed, "none")
	mycelRun(t, "init", filepath.Join(two, "book.toml")).want(t, exitFailed, "is no folder")
}
