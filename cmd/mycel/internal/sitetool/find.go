// Package sitetool recognises the program that makes a site, and prints the lines that add search to the site.
package sitetool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"mycel/cmd/mycel/internal/settings"
)

// siteTool is a program that makes sites, with the lines that add search.
type siteTool struct {
	Key, Name string
	packages  []string // all of these are in package.json
	files     []string // one of these exists and matches marks
	marks     *regexp.Regexp
	install   string // of the plugin
	code      string // lines for the configuration file
	config    string // name of the configuration file
	configs   string // patterns of its name, separated by spaces; config is the default
	html      string // line for the page layout
	notes     []string
	output    string // without a plugin: the folder of the built site
	arguments string // arguments after that folder
	settings  func(files fs.FS, t *Tool) error
}

// Tool is a program that makes the site in a folder.
type Tool struct {
	siteTool
	Because string // the reason to assume the tool, for people
	file    string // the file with that reason
	There   string // says that the site already has search
}

// SearchTag is the HTML that puts the button into a page.
const SearchTag = `<script type="module" src="/mycel/client/ui/define.js"></script>
<mycel-search-trigger></mycel-search-trigger>`

// reactTag is SearchTag in a layout of React. It needs no package, and no types of the element.
const reactTag = `<div dangerouslySetInnerHTML={{ __html: '<script type="module" src="/mycel/client/ui/define.js"></script><mycel-search-trigger></mycel-search-trigger>' }} />`

// hugoTag is SearchTag in a layout of Hugo, at any base.
const hugoTag = `<script type="module" src="{{ "mycel/client/ui/define.js" | relURL }}"></script>
<mycel-search-trigger></mycel-search-trigger>`

// jekyllTag is SearchTag in a layout of Jekyll, at any base.
const jekyllTag = `<script type="module" src="{{ '/mycel/client/ui/define.js' | relative_url }}"></script>
<mycel-search-trigger></mycel-search-trigger>`

// baseNote is a note for sites that use SearchTag.
const baseNote = "For a site below the root of its domain, put its path before /mycel/."

// siteTools are in the order of preference: a tool for documentation precedes its base tool.
// The lines are those of docs/plugins.md and the READMEs.
var siteTools = []siteTool{
	{
		Key: "starlight", Name: "Starlight", packages: []string{"astro", "@astrojs/starlight"},
		install: "npm install starlight-mycel",
		config:  "astro.config.mjs", configs: "astro.config.*",
		code: "import mycel from 'starlight-mycel';\n" +
			"export default defineConfig({ integrations: [starlight({ plugins: [mycel()], title: 'Docs' })] });",
	},
	{
		Key: "docusaurus", Name: "Docusaurus", packages: []string{"@docusaurus/core"},
		install: "npm install docusaurus-plugin-mycel",
		config:  "docusaurus.config.js", configs: "docusaurus.config.*",
		code: "plugins: ['docusaurus-plugin-mycel'],",
	},
	{
		Key: "vitepress", Name: "VitePress", packages: []string{"vitepress"},
		install: "npm install --save-dev vitepress-plugin-mycel",
		config:  ".vitepress/config.mts", configs: ".vitepress/config.* */.vitepress/config.*",
		code: "import mycel from 'vitepress-plugin-mycel';\n" +
			"export default defineConfig({ vite: { plugins: [mycel()] } });",
	},
	{
		Key: "eleventy", Name: "Eleventy", packages: []string{"@11ty/eleventy"},
		install: "npm install --save-dev eleventy-plugin-mycel",
		config:  "eleventy.config.mjs", configs: "eleventy.config.* .eleventy.js",
		code: "import mycel from 'eleventy-plugin-mycel';\n" +
			"export default (eleventyConfig) => eleventyConfig.addPlugin(mycel);",
	},
	{
		Key: "hugo", Name: "Hugo", files: hugoFiles, marks: hugoKeys,
		output: "public", html: hugoTag, settings: outputUnder("publishDir"),
	},
	{
		Key: "jekyll", Name: "Jekyll", files: []string{"_config.yml", "_config.yaml"}, marks: jekyllKeys,
		code: "keep_files: [mycel]", output: "_site", html: jekyllTag, settings: outputUnder("destination"),
	},
	{
		Key: "mkdocs", Name: "MkDocs", files: []string{"mkdocs.yml", "mkdocs.yaml"},
		install: "pip install mycel", code: "plugins: [mycel]", settings: mkdocsSettings,
	},
	{
		Key: "sphinx", Name: "Sphinx", marks: sphinxNames,
		files:   []string{"conf.py", "source/conf.py", "docs/conf.py", "docs/source/conf.py", "doc/conf.py", "doc/source/conf.py"},
		install: "pip install mycel", code: `extensions = ["mycel.sphinx"]`,
	},
	{
		Key: "mdbook", Name: "mdBook", files: []string{"book.toml"},
		code: "[output.html.search]\nenable = false\n\n[output.mycel]\ncommand = \"npx -y mycel mdbook\"", settings: bookSettings,
	},
	{
		Key: "next", Name: "Next.js", packages: []string{"next"}, config: "next.config.js", configs: "next.config.*",
		output: "out", html: reactTag, notes: []string{baseNote}, settings: nextSettings,
	},
	{
		Key: "astro", Name: "Astro", packages: []string{"astro"}, config: "astro.config.mjs", configs: "astro.config.*",
		output: "dist", html: SearchTag, notes: []string{baseNote},
	},
	{
		Key: "vite", Name: "Vite", packages: []string{"vite"},
		install: "npm install --save-dev vite-plugin-mycel",
		config:  "vite.config.js", configs: "vite.config.*",
		code: "import mycel from 'vite-plugin-mycel';\n" +
			"export default { plugins: [mycel()] };",
	},
}

