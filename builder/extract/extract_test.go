package extract

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mycel/internal/must"
)

// find knows three names.
func find(name string) (uint32, bool) {
	e, ok := map[string]uint32{"edvard lund": 1, "brask": 2, "a|b": 3}[strings.ToLower(name)]
	return e, ok
}

func TestPrompt(t *testing.T) {
	got := Prompt("\n Lund came from Brask. ", []string{"Edvard\nLund", "Brask"})
	if !strings.Contains(got, "\nNames:\nEdvard Lund\nBrask\n\nText:\nLund came from Brask.\n") || !strings.Contains(got, "at most 30 words") {
		t.Errorf("got %q", got)
	}
}

func TestParse(t *testing.T) {
	lund, brask := Entity{1, "a clockmaker"}, Entity{2, "a town"}
	for name, c := range map[string]struct {
		answer string
		cut    bool
		want   Facts
	}{
		"as asked for": {"entity | Edvard Lund | a clockmaker\nentity | Brask | a town\nrelation | Brask | Edvard Lund | where he was born\n", false,
			Facts{[]Entity{lund, brask}, []Relation{{1, 2, "where he was born"}}, 0}},
		"as models write": {"<think>entity | Brask | hm</think>\n```\n- **Entity** | \"EDVARD LUND\" | a   clockmaker\r\n\n2. entity|Brask|a town\n```", false,
			Facts{[]Entity{lund, brask}, nil, 0}},
		"other names":      {"entity | Edvard Lund | a clockmaker\nentity | Oslo | a city\nrelation | Brask | Oslo | both towns", false, Facts{[]Entity{lund}, nil, 2}},
		"with itself":      {"relation | Brask | brask | the same", false, Facts{Dropped: 1}},
		"twice":            {"entity | Brask | a town\nentity | brask | a city", false, Facts{[]Entity{brask}, nil, 1}},
		"nothing said":     {"entity | Brask |  \nentity | Brask\nentity\nrelation | Brask\nrelation | Brask | Edvard Lund | ---", false, Facts{Dropped: 5}},
		"marks in a text":  {"entity | Brask | a | b", false, Facts{[]Entity{{2, "a | b"}}, nil, 0}},
		"cut off":          {"entity | Brask | a town\nentity | Edvard Lund | a clock", true, Facts{[]Entity{brask}, nil, 0}},
		"cut off at once":  {"entity | Brask | a to", true, Facts{}},
		"control":          {"entity | Brask | a\x00 \x1btown\xff", false, Facts{[]Entity{{2, "a town�"}}, nil, 0}},
		"JSON":             {`{"entities": [{"name": "Brask"}]}`, false, Facts{Dropped: 1}},
		"empty":            {"", false, Facts{}},
		"unfinished doubt": {"<think>entity | Brask | a town", false, Facts{}},
		"a very long name": {"entity | " + strings.Repeat("Brask ", 100) + "| a town", false, Facts{Dropped: 1}},
	} {
		must.Equal(t, Parse(c.answer, c.cut, find), c.want, "%s", name)
	}
}

// Answers of a megabyte are bounded, whatever they are made of.
func TestParseLong(t *testing.T) {
	for _, filler := range []string{"word ", "ä", "entity | Brask | again\n", "\n", "| "} {
		got := Parse("entity | Brask | a town\n"+"entity | Edvard Lund | "+strings.Repeat(filler, 1<<20/len(filler)), false, find)
		if len(got.Entities) == 0 || got.Entities[0].Text != "a town" || got.Dropped > maxAnswer {
			t.Errorf("%q: %d entities, %d dropped", filler, len(got.Entities), got.Dropped)
		}
		if n := len(Line(strings.Repeat(filler, 1<<18))); n > maxBytes {
			t.Errorf("%q: a description of %d bytes", filler, n)
		}
	}
	if got := Line(strings.Repeat("word ", 100)); len(strings.Fields(got)) != MaxWords {
		t.Errorf("%d words, want %d", len(strings.Fields(got)), MaxWords)
	}
	if got := Line(strings.Repeat("ä", 400)); !utf8.ValidString(got) || len(got) != maxBytes {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// Whatever a model says, what is read is about known names and fits on a line.
func FuzzParse(f *testing.F) {
	f.Add("entity | Brask | a town\nrelation | Brask | Edvard Lund | born there", false)
	f.Add("<think>", true)
	f.Add("relation|||", false)
	f.Fuzz(func(t *testing.T, answer string, cut bool) {
		got := Parse(answer, cut, find)
		ok := func(s string) bool {
			return s != "" && len(s) <= maxBytes && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
		}
		for _, e := range got.Entities {
			must.Be(t, e.ID >= 1 && e.ID <= 3 && ok(e.Text), "%+v", e)
		}
		for _, r := range got.Relations {
			must.Be(t, r.A < r.B && ok(r.Text), "%+v", r)
		}
	})
}
