package ingest

import (
	"context"
	"strings"
	"testing"
)

func readLines(src string, o Options) (*Corpus, error) {
	return readJSONL(context.Background(), strings.NewReader(src), "f.jsonl", len(src), o)
}

func TestJSONLErrors(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"broken", "{\"_id\":\"a\",\"text\":\"x\"}\n{\"_id\":\n", "f.jsonl:2: invalid JSON at byte"},
		{"two objects", `{"_id":"a"}{"_id":"b"}`, "f.jsonl:1: invalid JSON at byte"},
		{"array", "\n\n[1]", "f.jsonl:3: want a JSON object, got array"},
		{"null", "null", "f.jsonl:1: want a JSON object, got null"},
		{"no id", `{"text":"x"}`, `f.jsonl:1: has no "_id"`},
		{"null id", `{"_id":null,"text":"x"}`, `f.jsonl:1: has no "_id"`},
		{"empty id", `{"id":"","text":"x"}`, `f.jsonl:1: "id" is empty`},
		{"id of another kind", `{"_id":{},"text":"x"}`, `f.jsonl:1: "_id": want a string, got an object`},
		{"text of another kind", `{"_id":"a","body":["x"]}`, `f.jsonl:1: "body": want a string, got an array`},
		{"title of another kind", `{"_id":"a","title":1}`, `f.jsonl:1: "title": want a string, got a number`},
		{"url of another kind", `{"_id":"a","url":true}`, `f.jsonl:1: "url": want a string, got a boolean`},
		{"metadata of another kind", `{"_id":"a","metadata":"x"}`, `f.jsonl:1: "metadata": want an object, got a string`},
		{"same id", "{\"_id\":\"a\",\"text\":\"x\"}\n\n{\"id\":\"a\",\"text\":\"y\"}", `f.jsonl:3: _id "a" is taken by line 1`},
		{"same id as a number", "{\"_id\":7,\"text\":\"x\"}\n{\"_id\":\"7\"}", `f.jsonl:2: _id "7" is taken by line 1`},
		{"not UTF-8", "{\"_id\":\"a\",\"text\":\"x\"}\n{\"\xff\":1}", "f.jsonl:2: not UTF-8 text: invalid UTF-8 at byte 2 (0xFF), in the line that begins at byte 23"},
		{"UTF-16", "\xff\xfe{\x00", "f.jsonl:1: not UTF-8 text: begins with a UTF-16 byte order mark"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := readLines(test.src, Options{})
			if err == nil || !strings.HasPrefix(err.Error(), test.want) || c != nil {
				t.Errorf("got %+v, %v, want %q", c, err, test.want)
			}
		})
	}
}

func TestJSONLOrderAndURL(t *testing.T) {
	c, err := readLines("\uFEFF{\"_id\":\"b\",\"text\":\"x\",\"url\":\"p\"}\r\n{\"_id\":\"a\",\"text\":\"y\"}\r\n", Options{BaseURL: "/base"})
	if err != nil {
		t.Fatal(err)
	}
	checkCorpus(t, c)
	if got := ids(c); len(got) != 2 || got[0] != "b" || got[1] != "a" {
		t.Errorf("got %q, want b and a in this order", got)
	}
	if c.Documents[0].URL != "/base/p" || c.Documents[1].URL != "" {
		t.Errorf("got URLs %q and %q, want /base/p and none", c.Documents[0].URL, c.Documents[1].URL)
	}
}

func TestJSONLLongLine(t *testing.T) {
	text := strings.Repeat("0123456789abcde ", 1<<18) // 4 MB
	c, err := readLines(`{"_id":"long","text":"`+text+`"}`+"\n"+`{"_id":"next","text":"x"}`, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Documents[0].Text; got != strings.TrimSpace(text) {
		t.Errorf("got %d bytes of text, want %d", len(got), len(text)-1)
	}
	if len(c.Documents) != 2 {
		t.Errorf("got %d documents, want 2", len(c.Documents))
	}
}
