package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"mycel/builder"
	"mycel/builder/llm"
	"mycel/cmd/mycel/internal/inspection"
	"mycel/engine/answer"
	"mycel/internal/must"
)

// endpointKey is the key that tests send; it must turn up nowhere.
const endpointKey = "sk-secret-0123456789"

// modelServer is an OpenAI-compatible endpoint that sums texts up by their first
// words and makes vectors of their lengths.
type modelServer struct {
	*httptest.Server
	mu      sync.Mutex
	calls   map[string]int // by path
	keys    []string       // headers Authorization
	texts   int            // that were embedded
	instead http.HandlerFunc
}

func serveModel(t *testing.T) *modelServer {
	t.Helper()
	s := &modelServer{calls: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var form struct {
			Messages []struct{ Content string }
			Input    []string
		}
		if err := json.NewDecoder(r.Body).Decode(&form); err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.calls[r.URL.Path]++
		s.keys = append(s.keys, r.Header.Get("Authorization"))
		s.texts += len(form.Input)
		instead := s.instead
		s.mu.Unlock()
		switch {
		case instead != nil:
			instead(w, r)
		case r.URL.Path == "/v1/chat/completions":
			_, text, _ := strings.Cut(form.Messages[0].Content, "\n\n")
			words := strings.Fields(text)
			completion(w, "Zusammenschau of "+strings.Join(words[:6], " ")+".")
		case r.URL.Path == "/v1/embeddings":
			var rows []string
			for i, text := range form.Input {
				rows = append(rows, fmt.Sprintf(`{"index":%d,"embedding":[%d,%d,1]}`, i, len(text)%7, len(text)%5))
			}
			_, _ = io.WriteString(w, `{"data":[`+strings.Join(rows, ",")+`]}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// sent returns how many requests came to a path.
func (s *modelServer) sent(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls["/v1/"+path]
}

// endpointRun runs a command line with an environment, without waits between requests. Its output must not have the key.
func endpointRun(t *testing.T, ctx context.Context, env string, args ...string) outcome {
	t.Helper()
	p := world()
	p.env, p.sleep = environment(strings.Fields(env)...), func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	var out, err strings.Builder
	p.out, p.err = &out, &err
	got := outcome{run(ctx, p, args), out.String(), err.String()}
	must.Be(t, !strings.Contains(got.out+got.err, endpointKey), "the key is in what is printed: %q, %q", got.out, got.err)
	return got
}

// logbook is a document with a summary tree of two levels: with --chunk-tokens 24,
// 27 chunks, 6 summaries above them, and 2 above those, of which the last is made of
// one, and has its text. So 6 + 1 calls write all 8.
func logbook(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	text.WriteString("# Logbook\n\n")
	for i := range 27 {
		fmt.Fprintf(&text, "On day %d the keeper of the tower wrote down the level of the sea.\n\n", i+1)
	}
	return must.Files(t, map[string]string{"logbook.md": text.String()})
}

const logbookCalls = 8

// summarise is the command line of a build with written summaries.
func summarise(s *modelServer, docs, out, cache string, more ...string) []string {
	return append([]string{"build", "--docs", docs, "--output-path", out, "--chunk-tokens", "24", "--set", "chunk-overlap=0",
		"--llm-writes", "summaries", "--llm-base-url", s.URL + "/v1", "--llm-model", "small", "--set", "api-cache=" + cache}, more...)
}

func TestBuildSummarizer(t *testing.T) {
	s, docs, out, cache := serveModel(t), logbook(t), filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "answers")
	got := endpointRun(t, t.Context(), "MYCEL_API_KEY="+endpointKey, summarise(s, docs, out, cache, "--json")...)
	got.want(t, exitDone, "small wrote 9 summaries: 8 calls to it, 0 free, 720 tokens in and 72 out by its count.\n")
	var report builder.Report
	must.OK(t, json.Unmarshal([]byte(got.out), &report))
	if want := (llm.Generation{Model: "small", Written: 9, Calls: 8, InputTokens: 720, OutputTokens: 72}); report.Generation == nil || *report.Generation != want || s.sent("chat/completions") != logbookCalls {
		t.Errorf("%d calls; got %+v, want %+v", s.sent("chat/completions"), report.Generation, want)
	}
	for name, content := range must.Tree(t, cache) {
		must.Be(t, !strings.Contains(content, endpointKey) && !strings.Contains(content, "day 3"), "%s: %q", name, content)
	}

	query := []string{"query", "--bundle", out, "--mode", "e2graph", "zusammenschau"}
	endpointRun(t, t.Context(), "", query...).wantOut(t, "a language model wrote of it: “Zusammenschau of ")
	var result answer.Result
	err := json.Unmarshal([]byte(endpointRun(t, t.Context(), "", append(query, "--json")...).out), &result)
	must.Be(t, err == nil && strings.HasPrefix(result.Hits[0].Why.Reasons[0].Text, "Zusammenschau of "), "%v, hits %+v", err, result.Hits)

	// With the answers there, the same bytes come of it without a call.
	again := filepath.Join(t.TempDir(), "again")
	endpointRun(t, t.Context(), "", summarise(s, docs, again, cache)...).want(t, exitDone, "0 calls to it, 8 free")
	if !maps.Equal(must.Tree(t, out), must.Tree(t, again)) || s.sent("chat/completions") != logbookCalls {
		t.Errorf("after %d calls the bundle is another", s.sent("chat/completions"))
	}
}

func (o outcome) wantOut(t *testing.T, parts ...string) {
	t.Helper()
	for _, s := range parts {
		must.Be(t, strings.Contains(o.out, s), "stdout: got %q, want it to contain %q", o.out, s)
	}
}

func TestDryRun(t *testing.T) {
	s, docs, dir := serveModel(t), logbook(t), t.TempDir()
	out, cache := filepath.Join(dir, "out"), filepath.Join(dir, "answers")
	args := summarise(s, docs, out, cache, "--dry-run", "--embeddings", "openai", "--set", "embedding-base-url="+s.URL+"/v1", "--set", "embedding-model-name=tiny")
	prices := []string{"--set", "llm-price-input=0.5", "--set", "llm-price-output=2", "--set", "embedding-price-input=0.02"}
	got := endpointRun(t, t.Context(), "", append(args, prices...)...)
	got.want(t, exitDone)
	got.wantOut(t, "Summaries by small: 8 calls, 0 free.\n", "The input of 2 calls is made of answers still to come", "Vectors by tiny: 2 calls with 27 passages, 0 free.\n",
		"Cost: about 0.00", "Nothing was sent or written.\n")
	if names := names(must.Tree(t, dir)); len(names) > 0 || s.sent("chat/completions")+s.sent("embeddings") > 0 {
		t.Errorf("%d calls, wrote %q", s.sent("chat/completions"), names)
	}

	var plan priced
	must.OK(t, json.Unmarshal([]byte(endpointRun(t, t.Context(), "", append(append(args, prices...), "--json")...).out), &plan))
	u, v := plan.Summaries, plan.Embeddings
	want := (0.5*float64(u.InputTokens) + 2*float64(u.OutputTokens) + 0.02*float64(v.InputTokens)) / 1e6
	most := (0.5*float64(u.MaxInputTokens) + 2*float64(u.MaxOutputTokens) + 0.02*float64(v.InputTokens)) / 1e6
	if near := func(a, b float64) bool { return a-b < 1e-12 && b-a < 1e-12 }; !near(plan.Cost.Expected, want) || !near(plan.Cost.AtMost, most) || most <= want || want <= 0 {
		t.Errorf("got %+v, want %g, at most %g", plan.Cost, want, most)
	}
	plan = priced{}
	err := json.Unmarshal([]byte(endpointRun(t, t.Context(), "", append(args, "--json")...).out), &plan)
	must.Be(t, err == nil && plan.Cost == nil, "without prices: %v, cost %+v", err, plan.Cost)

	// What was announced is what is sent, and then nothing is left to be paid.
	build := append(args[:len(args)-7:len(args)-7], args[len(args)-6:]...)
	endpointRun(t, t.Context(), "", build...).want(t, exitDone)
	if s.sent("chat/completions") != u.Calls || s.sent("embeddings") != v.Calls || s.texts != v.Texts {
		t.Errorf("announced %+v and %+v, sent %d and %d with %d texts", u, v, s.sent("chat/completions"), s.sent("embeddings"), s.texts)
	}
	endpointRun(t, t.Context(), "", append(args, prices...)...).wantOut(t, "Summaries by small: 0 calls, 8 free.", "Vectors by tiny: 0 calls with 0 passages, 27 free.", "Cost: about 0.00, at most 0.00")

	plain := endpointRun(t, t.Context(), "", "build", "--docs", docs, "--output-path", filepath.Join(dir, "x"), "--dry-run")
	plain.want(t, exitDone)
	plain.wantOut(t, "would send nothing to any model")
}

func TestBuildEmbeddings(t *testing.T) {
	s, docs := serveModel(t), logbook(t)
	out, cache := filepath.Join(t.TempDir(), "out"), t.TempDir()
	args := []string{"build", "--docs", docs, "--output-path", out, "--chunk-tokens", "24", "--set", "chunk-overlap=0",
		"--embeddings", "openai", "--set", "embedding-base-url=" + s.URL + "/v1/", "--set", "embedding-model-name=tiny", "--set", "api-cache=" + cache}
	endpointRun(t, t.Context(), "OPENAI_API_KEY="+endpointKey, args...).want(t, exitDone)
	in, err := inspection.Read(t.Context(), out, "")
	must.Hold(t, err == nil && s.texts == 27, "%v, %d texts", err, s.texts)
	first := must.Tree(t, out)
	endpointRun(t, t.Context(), "", args...).want(t, exitDone)
	must.Be(t, maps.Equal(first, must.Tree(t, out)) && s.texts == 27, "built again, the bundle is another; %d texts", s.texts)
	endpointRun(t, t.Context(), "", append(args, "--set", "vector-bits=128")...).want(t, exitDone)
	fewer, err := inspection.Read(t.Context(), out, "")
	if err != nil || sectionBytes(fewer, "signs") >= sectionBytes(in, "signs") || sectionBytes(in, "encoder") == 0 {
		t.Errorf("%v; sections %+v and %+v", err, in.Index.Sections, fewer.Index.Sections)
	}
	endpointRun(t, t.Context(), "", "query", "--bundle", out, "--mode", "dense", "keeper").want(t, exitDone)
	// The model changes behind its name.
	s.instead = func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"index":0,"embedding":[1]}]}`)
	}
	more := must.Files(t, map[string]string{"more.md": "# More\n\nOne more page.\n"})
	endpointRun(t, t.Context(), "", append(args, "--docs", more)...).want(t, exitFailed, "tiny", "of 3 and of 1 dimensions")
}

func sectionBytes(in *inspection.Inspection, name string) int {
	all := in.Index.Sections
	for _, f := range in.Index.Parts {
		all = append(all, f.Sections...)
	}
	for _, s := range all {
		if s.Name == name {
			return s.Bytes
		}
	}
	return 0
}

// Each cause is named, and the bundle that was there is left as it was.
func TestEndpointFailures(t *testing.T) {
	docs := logbook(t)
	say := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for name, c := range map[string]struct {
		instead http.HandlerFunc
		want    []string
	}{
		"refused":     {say(401, `{"error":{"message":"Incorrect API key provided: `+endpointKey+`"}}`), []string{"401 Unauthorized", "[key]"}},
		"no model":    {say(404, `{"error":"model 'small' not found"}`), []string{"404", "model 'small' not found"}},
		"overloaded":  {say(503, "busy"), []string{"503", "busy", "warning: POST ", "trying again in 1s"}},
		"unreachable": {nil, []string{"connection refused", "trying again in 16s"}},
	} {
		s, out, cache := serveModel(t), gardenBundle(t), t.TempDir()
		s.instead = c.instead
		if c.instead == nil {
			s.Close()
		}
		before := must.Tree(t, filepath.Dir(out))
		got := endpointRun(t, t.Context(), "MYCEL_API_KEY="+endpointKey, summarise(s, docs, out, cache, "--set", "api-concurrency=1")...)
		got.want(t, exitFailed, append(c.want, "mycel: POST "+s.URL+"/v1/chat/completions: ")...)
		after := must.Tree(t, filepath.Dir(out))
		must.Be(t, maps.Equal(before, after), "%s: the old bundle or its surroundings changed: got %v, want %v", name, names(after), names(before))
		quiet := endpointRun(t, t.Context(), "MYCEL_API_KEY="+endpointKey, summarise(s, docs, out, cache, "--quiet")...)
		must.Be(t, !strings.Contains(quiet.err, "warning") && quiet.code == exitFailed, "%s: --quiet prints %q", name, quiet.err)
	}
}

// Answers that are no summaries are told and counted.
func TestBuildFallback(t *testing.T) {
	s, docs, out := serveModel(t), logbook(t), filepath.Join(t.TempDir(), "out")
	working := s.Config.Handler
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte("On day 3 the keeper")) {
			_, _ = io.WriteString(w, "<html>Please log in</html>")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		working.ServeHTTP(w, r)
	})
	got := endpointRun(t, t.Context(), "", summarise(s, docs, out, t.TempDir(), "--set", "api-concurrency=1")...)
	got.want(t, exitDone, "small wrote 8 summaries", "1 summary stays an extract because its answer was unusable.",
		"warning: logbook.md: a summary stays an extract: POST "+s.URL+"/v1/chat/completions: unusable answer: it is not JSON")
}

