package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel/internal/must"
)

// Links of llms.txt lead from the bundle's folder to the site, or are absolute.
func TestLLMsTxt(t *testing.T) {
	site := must.Files(t, map[string]string{
		"index.html":       "<title>Tides</title><main><h1>Tides</h1><p>How the sea is measured.</p></main>",
		"guide/intro.html": "<title>Intro</title><main><h1>Intro</h1><p>Read the staff.</p></main>",
	})
	for _, test := range []struct{ flags, want string }{
		{"--llms-txt", "- [Intro](../guide/intro.html): Read the staff.\n"},
		{"--set llms-txt=true --base-url https://example.org/", "- [Intro](https://example.org/guide/intro.html): Read the staff.\n"},
		{"", ""},
	} {
		mycelRun(t, append([]string{"build", "--site", site}, strings.Fields(test.flags)...)...).want(t, exitDone)
		got, err := os.ReadFile(filepath.Join(site, "mycel", "llms.txt"))
		if test.want == "" {
			must.Be(t, os.IsNotExist(err), "without the option: got %q, %v, want no file", got, err)
			continue
		}
		must.Be(t, err == nil && strings.Contains(string(got), test.want), "%s: got %s, %v, want %q in it", test.flags, got, err, test.want)
	}
}
