// Package longdoc has books and manuals, each a corpus of one document, and questions about them.
package longdoc

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Document is a book or a manual. It is the only document of its corpus.
type Document struct {
	Name string
	// Write writes the document into an empty folder, as HTML or Markdown.
	Write func(dir string) error
}

// Documents are the long documents of this machine: the specification of Go and Newton's
// Opticks, which the Go tree goRoot has; the Rust book, from the folder rustBook; and the manual
// of GNU Coreutils, from a file of Info. Documents whose sources are missing are left out.
func Documents(goRoot, rustBook, coreutils string) []Document {
	opticks := filepath.Join(goRoot, "src", "testdata", "Isaac.Newton-Opticks.txt")
	specification := filepath.Join(goRoot, "doc", "go_spec.html")
	all := []struct {
		source string
		Document
	}{
		{specification, Document{"go-spec", func(dir string) error { return copyFile(specification, filepath.Join(dir, "go-spec.html")) }}},
		{rustBook, Document{"rust-book", func(dir string) error { return joinMarkdown(rustBook, filepath.Join(dir, "rust-book.md")) }}},
		{coreutils, Document{"coreutils", func(dir string) error {
			return convert(coreutils, filepath.Join(dir, "coreutils.md"), markdownOfInfo)
		}}},
		{opticks, Document{"opticks", func(dir string) error {
			return convert(opticks, filepath.Join(dir, "opticks.md"), markdownOfOpticks)
		}}},
	}
	var there []Document
	for _, d := range all {
		if _, err := os.Stat(d.source); err == nil {
			there = append(there, d.Document)
		}
	}
	return there
}

func copyFile(from, to string) error {
	return convert(from, to, func(b []byte) []byte { return b })
}

// convert writes a file, unpacked if its name ends in .gz, in another form.
func convert(from, to string, form func([]byte) []byte) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if strings.HasSuffix(from, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(b))
		if err == nil {
			b, err = io.ReadAll(z)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	return os.WriteFile(to, form(b), 0o644)
}

// joinMarkdown joins the chapters of a folder, in the order of their names, below one title.
func joinMarkdown(dir, to string) error {
	files, err := fs.Glob(os.DirFS(dir), "ch*.md")
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New(dir + ": no chapters ch*.md")
	}
	slices.Sort(files)
	book := []byte("# The Rust Programming Language\n")
	for _, name := range files {
		chapter, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		book = append(append(book, '\n'), demoted(chapter)...)
	}
	return os.WriteFile(to, book, 0o644)
}

// demoted makes every heading of Markdown one level lower, outside of code.
func demoted(b []byte) []byte {
	var out []byte
	code := false
	for line := range bytes.Lines(b) {
		code = code != bytes.HasPrefix(line, []byte("```"))
		if !code && line[0] == '#' {
			out = append(out, '#')
		}
		out = append(out, line...)
	}
	return out
}

// underline maps the character below a heading of Info to its level.
var underline = map[byte]int{'*': 2, '=': 3, '-': 4, '.': 5}

var sectionNumber = regexp.MustCompile(`^(Appendix )?[0-9A-Z]+(\.[0-9]+)*\.? `)

// markdownOfInfo makes Markdown of a manual in Info's format, without lines of nodes and menus.
func markdownOfInfo(b []byte) []byte {
	out := []byte("# Manual\n")
	b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\x00"), nil), []byte("\b"), nil) // marks of images
	lines := strings.Split(string(b), "\n")
	menu := false
	for i, line := range lines {
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		level := underline[(next + " ")[0]]
		isHeading := level > 0 && len(next) > 3 && strings.Trim(next, next[:1]) == "" && line != "" && line[0] != ' '
		switch {
		case strings.HasPrefix(line, "\x1f"), strings.HasPrefix(line, "File: "):
			menu = false
		case strings.HasPrefix(line, "* Menu:"):
			menu = true
		case menu && !isHeading:
		case isHeading:
			menu = false
			out = fmt.Appendf(out, "\n%s %s\n", strings.Repeat("#", level), sectionNumber.ReplaceAllString(line, ""))
		case len(line) > 3 && underline[line[0]] > 0 && strings.Trim(line, line[:1]) == "":
		default:
			out = append(append(out, strings.TrimPrefix(line, "   ")...), '\n')
		}
	}
	return out
}

