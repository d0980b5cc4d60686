// Package golden keeps results of queries as files that people can read: one file a query, one
// section a mode. Nothing of an answer's JSON is lost: every value is written with its exact
// bytes, once if it is the same in all modes.
package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Answer is one JSON object that the engine answered a query with.
type Answer struct {
	Label string // of its section: the mode
	JSON  []byte
}

// File is the golden file of one query.
type File struct {
	Name, Text string
}

// New renders the answers to a query.
func New(query string, answers []Answer) (File, error) {
	objects := make([]object, len(answers))
	for i, a := range answers {
		o, err := members(a.JSON)
		if err != nil {
			return File{}, fmt.Errorf("golden: %s: %q: %w", a.Label, query, err)
		}
		objects[i] = o
	}
	w := &writer{shown: map[string]string{}}
	w.line("query %q", query)
	w.shared(objects)
	for i, a := range answers {
		w.section(a.Label, objects[i])
	}
	w.passages()
	return File{Name: slug(query), Text: w.String()}, nil
}

// Check compares the files with those in a folder and returns every difference. With update
// it writes the files, and removes those of earlier queries.
func Check(dir string, files []File, update bool) error {
	wanted := map[string]bool{}
	for _, f := range files {
		if wanted[f.Name] {
			return fmt.Errorf("golden: two queries would be written to %s", f.Name)
		}
		wanted[f.Name] = true
	}
	if update {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for _, f := range files {
			if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(f.Text), 0o644); err != nil {
				return err
			}
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var differences []error
	for _, e := range entries {
		if wanted[e.Name()] {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if !update {
			differences = append(differences, fmt.Errorf("%s is of no query", path))
		} else if err := os.Remove(path); err != nil {
			return err
		}
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		want, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if d := difference(string(want), f.Text); d != "" {
			differences = append(differences, fmt.Errorf("%s:%s", path, d))
		}
	}
	return errors.Join(differences...)
}

// difference describes the first line in which two texts differ.
func difference(want, got string) string {
	if want == got {
		return ""
	}
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		switch {
		case i == len(gots):
			return fmt.Sprintf("%d: ends early, want %s", i+1, wants[i])
		case i == len(wants):
			return fmt.Sprintf("%d: goes on with %s", i+1, gots[i])
		case wants[i] != gots[i]:
			return fmt.Sprintf("%d:\n got %s\nwant %s", i+1, gots[i], wants[i])
		}
	}
}

// slug is the name of a query's file: its first letters and digits in ASCII.
func slug(query string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFKC.String(query)) {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			b.WriteRune(r)
		} else if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
			b.WriteByte('-')
		}
		if b.Len() >= 48 {
			break
		}
	}
	name := strings.Trim(b.String(), "-")
	if name == "" {
		name = "no-word"
	}
	return name + ".txt"
}

// object is a JSON object in its own order.
type object []member

type member struct {
	name  string
	value json.RawMessage
}

func (o object) get(name string) json.RawMessage {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (o object) names() string {
	var all []string
	for _, m := range o {
		all = append(all, m.name)
	}
	return strings.Join(all, " ")
}

func members(raw []byte) (object, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var o object
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		key, ok := name.(string)
		if !ok {
			return nil, fmt.Errorf("got %v for a name", name)
		}
		o = append(o, member{key, value})
	}
	return o, nil
}

