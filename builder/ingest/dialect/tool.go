package dialect

import (
	"os"
	"path/filepath"
	"regexp"

	"mycel/files"
)

// Tool is a program that makes sites, named by its key in mycel init.
type Tool string

// Tools with their own dialects of Markdown.
const (
	Astro      Tool = "astro"
	Docsify    Tool = "docsify"
	Docusaurus Tool = "docusaurus"
	Eleventy   Tool = "eleventy"
	GitBook    Tool = "gitbook"
	Hexo       Tool = "hexo"
	Hugo       Tool = "hugo"
	Jekyll     Tool = "jekyll"
	MdBook     Tool = "mdbook"
	MkDocs     Tool = "mkdocs"
	Nextra     Tool = "nextra"
	Obsidian   Tool = "obsidian"
	Quarto     Tool = "quarto"
	Sphinx     Tool = "sphinx"
	VitePress  Tool = "vitepress"
	VuePress   Tool = "vuepress"
	Zola       Tool = "zola"
)

// signs are the files that reveal the tool of a folder. If the name of a file is not enough, one of its
// lines must match a pattern.
var signs = []struct {
	tool  Tool
	files string // pattern below the folder
	marks *regexp.Regexp
}{
	{Docusaurus, "docusaurus.config.*", nil},
	{VitePress, ".vitepress/config.*", nil},
	{VitePress, ".vitepress", nil},
	{VuePress, ".vuepress", nil},
	{MkDocs, "mkdocs.y*ml", nil},
	{MdBook, "book.toml", nil},
	{Quarto, "_quarto.yml", nil},
	{Jekyll, "_config.y*ml", regexp.MustCompile(`(?m)^(?:markdown|kramdown|theme|remote_theme|collections|plugins|permalink|baseurl)[ \t]*:`)},
	{Hexo, "_config.yml", regexp.MustCompile(`(?m)^(?:source_dir|post_asset_folder)[ \t]*:`)},
	{Sphinx, "conf.py", regexp.MustCompile(`(?m)^(?:extensions|html_theme|master_doc|root_doc|source_suffix)[ \t]*=|sphinx`)},
	{Hugo, "hugo.*", nil},
	{Hugo, "config/_default/*.*", regexp.MustCompile(`(?i)baseurl|languagecode|defaultcontentlanguage`)},
	{Zola, "config.toml", regexp.MustCompile(`(?m)^[ \t]*(?:base_url|compile_sass|build_search_index)[ \t]*=`)},
	{Zola, "zola.toml", nil},
	{Hugo, "config.*", regexp.MustCompile(`(?im)^[ \t{"]*(?:baseurl|languagecode|publishdir|defaultcontentlanguage)"?[ \t]*[=:]`)},
	{Astro, "astro.config.*", nil},
	{Eleventy, "eleventy.config.*", nil},
	{Eleventy, ".eleventy.js", nil},
	{Obsidian, ".obsidian", nil},
	{GitBook, ".gitbook.y*ml", nil},
	{Docsify, "index.html", regexp.MustCompile(`docsify`)},
	{VitePress, "package.json", regexp.MustCompile(`"vitepress"\s*:`)},
	{VuePress, "package.json", regexp.MustCompile(`"(?:@vuepress/[\w-]+|vuepress)"\s*:`)},
	{Nextra, "package.json", regexp.MustCompile(`"nextra"\s*:`)},
	{Hexo, "package.json", regexp.MustCompile(`"hexo"\s*:`)},
	{Docsify, "package.json", regexp.MustCompile(`"docsify(?:-cli)?"\s*:`)},
}

const (
	maxFoldersUp = 4       // from the source to the configuration, as of Starlight's src/content/docs
	maxSignBytes = 1 << 20 // of a configuration
)

// FindTool returns the tool whose configuration is in the folder of a source or in the nearest folder
// above, within the repository. It also returns the text of this configuration.
func FindTool(dir string) (Tool, string) {
	at, err := filepath.Abs(dir)
	for range maxFoldersUp + 1 {
		if err != nil {
			break
		}
		for _, s := range signs {
			for _, pattern := range []string{s.files, "source/" + s.files, "docs/" + s.files} {
				if pattern != s.files && s.tool != Sphinx {
					continue
				}
				names, _ := filepath.Glob(filepath.Join(at, filepath.FromSlash(pattern)))
				for _, name := range names {
					text, _ := files.Read(name, maxSignBytes) // only regular files have a text
					if s.marks == nil || s.marks.Match(text) {
						return s.tool, string(text)
					}
				}
			}
		}
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil || filepath.Dir(at) == at {
			break
		}
		at = filepath.Dir(at)
	}
	return "", ""
}
