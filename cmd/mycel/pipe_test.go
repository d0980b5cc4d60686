package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/internal/must"
)

// pipeAnswer is a line that mycel pipe writes.
type pipeAnswer struct {
	ID   int
	File *struct {
		Path    string
		Content []byte
	}
	Result json.RawMessage
	Error  *struct {
		Message string
		Code    int
	}
}

// pipeRun hands calls to mycel pipe, numbered from 1, and returns the answers.
func pipeRun(t *testing.T, args []string, calls ...string) []pipeAnswer {
	t.Helper()
	p := world()
	var lines strings.Builder
	for i, call := range calls {
		fmt.Fprintf(&lines, "{\"id\": %d, %s}\n", i+1, call)
	}
	p.in = strings.NewReader(lines.String())
	o := p.capture(t, append([]string{"pipe"}, args...)...)
	o.want(t, exitDone)
	must.Equal(t, o.err, "", "standard error")
	var answers []pipeAnswer
	for line := range strings.Lines(o.out) {
		var a pipeAnswer
		err := json.Unmarshal([]byte(line), &a)
		must.Hold(t, err == nil, "%v in %q", err, line)
		answers = append(answers, a)
	}
	return answers
}

func addCall(t *testing.T, page map[string]any) string {
	t.Helper()
	b := must.Get(json.Marshal(page))(t)
	return `"call": "add", "page": ` + string(b)
}

// Pages from a program, one by one or by the folder, make the bytes that the files of a folder make, in a folder and in memory.
func TestPipeBuilds(t *testing.T) {
	site := map[string]string{
		"index.html":       "<html lang=en><title>Garden</title><main><h1>Garden</h1><p>What grows here.</p></main>",
		"soil/index.html":  "<html lang=en><title>Soil</title><main><h1>Soil</h1><p>Dig in autumn, and give it <a href=../compost.html>Compost</a>.</p></main>",
		"compost.html":     "<html lang=en><title>Compost</title><main><h1>Compost</h1><p>Kitchen scraps turn into Compost.</p></main>",
		"hidden.html":      "<html><meta name=robots content=noindex><main>Hidden.</main>",
		"notes/ignored.md": "# No page of a site\n\nNotes.\n",
	}
	dir := must.Files(t, site)
	temp := t.TempDir()
	want := filepath.Join(temp, "want")
	mycelRun(t, "build", "--site", dir, "--output-path", want, "--url-style", "directory").want(t, exitDone)
	var calls []string
	for _, name := range slices.Sorted(maps.Keys(site)) {
		url, isIndex := strings.CutSuffix(name, "index.html")
		page := map[string]any{"path": name, "content": site[name]}
		if url == "" {
			url = "./"
		}
		if isIndex {
			page = map[string]any{"url": url, "content": "replaced below"}
			calls = append(calls, addCall(t, page))
			page = map[string]any{"url": url, "content": site[name]}
		}
		if strings.HasSuffix(name, ".html") {
			calls = append(calls, addCall(t, page))
		}
	}
	folder := fmt.Sprintf(`"call": "addFolder", "path": %q, "glob": "**/*.html"`, dir)
	for name, calls := range map[string][]string{"pages": calls, "folder": {folder}} {
		t.Run(name, func(t *testing.T) {
			got := filepath.Join(temp, name)
			// A second build of the same pages has the same bytes.
			calls := append(calls, fmt.Sprintf(`"call": "write", "output": %q`, got), `"call": "files"`)
			answers := pipeRun(t, []string{"--url-style", "directory"}, calls...)
			inMemory := map[string]string{}
			for _, a := range answers {
				must.Hold(t, a.Error == nil, "call %d: %+v", a.ID, a.Error)
				if a.File != nil {
					inMemory[a.File.Path] = string(a.File.Content)
				}
			}
			files := must.Tree(t, want)
			if len(files) < 5 || !maps.Equal(must.Tree(t, got), files) {
				t.Errorf("the bundle differs from that of the folder: %d files, want %d", len(must.Tree(t, got)), len(files))
			}
			must.Be(t, maps.Equal(inMemory, files), "the files in memory differ: %d, want %d", len(inMemory), len(files))
		})
	}
}