// writer writes a golden file.
type writer struct {
	strings.Builder
	common []string          // members written once, for all modes
	shown  map[string]string // passages by their JSON: the label under which they are written
	order  []string          // these JSONs in the order of their labels
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// shared writes the members that are the same in all answers.
func (w *writer) shared(objects []object) {
	if len(objects) < 2 {
		return
	}
	for _, m := range objects[0] {
		if m.name == "query" || slices.ContainsFunc(objects, func(o object) bool { return !bytes.Equal(o.get(m.name), m.value) }) {
			continue
		}
		w.common = append(w.common, m.name)
		w.member(m, 0)
	}
}

// section writes one answer: what is its own, then a line for each hit.
func (w *writer) section(label string, o object) {
	w.line("\n== %s: %s", label, o.names())
	for _, m := range o {
		switch {
		case m.name == "query" || slices.Contains(w.common, m.name):
		case m.name == "hits":
			w.hits(m.value)
		default:
			w.member(m, 0)
		}
	}
}

// ranked are the members of a hit that depend on its rank. The others are the passage, which
// is written once however often it is found.
var ranked = []string{"score", "why"}

func (w *writer) hits(raw json.RawMessage) {
	var hits []json.RawMessage
	if err := json.Unmarshal(raw, &hits); err != nil || len(hits) == 0 {
		w.line("hits: %s", raw)
		return
	}
	w.line("hits:")
	for i, hit := range hits {
		o, err := members(hit)
		if err != nil {
			w.line("%s", hit)
			continue
		}
		var passage bytes.Buffer
		for _, m := range o {
			if !slices.Contains(ranked, m.name) {
				fmt.Fprintf(&passage, "%q:%s\n", m.name, m.value)
			} else {
				passage.WriteString(m.name + "\n") // its place among the members
			}
		}
		label := w.label(passage.String(), o)
		head := fmt.Sprintf("%3d. %s  %s", i+1, o.get("score"), label)
		if why := string(o.get("why")); len(head)+2+len(why) <= width {
			w.line("%s  %s", head, why)
		} else {
			w.line("%s", head)
			w.value("       ", o.get("why"), "")
		}
	}
}

// label names a passage by its address and chunk, and by a number where it is presented in
// several ways.
func (w *writer) label(passage string, o object) string {
	if label := w.shown[passage]; label != "" {
		return label
	}
	var url string
	if err := json.Unmarshal(o.get("url"), &url); err != nil {
		url = string(o.get("url"))
	}
	label := url
	if chunk := o.get("chunk"); chunk != nil {
		label += " chunk " + string(chunk)
	}
	n := 1
	for _, p := range w.order {
		if have := w.shown[p]; have == label || strings.HasPrefix(have, label+" (") {
			n++
		}
	}
	if n > 1 {
		label += fmt.Sprintf(" (%d)", n)
	}
	w.shown[passage] = label
	w.order = append(w.order, passage)
	return label
}

// passages writes what the hits show.
func (w *writer) passages() {
	for _, p := range w.order {
		w.line("\n-- %s", w.shown[p])
		for _, line := range strings.Split(strings.TrimSuffix(p, "\n"), "\n") {
			name, value, ok := strings.Cut(line, ":")
			if ok && strings.HasPrefix(name, `"`) {
				w.member(member{strings.Trim(name, `"`), json.RawMessage(value)}, 0)
			} else {
				w.line("%s", line)
			}
		}
	}
}

// width is how long a line of JSON may be before it is broken.
const width = 110

func (w *writer) member(m member, indent int) {
	w.value(strings.Repeat(" ", indent)+m.name+": ", m.value, "")
}

// value writes JSON behind a prefix: on one line if it fits, else its elements further in, as
// many on a line as fit. Texts are broken after line feeds.
func (w *writer) value(prefix string, raw json.RawMessage, suffix string) {
	if len(prefix)+len(raw)+len(suffix) <= width {
		w.line("%s%s%s", prefix, raw, suffix)
		return
	}
	outer := strings.Repeat(" ", len(prefix)-len(strings.TrimLeft(prefix, " ")))
	if elements := split(raw); elements != nil {
		w.line("%s%c", prefix, raw[0])
		w.fill(outer+"  ", elements)
		w.line("%s%c%s", outer, raw[len(raw)-1], suffix)
		return
	}
	lines := strings.SplitAfter(string(raw), `\n`)
	w.line("%s%s", prefix, strings.Join(lines, "\n"+outer+"  ")+suffix)
}

// split returns the members of a JSON object or the elements of an array, nil if it is neither.
// Elements have no name.
func split(raw json.RawMessage) []member {
	if raw[0] == '{' {
		o, err := members(raw)
		if err != nil {
			return nil
		}
		for i := range o {
			o[i].name = fmt.Sprintf("%q:", o[i].name)
		}
		return o
	}
	var elements []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &elements) != nil {
		return nil
	}
	all := make([]member, len(elements))
	for i, e := range elements {
		all[i].value = e
	}
	return all
}

// fill writes elements with commas between, several on a line. An object in an array begins a
// line of its own.
func (w *writer) fill(indent string, elements []member) {
	line := ""
	flush := func() {
		if line != "" {
			w.line("%s%s", indent, line)
		}
		line = ""
	}
	for i, e := range elements {
		comma := ","
		if i == len(elements)-1 {
			comma = ""
		}
		text := e.name + string(e.value) + comma
		if len(indent)+len(line)+len(text) > width || e.name == "" && e.value[0] == '{' {
			flush()
		}
		if len(indent)+len(text) > width {
			w.value(indent+e.name, e.value, comma)
		} else {
			line += text
		}
	}
	flush()
}
