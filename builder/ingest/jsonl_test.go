package ingest

import (
	"bufio"
	"context"
	"strings"
	"testing"

	"mycel/builder/ingest/document"
	"mycel/builder/ingest/jsonl"
	"mycel/internal/must"
)

func readLines(src string, o document.Options) (*document.Corpus, error) {
	return jsonl.ReadFrom(context.Background(), strings.NewReader(src), "f.jsonl", len(src), o)
}

// A line that cannot be read is left out, and a warning says which and why. The lines
// around it are read.
func TestFaultyLines(t *testing.T) {
	for _, test := range []struct {
		name, src string
		line      int
		want      string
	}{
		{"broken", "{\"_id\":\"a\",\"text\":\"x\"}\n{\"_id\":", 2, "invalid JSON at byte"},
		{"two objects", `{"_id":"a"}{"_id":"b"}`, 1, "invalid JSON at byte"},
		{"array", "\n\n[1]", 3, "got a JSON array, want an object"},
		{"null", "null", 1, "got null, want a JSON object"},
		{"no id", `{"text":"x"}`, 1, `has no "_id"`},
		{"null id", `{"_id":null,"text":"x"}`, 1, `has no "_id"`},
		{"empty id", `{"id":"","text":"x"}`, 1, `"id" is empty`},
		{"id of another kind", `{"_id":{},"text":"x"}`, 1, `"_id": want a string, got an object`},
		{"text of another kind", `{"_id":"a","body":["x"]}`, 1, `"body": want a string, got an array`},
		{"title of another kind", `{"_id":"a","title":1}`, 1, `"title": want a string, got a number`},
		{"url of another kind", `{"_id":"a","url":true}`, 1, `"url": want a string, got a boolean`},
		{"metadata of another kind", `{"_id":"a","metadata":"x"}`, 1, `"metadata": want an object, got a string`},
		{"same id", "{\"_id\":\"a\",\"text\":\"x\"}\n\n{\"id\":\"a\",\"text\":\"y\"}", 3, `_id "a" is taken by line 1`},
		{"same id as a number", "{\"_id\":7,\"text\":\"x\"}\n{\"_id\":\"7\"}", 2, `_id "7" is taken by line 1`},
		{"not UTF-8", "{\"_id\":\"a\",\"text\":\"x\"}\n{\"\xff\":1}", 2, "not UTF-8 text: invalid UTF-8 at byte 2 (0xFF), in the line that begins at byte 23"},
		{"UTF-16 without a mark", "{\x00\"\x00}\x00", 1, "not UTF-8 text: NUL at byte 1"},
		{"text twice", `{"_id":"a","text":"x","title":"\"{[:","text":"y"}`, 1, `has "text" twice`},
		{"text twice, one escaped", `{"_id":"a","text":"x","t\u0065xt":"y"}`, 1, `has "text" twice`},
		{"text and body", `{"_id":"a","text":"x","body":"y"}`, 1, `has different texts in "text" and "body"`},
		{"body and contents", `{"_id":"a","text":"","body":"x","contents":"y"}`, 1, `has different texts in "body" and "contents"`},
		{"text under another name", `{"_id":"a","Text":"x"}`, 1, `has neither title nor text, but "Text", which is not read`},
		{"text and a body of another kind", `{"_id":"a","text":"x","body":1}`, 1, `"body": want a string, got a number`},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := must.Get(readLines(test.src+"\n"+`{"_id":"last","text":"z"}`, document.Options{}))(t)
			checkCorpus(t, c)
			if got := ids(c); len(got) == 0 || got[len(got)-1] != "last" {
				t.Errorf("got documents %q, want the last line among them", got)
			}
			must.Hold(t, len(c.Warnings) == 1, "got %+v, want one warning", c.Warnings)
			got := c.Warnings[0]
			want := document.Warning{Path: "f.jsonl", Line: test.line, Message: got.Message, Skipped: true, Faulty: true}
			must.Be(t, got == want && strings.HasPrefix(got.Message, test.want), "got %+v, want line %d and %q", got, test.line, test.want)
		})
	}
}

