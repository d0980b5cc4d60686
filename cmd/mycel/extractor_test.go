package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mycel/builder"
	"mycel/internal/must"
)

// gauges is a corpus whose pages name the same things.
func gauges(t *testing.T) string {
	t.Helper()
	files := map[string]string{}
	for i, who := range []string{"Edvard Lund", "Marta Hoel", "Ingrid Vik"} {
		files[fmt.Sprintf("page%d.md", i)] = "# " + who + "\n\n" + who + " built the Vimse Tower in Brask. The Vimse Tower stands above Brask. " + who + " came from Brask.\n"
	}
	return must.Files(t, files)
}

// extractArgs is the command line of a build that a model reads for.
func extractArgs(s *modelServer, docs, out, cache string, more ...string) []string {
	return append([]string{"build", "--docs", docs, "--output-path", out, "--with", "ket", "--set", "ket-core=1",
		"--llm-writes", "descriptions", "--llm-base-url", s.URL + "/v1", "--llm-model", "small", "--set", "api-cache=" + cache}, more...)
}

// describing answers what a prompt asks of names.
func describing(t *testing.T, w http.ResponseWriter, r *http.Request) {
	var form struct{ Messages []struct{ Content string } }
	if err := json.NewDecoder(r.Body).Decode(&form); err != nil {
		t.Error(err)
		return
	}
	_, rest, _ := strings.Cut(form.Messages[0].Content, "Names:\n")
	names, _, _ := strings.Cut(rest, "\n\n")
	var lines strings.Builder
	for name := range strings.Lines(names) {
		fmt.Fprintf(&lines, "entity | %s | Zusammenschau of it\n", strings.TrimSpace(name))
	}
	completion(w, lines.String())
}

