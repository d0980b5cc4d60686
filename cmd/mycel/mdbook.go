package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mycel/cmd/mycel/internal/usage"
)

func newMdbookCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "mdbook",
		Short: "Add search to a book: a backend of mdBook",
		Long: `Mdbook is called by mdBook, after it has written the pages. It reads on its input what
mdBook tells backends, builds the bundle of the pages into their folder mycel/, and puts
the button into the menu bar of each page. In book.toml:

    [output.html.search]
    enable = false

    [output.mycel]
    command = "npx -y mycel mdbook"

mdBook writes the pages of a book with two backends to book/html. Further arguments of
mycel build are a list: args = ["--exclude-selectors", ".draft"]. "mdbook serve" has the
search, too.`,
		Args: noArguments("; mdBook starts this command, by [output.mycel] in book.toml"),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.mdbook(cmd) },
	}
}

// bookContext is what mdBook tells a backend, as far as it is needed.
type bookContext struct {
	Root        string `json:"root"`
	Destination string `json:"destination"`
	Config      struct {
		Output struct {
			Mycel struct {
				Args []string `json:"args"`
			} `json:"mycel"`
		} `json:"output"`
	} `json:"config"`
}

// mdbook builds the bundle of a book, and puts the button into its pages.
func (p *program) mdbook(cmd *cobra.Command) error {
	var book bookContext
	if err := json.NewDecoder(p.in).Decode(&book); err != nil {
		return usage.Errorf("mdbook: reading what mdBook tells backends: %v; mdBook starts this command, by [output.mycel] in book.toml", err)
	}
	site := filepath.Join(filepath.Dir(book.Destination), "html")
	if info, err := os.Stat(site); book.Destination == "" || err != nil || !info.IsDir() {
		return fmt.Errorf("mdbook: no pages in %s: book.toml needs [output.html] beside [output.mycel]", site)
	}
	// mdBook starts backends in their folder, which stays empty.
	if err := os.Chdir(book.Root); err != nil {
		return fmt.Errorf("mdbook: %w", err)
	}
	bundle := filepath.Join(site, "mycel")
	build := newBuildCommand(p)
	build.SilenceErrors, build.SilenceUsage = true, true
	build.SetFlagErrorFunc(cmd.FlagErrorFunc())
	build.SetArgs(append([]string{"--site", site, "--output-path", bundle}, book.Config.Output.Mycel.Args...))
	if err := build.ExecuteContext(cmd.Context()); err != nil {
		return err
	}
	return addBookButton(site, bundle)
}

// bookMenu is where pages of mdBook have their buttons.
var bookMenu = []byte(`<div class="right-buttons">`)

// addBookButton puts the search button into all pages of a book.
func addBookButton(site, bundle string) error {
	pages := 0
	err := filepath.WalkDir(site, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".html" {
			if path == bundle {
				return filepath.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		before, after, found := bytes.Cut(text, bookMenu)
		if !found {
			return nil
		}
		pages++
		below, err := filepath.Rel(site, path)
		if err != nil {
			return err
		}
		up := strings.Repeat("../", strings.Count(filepath.ToSlash(below), "/"))
		button := fmt.Sprintf(`<script type="module" src="%smycel/client/ui/define.js"></script><mycel-search-trigger theme="page"></mycel-search-trigger>`, up)
		return os.WriteFile(path, bytes.Join([][]byte{before, bookMenu, []byte(button), after}, nil), 0o644)
	})
	if err == nil && pages == 0 {
		err = errors.New(`no page has <div class="right-buttons">; a theme of your own needs <mycel-search-trigger> and its script in index.hbs`)
	}
	if err != nil {
		return fmt.Errorf("mdbook: the search button: %w", err)
	}
	return nil
}