var (
	hugoFiles = []string{
		"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default/hugo.toml", "config/_default/hugo.yaml",
		"config.toml", "config.yaml", "config.yml", "config.json", "config/_default/config.toml", "config/_default/config.yaml",
	}
	hugoKeys     = regexp.MustCompile(`(?im)^[ \t{"]*(baseurl|languagecode|publishdir|defaultcontentlanguage)"?[ \t]*[=:]`)
	jekyllKeys   = regexp.MustCompile(`(?m)^(baseurl|collections|kramdown|markdown|plugins|remote_theme)[ \t]*:`) // keys that Hexo does not use
	sphinxNames  = regexp.MustCompile(`(?m)^(extensions|html_theme|master_doc|root_doc|source_suffix)[ \t]*=|sphinx`)
	staticExport = regexp.MustCompile(`output["']?\s*[:=]\s*["'` + "`" + `]export["'` + "`" + `]`)
	plainWord    = regexp.MustCompile(`^[A-Za-z0-9_./][A-Za-z0-9_./-]*$`)
)

// Find returns the tools of a folder in order of preference, and the errors about files that it cannot read.
func Find(files fs.FS) (found []*Tool, problems []error) {
	packages, scripts, err := readPackage(files)
	if err != nil {
		problems = append(problems, fmt.Errorf("package.json: %w", err))
	}
	for _, tool := range siteTools {
		t := &Tool{siteTool: tool}
		has, err := t.look(files, packages)
		if err != nil {
			problems = append(problems, err)
		}
		if !has || slices.ContainsFunc(found, func(o *Tool) bool { return o.includes(t) }) {
			continue
		}
		if err := t.read(files, scripts); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", t.config, err))
		}
		found = append(found, t)
	}
	if len(found) > 0 {
		return found, problems
	}
	for _, dir := range []string{".", "public", "dist", "_site", "site", "build", "out"} {
		if pages, _ := fs.Glob(files, path.Join(dir, "*.htm*")); len(pages) > 0 {
			t := &Tool{siteTool: siteTool{Key: "html", Name: "plain HTML", output: dir, html: SearchTag, notes: []string{baseNote}}, Because: pages[0]}
			t.seek(scripts)
			return []*Tool{t}, problems
		}
	}
	return nil, problems
}

// includes reports whether the other tool is a part of this one.
func (t *Tool) includes(other *Tool) bool {
	switch other.Key {
	case "astro":
		return t.Key == "starlight"
	case "vite":
		return t.packages != nil // t.packages is a plugin or theme; other only serves tests or templates
	}
	return false
}

// look reports whether the folder uses the tool, and sets file and Because. Its error is about a file that exists
// and cannot be read.
func (t *Tool) look(files fs.FS, packages map[string]bool) (has bool, err error) {
	if t.packages != nil {
		if slices.ContainsFunc(t.packages, func(name string) bool { return !packages[name] }) {
			return false, nil
		}
		t.file, t.Because = "package.json", t.packages[len(t.packages)-1]+" in package.json"
		return true, nil
	}
	for _, name := range t.files {
		text, err := fs.ReadFile(files, name)
		if err == nil && (t.marks == nil || strings.HasPrefix(path.Base(name), t.Key+".") || t.marks.Match(text)) {
			t.file, t.Because = name, name
			return true, nil
		}
		if info, lost := fs.Stat(files, name); err != nil && lost == nil && !info.IsDir() {
			return false, fmt.Errorf("%s: %w", name, err)
		}
	}
	return false, nil
}

// read sets the name of the configuration file, and detects search that is already there.
func (t *Tool) read(files fs.FS, scripts map[string]string) error {
	if t.files != nil {
		t.config = t.file
	}
	for _, pattern := range strings.Fields(t.configs) {
		if names, _ := fs.Glob(files, pattern); len(names) > 0 {
			t.config = names[0]
			break
		}
	}
	t.seek(scripts)
	text, err := fs.ReadFile(files, t.config)
	if t.settings != nil {
		return t.settings(files, t)
	}
	if err == nil && t.code != "" && bytes.Contains(text, []byte(t.plugin())) {
		t.There = t.config + " has " + t.plugin()
	}
	return nil
}

