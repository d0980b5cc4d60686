package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"mycel/builder"
	"mycel/builder/ingest/document"
	"mycel/cmd/mycel/internal/single"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
)

// singleFlags ask for a bundle in one file.
type singleFlags struct {
	path string
	only bool // the bundle in a folder is temporary
}

func (s *singleFlags) register(f *pflag.FlagSet) {
	f.StringVar(&s.path, "single-file", "", "put engine, index, texts and search page into `FILE`.html, or client and elements into FILE.js, for pages opened from a disk; the bundle is left out where nothing says where it goes")
}

func (s *singleFlags) check(noRuntime bool) error {
	switch strings.ToLower(filepath.Ext(s.path)) {
	case ".html", ".htm", ".js":
	default:
		if s.path != "" {
			return usage.Errorf("build: --single-file: got %s, want a name that ends in .html or .js", s.path)
		}
	}
	if s.path != "" && noRuntime {
		return usage.Errorf("build: --single-file and --no-runtime exclude each other")
	}
	return nil
}

// place creates a temporary folder for the bundle if only the single file is wanted. clean removes the folder.
func (s *singleFlags) place(c *builder.Config) (clean func(), err error) {
	if s.path == "" || c.Output != "" {
		return func() {}, nil
	}
	temp, err := os.MkdirTemp("", "mycel-")
	if err != nil {
		return nil, err
	}
	s.only = true
	c.Output = filepath.Join(temp, "bundle")
	return func() { _ = os.RemoveAll(temp) }, nil
}

// write writes the bundle into one file, and puts that file into the report.
func (s *singleFlags) write(p *program, c *builder.Config, report *builder.Report) error {
	if s.path == "" {
		return nil
	}
	classic, err := p.classic()
	if err != nil {
		return err
	}
	size, err := single.Write(s.path, single.Options{Bundle: c.Output, SiteRoot: s.siteRoot(c), Language: report.Language, Classic: classic, Page: c.Runtime})
	if err != nil {
		return err
	}
	if size > single.Large {
		report.Warnings = append(report.Warnings, document.Warning{Path: s.path, Message: fmt.Sprintf("has %s, which a browser reads whole before the first search: a bundle on a web server is read in parts", terminal.Bytes(size))})
	}
	if s.only {
		report.Output, report.Files, report.Bytes, report.FirstQuery = s.path, 1, size, size
	}
	return nil
}

// siteRoot returns the relative path from the file to the one site of the build, else to the folder of the file.
func (s *singleFlags) siteRoot(c *builder.Config) string {
	if len(c.Site) == 1 {
		return wayTo(c.Site[0], s.path)
	}
	return "./"
}