// TestEndpointKeys checks which key is sent where.
func TestEndpointKeys(t *testing.T) {
	s, docs := serveModel(t), logbook(t)
	embeddings := []string{"build", "--docs", docs, "--embeddings", "openai", "--set", "embedding-base-url=" + s.URL + "/v1", "--set", "embedding-model-name=tiny"}
	for _, c := range []struct {
		env  string
		want string // of the model that writes
		vec  string // of the model that makes vectors
	}{
		{"", "", ""},
		{"OPENAI_API_KEY=o", "Bearer o", "Bearer o"},
		{"OPENAI_API_KEY=o MYCEL_API_KEY=m", "Bearer m", "Bearer m"},
		{"OPENAI_API_KEY=o MYCEL_API_KEY=m MYCEL_LLM_API_KEY=l", "Bearer l", "Bearer m"},
		{"MYCEL_EMBEDDING_API_KEY=e MYCEL_LLM_API_KEY=l", "Bearer l", "Bearer e"},
	} {
		for i, args := range [][]string{summarise(s, docs, filepath.Join(t.TempDir(), "out"), t.TempDir()),
			append(embeddings, "--output-path", filepath.Join(t.TempDir(), "out"), "--set", "api-cache="+t.TempDir())} {
			s.keys = nil
			endpointRun(t, t.Context(), c.env, args...).want(t, exitDone)
			if want := []string{c.want, c.vec}[i]; len(s.keys) == 0 || s.keys[0] != want {
				t.Errorf("%q: sent %q, want %q", c.env, s.keys, want)
			}
		}
	}
	for address, want := range map[string]bool{
		"https://api.openai.com/v1": true, "http://localhost:11434/v1": true, "http://127.0.0.1/v1": true, "http://[::1]:8000/v1": true,
		"http://192.168.1.2:11434/v1": false, "http://example.org/v1": false, "http://localhost.example.org": false, "": false, "://": false,
	} {
		must.Equal(t, keepsSecrets(address), want, "%s: OPENAI_API_KEY is sent", address)
	}
}

