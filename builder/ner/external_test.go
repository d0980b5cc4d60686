package ner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExternal(t *testing.T) {
	const text = "the mighty mutex of Ada Lovelace. NASA paid 5 dollars for mutexes."
	e, err := ReadExternal(strings.NewReader(`{"doc":"a","start":20,"end":32,"text":"Ada Lovelace","type":"PERSON"}

{"doc":"a","start":20,"end":23,"text":"Ada","type":"PERSON"}
{"doc":"a","start":13,"end":16,"text":"tex","type":"TERM"}
{"doc":"a","start":44,"end":45,"text":"5","type":"CARDINAL"}
{"doc":"a","start":25,"end":38,"text":"ovelace. NASA","type":"ORG"}
{"doc":"a","start":32,"end":33,"text":".","type":"ORG"}
`), "m.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if docs := e.Documents(); len(docs) != 1 || docs[0] != "a" {
		t.Errorf("Documents() = %q, want [a]", docs)
	}
	c, s := corpus{pages: []page{{text: text}, {text: "We met Grace Hopper."}}}, NewStrings()
	for i, doc := range []string{"a", "b"} {
		cand, err := e.Scan(doc, c.pages[i].text, starts(c.pages[i].text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		c.cands = append(c.cands, s.Number(cand))
	}
	c.lex = NewLexicon(s, c.cands, nil, Options{})
	if got, want := c.describe(0), "mutex, Ada Lovelace, mutexes=mutex"; got != want {
		t.Errorf("mentions: got %s, want %s", got, want)
	}
	if got, want := c.describe(1), "Grace Hopper"; got != want {
		t.Errorf("mentions of a page without lines: got %s, want %s", got, want)
	}
}

func TestExternalErrors(t *testing.T) {
	good := `{"doc":"a","start":0,"end":3,"text":"Ada","type":"PERSON"}` + "\n"
	for _, c := range []struct{ name, line, want string }{
		{"not JSON", "Ada", "m.jsonl:2: not a mention"},
		{"unknown field", `{"doc":"a","begin":0}`, `m.jsonl:2: not a mention: json: unknown field "begin"`},
		{"no document", `{"start":0,"end":3,"text":"Ada"}`, `m.jsonl:2: "doc" is missing`},
		{"no start", `{"doc":"a","end":3,"text":"Ada"}`, `m.jsonl:2: "start" or "end" is missing`},
		{"empty range", `{"doc":"a","start":3,"end":3,"text":"Ada"}`, "m.jsonl:2: got bytes [3,3)"},
		{"negative", `{"doc":"a","start":-1,"end":3,"text":"Ada"}`, "m.jsonl:2: got bytes [-1,3)"},
		{"no text", `{"doc":"a","start":0,"end":3}`, `m.jsonl:2: "text" is missing`},
		{"two values", `{"doc":"a","start":0,"end":3,"text":"Ada"} {}`, "m.jsonl:2: more than one value"},
		{"too long", `{"doc":"` + strings.Repeat("a", maxLine), "m.jsonl:2: bufio.Scanner: token too long"},
	} {
		if _, err := ReadExternal(strings.NewReader(good+c.line), "m.jsonl"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s…", c.name, err, c.want)
		}
	}
	e, err := ReadExternal(strings.NewReader(good), "m.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Ad":        `m.jsonl:1: document "a": got bytes [0,3), want at most 2`,
		"Eve spoke": `m.jsonl:1: document "a" has "Eve" at bytes [0,3), want "Ada"`,
	} {
		if _, err := e.Scan("a", text, nil, Options{}); err == nil || err.Error() != want {
			t.Errorf("Scan of %q: got %v, want %s", text, err, want)
		}
	}
}

func TestLoadExternal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "m.jsonl")
	if _, err := LoadExternal(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("missing file: got %v, want an error that names it", err)
	}
	if err := os.WriteFile(path, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadExternal(path); err == nil || !strings.HasPrefix(err.Error(), path+":1: ") {
		t.Errorf("bad line: got %v, want %s:1: …", err, path)
	}
}

func FuzzReadExternal(f *testing.F) {
	f.Add(`{"doc":"a","start":0,"end":3,"text":"Ada","type":"PERSON"}`, "Ada Lovelace")
	f.Add(`{"doc":"a","start":1,"end":2,"text":"d","type":"TERM"}`, "Ada")
	f.Fuzz(func(t *testing.T, lines, text string) {
		e, err := ReadExternal(strings.NewReader(lines), "m")
		if err != nil {
			return
		}
		c, err := e.Scan("a", text, nil, Options{})
		if err != nil {
			return
		}
		s := NewStrings()
		n := s.Number(c)
		l := NewLexicon(s, []*Numbered{n}, nil, Options{})
		check(t, l, text, nil, l.Mentions(text, nil, n))
	})
}
