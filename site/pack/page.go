package main

import (
	"bytes"
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
		if e.IsDir() || filepath.Ext(e.Name()) == ".js" || e.Name() == "index.html" {
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
	return os.WriteFile(filepath.Join(p.out, "index.html"), page, 0o644)
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
