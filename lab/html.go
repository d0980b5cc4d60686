package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"os"
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

// renderFolder writes a page for each Markdown file in the folder from, which must have one.
func renderFolder(from, to string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.md"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no Markdown files", from)
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		page, err := renderPage(raw)
		if err != nil {
			return errors.Join(errors.New(file), err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".md") + ".html"
		if err := os.WriteFile(filepath.Join(to, name), page, 0o644); err != nil {
			return err
		}
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