// plugin returns the name of the plugin in a configuration file.
func (t *Tool) plugin() string {
	if t.Key == "sphinx" {
		return "mycel.sphinx"
	}
	return t.install[strings.LastIndex(t.install, " ")+1:]
}

// seek looks in package.json for a script with the command of a site without a plugin.
func (t *Tool) seek(scripts map[string]string) {
	if t.output == "" {
		return
	}
	for _, name := range []string{"build", "postbuild"} {
		if regexp.MustCompile(`\bmycel\s+(build|--site)\b`).MatchString(scripts[name]) {
			t.There = fmt.Sprintf("the script %q in package.json runs mycel", name)
		}
	}
}

// readPackage returns the packages and the scripts in package.json.
func readPackage(files fs.FS) (packages map[string]bool, scripts map[string]string, err error) {
	raw, err := fs.ReadFile(files, "package.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var manifest struct {
		Dependencies    map[string]any `json:"dependencies"`
		DevDependencies map[string]any `json:"devDependencies"`
		Scripts         map[string]any `json:"scripts"`
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return nil, nil, err
	}
	packages, scripts = map[string]bool{}, map[string]string{}
	for _, list := range []map[string]any{manifest.Dependencies, manifest.DevDependencies} {
		for name := range list {
			packages[name] = true
		}
	}
	for name, script := range manifest.Scripts {
		scripts[name], _ = script.(string)
	}
	return packages, scripts, nil
}

// top returns the top mapping of the file with the sign of a tool.
func (t *Tool) top(files fs.FS) (*yaml.Node, error) {
	raw, err := fs.ReadFile(files, t.file)
	if err != nil {
		return nil, err
	}
	return settings.Decode(t.file, raw)
}

// outputUnder returns a function that reads the output folder from a key of the configuration.
func outputUnder(key string) func(fs.FS, *Tool) error {
	return func(files fs.FS, t *Tool) error {
		top, err := t.top(files)
		if err != nil {
			return err
		}
		for name, dir := range settings.Pairs(top) {
			if strings.EqualFold(name, key) && dir.Value != "" {
				t.output = path.Clean(dir.Value)
			}
		}
		return nil
	}
}

// names lists the names under a top key.
func (t *Tool) names(files fs.FS, under string) (list []string, err error) {
	top, err := t.top(files)
	if err != nil {
		return nil, err
	}
	for key, value := range settings.Pairs(top) {
		if key == under {
			list = namesIn(value)
		}
	}
	return list, nil
}

// namesIn lists the keys of a mapping, or the items of a list. An item is a name or a mapping with one key.
func namesIn(n *yaml.Node) (list []string) {
	for key := range settings.Pairs(n) {
		list = append(list, key)
	}
	if n.Kind == yaml.SequenceNode {
		for _, item := range n.Content {
			list = append(append(list, item.Value), namesIn(item)...)
		}
	}
	return list
}

// mkdocsSettings detects Mycel's plugin and MkDocs's own search in a configuration.
func mkdocsSettings(files fs.FS, t *Tool) error {
	plugins, err := t.names(files, "plugins")
	if slices.Contains(plugins, "mycel") {
		t.There = t.file + " has the plugin mycel"
	}
	if slices.Contains(plugins, "search") {
		t.notes = []string{"Take search out of plugins in " + t.file + ": then the theme's own search is gone."}
	}
	return err
}

// bookSettings detects the backend in the configuration of a book.
func bookSettings(files fs.FS, t *Tool) error {
	backends, err := t.names(files, "output")
	if slices.Contains(backends, "mycel") {
		t.There = t.file + " has [output.mycel]"
	}
	if len(backends) < 2 {
		t.notes = []string{"mdBook then writes the pages to book/html, no longer to book."}
	}
	return err
}

// nextSettings sets the folder with the pages of Next.js, unless it writes a folder to publish.
func nextSettings(files fs.FS, t *Tool) error {
	if text, err := fs.ReadFile(files, t.config); err == nil && staticExport.Match(text) {
		return nil
	}
	t.output, t.arguments = ".next/server/app", " --output-path public/mycel --url-style directory"
	has := func(name string) bool {
		_, err := fs.Stat(files, name)
		return err == nil
	}
	if !has("app") && !has("src/app") && (has("pages") || has("src/pages")) {
		t.output = ".next/server/pages"
	}
	t.notes = append([]string{"The bundle is built anew each time: put public/mycel into .gitignore. Pages that the server writes at each request are not found."}, t.notes...)
	return nil
}
