package main

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"mycel/builder/method/all"
	"mycel/engine/param"
	"mycel/internal/must"
)

func TestWordList(t *testing.T) {
	for text, want := range map[string][]string{
		"ket": {"ket"}, " ket ": {"ket"}, "all": all.Names(),
	} {
		l := wordList{known: all.Names(), all: true}
		err := l.Set(text)
		must.Be(t, err == nil && slices.Equal(l.GetSlice(), want), "%q: got %v, error %v", text, l, err)
	}
	for text, says := range map[string]string{"kett": "did you mean ket", "": "want different ones of ket", "ket,": "want different ones", "ket,ket": "want different ones", "all,ket": "want different ones", "oracle": "all"} {
		l := wordList{known: all.Names(), all: true}
		must.Say(t, l.Set(text), says, "%q", text)
	}
}

// A bundle answers in the mode that it was built with, says what it has, and what it
// lacks.
func TestWithKET(t *testing.T) {
	plain, with := gardenBundle(t), gardenBundle(t, "--with", "ket", "--set", "ket-core=0.5", "--set", "ket-halvings=1")
	got := mycelRun(t, "query", "--bundle", plain, "--mode", "ket", "tomatoes").want(t, exitUsage)
	must.Be(t, strings.Contains(got.err, "--with ket"), "got %q", got.err)
	got = mycelRun(t, "query", "--bundle", with, "--mode", "ket", "--evidence", "--token-budget", "300", "what do tomatoes need").want(t, exitDone)
	must.Be(t, strings.Contains(got.out, "Keyword sources:") || strings.HasPrefix(got.out, "Sources:"), "got %q", got.out)
	for dir, has := range map[string]bool{plain: false, with: true} {
		got := mycelRun(t, "inspect", dir).want(t, exitDone)
		_, modes, _ := strings.Cut(got.out, "Modes: ")
		modes, _, _ = strings.Cut(modes, "\n")
		must.Be(t, strings.Contains(modes, "ket") == has && strings.Contains(got.out, "ket: ketdescriptions\n") == has, "inspect says %q", got.out)
	}
}

// The configuration file may name systems, one or a list.
func TestWithInConfiguration(t *testing.T) {
	for _, text := range []string{"with: ket\n", "with: [ket]\n"} {
		file := must.File(t, "mycel.yml", text+"no-runtime: true\n")
		out := filepath.Join(t.TempDir(), "bundle")
		mycelRun(t, "build", "--docs", must.Files(t, gardenDocs), "--output-path", out, "--config", file).want(t, exitDone)
		mycelRun(t, "query", "--bundle", out, "--mode", "ket", "tomatoes").want(t, exitDone)
	}
	file := must.File(t, "mycel.yml", "with: kte\n")
	got := mycelRun(t, "build", "--docs", ".", "--output-path", t.TempDir(), "--config", file).want(t, exitUsage)
	must.Be(t, strings.Contains(got.err, "did you mean ket"), "got %q", got.err)
}

// Parameters of methods are settings of a build: values out of range are refused, others reach
// the method.
func TestParametersOfBuilds(t *testing.T) {
	core := param.Find(all.Params(), "ket-core")
	set := func(param.Setting) {}
	for text, want := range map[string]bool{"0.5": true, "1": true, "0": false, "-1": false, "1.1": false, "NaN": false, "x": false} {
		err := parameterValue(core, set).Set(text)
		must.Be(t, (err == nil) == want, "%q: error %v", text, err)
	}
	b := newBuildFlags()
	f := pflag.NewFlagSet("build", pflag.ContinueOnError)
	b.register(f)
	must.OK(t, errors.Join(f.Set("ket-core", "0.25"), f.Set("ket-core-by", "none"), f.Set("node-mutual", "true"), f.Set("da-neighbours", "7")))
	got := all.With(all.Names(), b.methods...)
	settings := []param.Setting{core.To(0.25), param.Find(all.Params(), "ket-core-by").Word("none"), param.Find(all.Params(), "node-mutual").On(), param.Find(all.Params(), "da-neighbours").To(7)}
	for _, m := range got {
		must.Equal(t, m.Settings, settings)
	}
	must.Be(t, len(got) == 3, "%d methods", len(got))
}
