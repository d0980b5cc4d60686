package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mycel"
	"mycel/builder"
	"mycel/internal/must"
	"mycel/manifest"
)

// handbook is a small bundle.
const handbook = "../../../../engine/testdata/handbook"

// connect starts a server and a client of the SDK's.
func connect(t *testing.T, o Options) *mcp.ClientSession {
	t.Helper()
	if o.Bundle == nil {
		o.Bundle = openBundle(t, handbook)
	}
	if o.Log == nil {
		o.Log = log.New(t.Output(), "", 0)
	}
	there, here := mcp.NewInMemoryTransports()
	server := must.Get(New(o).Connect(t.Context(), there, nil))(t)
	t.Cleanup(func() { server.Close() })
	client := must.Get(mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), here, nil))(t)
	t.Cleanup(func() { client.Close() })
	return client
}

func openBundle(t *testing.T, dir string) *mycel.Bundle {
	t.Helper()
	return must.Get(mycel.Open(dir))(t)
}

// call calls a tool with arguments, which are JSON, and returns its text.
func call(t *testing.T, client *mcp.ClientSession, tool, arguments string) (text string, isError bool) {
	t.Helper()
	result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	must.Hold(t, err == nil, "%s %s: %v", tool, arguments, err)
	must.Hold(t, len(result.Content) == 1, "%s: got %d contents, want one", tool, len(result.Content))
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

// ask calls a tool and reads its result.
func ask[Out any](t *testing.T, client *mcp.ClientSession, tool, arguments string) (out Out) {
	t.Helper()
	text, isError := call(t, client, tool, arguments)
	must.Hold(t, !isError, "%s %s: %s", tool, arguments, text)
	must.OK(t, json.Unmarshal([]byte(text), &out))
	return out
}

func TestTools(t *testing.T) {
	client := connect(t, Options{})
	info := client.InitializeResult()
	must.Be(t, strings.Contains(info.Instructions, `"The float gauge"`) && info.ServerInfo.Version == mycel.Version, "got %+v", info)
	tools := must.Get(client.ListTools(t.Context(), nil))(t)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		must.Be(t, tool.Annotations.ReadOnlyHint && tool.Description != "" && tool.OutputSchema != nil, "%s: got %+v", tool.Name, tool)
	}
	must.Equal(t, names, []string{"fetch", "overview", "related", "search"}, "tools")
}

// A question about all documents has their outline beside the results, and no other question has one.
func TestSearchOutline(t *testing.T) {
	client := connect(t, Options{})
	whole := ask[found](t, client, "search", `{"query":"What are the main subjects of these documents?"}`)
	n := strings.Count(whole.Outline, "\n")
	must.Be(t, strings.HasPrefix(whole.Outline, "[1] ") && n >= 3 && len(whole.Outline) <= 8*outlineTokens, "got the outline %q", whole.Outline)
	one := ask[found](t, client, "search", `{"query":"What is the float gauge about?"}`)
	must.Be(t, one.Outline == "", "got the outline %q for a question about one subject", one.Outline)
}

// related tells of an entity by its name: its sections, each with a sentence, and its neighbours.
func TestRelatedNames(t *testing.T) {
	client := connect(t, Options{})
	r := ask[found](t, client, "related", `{"id":"Edvard Lund","limit":2}`)
	if len(r.Results) != 2 || !strings.Contains(r.Results[0].Text, "Edvard Lund") || !strings.HasPrefix(r.Note, "Edvard Lund (name), near ") {
		t.Errorf("got %+v", r)
	}
}

