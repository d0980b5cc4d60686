package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"mycel/engine/method"
	"mycel/engine/param"
	"mycel/internal/must"
)

// The parameters are declared in Go once. The client's types and the playground's form are
// written from that:
//
//go:generate go test -run TestDeclared -update .
func TestDeclared(t *testing.T) {
	for file, want := range map[string][]byte{
		"../../js/src/params.js":              paramTypes(),
		"../../site/playground/parameters.js": playgroundTable(t),
	} {
		if *update {
			must.OK(t, os.WriteFile(file, want, 0o644))
		}
		got := readFile(t, file)
		must.Be(t, bytes.Equal(got, want), "%s is older than the declarations of the parameters: run go generate ./cmd/mycel", file)
	}
}

// declared lists every parameter that a request may set, once.
func declared() (list []*param.Param) {
	list = method.Common()
	for _, m := range method.Registered() {
		for _, p := range m.Params {
			if !slices.Contains(list, p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// modesWith lists the modes that have a parameter, none for one of every method.
func modesWith(p *param.Param) []string {
	modes := []string{}
	for _, m := range method.Registered() {
		if slices.Contains(m.Params, p) {
			modes = append(modes, m.Modes...)
		}
	}
	return modes
}

// ownOptions are parameters that clients set in another way than by params.
var ownOptions = []string{"k"}

// paramTypes is a module of types alone: the engine checks the values.
func paramTypes() []byte {
	var b bytes.Buffer
	b.WriteString("/**\n * The modes, and what `params` of search() and retrieve() may have. Written by go generate ./cmd/mycel.\n *\n * @module\n */\n\n/**\n * How to rank:\n")
	var words, labels []string
	for _, m := range method.Registered() {
		fmt.Fprintf(&b, " * - `%s`: %s\n", strings.Join(m.Modes, "`, `"), m.Summary)
		words = append(words, strings.Fields(m.WordModes)...)
		if m.Label != "" {
			labels = append(labels, m.Modes[0]+": '"+m.Label+"'")
		}
	}
	quoted := func(modes []string, between string) string { return "'" + strings.Join(modes, "'"+between+"'") + "'" }
	fmt.Fprintf(&b, " * @typedef {%s} Mode\n */\n", quoted(method.Modes(), " | "))
	fmt.Fprintf(&b, "\n/** @type {readonly Mode[]} */\nexport const modes = [%s];\n", quoted(method.Modes(), ", "))
	fmt.Fprintf(&b, "\n/** The modes that ignore the vector of a query. @type {readonly Mode[]} */\nexport const wordModes = [%s];\n", quoted(words, ", "))
	fmt.Fprintf(&b, "\n/** The modes that the search page offers, each with the key of its name in ui/strings/. @type {Readonly<Record<string, string>>} */\nexport const labels = { %s };\n", strings.Join(labels, ", "))
	b.WriteString("\n/**\n * @typedef {object} Params\n")
	for _, p := range declared() {
		if slices.Contains(ownOptions, p.Name) {
			continue
		}
		fmt.Fprintf(&b, " * @property {%s} [%s] %s%s\n", typeOf(p), p.Name, forModes(p), describe(p))
	}
	b.WriteString(" */\n")
	return b.Bytes()
}

func typeOf(p *param.Param) string {
	switch p.Kind {
	case param.Switch:
		return "boolean"
	case param.Choice:
		return "'" + strings.Join(p.Words, "' | '") + "'"
	}
	return "number"
}

func forModes(p *param.Param) string {
	if modes := modesWith(p); len(modes) > 0 {
		return strings.Join(modes, ", ") + ": "
	}
	return ""
}

// describe says what a parameter does, and what values it takes.
func describe(p *param.Param) string {
	switch p.Kind {
	case param.Switch:
		return p.Meaning
	case param.Choice:
		return fmt.Sprintf("%s Default: %s", p.Meaning, p.Initial())
	}
	return fmt.Sprintf("%s Default: %s; %s", p.Meaning, p.Initial(), p.Want())
}

func playgroundTable(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("/**\n * The parameters of the modes. Written by go generate ./cmd/mycel.\n *\n" +
		" * @type {import('./form.js').Parameter[]}\n */\nexport const parameters = [\n")
	for _, p := range declared() {
		if p.Name == "k" || p.Name == "timings" {
			continue // the page has its own places for them
		}
		row := map[string]any{"name": p.Name, "meaning": p.Meaning, "modes": modesWith(p), "initial": p.Initial()}
		switch p.Kind {
		case param.Choice:
			row["words"] = p.Words
		case param.Whole, param.Number:
			row["least"], row["most"], row["whole"] = p.Least, p.Most, p.Kind == param.Whole
		}
		line := must.Get(json.Marshal(row))(t)
		b.WriteString("  " + string(line) + ",\n")
	}
	b.WriteString("];\n")
	return b.Bytes()
}