func TestEndpointFlags(t *testing.T) {
	docs := must.Files(t, gardenDocs)
	for flags, want := range map[string]string{
		"--llm-writes summaries":                                                    "--llm-base-url URL",
		"--llm-writes summaries --llm-base-url http://localhost/v1":                 "--llm-model NAME",
		"--llm-writes summaries --llm-base-url localhost/v1 --llm-model m":          "--llm-base-url: base URL: want an address",
		"--llm-writes summaries --llm-base-url http://u:hunter2@h/v1 --llm-model m": "user or password",
		"--llm-writes magic":      "summaries, descriptions, questions",
		"--llm-model m":           "--llm-model is for --llm-writes",
		"--set llm-price-input=1": "--llm-price-input is for --llm-writes",
		"--llm-writes summaries --llm-base-url http://h --llm-model m --set llm-price-output=1": "go together",
		"--set llm-price-input=cheap":                           "price per million",
		"--set llm-price-input=-1":                              "price per million",
		"--embeddings openai":                                   "--set embedding-base-url=URL",
		"--embeddings openai --set embedding-base-url=http://h": "--set embedding-model-name=NAME",
		"--set embedding-dimensions=3":                          "--embedding-dimensions is for --embeddings openai",
		"--vectors --embeddings openai --set embedding-base-url=http://h --set embedding-model-name=m": "give one of them",
		"--set api-cache=x":       "--api-cache is for",
		"--set api-timeout=5m":    "--api-timeout is for",
		"--set api-concurrency=0": "whole number",
		"--set vector-bits=64":    "--vector-bits",
		"--api-key hunter2":       "unknown flag",
		"--llm-model m --quiet":   "--llm-model is for",
	} {
		got := endpointRun(t, t.Context(), "", append([]string{"build", "--docs", docs, "--output-path", filepath.Join(t.TempDir(), "out")}, strings.Fields(flags)...)...)
		got.want(t, exitUsage, want)
		must.Be(t, !strings.Contains(got.err, "hunter2"), "%s: a secret is in %q", flags, got.err)
	}
}
