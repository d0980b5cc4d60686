package extract

import (
	"slices"
	"strconv"
	"strings"

	"mycel/builder/summary"
)

// A note is a model's text about several texts together: all statements about a name, or
// about a subject, whose title is some of the names in it.

// Limits of notes.
const (
	NoteTokens = 150  // assumed length of a note
	noteWords  = 100  // length that the model is asked for
	mostWords  = 150  // words at which a note is cut off
	mostBytes  = 1500 // bytes at which it is cut off
	mostTitle  = 3    // names in a title
)

// AboutPrompt asks for a summary of texts about a name.
func AboutPrompt(name string, texts []string) string {
	return summary.WithData("Below are a name and sentences about it. Write what they say of it, as one paragraph in their language, in at most "+
		strconv.Itoa(noteWords)+" words and by the sentences alone. Answer with the paragraph alone.",
		"Names:\n"+line(name)+"\n\nSentences:\n"+asLines("- ", texts))
}

// SubjectPrompt asks for the common subject of texts.
func SubjectPrompt(names, texts []string) string {
	return summary.WithData("Below are names, and sentences of one subject. Write two lines:\n"+
		"title | NAME; NAME\n"+
		"text | what the sentences say together\n"+
		"The title is one to three of the names, as they are listed, that tell the subject. The text is in the language of the sentences, has at most "+
		strconv.Itoa(noteWords)+" words, and says nothing that they do not. Write nothing else.",
		"Names:\n"+asLines("", names)+"\nSentences:\n"+asLines("- ", texts))
}

// About reads the answer to AboutPrompt; "" if it is empty. It leaves out the last
// sentence of a truncated answer.
func About(answer string, cut bool) string {
	return note(summary.Clean(bounded(answer, cut)))
}

// Subject is a model's text about a subject.
type Subject struct {
	Names   []uint32 // of the title, in its order, each once
	Text    string   // "" if the answer has no readable text
	Dropped int      // number of names that find does not know
}

// ParseSubject reads the answer to SubjectPrompt; find is as in Parse.
func ParseSubject(answer string, cut bool, find func(name string) (uint32, bool)) (s Subject) {
	p := parser{find: find}
	for l := range strings.Lines(summary.Clean(bounded(answer, cut))) {
		kind, rest := cutKind(l)
		if kind == "text" && s.Text == "" {
			s.Text = note(rest)
		}
		if kind != "title" || len(s.Names) > 0 {
			continue
		}
		for name := range strings.SplitSeq(rest, ";") {
			e, ok := p.name(name)
			switch {
			case !ok:
				s.Dropped++
			case len(s.Names) < mostTitle && !slices.Contains(s.Names, e):
				s.Names = append(s.Names, e)
			}
		}
	}
	return s
}

func note(s string) string { return Bounded(s, mostWords, mostBytes) }
