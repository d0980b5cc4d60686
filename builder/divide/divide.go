// Package divide cuts sections that are too long into parts. A list of hits shows one passage of a
// section, so a novel without headings would have one hit.
package divide

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/builder/ingest/document"
	"mycel/engine/evidence"
)

// A part has about leastSize bytes, or the bytes of four chunks if these are more.
const (
	leastSize     = 6_000
	bytesPerToken = 15 // four chunks of text with nearly four bytes a token
)

// Document cuts sections of d that are longer than two parts into parts of about 6,000 bytes, or of four
// chunks of chunkTokens tokens if these are longer. It cuts between paragraphs if a border is near, else
// between sentences. A part has no heading: its label is its number, and names and words that distinguish
// it from the other parts. Its anchor is that of the section with a text fragment, which leads a browser
// to the beginning of the part. It returns the number of parts. O(length).
func Document(d *document.Document, chunkTokens int) int {
	size := max(leastSize, bytesPerToken*chunkTokens)
	var out []document.Section
	parts := 0
	for i, s := range d.Sections {
		borders := borders(d, s, size)
		if len(borders) == 0 {
			if out != nil {
				out = append(out, s)
			}
			continue
		}
		if out == nil {
			out = append(out, d.Sections[:i]...)
		}
		divided := cut(d.Text, s, borders)
		out = append(out, divided...)
		parts += len(divided)
	}
	if out != nil {
		d.Sections = out
	}
	return parts
}

// cut returns the parts of a section between the borders.
func cut(text string, s document.Section, borders []int) []document.Section {
	var parts []document.Section
	var texts []string
	for i := range len(borders) + 1 {
		part := document.Section{Start: s.Start, End: s.End}
		if i > 0 {
			part.Start = borders[i-1]
		}
		if i < len(borders) {
			part.End = borders[i]
		}
		parts = append(parts, part)
		texts = append(texts, text[part.Start:part.End])
	}
	names := names(texts)
	for i := range parts {
		p := &parts[i]
		p.Part, p.Label = i+1, fmt.Sprintf("%d/%d", i+1, len(parts))
		if s.Heading != "" {
			p.Label = s.Heading + " (" + p.Label + ")"
		}
		if names[i] != "" {
			p.Label += ": " + names[i]
		}
		p.Level = s.Level + 1 // within the section
		p.Anchor = strings.TrimPrefix(evidence.Fragment("#"+s.Anchor, opening(texts[i])), "#")
	}
	first := &parts[0]
	first.Level, first.Heading, first.Anchor = s.Level, s.Heading, s.Anchor
	if s.Heading != "" {
		first.Label = ""
	}
	return parts
}

// Words of a text that a fragment repeats; bytes where the script has no spaces.
const (
	openingWords = 8
	openingBytes = 90
)

// opening returns the beginning of a text, on one line, for a text fragment.
func opening(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	words := strings.Fields(line)
	words = words[:min(len(words), openingWords)]
	if first := words[0]; len(first) > openingBytes {
		if end := strings.LastIndexAny(first[:openingBytes], "、。，,.;；"); end > 0 {
			return first[:end]
		}
		return ""
	}
	return strings.Join(words, " ")
}

// borders returns the offsets at which a section is cut into parts of about size bytes, ascending; nil if
// it stays whole.
func borders(d *document.Document, s document.Section, size int) []int {
	if s.End-s.Start <= 2*size || s.Part > 0 {
		return nil
	}
	n := (s.End - s.Start + size/2) / size
	var out []int
	last := s.Start
	for k := 1; k < n; k++ {
		ideal := s.Start + (s.End-s.Start)/n*k
		if at := border(d, max(ideal-size/3, last+1), min(ideal+size/3, s.End-1), ideal); at > 0 {
			out = append(out, at)
			last = at
		}
	}
	return out
}

// border returns the best offset in [from, to) to cut at; 0 for none. It prefers the end of a paragraph,
// then a sentence at the end of a line, then another sentence; and offsets near ideal.
func border(d *document.Document, from, to, ideal int) int {
	best, bestCost := 0, 0
	code := d.Code
	for at := from; at < to; at++ {
		kind := breaks(d.Text, at)
		if kind == none {
			continue
		}
		for len(code) > 0 && code[0].End <= at {
			code = code[1:]
		}
		if len(code) > 0 && code[0].Start < at {
			continue
		}
		cost := int(kind)*(to-from) + max(at-ideal, ideal-at)
		if best == 0 || cost < bestCost {
			best, bestCost = at, cost
		}
	}
	return best
}

type breakKind int

const (
	paragraph breakKind = iota
	lineOfSentence
	sentence
	none
)

// breaks returns the kind of text that ends at an offset.
func breaks(text string, at int) breakKind {
	if text[at] <= ' ' || !utf8.RuneStart(text[at]) {
		return none
	}
	before := strings.TrimRight(text[:at], " \t")
	switch {
	case strings.HasSuffix(before, "\n\n"):
		return paragraph
	case len(before) < at && ends(before), strings.HasSuffix(before, "。"):
		return sentence
	case strings.HasSuffix(before, "\n") && ends(strings.TrimRight(before, "\n")):
		return lineOfSentence
	}
	return none
}

// leastWord is the least length, in letters, of a word before a full stop that ends a sentence: a shorter
// word may be an abbreviation.
const leastWord = 4

// ends tells whether a text ends with a complete sentence.
func ends(text string) bool {
	text = strings.TrimRight(text, "\"'”’»)]")
	end, size := utf8.DecodeLastRuneInString(text)
	if !strings.ContainsRune(".!?…。！？؟।", end) {
		return false
	}
	if end != '.' {
		return true
	}
	text = text[:len(text)-size]
	letters := 0
	for letters < leastWord {
		r, size := utf8.DecodeLastRuneInString(text)
		if !unicode.IsLetter(r) {
			return false
		}
		text = text[:len(text)-size]
		letters++
	}
	return true
}
