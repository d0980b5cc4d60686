package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
)

// htmlCommand renders Markdown, so that search engines for sites can be compared on it.
func htmlCommand() *cobra.Command {
	return &cobra.Command{
		Use: "html MARKDOWN OUT", Short: "Render the Markdown files of a folder as plain pages, for comparisons", Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, folders []string) error { return renderFolder(folders[0], folders[1]) },
	}
}

// renderFolder writes a page for each Markdown file in the folder from and those below it, which must have one.
func renderFolder(from, to string) error {
	found := false
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".md" {
			return err
		}
		found = true
		raw, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		page, err := renderPage(raw)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		file := filepath.Join(to, strings.TrimSuffix(name, ".md")+".html")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, page, 0o644)
	})
	if err == nil && !found {
		err = errors.New("no Markdown files")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	return nil
}

var (
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	heading  = regexp.MustCompile(`(?m)^#{1,6} +(.+)$`)
)

// renderPage renders a document, whose first heading is the page's title.
func renderPage(raw []byte) ([]byte, error) {
	title := ""
	if m := heading.FindSubmatch(raw); m != nil {
		title = html.EscapeString(strings.Trim(string(m[1]), "#` "))
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>%s</title></head>\n<body><main>\n", title)
	if err := markdown.Convert(raw, &b); err != nil {
		return nil, err
	}
	b.WriteString("</main></body>\n</html>\n")
	return b.Bytes(), nil
}