// Answers say what a page is called, and why it is left out.
func TestPipeAdds(t *testing.T) {
	for _, c := range []struct {
		page map[string]any
		want string // in the answer
	}{
		{map[string]any{"url": "https://example.org/a/?v=1#x", "content": "<main><h1>A</h1>Text.</main>"}, `"id":"a/index?v=1.html","url":"https://example.org/a/?v=1#x","title":"A"`},
		{map[string]any{"url": "/", "content": "<main><h1>A</h1>Text.</main>", "language": "de", "title": "B"}, `"id":"index.html","url":"/","title":"B","language":"de"`},
		{map[string]any{"url": "/a", "kind": "markdown", "content": "# A\n\nText."}, `"id":"a.md","url":"/a","title":"A"`},
		{map[string]any{"url": "/a.html", "kind": "text", "content": "Text <b>.", "meta": map[string]any{"title": "T"}}, `"id":"a.html.txt","url":"/a.html","title":"T"`},
		{map[string]any{"path": "/b/index.html", "content": "<main><h1>A</h1>Text.</main>"}, `"id":"b/index.html","url":"b/"`},
		{map[string]any{"url": "/a", "content": "<main></main>"}, `"path":"a.html","message":"has no text in its main content","skipped":true`},
		{map[string]any{"url": "/a", "content": strings.Repeat("<b>", 600) + "x"}, `"faulty":true`},
		{map[string]any{"content": "x"}, "page: it has neither url nor path"},
		{map[string]any{"path": "../x", "content": "x"}, `page: path: got "../x"`},
		{map[string]any{"path": "/..x/y", "content": "<p>Text."}, `"id":"..x/y.html"`},
		{map[string]any{"url": "/a", "kind": "pdf", "content": "x"}, `page a: kind: got "pdf"`},
		{map[string]any{"url": "/a", "boost": -1, "content": "x"}, `document "a.html": got a boost of -1`},
		{map[string]any{"url": "/a", "sort": map[string]any{"date": 5}}, "page /a: page.sort: got a JSON number, want a string"},
		{map[string]any{"url": "/a", "body": "x"}, `page /a: json: unknown field "body"`},
	} {
		a := pipeRun(t, nil, addCall(t, c.page))[0]
		got := string(a.Result)
		if a.Error != nil {
			if got = a.Error.Message; a.Error.Code != exitUsage {
				t.Errorf("%v: code %d", c.page, a.Error.Code)
			}
		}
		must.Be(t, strings.Contains(got, c.want), "%v: got %s, want %s", c.page, got, c.want)
	}
}

