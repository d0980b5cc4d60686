package test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/facet"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/method/sprig"
	"mycel/internal/must"
)

// versioned builds a site of three versions of two pages, of which the middle one says
// something else in a word, and a page that is not versioned. The versions are those of
// the folders, but for 1.10, which is declared.
func versioned(t *testing.T) *mycel.Bundle {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		must.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
	const body = "The float gauge writes the level of the water on a drum, once a minute, and keeps the sheets of a month. " +
		"A clock turns the drum, and a pen of brass draws the line. The keeper changes the sheet at noon, and winds the clock. " +
		"Salt makes the pulleys stiff and rust eats the chain, so the well is opened twice a year and all that moves in it is cleaned and greased. "
	for _, v := range []string{"v1.2", "v1.9", "v2.0"} {
		front := ""
		if v == "v1.9" {
			front = "---\nfilters: {version: \"1.10\"}\nmycel: {filters: {version: \"1.10\"}}\n---\n"
		}
		last := "It is oiled in spring."
		if v == "v1.2" {
			last = "It is oiled in autumn."
		}
		write(v+"/gauge.md", front+"# Gauge\n\nOf version "+strings.Replace(v, "v1.9", "1.10", 1)+"\n\n"+body+last+"\n")
		write(v+"/lamp.md", front+"# Lamp\n\nThe lamp of the tower burns oil in version "+strings.Replace(v, "v1.9", "1.10", 1)+", of which there is a tank under the stairs, and a wick that is trimmed each night by the keeper of the light before it is lit.\n")
	}
	write("about.md", "# About\n\nA gauge, a drum and a lamp. The keeper winds the clock.\n")
	return build(t, dir)
}

// hits lists the addresses of a result with the versions that stand beside them.
func hits(r *answer.Result) string {
	var out []string
	for _, h := range r.Hits {
		s := h.Document
		for _, a := range h.AlsoIn {
			s += "+" + a.Version
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestVersionsAreOneHit(t *testing.T) {
	b := versioned(t)
	only := func(v string) *facet.Condition { return &facet.Condition{Op: facet.Is, Key: "version", Value: v} }
	for _, c := range []struct {
		query string
		o     engine.Options
		want  string
	}{
		{"drum", engine.Options{}, "v2.0/gauge.md+1.10+v1.2"},
		{"drum oiled in autumn", engine.Options{}, "v1.2/gauge.md+v2.0+1.10"}, // what only one version says
		{"drum 1.10", engine.Options{}, "v1.9/gauge.md+v2.0+v1.2"},
		{"gauge drum v1.2", engine.Options{}, "v1.2/gauge.md+v2.0+1.10"},
		{`"draws the line"`, engine.Options{}, "v2.0/gauge.md+1.10+v1.2"},
		{`"oiled in autumn"`, engine.Options{}, "v1.2/gauge.md+v2.0+1.10"},
		{`drum -autumn`, engine.Options{}, "v2.0/gauge.md+1.10+v1.2"},
		{`drum -spring`, engine.Options{}, "v1.2/gauge.md+v2.0+1.10"},
		{"drum", engine.Options{Filter: only("1.10")}, "v1.9/gauge.md"},
		{"wick", engine.Options{}, "v2.0/lamp.md+1.10+v1.2"},
	} {
		for _, mode := range []string{auto.Mode, bm25.Mode, bridge.Mode, sprig.ModeHybrid} {
			c.o.Mode = mode
			r := ask(t, b, c.query, c.o)
			page := c.want[strings.Index(c.want, "/"):strings.Index(c.want+"+", "+")]
			if got := hits(r); strings.Count(got, page) != 1 || !strings.Contains(" "+got+" ", " "+c.want+" ") {
				t.Errorf("%s, %s: found %s, want %s once", c.query, mode, got, c.want)
			}
		}
	}
	if r := ask(t, b, "drum", engine.Options{Options: method.Options{NoCollapse: true}}); len(r.Hits) != 4 || r.Hits[0].AlsoIn != nil {
		t.Errorf("with noCollapse: %s", hits(r))
	}
	r := ask(t, b, "wick", engine.Options{})
	if h := r.Hits[0]; h.Version != "v2.0" || h.AlsoIn[0].Title != "Lamp" || h.AlsoIn[1].URL != "v1.2/lamp.html" && !strings.HasPrefix(h.AlsoIn[1].URL, "v1.2/lamp.html#") {
		t.Errorf("hit %+v", h)
	}
	if json := string(r.AppendJSON(nil)); !strings.Contains(json, `"version":"v2.0","alsoIn":[{"document":"v1.9/lamp.md","title":"Lamp","heading":"Lamp","url":"v1.9/lamp.html#lamp","version":"1.10"}`) {
		t.Errorf("JSON %s", json)
	}
	// Filters count all documents that match, whether shown or not.
	must.Equal(t, fmt.Sprint(r.Filters), "[{version 1.10 1}]", "filters")
}

// A context is not filled with one text several times.
func TestEvidenceWithoutDuplicates(t *testing.T) {
	b := versioned(t)
	e := must.Get(b.Retrieve(context.Background(), "drum of the gauge", mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{TokenBudget: 1000}}))(t)
	must.Equal(t, strings.Count(e.Context, "A clock turns the drum"), 1)
}

// What is short, or says something else, stays apart.
func TestNotAlike(t *testing.T) {
	records := filepath.Join(t.TempDir(), "records.jsonl")
	long := strings.Repeat("the quick keeper winds the slow clock of the tower and oils the drum ", 3)
	lines := []string{
		`{"_id":"a","title":"Open","text":"Returns a handle."}`, // as short under other titles
		`{"_id":"b","title":"Close","text":"Returns a handle."}`,
		fmt.Sprintf(`{"_id":"g","title":"Rulers of Brask","text":"%s"}`, long), // of two things
		fmt.Sprintf(`{"_id":"h","title":"Kings of Brask","text":"%s"}`, long),
		fmt.Sprintf(`{"_id":"c","title":"Brask","text":"Brask has 1200 keepers. %s"}`, long), // one number
		fmt.Sprintf(`{"_id":"d","title":"Skerry","text":"Brask has 1300 keepers. %s"}`, long),
		`{"_id":"e","title":"Empty","text":""}`,
		`{"_id":"f","title":"Empty","text":""}`,
	}
	must.OK(t, os.WriteFile(records, []byte(strings.Join(lines, "\n")), 0o644))
	b := openBundle(t, built(t, builder.Config{JSONL: []string{records}}))
	if a := b.Engine().Index().Alike; a != nil {
		t.Errorf("%d groups, the first %v", a.Len(), a.Group(0))
	}
}
