package extract

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"mycel/builder/summary"
)

// Decomposition is a language model's list of the events in a text (Xu et al. 2025, section 2.2). Each event is retold
// so that it stands alone, with the names in it and the relations between them. Sentences are numbered, so that an
// event can be cited by its sentences:
//
//	event | FIRST-LAST | NAME; NAME | what happens
//	relation | NAME | NAME | how they are connected
//
// A relation belongs to the event before it.

// Limits of events.
const (
	MaxSentences = 5    // of an event; later sentences are left to other events
	eventWords   = 40   // length that the model is asked for
	mostEvent    = 100  // words at which an event is cut off
	eventBytes   = 1000 // bytes at which it is cut off
)

// EventsPrompt asks for the events of sentences that mention names.
func EventsPrompt(sentences, names []string) string {
	text := "Names:\n" + asLines("", names) + "\nText:\n"
	for i, s := range sentences {
		text += strconv.Itoa(i+1) + ". " + line(s) + "\n"
	}
	return summary.WithData("Below are names, and a text in numbered sentences. Divide the text into its events: things that happen or are so, "+
		"each told by one to "+strconv.Itoa(MaxSentences)+" sentences that follow each other. For each event, in the order of the text, write a line\n"+
		"event | NUMBERS | NAME; NAME | what happens\n"+
		"where NUMBERS are its sentences, such as 3 or 3-4, and the names are those that it is about, also where the text says \"she\" or \"it\". "+
		"Tell it so that it can be understood by itself. Behind it write, for each two names that it connects, a line\n"+
		"relation | NAME | NAME | how they are connected\n"+
		"Copy the names as they are listed. Write in the language of the text, in at most "+strconv.Itoa(eventWords)+
		" words a line, and by the text alone. Write nothing else.", text)
}

// EventsTokens estimates the tokens of an answer from the tokens of the text and the number of names: the text retold,
// and a relation for each name.
func EventsTokens(text, names int) int { return min(4000, 3*text/2+40*names) }

// Event is an event of a text. Sentences count from 0; End is behind the last.
type Event struct {
	First, End int
	Names      []uint32 // each once, in the order of the answer
	Text       string
	Relations  []Relation // each pair once
}

// Events is a parsed answer to EventsPrompt: events, ascending and without common sentences, and the number of dropped
// lines and names.
type Events struct {
	List    []Event
	Dropped int
}

// ParseEvents reads an answer about a text with this number of sentences; find is as in Parse. Events that share a
// sentence become one. The last line of a truncated answer is not read.
func ParseEvents(answer string, cut bool, sentences int, find func(name string) (uint32, bool)) (out Events) {
	p := parser{find: find}
	for l := range lines(answer, cut) {
		switch kind, rest := cutKind(l); kind {
		case "event":
			e, dropped, ok := p.event(rest, sentences)
			if out.Dropped += dropped; !ok {
				out.Dropped++
				p.relations = nil // later relations belong to no event
				continue
			}
			p.relations = map[[2]uint32]bool{}
			out.List = append(out.List, e)
		case "relation":
			p.facts.Relations = nil
			if p.relations == nil || !p.line(l) {
				out.Dropped++
				continue
			}
			last := &out.List[len(out.List)-1]
			last.Relations = append(last.Relations, p.facts.Relations...)
		default:
			out.Dropped++
		}
	}
	out.List = apart(out.List)
	return out
}

// event reads the text behind the first mark of a line.
func (p *parser) event(rest string, sentences int) (e Event, dropped int, ok bool) {
	numbers, rest, _ := strings.Cut(rest, "|")
	names, text, _ := strings.Cut(rest, "|")
	e.First, e.End, ok = sentenceRange(numbers, sentences)
	e.Text = Bounded(text, mostEvent, eventBytes)
	for name := range strings.SplitSeq(names, ";") {
		switch id, known := p.name(name); {
		case !known && strings.TrimSpace(name) != "":
			dropped++
		case known && !slices.Contains(e.Names, id):
			e.Names = append(e.Names, id)
		}
	}
	return e, dropped, ok && e.Text != ""
}

// sentenceRange reads "3", "3-4" or "3–4" as sentences from 0, at most MaxSentences.
func sentenceRange(s string, sentences int) (first, end int, ok bool) {
	a, b, several := strings.Cut(strings.ReplaceAll(s, "–", "-"), "-")
	first, err := strconv.Atoi(strings.TrimSpace(a))
	last := first
	if several && err == nil {
		last, err = strconv.Atoi(strings.TrimSpace(b))
	}
	if err != nil || first < 1 || last < first || last > sentences {
		return 0, 0, false
	}
	return first - 1, min(last, first+MaxSentences-1), true
}

// apart sorts events, and joins those that share a sentence.
func apart(events []Event) (out []Event) {
	slices.SortStableFunc(events, func(a, b Event) int { return cmp.Compare(a.First, b.First) })
	for _, e := range events {
		n := len(out)
		if n == 0 || e.First >= out[n-1].End {
			out = append(out, e)
			continue
		}
		last := &out[n-1]
		last.End = min(max(last.End, e.End), last.First+MaxSentences)
		last.Text = Bounded(last.Text+" "+e.Text, mostEvent, eventBytes)
		for _, id := range e.Names {
			if !slices.Contains(last.Names, id) {
				last.Names = append(last.Names, id)
			}
		}
		for _, r := range e.Relations {
			if !slices.ContainsFunc(last.Relations, func(x Relation) bool { return x.A == r.A && x.B == r.B }) {
				last.Relations = append(last.Relations, r)
			}
		}
	}
	return out
}
