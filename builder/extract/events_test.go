package extract

import (
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/internal/must"
)

func TestEventsPrompt(t *testing.T) {
	got := EventsPrompt([]string{"Lund came\nfrom Brask. ", "She left."}, []string{"Edvard\nLund", "Brask"})
	must.Be(t, strings.Contains(got, "\nNames:\nEdvard Lund\nBrask\n\nText:\n1. Lund came from Brask.\n2. She left.\n"), "got %q", got)
}

func TestParseEvents(t *testing.T) {
	born := Relation{1, 2, "where he was born"}
	for name, c := range map[string]struct {
		answer string
		cut    bool
		want   Events
	}{
		"as asked for": {"event | 1 | Edvard Lund; Brask | Lund was born in Brask.\nrelation | Brask | Edvard Lund | where he was born\nevent | 3-4 | | The tower fell.\n", false,
			Events{[]Event{{0, 1, []uint32{1, 2}, "Lund was born in Brask.", []Relation{born}}, {2, 4, nil, "The tower fell.", nil}}, 0}},
		"as models write": {"<think>event | 1 | | hm</think>\n```\n- **Event** | 2–2 | \"EDVARD LUND\";edvard lund; | It | that\n1. event|1|Brask|First", false,
			Events{[]Event{{0, 1, []uint32{2}, "First", nil}, {1, 2, []uint32{1}, "It | that", nil}}, 0}},
		"other names": {"event | 1 | Oslo; Brask | A town.\nrelation | Oslo | Brask | both towns", false,
			Events{[]Event{{0, 1, []uint32{2}, "A town.", nil}}, 2}},
		"no sentences":            {"event | 0 | | a\nevent | 7 | | b\nevent | 3-2 | | c\nevent | | | d\nevent | x-2 | | e\nevent | 2-x | | f\nevent | 1", false, Events{nil, 7}},
		"nothing said":            {"event | 1 | Brask |  \nevent | 2 | Brask\nrelation | Brask | Edvard Lund | lost", false, Events{nil, 3}},
		"a relation of no event":  {"relation | Brask | Edvard Lund | where\nevent | 1 | | a", false, Events{[]Event{{0, 1, nil, "a", nil}}, 1}},
		"a relation of two names": {"event | 1 | | a\nrelation | Brask | Edvard Lund", false, Events{[]Event{{0, 1, nil, "a", nil}}, 1}},
		"too long":                {"event | 1-6 | | all of it", false, Events{[]Event{{0, MaxSentences, nil, "all of it", nil}}, 0}},
		"the same sentences": {"event | 2-3 | Brask | second\nevent | 1-2 | Edvard Lund | first\nrelation | Edvard Lund | Brask | where he was born\nevent | 6 | | last", false,
			Events{[]Event{{0, 3, []uint32{1, 2}, "first second", []Relation{born}}, {5, 6, nil, "last", nil}}, 0}},
		"cut off": {"event | 1 | | one\nevent | 2 | | tw", true, Events{[]Event{{0, 1, nil, "one", nil}}, 0}},
		"JSON":    {`{"events": []}`, false, Events{nil, 1}},
		"empty":   {"", false, Events{}},
	} {
		must.Equal(t, ParseEvents(c.answer, c.cut, 6, find), c.want, "%s", name)
	}
}

// Whatever a model says, events are apart, within the text, and bounded.
func FuzzParseEvents(f *testing.F) {
	f.Add("event | 1-2 | Brask | a town\nrelation | Brask | Edvard Lund | born there\nevent | 2 | | b", false, uint8(3))
	f.Add("event|||", true, uint8(0))
	f.Add("event|1-99999999999999999999||a", false, uint8(9))
	f.Fuzz(func(t *testing.T, answer string, cut bool, sentences uint8) {
		end := 0
		for _, e := range ParseEvents(answer, cut, int(sentences), find).List {
			if e.First < end || e.End <= e.First || e.End > int(sentences) || e.End-e.First > MaxSentences {
				t.Errorf("sentences %d to %d of %d, after %d", e.First, e.End, sentences, end)
			}
			end = e.End
			if e.Text == "" || len(e.Text) > eventBytes || !utf8.ValidString(e.Text) || len(strings.Fields(e.Text)) > mostEvent {
				t.Errorf("text %q", e.Text)
			}
			pairs := map[[2]uint32]bool{}
			for _, r := range e.Relations {
				must.Be(t, !pairs[[2]uint32{r.A, r.B}] && r.A < r.B && r.Text != "", "%+v", e.Relations)
				pairs[[2]uint32{r.A, r.B}] = true
			}
		}
	})
}
