package openai

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// An answer is asked for once, whatever client asks, and nothing private is in its
// file.
func TestCacheAnswers(t *testing.T) {
	s := serve(t, say(200, hello))
	cache := &Cache{Dir: filepath.Join(t.TempDir(), "answers")}
	client, _ := s.client(t, func(o *Options) { o.Key, o.Cache = secret, cache })
	chat := &Chat{client, "m"}
	if _, ok := chat.Kept("private text", 5); ok {
		t.Error("kept before it was asked for")
	}
	must.Be(t, must.Err(os.Stat(cache.Dir)) != nil, "looking made a folder")
	first, err := chat.Complete(t.Context(), "private text", 5)
	must.Hold(t, err == nil && !first.Cached, "%+v, %v", first, err)
	again, _ := s.client(t, func(o *Options) { o.Cache = &Cache{Dir: cache.Dir} })
	second, err := (&Chat{again, "m"}).Complete(t.Context(), "private text", 5)
	if first.Cached = true; err != nil || second != first || s.calls() != 1 {
		t.Errorf("got %+v, %v after %d requests, want %+v after one", second, err, s.calls(), first)
	}
	// Whatever the answer depends on is in the key.
	for _, other := range []struct {
		model, prompt string
		max           int
	}{{"n", "private text", 5}, {"m", "private text.", 5}, {"m", "private text", 6}} {
		if _, ok := (&Chat{again, other.model}).Kept(other.prompt, other.max); ok {
			t.Errorf("%+v is taken for another request", other)
		}
	}
	files := entries(t, cache)
	must.Hold(t, len(files) == 1, "files %q", files)
	content, err := os.ReadFile(files[0])
	must.Be(t, err == nil && !bytes.Contains(content, []byte(secret)) && !bytes.Contains(content, []byte("private")), "%q, %v", content, err)
	if info, err := os.Stat(files[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// A failure is not kept.
func TestCacheFailures(t *testing.T) {
	for name, step := range map[string]struct {
		status int
		body   string
	}{"500": {500, hello}, "401": {401, hello}, "no JSON": {200, "{"}} {
		cache := &Cache{Dir: t.TempDir()}
		client, _ := serve(t, say(step.status, step.body)).client(t, func(o *Options) { o.Cache = cache })
		must.Be(t, must.Err((&Chat{client, "m"}).Complete(t.Context(), "Hi", 5)) != nil, "%s: no error", name)
		files := entries(t, cache)
		must.Be(t, len(files) <= 0, "%s: kept %q", name, files)
	}
}

// A file that is not what was written is asked for again, with a warning, and put
// right.
func TestCacheDamage(t *testing.T) {
	for name, damage := range map[string]func(content string) string{
		"empty":         func(string) string { return "" },
		"foreign":       func(string) string { return "years of work\n" },
		"binary":        func(string) string { return "\x00\xff\x00\n\n" },
		"cut":           func(s string) string { return s[:len(s)-1] },
		"head alone":    func(s string) string { return s[:strings.Index(s, "\n")] },
		"flipped":       func(s string) string { return strings.Replace(s, "Hello", "Jello", 1) },
		"longer":        func(s string) string { return s + " " },
		"another's key": func(s string) string { return strings.Replace(s, "1 ", "1 0", 1) },
	} {
		t.Run(name, func(t *testing.T) {
			var warnings []string
			cache := &Cache{Dir: t.TempDir(), Warn: func(path, message string) { warnings = append(warnings, path+": "+message) }}
			s := serve(t, say(200, hello))
			client, _ := s.client(t, func(o *Options) { o.Cache = cache })
			chat := &Chat{client, "m"}
			for range 2 {
				if a, err := chat.Complete(t.Context(), "Hi", 5); err != nil || a.Text != "Hello." {
					t.Fatalf("%+v, %v", a, err)
				}
			}
			file := entries(t, cache)[0]
			content, err := os.ReadFile(file)
			must.Hold(t, err == nil && s.calls() == 1 && len(warnings) <= 0, "%v; %d requests, warnings %q", err, s.calls(), warnings)
			must.Write(t, file, damage(string(content)))
			a, err := chat.Complete(t.Context(), "Hi", 5)
			must.Be(t, err == nil && a.Text == "Hello." && s.calls() == 2, "%+v, %v after %d requests", a, err, s.calls())
			if len(warnings) != 1 || !strings.HasPrefix(warnings[0], file+": ignored in the cache of answers: ") {
				t.Errorf("warnings %q, want one about %s", warnings, file)
			}
			if mended, err := os.ReadFile(file); err != nil || !bytes.Equal(mended, content) {
				t.Errorf("%q, %v", mended, err)
			}
		})
	}
}

// A folder in the place of a file is warned of too, and the answer that cannot be
// kept is an error: the next build would pay again.
func TestCacheUnwritable(t *testing.T) {
	warned := 0
	cache := &Cache{Dir: t.TempDir(), Warn: func(string, string) { warned++ }}
	client, _ := serve(t, say(200, hello)).client(t, func(o *Options) { o.Cache = cache })
	chat := &Chat{client, "m"}
	must.OK(t, os.MkdirAll(filepath.Join(cache.path(keyOf(chatPath, chat.request("Hi", 5))), "x"), 0o700))
	_, err := chat.Complete(t.Context(), "Hi", 5)
	must.Be(t, err != nil && strings.Contains(err.Error(), cache.Dir) && warned == 1, "error %v, %d warnings", err, warned)
	left, _ := filepath.Glob(filepath.Join(cache.Dir, "*", ".new-*"))
	must.Be(t, len(left) == 0, "left behind: %q", left)
}
