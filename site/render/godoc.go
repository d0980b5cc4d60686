package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// goHead is the JSON comment at the beginning of Go's documents.
type goHead struct{ Title, Subtitle, Path string }

// goNote says whose text it is, as its licence asks.
const goNote = "From the documentation of the Go distribution, © The Go Authors, under the Creative Commons Attribution 4.0 licence. Links and headings were adapted."

// addGo reads one of Go's documents: a comment, then an HTML fragment.
func (s *site) addGo(doc string, src source) error {
	raw, err := os.ReadFile(filepath.Join(doc, src.source))
	if err != nil {
		return err
	}
	head, rest, ok := bytes.Cut(bytes.TrimPrefix(raw, []byte("<!--")), []byte("-->"))
	var h goHead
	if err := json.Unmarshal(head, &h); !ok || err != nil || h.Title == "" {
		return fmt.Errorf("%s: want a comment with the title as JSON at the head: %v", src.source, err)
	}
	body, err := parseFragment(bytes.NewReader(rest))
	if err != nil {
		return fmt.Errorf("%s: %w", src.source, err)
	}
	return s.add(&page{source: src, title: h.Title, subtitle: h.Subtitle, note: goNote, goPath: h.Path, body: body})
}
