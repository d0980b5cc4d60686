package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// markdown reads CommonMark with tables. Raw HTML is left out: the documents have
// none.
var markdown = goldmark.New(goldmark.WithExtensions(
	extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
))

var errNoTitle = errors.New("the page does not begin with a heading of level 1")

// addMarkdown reads a Markdown file of the repository. Its first heading becomes
// the page's title.
func (s *site) addMarkdown(src source) error {
	raw, err := os.ReadFile(filepath.Join(s.repo, filepath.FromSlash(src.source)))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := markdown.Convert(raw, &b); err != nil {
		return err
	}
	body, err := parseFragment(&b)
	if err != nil {
		return err
	}
	p := &page{source: src, body: body}
	if p.title = takeTitle(body); p.title == "" {
		return errors.Join(errNoTitle, errors.New(src.source))
	}
	return s.add(p)
}
