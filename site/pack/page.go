package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// dictionaries loads the words of a language by an expression instead of the module that names
// all languages for bundlers.
func dictionaries(w *words, load string) api.Plugin {
	return api.Plugin{Name: "dictionaries", Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: `[/\\]dictionaries\.js$`}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			module := "import { dictionaryHere, dictionaryIn } from './dictionaryfile.js'; const lengths = " + w.lengths +
				"; export const languages = Object.keys(lengths); export const dictionary = (language) => " + load
			return api.OnLoadResult{Contents: &module, Loader: api.LoaderJS, ResolveDir: filepath.Dir(a.Path)}, nil
		})
	}}
}

// searchPage packs the search page into its document, one script and one style sheet. The script
// includes the English words of the elements: with a second file a first search would wait for the
// server once more. It imports the modules of onDemand when it needs them, from client/ui.
func (p *packer) searchPage(worker string, onDemand map[string]string, words *words) error {
	if err := p.one(api.EntryPoint{InputPath: filepath.Join(p.page, "page.js"), OutputPath: "page"},
		p.pageImports("index.js"),
		leave("./client/ui/", onDemand),
		replace(`[/\\]moduleworker\.js$`, "./worker.js", "./client/"+worker),
		dictionaries(words, "(language === 'en' ? import('./strings/en.js') : dictionaryHere(language) ?? "+words.load("./client/ui/")+")"),
	); err != nil {
		return err
	}
	style, err := readStyle(filepath.Join(p.page, "page.css"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.out, "page.css"), style, 0o644); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(p.page, "icon.svg"), filepath.Join(p.out, "icon.svg")); err != nil {
		return err
	}
	return p.document()
}

// readStyle reads a style sheet and minifies it. It is ASCII, so that it reads the same in every
// encoding of a page. esbuild leaves spaces in values of variables; no string of ours has such
// a comma.
func readStyle(path string) ([]byte, error) {
	style, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	result := api.Transform(string(style), api.TransformOptions{
		Sourcefile: path, Loader: api.LoaderCSS, Charset: api.CharsetASCII, MinifyWhitespace: true, MinifySyntax: true,
	})
	code := bytes.ReplaceAll(result.Code, []byte(", "), []byte(","))
	return bytes.ReplaceAll(code, []byte(": var("), []byte(":var(")), errorOf(append(result.Errors, result.Warnings...))
}

// styles writes the minified style sheets of the elements as modules beside them. The elements
// adopt them, so the styles come with the code in every bundler and on every server.
func (p *packer) styles() error {
	sheets, err := filepath.Glob(filepath.Join(p.client, "ui", "styles", "*.css"))
	if err != nil {
		return err
	}
	for _, sheet := range sheets {
		style, err := readStyle(sheet)
		if err != nil {
			return err
		}
		module := fmt.Sprintf("/** Written by make dist from %s. */\nexport default %s;\n", filepath.Base(sheet), strconv.Quote(strings.TrimSpace(string(style))))
		if err := os.WriteFile(strings.TrimSuffix(sheet, ".css")+".js", []byte(module), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// comments matches the comments of the search page, which are only for its authors.
var comments = regexp.MustCompile(`(?s)<!--.*?-->\n`)

// document writes the search page with the names of its script and style sheet.
func (p *packer) document() error {
	page, err := os.ReadFile(filepath.Join(p.page, "index.html"))
	if err != nil {
		return err
	}
	var changes [][2]string
	for _, name := range []string{"page.js", "page.css", "icon.svg"} {
		named, err := p.nameByContent(name)
		if err != nil {
			return err
		}
		changes = append(changes, [2]string{`"./` + name + `"`, `"./` + named + `"`})
	}
	for _, change := range changes {
		if bytes.Count(page, []byte(change[0])) != 1 {
			return fmt.Errorf("want %s in the search page once", change[0])
		}
		page = bytes.Replace(page, []byte(change[0]), []byte(change[1]), 1)
	}
	return os.WriteFile(filepath.Join(p.out, "index.html"), comments.ReplaceAllLiteral(page, nil), 0o644)
}

// nameByContent renames a file that only the page names to a name with its content hash, so that a
// browser that has the file need not ask for it. It returns the new name.
func (p *packer) nameByContent(name string) (string, error) {
	content, err := os.ReadFile(filepath.Join(p.out, name))
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(content)
	extension := filepath.Ext(name)
	named := strings.TrimSuffix(name, extension) + "." + base32.StdEncoding.EncodeToString(sum[:5]) + extension
	return named, os.Rename(filepath.Join(p.out, name), filepath.Join(p.out, named))
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
