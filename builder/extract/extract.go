// Package extract asks a language model about the names in texts, and reads its answers. An answer has a
// line for each statement:
//
//	entity | NAME | what is said of it
//	relation | NAME | NAME | what is said of the two
//
// Lines can be read even if an answer was cut off, or has other text between them, and names and texts need
// no escapes. Answers are not trusted: see Parse.
package extract

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/builder/summary"
)

// Limits of questions and answers.
const (
	MaxNames  = 40       // in a prompt
	MaxWords  = 60       // of a description; more are cut off
	maxBytes  = 600      // bytes of a description: for scripts without spaces
	maxAnswer = 64 << 10 // bytes of an answer; the rest is not read
	askWords  = 30       // length of a description
)

// Prompt asks for a text's statements about names.
func Prompt(text string, names []string) string {
	return summary.WithData("Below are names, and a text that mentions them. For each name that the text says something of, write a line\n"+
		"entity | NAME | what the text says of it\n"+
		"and for each two names that the text connects with each other, write a line\n"+
		"relation | NAME | NAME | how they are connected\n"+
		"Copy the names as they are listed. Describe in the language of the text, in at most "+strconv.Itoa(askWords)+" words, and by the text alone. Write nothing else.",
		"Names:\n"+asLines("", names)+"\nText:\n"+strings.TrimSpace(text))
}

// Tokens estimates the tokens of an answer about a number of names: a description and a relation for each.
func Tokens(names int) int { return min(2000, 80*names) }

// Facts are the statements of an answer.
type Facts struct {
	Entities  []Entity   // each once
	Relations []Relation // each pair once
	Dropped   int        // lines that are neither
}

// Entity is the description of an entity.
type Entity struct {
	ID   uint32
	Text string
}

// Relation is the description of a relation between two entities, A < B.
type Relation struct {
	A, B uint32
	Text string
}

// Parse reads an answer. find returns the entity of a name, if the text in question mentions it. Parse
// drops lines with other names, lines of another form, and repetitions. It does not read the last line of a
// truncated answer. Descriptions are one line of NFC without control characters, of at most MaxWords.
func Parse(answer string, cut bool, find func(name string) (uint32, bool)) Facts {
	p := parser{find: find, entities: map[uint32]bool{}, relations: map[[2]uint32]bool{}}
	for l := range lines(answer, cut) {
		if !p.line(l) {
			p.facts.Dropped++
		}
	}
	return p.facts
}

// lines yields the lines of an answer that may be statements. It leaves out the reasoning that some models
// write down first, and the last line if the answer was cut off.
func lines(answer string, cut bool) iter.Seq[string] {
	answer = strings.TrimSpace(answer)
	if rest, ok := strings.CutPrefix(answer, "<think>"); ok {
		_, answer, _ = strings.Cut(rest, "</think>")
	}
	if answer, cut = bounded(answer, cut); cut {
		answer = answer[:strings.LastIndexByte(answer, '\n')+1]
	}
	return func(yield func(string) bool) {
		for l := range strings.Lines(answer) {
			if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "```") && !yield(l) {
				return
			}
		}
	}
}

// bounded returns the part of an answer that is read, and whether anything was cut off.
func bounded(answer string, cut bool) (string, bool) {
	if len(answer) > maxAnswer {
		return answer[:maxAnswer], true
	}
	return answer, cut
}

// cutKind returns the first word of a line, and the text behind its mark. Models like to number lines, and
// to make lists of them.
func cutKind(l string) (kind, rest string) {
	kind, rest, _ = strings.Cut(l, "|")
	return strings.ToLower(strings.TrimFunc(kind, func(r rune) bool { return !unicode.IsLetter(r) })), rest
}

type parser struct {
	find      func(name string) (uint32, bool)
	facts     Facts
	entities  map[uint32]bool
	relations map[[2]uint32]bool
}

// line reads a line, and tells whether it is a statement.
func (p *parser) line(l string) bool {
	switch kind, rest := cutKind(l); kind {
	case "entity":
		name, text, _ := strings.Cut(rest, "|")
		e, ok := p.name(name)
		if text = Line(text); !ok || text == "" || p.entities[e] {
			return false
		}
		p.entities[e] = true
		p.facts.Entities = append(p.facts.Entities, Entity{e, text})
		return true
	case "relation":
		first, rest, _ := strings.Cut(rest, "|")
		second, text, _ := strings.Cut(rest, "|")
		a, okA := p.name(first)
		b, okB := p.name(second)
		pair := [2]uint32{min(a, b), max(a, b)}
		if text = Line(text); !okA || !okB || a == b || text == "" || p.relations[pair] {
			return false
		}
		p.relations[pair] = true
		p.facts.Relations = append(p.facts.Relations, Relation{pair[0], pair[1], text})
		return true
	}
	return false
}

// maxName is the most bytes of a name: longer names are not looked up.
const maxName = 400

func (p *parser) name(s string) (uint32, bool) {
	s = strings.Trim(s, " \t\r\"'`*“”„«»")
	if s == "" || len(s) > maxName {
		return 0, false
	}
	return p.find(s)
}

// Line turns a model's text into a description; "" if it is empty.
func Line(s string) string { return Bounded(s, MaxWords, maxBytes) }

// Bounded makes one line of a model's text, cut at a number of words and of bytes; "" if the text is empty.
func Bounded(s string, words, bytes int) string {
	s, _ = bounded(s, false)
	list := strings.Fields(summary.Clean(s, false))
	s = strings.Join(list[:min(len(list), words)], " ")
	if len(s) > bytes {
		at := bytes
		for !utf8.RuneStart(s[at]) {
			at--
		}
		s = s[:at]
	}
	return s
}

// asLines returns texts a line each, behind a mark.
func asLines(mark string, texts []string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(mark + line(t) + "\n")
	}
	return b.String()
}

// line makes one line of a name.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }
