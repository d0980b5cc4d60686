package searchpage

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"mycel/internal/must"
	"mycel/manifest"
)

// The head asks for what a manifest lists for a start, escaped; nothing else changes.
func TestSetPreloads(t *testing.T) {
	m := &manifest.Manifest{
		Index: manifest.File{Path: "index.1.gz"},
		Core:  &manifest.File{Path: `core"<.gz`},
		Wasm:  &manifest.File{Path: "whole.gz"},
	}
	const page = "<head>\n    <title>Search</title>\n  </head>\n  <body></head></body>\n"
	const want = "<head>\n    <title>Search</title>\n" +
		"    <link rel=\"preload\" as=\"fetch\" href=\"./core&#34;&lt;.gz\">\n" +
		"    <link rel=\"preload\" as=\"fetch\" href=\"./index.1.gz\">\n" +
		"  </head>\n  <body></head></body>\n"
	must.Equal(t, string(SetPreloads([]byte(page), m.First())), want)
	scripted := strings.Replace(page, "  </head>", "    <script src=\"page.js\"></script>\n  </head>", 1)
	wanted := strings.Replace(want, "  </head>", "    <script src=\"page.js\"></script>\n  </head>", 1)
	must.Equal(t, string(SetPreloads([]byte(scripted), m.First())), wanted)
	const headless = "<!doctype html><title>Search</title>"
	if got := string(SetPreloads([]byte(headless), m.First())); got != headless {
		t.Errorf("got %q, want the page as it is", got)
	}
	for _, m := range []*manifest.Manifest{{}, {Wasm: &manifest.File{Path: "whole.gz"}}} {
		must.Equal(t, len(m.First()), 1+len(m.Engines()))
	}
}

// A page speaks the languages that there are words of; of all others, and of what is none,
// it stays English.
func TestPageLanguage(t *testing.T) {
	gzipped := func(content string) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write([]byte(content))
		_ = w.Close()
		return b.Bytes()
	}
	czech, packed := gzipped(`{"a":"b"}`), string(gzipped("{}"))
	files := fstest.MapFS{"client/ui/strings.a.pack": {Data: fmt.Appendf(nil, "{\"cs\":%d,\"de\":%d,\"en\":%[2]d}\n%[3]s%[4]s%[4]s", len(czech), len(packed), czech, packed)}}
	for _, test := range []struct{ tag, want, words string }{
		{"de", "de", "{}"}, {"DE-ch", "de", "{}"}, {"cs", "cs", `{"a":"b"}`},
		{"en", "en", ""}, {"en-GB", "en", ""}, {"sv", "en", ""}, {"", "en", ""}, {"../de", "en", ""}, {`d"e`, "en", ""},
	} {
		language, words := Language(test.tag, files)
		if language != test.want || string(words) != test.words {
			t.Errorf("%q: got %s and %q, want %s and %q", test.tag, language, words, test.want, test.words)
		}
	}
	for _, damaged := range []string{"", "\n" + packed, `{"de":26}`, `{"de":-1}` + "\n" + packed, `{"de":5}` + "\n" + packed, `{"de":100}` + "\nno gzip"} {
		if language, words := Language("de", fstest.MapFS{"client/ui/strings.a.pack": {Data: []byte(damaged)}}); language != "en" || words != nil {
			t.Errorf("%q: got %s and %q, want English", damaged, language, words)
		}
	}
	page := "<html lang=\"en\" data-site-root=\"./\">\n<head>\n</head><p lang=\"en\">"
	got := string(SetPreloads(SetLanguage([]byte(page), "de", []byte(`{"a":"</script>"}`)), nil, "client/a.js"))
	want := "<html lang=\"de\" data-site-root=\"./\">\n<head>\n    <link rel=\"modulepreload\" href=\"./client/a.js\">\n<script type=\"application/json\" lang=\"de\">{\"a\":\"\\u003c/script>\"}</script></head><p lang=\"en\">"
	must.Equal(t, got, want)
}

// A search page leads to the map if it has the link; a page without it is as it was.
func TestShowMap(t *testing.T) {
	for page, want := range map[string]string{
		`x<a id="map" href="map/" hidden>y`: `x<a id="map" href="map/">y`,
		`x<a id="map" href="map/">y`:        `x<a id="map" href="map/">y`,
		`<a id="map" href="a"><p hidden>`:   `<a id="map" href="a"><p hidden>`,
		`<p hidden>`:                        `<p hidden>`,
	} {
		must.Equal(t, string(ShowMap([]byte(page))), want, "%s", page)
	}
}
