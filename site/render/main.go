// Command render turns the project's Markdown into a static web site. With -go it renders
// the documentation of this machine's Go instead: the specification and the comments of the
// standard library, which the live demo searches. It also checks the links of the
// documentation: a broken relative link fails the run.
//
//	go run ./site/render -out build/demo
//	go run ./site/render -go -out build/demo/demo
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
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
	search := flag.String("search", "mycel/", "path of the bundle, relative to the site's root")
	golang := flag.Bool("go", false, "render Go's documentation in the place of the project's")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(&site{repo: *repo, search: *search}, *out, *golang); err != nil {
		log.Fatal(err)
	}
}

// run renders every page before it writes the first, so that a broken link leaves no partial site.
func run(s *site, out string, golang bool) error {
	read := (*site).addProject
	if golang {
		read = (*site).addGoDocumentation
	}
	if err := read(s); err != nil {
		return err
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

// addProject reads the project's own pages.
func (s *site) addProject() error {
	s.name, s.landing = "Mycel", true
	pages, err := markdownPages(s.repo)
	if err != nil {
		return err
	}
	for _, p := range pages {
		if err := s.addMarkdown(p); err != nil {
			return err
		}
	}
	return nil
}

// addGoDocumentation reads the documentation of Go.
func (s *site) addGoDocumentation() error {
	s.name, s.up = "Go "+goVersion(), "../"
	raw, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	root := strings.TrimSpace(string(raw))
	for _, p := range goPages() {
		if err := s.addGo(filepath.Join(root, "doc"), p); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	src := librarySource(root)
	if src == "" {
		return fmt.Errorf("%s has no sources of the standard library", root)
	}
	paths, err := libraryPackages(src)
	if err != nil {
		return err
	}
	for _, path := range paths {
		if err := s.addPackage(src, path); err != nil {
			return err
		}
	}
	return nil
}