// A program gets the answers of the Go API, from a bundle that it replaces meanwhile, too.
func TestPipeAsks(t *testing.T) {
	dir := gardenBundle(t)
	b := must.Get(mycel.Open(dir))(t)
	var wants []string
	ask := func(found interface{ AppendJSON([]byte) []byte }, err error) {
		must.OK(t, err)
		wants = append(wants, string(found.AppendJSON(nil)))
	}
	ctx := t.Context()
	o := engine.Options{Mode: "graph"}
	o.K = 2
	o.Params = param.Settings{method.FindParameter("restart").To(0.5)}
	ask(b.Search(ctx, "compost", o))
	ask(b.Retrieve(ctx, "compost", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: 30}}))
	ask(b.Overview(ctx, "compost", 0))
	ask(b.Related(ctx, "soil.md", 1))
	ask(b.Entity(ctx, "Tomatoes", 1))
	request := `"bundle": ` + fmt.Sprintf("%q", dir) + `, "request": `
	answers := pipeRun(t, nil,
		`"call": "search", `+request+`{"query": "compost", "k": 2, "mode": "graph", "params": {"restart": 0.5}}`,
		`"call": "retrieve", `+request+`{"query": "compost", "tokenBudget": 30}`,
		`"call": "overview", `+request+`{"topic": "compost"}`,
		`"call": "related", `+request+`{"of": "soil.md", "k": 1}`,
		`"call": "related", `+request+`{"of": "Tomatoes", "k": 1}`,
		`"call": "search", `+request+`{"query": "compost", "limit": 2}`,
		`"call": "search", `+request+`{"query": "compost", "params": 3}`,
		`"call": "search", "request": {"query": "compost"}`,
		`"call": "search", "bundle": "none", "request": {"query": "compost"}`,
		`"call": "dance"`,
		`"call": "write"`,
		`"call": "write", "output": `+fmt.Sprintf("%q", dir),
		`"call": "addFolder", "path": "none"`,
		`"call": "addFolder", "path": ".", "glob": "["`,
		addCall(t, map[string]any{"url": "/x", "kind": "text", "content": "Nothing but beans."}),
		`"call": "write", "output": `+fmt.Sprintf("%q", dir),
		`"call": "search", `+request+`{"query": "beans"}`,
		`"call": "version"} {"call": "version"`,
	)
	for i, want := range wants {
		must.Equal(t, string(answers[i].Result), want, "call %d", i+1)
	}
	for i, want := range []string{6: "limit: there is no such option", 7: "params: want an object", 8: "search: no bundle", 9: "none is not a bundle",
		10: `there is no call "dance"`, 11: "write: no output", 12: "nothing to index in the documents in memory", 13: "no such folder: none", 14: `not a valid pattern for paths: "["`, 18: "more than an object"} {
		if want == "" {
			continue
		}
		a := answers[i-1]
		must.Be(t, a.ID == i && a.Error != nil && strings.Contains(a.Error.Message, want), "call %d: got %+v, want %q", i, a.Error, want)
	}
	got := string(answers[16].Result)
	must.Be(t, strings.Contains(got, "Nothing but beans."), "after the build: got %s", got)
}

// Settings are those of build, without places; the command ends with its input, or when it is told to.
func TestPipeSettings(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--set", "site=public"}, "pipe: site is no setting here"},
		{[]string{"--site", "public"}, "--site"},
		{[]string{"--root-selector", "main["}, "main["},
		{[]string{"--chunk-tokens", "none"}, "chunk-tokens"},
		{[]string{"extra"}, "a program starts this command"},
	} {
		mycelRun(t, append([]string{"pipe"}, c.args...)...).want(t, exitUsage, c.want)
	}
	t.Chdir(must.Files(t, map[string]string{"mycel.yml": "site: missing\noutput-path: missing\nroot-selector: .content\n"}))
	page := addCall(t, map[string]any{"url": "/x", "content": "<p>Menu</p><div class=content>Text.</div>"})
	if a := pipeRun(t, nil, page, `"call": "write", "output": "out"`)[1]; a.Error != nil || !strings.Contains(string(a.Result), `"textBytes":5,`) {
		t.Errorf("got %s %+v", a.Result, a.Error)
	}
	if a := pipeRun(t, []string{"--set", "budget-files=1"}, page, `"call": "write", "output": "out"`)[1]; a.Error == nil || a.Error.Code != exitMissed {
		t.Errorf("a missed budget: got %+v", a.Error)
	}
	must.Be(t, must.Err(os.Stat("missing")) != nil, "the bundle went where a configuration file says")

	p := world()
	reader, writer := io.Pipe()
	defer writer.Close()
	p.in = reader
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() { ended <- run(ctx, p, []string{"pipe"}) }()
	must.Get(io.WriteString(writer, "{\"id\": 1, \"call\": \"version\"}\n"))(t)
	end()
	must.Equal(t, <-ended, exitFailed, "told to end: exit code")
	p.in = strings.NewReader(`{"id": 1, "call"`)
	p.capture(t, "pipe").want(t, exitFailed, "line 1 of the input: unexpected EOF")
}