var (
	opticksBook  = regexp.MustCompile(`^(?:THE )?(FIRST|SECOND|THIRD) BOOK\b`)
	opticksPart  = regexp.MustCompile(`^_PART ([IV]+)\._`)
	opticksUnit  = regexp.MustCompile(`^(?:_?(DEFIN|AX|PROP)\._? ?([IVX]+)\b\.?|(DEFINITION)\.)(.*)$`)
	opticksNoted = regexp.MustCompile(`^_(Exper|Obs|Query|Qu|Quest)\.?_ ([0-9]+)\.? ?(.*)$`)
)

// markdownOfOpticks makes headings of the books, parts, propositions, observations and queries
// of Newton's Opticks, as Project Gutenberg has it.
func markdownOfOpticks(b []byte) []byte {
	out := []byte("# Opticks\n")
	book, part := "", ""
	within := func() string {
		if part == "" {
			return "Book " + book + " "
		}
		return "Book " + book + " Part " + part + " "
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\r\n")
		if m := opticksBook.FindStringSubmatch(line); m != nil {
			book, part = map[string]string{"FIRST": "I", "SECOND": "II", "THIRD": "III"}[m[1]], ""
			continue
		}
		if m := opticksPart.FindStringSubmatch(line); m != nil && book != "" {
			part = m[1]
			if book == "III" {
				part = "" // it has one
			}
			out = fmt.Appendf(out, "\n## %s\n", strings.TrimSpace(within()))
			continue
		}
		if m := opticksUnit.FindStringSubmatch(line); m != nil && book != "" {
			switch {
			case m[1] == "PROP":
				out = fmt.Appendf(out, "\n### %sProposition %s\n%s\n", within(), m[2], strings.TrimSpace(m[4]))
			case m[1] == "DEFIN":
				out = fmt.Appendf(out, "\n### Definition %s\n", m[2])
			case m[1] == "AX":
				out = fmt.Appendf(out, "\n### Axiom %s\n", m[2])
			default:
				out = fmt.Appendf(out, "\n### %sDefinition\n", within())
			}
			continue
		}
		if m := opticksNoted.FindStringSubmatch(line); m != nil && book != "" {
			name := map[string]string{"Exper": within() + "Experiment", "Obs": within() + "Observation"}[m[1]]
			if name == "" {
				name = "Query"
			}
			out = fmt.Appendf(out, "\n### %s %s\n%s\n", name, m[2], m[3])
			continue
		}
		out = append(append(out, line...), '\n')
	}
	return out
}

// Question is a question about a long document.
type Question struct {
	Document, Kind, Text string
	// Gold are headings of sections; two of them with " … " between name all sections from the
	// one to the other.
	Gold   []string
	Answer string // "" if no words of the document are the answer
	line   int
}

// Kinds are the kinds of questions: for one section; for two or more; for a chapter.
func Kinds() []string { return []string{"local", "joint", "global"} }

// ReadQuestions reads a file of questions: document, kind, question, sections and answer,
// separated by tabs; \N stands for no answer.
func ReadQuestions(path string) ([]Question, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []Question
	n := 0
	for line := range strings.Lines(string(b)) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 5 || !slices.Contains(Kinds(), f[1]) {
			return nil, fmt.Errorf("%s:%d: want a document, one of %v, a question, sections and an answer, separated by tabs", path, n, Kinds())
		}
		q := Question{Document: f[0], Kind: f[1], Text: f[2], Gold: strings.Split(f[3], " | "), Answer: f[4], line: n}
		if q.Answer == `\N` {
			q.Answer = ""
		}
		list = append(list, q)
	}
	return list, nil
}

// Sections resolves the gold of a question: the numbers of sections with text.
func (q *Question) Sections(headings []string, hasText func(section int) bool) ([]int, error) {
	find := func(heading string) (int, error) {
		at := slices.Index(headings, PlainHeading(heading))
		if at < 0 || slices.Contains(headings[at+1:], PlainHeading(heading)) {
			return 0, fmt.Errorf("line %s: want one section with the heading %q", strconv.Itoa(q.line), heading)
		}
		return at, nil
	}
	var gold []int
	for _, g := range q.Gold {
		from, to, isRange := strings.Cut(g, " … ")
		if !isRange {
			to = from
		}
		first, err := find(from)
		last, err2 := find(to)
		if err = errors.Join(err, err2); err != nil {
			return nil, err
		}
		for s := first; s <= last; s++ {
			if hasText(s) {
				gold = append(gold, s)
			}
		}
	}
	if len(gold) == 0 {
		return nil, fmt.Errorf("line %d: no section of %q has text", q.line, q.Gold)
	}
	return gold, nil
}

// PlainHeading removes marks of code from a heading.
func PlainHeading(s string) string { return strings.ReplaceAll(s, "`", "") }
