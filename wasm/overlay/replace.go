package main

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// begins matches the beginning of a declaration of Go or of assembly.
var begins = regexp.MustCompile(`(?m)^(func|type|TEXT) `)

// overlay returns the files that change, by path. files are those of one package, written by gofmt. Each declaration of
// replacements replaces the declarations with the same head.
func overlay(files map[string]string, replacements string) (map[string]string, error) {
	pieces := make(map[string][]string)
	places := make(map[string][]*string) // of declarations, by head
	for name, text := range files {
		all := cut(text)
		pieces[name] = all
		for i := range all[1:] {
			head := headOf(all[i+1])
			places[head] = append(places[head], &all[i+1])
		}
	}
	var missing []error
	for _, declaration := range cut(replacements)[1:] {
		head := headOf(declaration)
		if places[head] == nil {
			missing = append(missing, fmt.Errorf("there is no %s", head))
		}
		for _, p := range places[head] {
			*p = declaration[:end(declaration)] + (*p)[end(*p):]
		}
	}
	changed := make(map[string]string)
	for name, all := range pieces {
		if text := strings.Join(all, ""); text != files[name] {
			changed[name] = blankImports(text)
		}
	}
	return changed, errors.Join(missing...)
}

// cut cuts a file before each declaration. The first piece is the text before them.
func cut(text string) (all []string) {
	at := 0
	for _, found := range begins.FindAllStringIndex(text, -1) {
		all, at = append(all, text[at:found[0]]), found[0]
	}
	return append(all, text[at:])
}

// headOf returns the signature of a function, the name of a type, or the first line of a function in assembly.
func headOf(declaration string) string {
	line, _, _ := strings.Cut(declaration, "\n")
	if strings.HasPrefix(line, "type ") {
		return strings.Join(strings.Fields(line)[:2], " ")
	}
	head, _, _ := strings.Cut(line, " {")
	return head
}

// end returns the end of the declaration with which a text begins: the end of its line, or of the block that the line
// opens. In assembly it is the end of the text.
func end(text string) int {
	line, _, _ := strings.Cut(text, "\n")
	switch {
	case strings.HasPrefix(line, "TEXT "):
		return len(text)
	case strings.HasSuffix(line, "{"):
		return strings.Index(text, "\n}") + len("\n}")
	}
	return len(line)
}

var (
	imported = regexp.MustCompile(`(?m)^\t?(import )?"[a-z0-9/]+"$`)
	comment  = regexp.MustCompile(`//.*`)
)

// blankImports gives the imports that a file no longer uses the name _.
func blankImports(text string) string {
	code := comment.ReplaceAllString(text, "")
	return imported.ReplaceAllStringFunc(text, func(line string) string {
		before, name, _ := strings.Cut(line, `"`)
		if regexp.MustCompile(`\b` + path.Base(strings.Trim(name, `"`)) + `\.`).MatchString(code) {
			return line
		}
		return before + `_ "` + name
	})
}