// What search finds, fetch reads and related knows.
func TestSearchThenFetch(t *testing.T) {
	site, _ := url.Parse("https://example.org/docs/")
	client := connect(t, Options{Site: site})
	results := ask[found](t, client, "search", `{"query":"Which town did the designer of the float gauge learn clockmaking in?"}`).Results
	if len(results) < 2 || len(results) > defaultLimit || len(results[0].Sections) == 0 {
		t.Fatalf("got %+v, want pages with sections, at most %d", results, defaultLimit)
	}
	for _, section := range results[0].Sections {
		if doc := ask[document](t, client, "fetch", `{"id":"`+section.ID+`"}`); doc.URL != section.URL {
			t.Errorf("got %+v, want the section %+v", doc, section)
		}
	}
	for _, r := range results {
		must.Be(t, strings.HasPrefix(r.URL, "https://example.org/docs/") && r.Title != "", "got %+v", r)
		doc := ask[document](t, client, "fetch", `{"id":"`+r.ID+`"}`)
		must.Be(t, doc.ID == r.ID && doc.URL == r.URL && doc.Title == r.Title, "got %+v, want the section of %+v", doc, r)
		excerpt := strings.TrimSuffix(strings.TrimPrefix(r.Text, "… "), " …")
		must.Be(t, excerpt != "" && strings.Contains(doc.Text, excerpt), "%s: %q has no %q", r.ID, doc.Text, excerpt)
		near := ask[found](t, client, "related", `{"id":"`+r.ID+`","limit":2}`)
		must.Be(t, len(near.Results) <= 2 && (len(near.Results) == 0) != (near.Note == ""), "%s: got %+v", r.ID, near)
	}
	first := results[0]
	must.Be(t, strings.Contains(first.Text, "Brask"), "got %+v first, want what answers", first)
	must.Equal(t, len(ask[found](t, client, "search", `{"query":"gauge","limit":1}`).Results), 1)
}

// A section comes with those inside it, and no others; a document comes whole. Its
// address does for its id.
func TestFetch(t *testing.T) {
	site, _ := url.Parse("https://example.org/docs/")
	client := connect(t, Options{Site: site})
	parts := ask[document](t, client, "fetch", `{"id":"gauge.md#parts"}`)
	if !strings.HasPrefix(parts.Text, "## Parts\n\nA copper float") || !strings.Contains(parts.Text, "### The drum\n\n") || strings.Contains(parts.Text, "Calibration") {
		t.Errorf("got %q", parts.Text)
	}
	if parts.Metadata != (metadata{Document: "gauge.md", Length: len(parts.Text)}) || parts.Title != "The float gauge › Parts" {
		t.Errorf("got %+v", parts)
	}
	whole := ask[document](t, client, "fetch", `{"id":"gauge.md"}`)
	if !strings.HasPrefix(whole.Text, "# The float gauge\n\n") || !strings.Contains(whole.Text, parts.Text) || whole.URL != "https://example.org/docs/gauge.html" {
		t.Errorf("got %+v", whole)
	}
	for _, id := range []string{"gauge.html", "https://example.org/docs/gauge.html", "gauge.html#", "gauge.md#:~:text=The%20drum"} {
		must.Equal(t, ask[document](t, client, "fetch", `{"id":"`+id+`"}`), whole, "%s", id)
	}
	must.Equal(t, ask[document](t, client, "fetch", `{"id":"https://example.org/docs/gauge.html#parts:~:text=copper"}`), parts)
}

func TestNames(t *testing.T) {
	site, _ := url.Parse("https://example.org/docs/")
	for id, want := range map[string][]string{
		"gauge.md": {"gauge.md", "gauge.md"},
		"https://example.org/docs/a.html#b:~:text=c": {"https://example.org/docs/a.html#b:~:text=c", "https://example.org/docs/a.html#b", "a.html#b", "/docs/a.html#b"},
		"https://example.org/blog/a.html":            {"https://example.org/blog/a.html", "https://example.org/blog/a.html", "/blog/a.html"},
		"https://example.com/docs/":                  {"https://example.com/docs/", "https://example.com/docs/"},
	} {
		must.Equal(t, (&server{site: site}).names(id), want, "%s", id)
	}
	must.Equal(t, (&server{}).names("a#"), []string{"a#", "a"})
}

