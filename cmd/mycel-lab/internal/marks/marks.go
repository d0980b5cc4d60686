// Package marks writes measured tables into documents, and tells which are older than their code.
package marks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// Tables in documents stand between two lines, <!-- measured NAME … --> and <!-- end NAME -->.
// The first line has the date, the paths of the code that the figures depend on, and a hash of
// that code.

var markLine = regexp.MustCompile(`(?m)^<!-- measured (\S+) on (\S+), code (\S+) of (.+) -->$`)

// Insert puts text between the marks of a table in a document below root, and date and code into
// the first mark.
func Insert(root fs.FS, document []byte, name, date string, paths, text string) ([]byte, error) {
	open, end := []byte("<!-- measured "+name+" "), []byte("<!-- end "+name+" -->")
	from, to := bytes.Index(document, open), bytes.Index(document, end)
	if from < 0 || to < from || bytes.Count(document, open) != 1 {
		return nil, fmt.Errorf("want one pair of lines <!-- measured %s … --> and %s", name, end)
	}
	code, err := codeHash(root, paths)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(document[:from])
	fmt.Fprintf(&b, "<!-- measured %s on %s, code %s of %s -->\n%s\n", name, date, code, paths, text)
	b.Write(document[to:])
	return b.Bytes(), nil
}

// Outdated returns a line for each table of a document whose code has changed since.
func Outdated(root fs.FS, document []byte) (lines []string, err error) {
	for _, m := range markLine.FindAllSubmatch(document, -1) {
		name, date, code, paths := string(m[1]), string(m[2]), string(m[3]), string(m[4])
		now, err := codeHash(root, paths)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", name, err)
		}
		if now != code {
			lines = append(lines, fmt.Sprintf("the table %s of %s is older than the code in %s", name, date, paths))
		}
	}
	return lines, nil
}

// codeHash returns a hash of the Go code below paths, which are separated by spaces. Comments,
// line breaks and tests do not count.
func codeHash(root fs.FS, paths string) (string, error) {
	sum := sha256.New()
	for _, dir := range strings.Fields(paths) {
		err := fs.WalkDir(root, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := fs.ReadFile(root, name)
			if err != nil {
				return err
			}
			fmt.Fprintln(sum, name)
			var s scanner.Scanner
			s.Init(token.NewFileSet().AddFile(name, -1, len(text)), text, nil, 0)
			for {
				_, kind, literal := s.Scan()
				if kind == token.EOF {
					return nil
				}
				fmt.Fprintln(sum, kind, strings.TrimSpace(literal))
			}
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}