// A line with a title and no text has a warning if it has a string that nobody reads.
func TestUnreadField(t *testing.T) {
	lines := []string{`{"_id":"a","title":"A","content":"lost","url":"a"}`, `{"_id":"b","title":"B","lang":"de","n":1,"none":""}`, `{"_id":"c","title":"C","text":"","content":"x"}`}
	c, err := readLines(strings.Join(lines, "\n"), document.Options{})
	must.Hold(t, err == nil && len(c.Documents) == len(lines), "got %+v, %v, want three documents", c, err)
	must.Equal(t, c.Warnings, []document.Warning{{Path: "f.jsonl", Line: 1, Message: `has no text, but "content", which is not read`}})
}

// Text under two names is not lost if it is the same, or if one is empty.
func TestSameTextTwice(t *testing.T) {
	c, err := readLines(`{"_id":"a","text":"x","body":"x"}`+"\n"+`{"_id":"b","text":"","contents":"y"}`+"\n"+`{"_id":"c","metadata":{"a":":{","b":[{"text":1}]},"body":"\":\\"}`, document.Options{})
	must.Hold(t, err == nil && len(c.Warnings) == 0 && len(c.Documents) == 3, "got %+v, %v, want three documents", c, err)
	for i, want := range []string{"x", "y", `":\`} {
		must.Equal(t, c.Documents[i].Text, want, "line %d", i+1)
	}
}

// Lines in UTF-16 with a byte order mark are read, as some shells write them.
func TestLinesInUTF16(t *testing.T) {
	for _, big := range []bool{false, true} {
		c, err := readLines(inUTF16("{\"_id\":\"a\",\"text\":\"Käse 😀\"}\r\n{\"_id\":\"b\",\"text\":\"y\"}\r\n", big), document.Options{})
		must.Be(t, err == nil && len(c.Warnings) <= 0 && len(c.Documents) == 2 && c.Documents[0].Text == "Käse 😀", "got %+v, %v", c, err)
	}
}

// A line beyond the limit is left out, and the one behind it is read.
func TestLineBeyondLimit(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader(strings.Repeat("a", 100)+"\nb\n"), 16)
	l, err := jsonl.ReadLine(in, 50)
	if err != nil || l.Err == nil || l.Raw != nil || l.Size != 101 {
		t.Errorf("got %+v, %v, want an error about the line of 101 bytes", l, err)
	}
	if l, err = jsonl.ReadLine(in, 50); err != nil || l.Err != nil || string(l.Raw) != "b\n" {
		t.Errorf("got %+v, %v, want the line behind", l, err)
	}
}

func TestJSONLOrderAndURL(t *testing.T) {
	c := must.Get(readLines("\uFEFF{\"_id\":\"b\",\"text\":\"x\",\"url\":\"p\"}\r\n{\"_id\":\"a\",\"text\":\"y\"}\r\n", document.Options{BaseURL: "/base"}))(t)
	checkCorpus(t, c)
	got := ids(c)
	must.Be(t, len(got) == 2 && got[0] == "b" && got[1] == "a", "got %q, want b and a in this order", got)
	if c.Documents[0].URL != "/base/p" || c.Documents[1].URL != "" {
		t.Errorf("got URLs %q and %q, want /base/p and none", c.Documents[0].URL, c.Documents[1].URL)
	}
}

func TestJSONLLongLine(t *testing.T) {
	text := strings.Repeat("0123456789abcde ", 1<<18) // 4 MB
	c := must.Get(readLines(`{"_id":"long","text":"`+text+`"}`+"\n"+`{"_id":"next","text":"x"}`, document.Options{}))(t)
	got := c.Documents[0].Text
	must.Be(t, got == strings.TrimSpace(text), "got %d bytes of text, want %d", len(got), len(text)-1)
	must.Be(t, len(c.Documents) == 2, "got %d documents, want 2", len(c.Documents))
}