func TestOverview(t *testing.T) {
	client := connect(t, Options{})
	about := ask[summary](t, client, "overview", `{"topic":"gauge"}`)
	must.Be(t, strings.HasPrefix(about.Text, "[1] ") && len(about.Sources) != 0 && about.Sources[0].N == 1, "got %+v", about)
	for _, source := range about.Sources {
		ask[document](t, client, "fetch", `{"id":"`+source.ID+`"}`)
	}
	all := ask[summary](t, client, "overview", `{}`)
	must.Be(t, all.Text != "", "got %+v", all)
	none := ask[summary](t, client, "overview", `{"topic":"zymurgy"}`)
	must.Be(t, none.Text == "" && strings.Contains(none.Note, "topic's words"), "got %+v", none)
}

// Finding nothing is said, with the words that no document has.
func TestNothing(t *testing.T) {
	client := connect(t, Options{})
	got := ask[found](t, client, "search", `{"query":"Zymurgy zymurgy"}`)
	must.Be(t, got.Results != nil && len(got.Results) == 0 && got.Note == "no section matches; not in these documents: Zymurgy", "got %+v", got)
	some := ask[found](t, client, "search", `{"query":"zymurgy gauge"}`)
	must.Be(t, len(some.Results) != 0 && some.Note == "not in these documents: zymurgy", "got %+v", some)
}

// Arguments that make no sense are told to the model; the session goes on.
func TestHostileArguments(t *testing.T) {
	client := connect(t, Options{})
	huge := strings.Repeat("a", 500_000)
	for _, test := range []struct{ tool, arguments, want string }{
		{"search", `{}`, "query"},
		{"search", `{"query":""}`, "query: it is empty"},
		{"search", `{"query":" \t\n"}`, "query: it is empty"},
		{"search", `{"query":7}`, "want \"string\""},
		{"search", `{"query":null}`, "want \"string\""},
		{"search", `{"query":["a"]}`, "want \"string\""},
		{"search", `{"query":"` + huge + `"}`, "query: got 500000 bytes, want at most 4096"},
		{"search", `{"query":"x","limit":0}`, "minimum"},
		{"search", `{"query":"x","limit":21}`, "maximum"},
		{"search", `{"query":"x","limit":-1}`, "minimum"},
		{"search", `{"query":"x","limit":1.5}`, "want \"integer\""},
		{"search", `{"query":"x","limit":1e99}`, "maximum"},
		{"search", `{"query":"x","limit":"8"}`, "want \"integer\""},
		{"search", `{"query":"x","mode":"bm25"}`, "mode"},
		{"search", `null`, "query"},
		{"fetch", `{}`, "id"},
		{"fetch", `{"id":""}`, `no document or section is called ""`},
		{"fetch", `{"id":"#"}`, `is called "#"`},
		{"fetch", `{"id":"../../secret"}`, `is called "../../secret"`},
		{"fetch", `{"id":"gauge.md#nowhere"}`, `is called "gauge.md#nowhere"`},
		{"fetch", `{"id":"` + huge + `"}`, "id: got 500000 bytes, want at most 2048"},
		{"fetch", `{"id":{"a":1}}`, "want \"string\""},
		{"fetch", `{"id":"gauge.md","offset":-1}`, "minimum"},
		{"fetch", `{"id":"gauge.md","offset":1000000}`, "offset: got 1000000, the text ends at"},
		{"related", `{"id":"\u0000"}`, "no document or section"},
		{"related", `{"id":"gauge.md","limit":100}`, "maximum"},
		{"overview", `{"topic":"x","tokens":1}`, "minimum"},
		{"overview", `{"topic":"x","tokens":1000000}`, "maximum"},
		{"overview", `{"topic":"` + huge + `"}`, "topic: got 500000 bytes"},
	} {
		text, isError := call(t, client, test.tool, test.arguments)
		if !isError || !strings.Contains(text, test.want) {
			t.Errorf("%s %.60s: got %.300q, want an error with %q", test.tool, test.arguments, text, test.want)
		}
	}
	for _, odd := range []string{`{"query":"\u0000\ud800 gauge \u202e"}`, `{"query":"🧭 gauge OR (NOT *)\""}`} {
		ask[found](t, client, "search", odd)
	}
	must.Say(t, must.Err(client.CallTool(t.Context(), &mcp.CallToolParams{Name: "delete"})), "delete", "unknown tool")
	must.Be(t, len(ask[found](t, client, "search", `{"query":"gauge"}`).Results) != 0, "the session does not go on")
}

