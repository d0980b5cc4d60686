package mycel_test

import (
	"strings"
	"testing"

	"mycel"
)

// The head asks for what a manifest lists for a start, escaped; nothing else changes.
func TestSetPreloads(t *testing.T) {
	m := &mycel.Manifest{
		Index: mycel.File{Path: "index.1.gz"},
		Core:  &mycel.File{Path: `core"<.gz`},
		Wasm:  &mycel.File{Path: "whole.gz"},
	}
	const page = "<head>\n    <title>Search</title>\n  </head>\n  <body></head></body>\n"
	const want = "<head>\n    <title>Search</title>\n" +
		"    <link rel=\"preload\" as=\"fetch\" crossorigin href=\"./core&#34;&lt;.gz\">\n" +
		"    <link rel=\"preload\" as=\"fetch\" crossorigin href=\"./index.1.gz\">\n" +
		"  </head>\n  <body></head></body>\n"
	if got := string(mycel.SetPreloads([]byte(page), m.First())); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	scripted := strings.Replace(page, "  </head>", "    <script src=\"page.js\"></script>\n  </head>", 1)
	wanted := strings.Replace(want, "  </head>", "    <script src=\"page.js\"></script>\n  </head>", 1)
	if got := string(mycel.SetPreloads([]byte(scripted), m.First())); got != wanted {
		t.Errorf("got %q, want %q", got, wanted)
	}
	const headless = "<!doctype html><title>Search</title>"
	if got := string(mycel.SetPreloads([]byte(headless), m.First())); got != headless {
		t.Errorf("got %q, want the page as it is", got)
	}
	for _, m := range []*mycel.Manifest{{}, {Wasm: &mycel.File{Path: "whole.gz"}}} {
		if got, want := len(m.First()), 1+len(m.Engines()); got != want {
			t.Errorf("got %d files, want %d", got, want)
		}
	}
}
