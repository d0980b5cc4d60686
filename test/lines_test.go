package test

import (
	"bytes"
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"strings"
	"testing"

	"mycel/internal/must"
)

var update = flag.Bool("update", false, "rewrite the number of lines in testdata/lines.txt")

// fewer is how many lines less than the number make it one to lower.
const fewer = 500

// The product may only get smaller: the number in testdata/lines.txt is of lines of code, without comments, blank lines
// and tests, in Go and in the client. A commit that raises it says why in its message.
func TestTotalOfLines(t *testing.T) {
	got := 0
	must.OK(t, walkSources("..", []string{"lab", "beam", "js/test", "internal/must"}, func(path, rel string) error {
		goCode := strings.HasSuffix(rel, ".go") && !strings.HasSuffix(rel, "_test.go")
		if !goCode && !(strings.HasPrefix(rel, "js/src/") && strings.HasSuffix(rel, ".js")) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err == nil && goCode {
			got += linesOfGo(text)
		} else if err == nil {
			got += linesOfJS(string(text))
		}
		return err
	}))
	const file = "testdata/lines.txt"
	if *update {
		must.OK(t, os.WriteFile(file, fmt.Appendf(nil, "%d\n", got), 0o644))
	}
	text := readFile(t, file)
	var want int
	must.Get(fmt.Sscan(string(text), &want))(t)
	switch {
	case got > want:
		t.Errorf("%d lines of code, %s has %d: delete as many elsewhere; or run go test ./test -run TotalOfLines -update, and say in the commit why the product has to grow", got, file, want)
	case got < want-fewer:
		t.Errorf("%d lines of code, %s has %d: lower it with go test ./test -run TotalOfLines -update", got, file, want)
	}
}

// linesOfGo counts the lines that have a token other than a comment.
func linesOfGo(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		at, tok, literal := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && literal == "\n" {
			continue
		}
		first := file.Line(at)
		for i := range 1 + bytes.Count([]byte(literal), []byte("\n")) {
			lines[first+i] = true
		}
	}
}

// linesOfJS counts the lines that are neither blank nor comments, which begin lines of their own.
func linesOfJS(text string) (n int) {
	comment := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case comment:
			comment = !strings.Contains(line, "*/")
		case line == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "/*"):
			comment = !strings.Contains(line, "*/")
		default:
			n++
		}
	}
	return n
}

func TestLinesOfCode(t *testing.T) {
	source := "// Package a.\npackage a\n\n/*\nA comment.\n*/\nvar x = `one\n\nthree` // a remark\n\nfunc f() {\n\tg( // of two lines\n\t\t1)\n}\n"
	if got := linesOfGo([]byte(source)); got != 8 {
		t.Errorf("Go: got %d lines, want 8", got)
	}
	if got := linesOfJS("/** A comment.\n * more\n */\nconst a = 1; // a remark\n\n// no code\n/* one */\nf();\n"); got != 2 {
		t.Errorf("JavaScript: got %d lines, want 2", got)
	}
}