// A bundle that is built anew is picked up; one that cannot be opened is not.
func TestRebuilt(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS(handbook)))
	var logged bytes.Buffer
	client := connect(t, Options{Bundle: openBundle(t, dir), Log: log.New(&logged, "", 0)})
	listed := filepath.Join(dir, manifest.Name)
	content := must.Get(os.ReadFile(listed))(t)
	for _, test := range []struct{ listed, want string }{
		{string(content), ""},
		{"{", "going on with the bundle as it was"},
		{string(content) + "\n", "the bundle was built anew"},
	} {
		logged.Reset()
		must.OK(t, os.WriteFile(listed, []byte(test.listed), 0o644))
		must.Be(t, len(ask[found](t, client, "search", `{"query":"gauge"}`).Results) != 0, "%q: got no results", test.want)
		got := logged.String()
		must.Be(t, (got == "") == (test.want == "") && strings.Contains(got, test.want), "got log %q, want %q", got, test.want)
	}
}

// The parts of a text are the text.
func TestPart(t *testing.T) {
	for name, text := range map[string]string{
		"short":      "a text",
		"paragraphs": strings.Repeat("One sentence, and another.\n\n", 4000),
		"lines":      strings.Repeat("One line.\n", 9000),
		"words":      strings.Repeat("word ", 20_000),
		"one word":   strings.Repeat("x", 100_000),
		"characters": strings.Repeat("潮", 40_000),
	} {
		var joined strings.Builder
		for at, n := 0, 0; at < len(text); n++ {
			start, end := part(text, at)
			if start != at || end <= start || end-start > maxPart || !utf8.ValidString(text[start:end]) || n > 100 {
				t.Fatalf("%s: got part %d to %d after %d", name, start, end, at)
			}
			must.Be(t, end >= len(text) || name != "paragraphs" || strings.HasSuffix(text[start:end], "\n\n"), "%s: cut at %d", name, end)
			joined.WriteString(text[start:end])
			at = end
		}
		must.Be(t, joined.String() == text, "%s: the parts are not the text", name)
	}
	if start, _ := part("潮潮", 4); start != 3 {
		t.Errorf("an offset inside a character: got %d, want 3", start)
	}
}

func TestBrief(t *testing.T) {
	for _, test := range [][2]string{{"a  b\nc", "a b c"}, {"", ""}, {"abcdefgh", "abcdefg…"}, {"abcdef潮", "abcdef…"}} {
		must.Equal(t, brief(test[0], 7), test[1], "%q", test[0])
	}
}

// A bundle that is replaced between two looks at it is given up for the new one.
func TestReplaced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bundle")
	build := func(text string) {
		t.Helper()
		docs := t.TempDir()
		must.OK(t, os.WriteFile(filepath.Join(docs, "waves.md"), []byte("# Waves\n\n"+text+"\n"), 0o644))
		must.Get(builder.Build(t.Context(), builder.Config{Docs: []string{docs}, Output: dir, Version: "1"}))(t)
	}
	build("Wind makes waves.")
	client := connect(t, Options{Bundle: openBundle(t, dir), Check: time.Hour})
	build("The moon makes tides.")
	got := ask[document](t, client, "fetch", `{"id":"waves.html"}`).Text
	must.Be(t, strings.Contains(got, "The moon makes tides."), "got %q", got)
}

