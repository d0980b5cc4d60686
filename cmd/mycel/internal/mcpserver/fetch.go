package mcpserver

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"mycel/cmd/mycel/internal/layout"

	"mycel"
)

// maxPart is the length of the longest answer, in bytes: about 8,000 tokens of English, a size that clients accept.
const maxPart = 32_000

type fetchInput struct {
	ID     string `json:"id" jsonschema:"of a result, or the url of a document"`
	Offset int    `json:"offset,omitempty"`
}

// document is the result of fetch.
type document struct {
	ID       string   `json:"id"`
	Title    string   `json:"title"`
	Text     string   `json:"text" jsonschema:"headings have a # for each level"`
	URL      string   `json:"url"`
	Metadata metadata `json:"metadata"`
}

// metadata says which part of a document the text is. Offsets are in bytes.
type metadata struct {
	Document string `json:"document" jsonschema:"id of the whole document"`
	Offset   int    `json:"offset" jsonschema:"where in the whole text this part begins"`
	Length   int    `json:"length" jsonschema:"of the whole text"`
	Next     int    `json:"next,omitempty" jsonschema:"offset of the next part; absent at the end"`
}

// fetch returns the text of a document, or of a section with its subsections.
func (s *server) fetch(ctx context.Context, b *mycel.Bundle, in fetchInput) (*document, error) {
	t, err := s.find(ctx, b, in.ID)
	if err != nil {
		return nil, err
	}
	doc, err := b.Document(ctx, t.document)
	if err != nil {
		return nil, err
	}
	sections, heading, anchor := doc.Sections, "", ""
	if t.isSection {
		first, _ := b.Engine().Index().Corpus.DocSections(t.document)
		sections = within(doc.Sections[t.section-first:])
		heading, anchor = sections[0].Heading, sections[0].Anchor
	}
	text := textOf(sections)
	if in.Offset > len(text) {
		return nil, fmt.Errorf("offset: got %d, the text ends at %d", in.Offset, len(text))
	}
	start, end := part(text, in.Offset)
	out := &document{
		ID: sectionID(doc.ID, anchor), Title: layout.Label(doc.Title, heading), Text: text[start:end],
		Metadata: metadata{Document: doc.ID, Offset: start, Length: len(text)},
	}
	if out.URL = doc.URL; anchor != "" {
		out.URL += "#" + anchor
	}
	out.URL = s.address(out.URL)
	if end < len(text) {
		out.Metadata.Next = end
	}
	return out, nil
}

// within returns the first section and its subsections.
func within(sections []mycel.Section) []mycel.Section {
	for i, s := range sections[1:] {
		if s.Depth <= sections[0].Depth {
			return sections[:i+1]
		}
	}
	return sections
}

// textOf joins sections. Each follows its heading.
func textOf(sections []mycel.Section) string {
	var out strings.Builder
	for _, s := range sections {
		if s.Heading != "" {
			fmt.Fprintf(&out, "%s %s\n\n", strings.Repeat("#", min(s.Depth+1, 6)), s.Heading)
		}
		if text := strings.TrimSpace(s.Text); text != "" {
			out.WriteString(text)
			out.WriteString("\n\n")
		}
	}
	return strings.TrimSuffix(out.String(), "\n\n")
}

// part returns the range of the part of text from offset start, at most maxPart bytes long. If possible, it ends in its
// second half after a paragraph, else after a line, else after a word.
func part(text string, start int) (int, int) {
	for start > 0 && start < len(text) && !utf8.RuneStart(text[start]) {
		start--
	}
	if len(text)-start <= maxPart {
		return start, len(text)
	}
	end := start + maxPart
	for _, mark := range []string{"\n\n", "\n", " "} {
		if at := strings.LastIndex(text[start:end], mark); at > maxPart/2 {
			return start, start + at + len(mark)
		}
	}
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return start, end
}
