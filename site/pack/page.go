package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// preload is the line of the search page that names what its script imports.
const preload = `    <link rel="modulepreload" href="./client/index.js">` + "\n"

// pageFiles copies what is no script, and has the page name all modules that its script
// waits for: a browser would learn of them one after another.
func (p *packer) pageFiles(m *metafile) error {
	ui := filepath.Join("client", "ui")
	if err := copyFile(filepath.Join(p.client, "ui", "mycel.css"), filepath.Join(p.out, ui, "mycel.css")); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(p.out, ui, "strings"), os.DirFS(filepath.Join(p.client, "ui", "strings"))); err != nil {
		return err
	}
	names, err := os.ReadDir(p.page)
	if err != nil {
		return err
	}
	for _, e := range names {
		if e.IsDir() || filepath.Ext(e.Name()) == ".js" || e.Name() == "index.html" || e.Name() == "page.css" {
			continue
		}
		if err := copyFile(filepath.Join(p.page, e.Name()), filepath.Join(p.out, e.Name())); err != nil {
			return err
		}
	}
	page, err := os.ReadFile(filepath.Join(p.page, "index.html"))
	if err != nil {
		return err
	}
	if !bytes.Contains(page, []byte(preload)) {
		return fmt.Errorf("the page has no line %s", strings.TrimSpace(preload))
	}
	var lines strings.Builder
	for _, name := range m.imported("page.js") {
		lines.WriteString(strings.Replace(preload, "client/index.js", filepath.ToSlash(name), 1))
	}
	page = bytes.Replace(page, []byte(preload), []byte(lines.String()), 1)
	if err := copyFile(filepath.Join(p.page, "page.css"), filepath.Join(p.out, "page.css")); err != nil {
		return err
	}
	for _, name := range []string{"page.js", "page.css"} {
		named, err := p.nameByContent(name)
		if err != nil {
			return err
		}
		old := []byte(`"./` + name + `"`)
		if bytes.Count(page, old) != 1 {
			return fmt.Errorf("want %s in the page once", old)
		}
		page = bytes.Replace(page, old, []byte(`"./`+named+`"`), 1)
	}
	return os.WriteFile(filepath.Join(p.out, "index.html"), page, 0o644)
}

// nameByContent renames a file that only the page names, so that a browser that has it
// need not ask for it, and returns its new name.
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