// completion answers with a text.
func completion(w http.ResponseWriter, text string) {
	answer, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"choices":[{"message":{"content":%s}}],"usage":{"prompt_tokens":90,"completion_tokens":9}}`, answer)
}

// serveDescriptions is an endpoint that fails the first times.
func serveDescriptions(t *testing.T, fails int, failure http.HandlerFunc) *modelServer {
	t.Helper()
	s := serveModel(t)
	var calls atomic.Int64
	s.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.keys = append(s.keys, r.Header.Get("Authorization"))
		s.mu.Unlock()
		if int(calls.Add(1)) <= fails {
			_, _ = io.Copy(io.Discard, r.Body)
			failure(w, r)
			return
		}
		s.mu.Lock()
		s.calls[r.URL.Path]++
		s.mu.Unlock()
		describing(t, w, r)
	})
	return s
}

func TestBuildExtractor(t *testing.T) {
	s, docs, dir := serveDescriptions(t, 0, nil), gauges(t), t.TempDir()
	out, cache := filepath.Join(dir, "out"), filepath.Join(dir, "answers")
	dry := endpointRun(t, t.Context(), "", extractArgs(s, docs, out, cache, "--dry-run", "--set", "llm-price-input=1", "--set", "llm-price-output=2")...)
	dry.want(t, exitDone)
	dry.wantOut(t, "Descriptions for ket by small: 3 calls, 0 free.\n", "Cost: about 0.00", "Nothing was sent or written.")
	if n := s.sent("chat/completions"); n != 0 || len(must.Tree(t, dir)) != 0 {
		t.Errorf("a dry run sent %d and wrote %v", n, names(must.Tree(t, dir)))
	}
	endpointRun(t, t.Context(), "MYCEL_LLM_API_KEY="+endpointKey, extractArgs(s, docs, out, cache)...).want(t, exitDone, "descriptions for ket: 3 calls to it, 0 free, 270 tokens in and 27 out by its count.\n")
	if s.sent("chat/completions") != 3 || s.keys[0] != "Bearer "+endpointKey {
		t.Errorf("%d calls, keys %q", s.sent("chat/completions"), s.keys)
	}
	endpointRun(t, t.Context(), "", "query", "--bundle", out, "--mode", "ket", "--evidence", "who built the Vimse Tower").wantOut(t, "Zusammenschau of it")
	again := filepath.Join(dir, "again")
	endpointRun(t, t.Context(), "", extractArgs(s, docs, again, cache)...).want(t, exitDone, "0 calls to it, 3 free")
	if !maps.Equal(must.Tree(t, out), must.Tree(t, again)) || s.sent("chat/completions") != 3 {
		t.Errorf("after %d calls the bundle is another", s.sent("chat/completions"))
	}
}

// An endpoint that misbehaves costs time or descriptions; never a wrong bundle.
func TestExtractorMisbehaving(t *testing.T) {
	docs, good, plain := gauges(t), filepath.Join(t.TempDir(), "good"), filepath.Join(t.TempDir(), "plain")
	endpointRun(t, t.Context(), "", extractArgs(serveDescriptions(t, 0, nil), docs, good, t.TempDir())...).want(t, exitDone)
	endpointRun(t, t.Context(), "", "build", "--docs", docs, "--output-path", plain, "--with", "ket", "--set", "ket-core=1").want(t, exitDone)
	for name, c := range map[string]struct {
		failure          http.HandlerFunc
		fails, fallbacks int
		like             string // the bundle that comes of it
	}{
		"429 at first":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, 2, 0, good},
		"never JSON":      {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>") }, 99, 3, plain},
		"names elsewhere": {func(w http.ResponseWriter, _ *http.Request) { completion(w, "entity | Atlantis | it sank\n") }, 99, 3, plain},
	} {
		s, out := serveDescriptions(t, c.fails, c.failure), filepath.Join(t.TempDir(), "out")
		got := endpointRun(t, t.Context(), "", extractArgs(s, docs, out, t.TempDir(), "--json", "--set", "api-concurrency=1")...).want(t, exitDone)
		var report builder.Report
		must.OK(t, json.Unmarshal([]byte(got.out), &report))
		e := report.Extractions[0]
		must.Be(t, e.Fallbacks == c.fallbacks && (e.Written == 0) == (c.like == plain), "%s: %+v", name, e)
		must.Be(t, maps.Equal(must.Tree(t, out), must.Tree(t, c.like)), "%s: another bundle", name)
	}
}

func TestExtractorUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--llm-writes descriptions --with ket":                                       "--llm-writes needs --llm-base-url URL",
		"--llm-writes descriptions --llm-base-url http://localhost/v1 --llm-model m": "--with LIST",
		"--llm-writes magic":   "summaries, descriptions, questions",
		"--set api-timeout=5s": "--llm-writes",
	} {
		endpointRun(t, t.Context(), "", append([]string{"build", "--docs", "x", "--output-path", "y"}, strings.Fields(args)...)...).want(t, exitUsage, want)
	}
}

// questionArgs is the command line of a build with questions.
func questionArgs(s *modelServer, docs, out, cache string, more ...string) []string {
	return append([]string{"build", "--docs", docs, "--output-path", out,
		"--llm-writes", "questions", "--llm-base-url", s.URL + "/v1", "--llm-model", "small", "--set", "api-cache=" + cache}, more...)
}

// Questions of a model are announced, paid for once, and make pages findable by words that they lack. The bytes of the
// bundle do not depend on caches.
func TestBuildQuestions(t *testing.T) {
	s, docs, dir := serveModel(t), gauges(t), t.TempDir()
	s.instead = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		completion(w, "question | Which architect built the Vimse Tower in Brask?\nquestion | Who was the mayor of Atlantis in 1899?\n")
	}
	out, answers := filepath.Join(dir, "out"), filepath.Join(dir, "answers")
	dry := endpointRun(t, t.Context(), "", questionArgs(s, docs, out, answers, "--dry-run", "--set", "llm-price-input=1", "--set", "llm-price-output=2")...)
	dry.want(t, exitDone)
	dry.wantOut(t, "Questions by small: 3 calls, 0 free.\n", "Cost: about 0.00", "Nothing was sent or written.")
	if n := s.sent("chat/completions"); n != 0 || len(must.Tree(t, dir)) != 0 {
		t.Errorf("a dry run sent %d and wrote %v", n, names(must.Tree(t, dir)))
	}
	endpointRun(t, t.Context(), "", questionArgs(s, docs, out, answers)...).want(t, exitDone,
		"small wrote 3 questions: 3 calls to it, 0 free, 270 tokens in and 27 out by its count.\n",
		"3 lines of answers left out: no question, or a question that its section does not support.\n")
	found := endpointRun(t, t.Context(), "", "query", "--bundle", out, "architects")
	found.want(t, exitDone)
	found.wantOut(t, "Edvard Lund", "Marta Hoel", "Ingrid Vik")
	got := endpointRun(t, t.Context(), "", "query", "--bundle", out, "mayor")
	must.Be(t, !strings.Contains(got.out, "Lund"), "an unsupported question finds %s", got.out)
	again := filepath.Join(dir, "again")
	endpointRun(t, t.Context(), "", questionArgs(s, docs, again, answers)...).want(t, exitDone, "0 calls to it, 3 free")
	must.Be(t, maps.Equal(must.Tree(t, out), must.Tree(t, again)), "another bundle")
}

// What questions are worth is measured with the links of the pages, too: the texts of links that the temporary index does not know.
func TestEvalQuestions(t *testing.T) {
	s := serveModel(t)
	s.instead = func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		completion(w, "question | Why does the oil of a lamp shimmer?\n")
	}
	files := map[string]string{"oil.md": "# Lamps\n\n## Oil\n\nThe oil of the lamp burns with a small flame, and its light is warm and still.\n"}
	for i := range 5 {
		files[fmt.Sprintf("page%d.md", i)] = fmt.Sprintf("# Page %d\n\nRead of [%s](oil.md#oil).\n\n## More\n\nMore.\n", i, []string{"flames", "fire", "lights", "warmth", "shimmer"}[i])
	}
	file := filepath.Join(t.TempDir(), "links.yml")
	args := []string{"eval", "--from-links", file, "--docs", must.Files(t, files)}
	got := endpointRun(t, t.Context(), "", args...)
	got.want(t, exitDone)
	got.wantOut(t, "by hit   1 queries  success@1 0.000")
	got = endpointRun(t, t.Context(), "", append(args, "--set", "llm-writes=questions", "--set", "llm-base-url="+s.URL+"/v1", "--set", "llm-model=small", "--set", "api-cache="+t.TempDir())...)
	got.want(t, exitDone)
	got.wantOut(t, "by hit   1 queries  success@1 1.000")
}
