// Command render turns the project's Markdown and the Go specification of this
// machine's Go installation into a static web site: the pages that the demo
// searches. It is also the link checker of the documentation: a relative link
// that leads nowhere fails the run.
//
//	go run ./site/render -out build/demo
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("render: ")
	out := flag.String("out", "", "folder to write the site to (required)")
	repo := flag.String("repo", ".", "root of the repository")
	search := flag.String("search", "mycel/", "path of the search page, relative to the site's root")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*repo, *out, *search); err != nil {
		log.Fatal(err)
	}
}

// run renders every page before it writes the first, so that a broken link leaves
// no half of a site.
func run(repo, out, search string) error {
	s := &site{repo: repo, search: search}
	pages, err := markdownPages(repo)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := s.addMarkdown(p); err != nil {
			return err
		}
	}
	if doc := goDoc(); doc != "" {
		for _, p := range goPages() {
			if err := s.addGo(doc, p); err != nil {
				return err
			}
		}
	} else {
		log.Print("no Go documentation in GOROOT/doc: the site is built without it")
	}
	files, err := s.render()
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(out, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, f.content, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "render: %d files in %s\n", len(files), out)
	return nil
}

// goDoc returns the folder of documents that comes with Go, "" if this
// installation has none.
func goDoc() string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	doc := filepath.Join(strings.TrimSpace(string(root)), "doc")
	for _, p := range goPages() {
		if _, err := os.Stat(filepath.Join(doc, p.source)); err != nil {
			return ""
		}
	}
	return doc
}
