package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mycel/internal/must"
	"mycel/site"
)

// mapRun is mycelRun with the browser's files as they are shipped.
func mapRun(t *testing.T, args ...string) outcome {
	t.Helper()
	p := world()
	p.runtime = site.Runtime
	return p.capture(t, args...)
}

// mapSite is a site with two subjects.
func mapSite(t *testing.T) string {
	t.Helper()
	files := map[string]string{"index.html": "<title>Tides</title><main><h1>Tides</h1><p>How the sea is measured along the coast.</p></main>"}
	for i, name := range []string{"gauge", "staff", "float", "buoy"} {
		words := []string{"Edvard Lund built the Float Gauge of Brask in the old harbour.", "The Tide Staff of Korvan was painted by Marta Oss every spring."}[i/2]
		files[name+".html"] = "<title>The " + name + "</title><main><h1>The " + name + "</h1><p>" + words + " It is described in the chapter on the " + name + ".</p></main>"
	}
	return must.Files(t, files)
}

// A build with a map has its data and its page, which the search page leads to; the next build
// replaces it.
func TestBuildMap(t *testing.T) {
	folder := mapSite(t)
	out := filepath.Join(folder, "mycel")
	mapRun(t, "build", "--site", folder).want(t, exitDone)
	if _, err := os.Stat(filepath.Join(out, "map")); !os.IsNotExist(err) {
		t.Errorf("a bundle without a map has its folder: %v", err)
	}
	if page := readText(t, filepath.Join(out, "index.html")); !strings.Contains(page, `href="./map/" hidden data-say="map">`) {
		t.Errorf("the search page leads to a map that is not there: %s", page)
	}
	var first string
	for range 2 {
		mapRun(t, "build", "--site", folder, "--map").want(t, exitDone)
		data := readText(t, filepath.Join(out, "map", "map.json"))
		must.Be(t, first == "" || data == first, "two builds made different maps")
		first = data
	}
	var m struct {
		Title string
		Pages struct{ Title, URL []string }
	}
	if err := json.Unmarshal([]byte(first), &m); err != nil || m.Title != "Tides" || len(m.Pages.Title) != 5 {
		t.Errorf("got %+v, %v, want the map of 5 pages of Tides", m, err)
	}
	if page := readText(t, filepath.Join(out, "map", "index.html")); !strings.Contains(page, `data-site-root="../../"`) {
		t.Errorf("the page of the map does not lead to the site: %s", page)
	}
	if page := readText(t, filepath.Join(out, "index.html")); !strings.Contains(page, `href="./map/" data-say="map">`) {
		t.Errorf("the search page does not lead to the map: %s", page)
	}
}

func readText(t *testing.T, path string) string {
	t.Helper()
	b := readFile(t, path)
	return string(b)
}

// The page of overview --html needs no other file, and its links lead from its place to the site.
func TestOverviewHTML(t *testing.T) {
	folder := mapSite(t)
	mapRun(t, "build", "--site", folder).want(t, exitDone)
	at := filepath.Join(t.TempDir(), "map.html")
	mapRun(t, "overview", "--bundle", filepath.Join(folder, "mycel"), "--html", at).want(t, exitDone)
	page := readText(t, at)
	for _, other := range regexp.MustCompile(`(?:src|href)="\.{1,2}/[^"]*\.(?:js|css|svg|json)"`).FindAllString(page, -1) {
		t.Errorf("the page asks for %s", other)
	}
	way := must.Get(filepath.Rel(filepath.Dir(at), folder))(t)
	want := `data-site-root="` + filepath.ToSlash(way) + `/"`
	must.Be(t, strings.Contains(page, want), "want %s in the page", want)
	must.Equal(t, strings.Count(page, "</script>"), 2)
	mapRun(t, "overview", "--bundle", filepath.Join(folder, "mycel"), "--html", at, "--root", "https://example.org/").want(t, exitDone)
	must.Be(t, strings.Contains(readText(t, at), `data-site-root="https://example.org/"`), "the page does not have the root that was given")
	for _, args := range [][]string{
		{"--html", "map.txt"}, {"--html", at, "topic"}, {"--html", at, "--json"}, {"--root", "https://example.org/"},
	} {
		mapRun(t, append([]string{"overview", "--bundle", filepath.Join(folder, "mycel")}, args...)...).want(t, exitUsage)
	}
}
