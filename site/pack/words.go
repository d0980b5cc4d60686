package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// words describes the file with the texts of the elements in all languages.
type words struct {
	name    string // of the file, in client/ui
	at      int    // offset of the first language
	lengths string // length of each language, as an object of JavaScript
}

// literals matches the words of an object literal: strings, and names of properties.
var literals = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w$]+`)

// words writes the file of all languages: a line of JSON with the length of each, and then each language by name.
// Each is compressed separately, so that a page reads only its own language.
func (p *packer) words() (*words, error) {
	modules, err := filepath.Glob(filepath.Join(p.client, "ui", "strings", "*.js"))
	if err != nil {
		return nil, err
	}
	language := func(module string) string { return strings.TrimSuffix(filepath.Base(module), ".js") }
	slices.SortFunc(modules, func(a, b string) int { return strings.Compare(language(a), language(b)) })
	var head, content bytes.Buffer
	for _, module := range modules {
		object, err := objectOf(module)
		if err != nil {
			return nil, err
		}
		begin := content.Len()
		packed, err := gzip.NewWriterLevel(&content, gzip.BestCompression)
		if err != nil {
			return nil, err
		}
		_, err = packed.Write(object)
		if err := cmp.Or(err, packed.Close()); err != nil {
			return nil, err
		}
		fmt.Fprintf(&head, ",%q:%d", language(module), content.Len()-begin)
	}
	w := &words{lengths: "{" + strings.TrimPrefix(head.String(), ",") + "}"}
	w.at = len(w.lengths) + len("\n")
	const path = "client/ui/strings.pack"
	if err := os.WriteFile(filepath.Join(p.out, path), append([]byte(w.lengths+"\n"), content.Bytes()...), 0o644); err != nil {
		return nil, err
	}
	name, err := p.nameByContent(path)
	w.name = filepath.Base(name)
	return w, err
}

// objectOf returns the object that a module exports, as JSON.
func objectOf(module string) ([]byte, error) {
	code, err := os.ReadFile(module)
	if err != nil {
		return nil, err
	}
	result := api.Transform(string(code), api.TransformOptions{Sourcefile: module, Charset: api.CharsetUTF8, MinifyWhitespace: true})
	if err := errorOf(append(result.Errors, result.Warnings...)); err != nil {
		return nil, err
	}
	text := strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(string(result.Code), "export default")), ";")
	object := []byte(literals.ReplaceAllStringFunc(text, func(word string) string {
		switch word[0] {
		case '"':
			return word
		case '\'':
			word = strings.NewReplacer(`\'`, `'`, `"`, `\"`).Replace(word[1 : len(word)-1])
		}
		return `"` + word + `"`
	}))
	if !json.Valid(object) {
		return nil, fmt.Errorf("%s: want an object of strings and objects, got %s", module, object)
	}
	return object, nil
}

// load returns an expression that reads the words of a language. dir leads from the script to client/ui.
func (w *words) load(dir string) string {
	return fmt.Sprintf("dictionaryIn(new URL('%s%s', import.meta.url), %d, lengths, language)", dir, w.name, w.at)
}