// Arguments narrow a search to a language and a version; a value that no document has is told.
func TestNarrow(t *testing.T) {
	dir := t.TempDir()
	corpus := filepath.Join(dir, "corpus.jsonl")
	lines := []string{
		`{"_id": "one", "title": "Firing, version one", "text": "A kiln of bricks is fired with oak.", "filters": {"version": "1.0", "language": "en-GB"}}`,
		`{"_id": "two", "title": "Firing, version two", "text": "The kiln takes gas through two valves.", "filters": {"version": "2.0", "language": "en"}}`,
		`{"_id": "eins", "title": "Brennen", "text": "Der Kiln wird mit Eiche befeuert.", "filters": {"version": "1.0", "language": "de"}}`,
	}
	must.OK(t, os.WriteFile(corpus, []byte(strings.Join(lines, "\n")), 0o600))
	out := filepath.Join(dir, "bundle")
	must.Get(builder.Build(t.Context(), builder.Config{JSONL: []string{corpus}, Output: out, Version: "test"}))(t)
	client := connect(t, Options{Bundle: openBundle(t, out)})
	for arguments, want := range map[string]string{
		`{"query": "kiln"}`:                                     "eins one two",
		`{"query": "kiln", "language": "en"}`:                   "one two",
		`{"query": "kiln", "language": "de-AT"}`:                "eins",
		`{"query": "kiln", "version": "1.0"}`:                   "eins one",
		`{"query": "kiln", "version": "1.0", "language": "en"}`: "one",
	} {
		var ids []string
		for _, r := range ask[found](t, client, "search", arguments).Results {
			ids = append(ids, r.ID)
		}
		slices.Sort(ids)
		must.Equal(t, strings.Join(ids, " "), want, "%s", arguments)
	}
	if text, failed := call(t, client, "search", `{"query": "kiln", "version": "3"}`); !failed || !strings.Contains(text, "want one of 1.0, 2.0") {
		t.Errorf("version 3: %v, %q", failed, text)
	}
	if text, failed := call(t, connect(t, Options{}), "search", `{"query": "gauge", "version": "3"}`); !failed || !strings.Contains(text, "leave it out") {
		t.Errorf("no versions: %v, %q", failed, text)
	}
}

// A client of the SDK's searches over HTTP.
func TestHandler(t *testing.T) {
	server := httptest.NewServer(Handler(New(Options{Bundle: openBundle(t, handbook), Log: log.New(t.Output(), "", 0)})))
	defer server.Close()
	client := must.Get(mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: server.URL, DisableStandaloneSSE: true}, nil))(t)
	defer client.Close()
	results := ask[found](t, client, "search", `{"query": "stilling well"}`).Results
	must.Be(t, len(results) != 0 && strings.Contains(results[0].Title, "stilling"), "got %+v", results)
}

// input is a connection that gives messages, and then the end.
type input struct {
	mcp.Connection
	messages []jsonrpc.Message
}

func (i *input) Read(context.Context) (jsonrpc.Message, error) {
	if len(i.messages) == 0 {
		return nil, io.EOF
	}
	m := i.messages[0]
	i.messages = i.messages[1:]
	return m, nil
}

func (*input) Write(context.Context, jsonrpc.Message) error { return nil }

// The end of the input waits for the answer of each id, and no longer: an id that comes twice has one, and an answer that
// nobody has asked for counts for nothing.
func TestDrain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one := must.Get(jsonrpc.MakeID("one"))(t)
		call, answer := &jsonrpc.Request{ID: one, Method: "ping"}, &jsonrpc.Response{ID: one}
		c := &drainingConnection{Connection: &input{messages: []jsonrpc.Message{call, call}}}
		for range 2 {
			must.Get(c.Read(t.Context()))(t)
		}
		begin, ended := time.Now(), make(chan time.Duration, 1)
		go func() {
			must.Is(t, must.Err(c.Read(t.Context())), io.EOF)
			ended <- time.Since(begin)
		}()
		synctest.Wait()
		must.Be(t, len(ended) == 0, "the end came before the answer")
		time.Sleep(time.Second)
		must.OK(t, c.Write(t.Context(), answer))
		must.Equal(t, <-ended, time.Second, "the end came after")
		must.OK(t, c.Write(t.Context(), answer))
	})
}
