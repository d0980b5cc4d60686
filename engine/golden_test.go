package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mycel/internal/must"
)

// Golden files keep results of queries as files that people can read: one file a query, one
// section a mode. Nothing of an answer's JSON is lost: every value is written with its exact
// bytes, once if it is the same in all modes.

// goldenAnswer is one JSON object that the engine answered a query with.
type goldenAnswer struct {
	Label string // of its section: the mode
	JSON  []byte
}

// goldenFile is the golden file of one query.
type goldenFile struct {
	Name, Text string
}

// newGolden renders the answers to a query.
func newGolden(t testing.TB, query string, answers []goldenAnswer) goldenFile {
	t.Helper()
	objects := make([]jsonObject, len(answers))
	for i, a := range answers {
		objects[i] = must.Get(jsonMembers(a.JSON))(t)
	}
	w := &goldenWriter{shown: map[string]string{}}
	w.line("query %q", query)
	w.shared(objects)
	for i, a := range answers {
		w.section(a.Label, objects[i])
	}
	w.passages()
	return goldenFile{Name: slug(query), Text: w.String()}
}

// checkGolden compares results with the golden files of a bundle. The flag update writes them anew.
func checkGolden(t *testing.T, bundle string, files []goldenFile) {
	t.Helper()
	dir := filepath.Join("testdata", "results", bundle)
	got := map[string]string{}
	for _, f := range files {
		must.Hold(t, got[f.Name] == "", "two queries would be written to %s", f.Name)
		got[f.Name] = f.Text
	}
	if *update {
		must.OK(t, os.RemoveAll(dir))
		for name, text := range got {
			must.Write(t, filepath.Join(dir, name), text)
		}
	}
	want := must.Tree(t, dir)
	for name := range want {
		must.Be(t, got[name] != "", "%s/%s is of no query", dir, name)
	}
	for name, text := range got {
		d := firstDifference(want[name], text)
		must.Be(t, d == "", "%s/%s:%s", dir, name, d)
	}
}

// firstDifference describes the first line in which two texts differ.
func firstDifference(want, got string) string {
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

// jsonObject is a JSON object in its own order.
type jsonObject []jsonMember

type jsonMember struct {
	name  string
	value json.RawMessage
}

func (o jsonObject) get(name string) json.RawMessage {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func (o jsonObject) names() string {
	var all []string
	for _, m := range o {
		all = append(all, m.name)
	}
	return strings.Join(all, " ")
}

func jsonMembers(raw []byte) (jsonObject, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var o jsonObject
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
		o = append(o, jsonMember{key, value})
	}
	return o, nil
}

// goldenWriter writes a golden file.
type goldenWriter struct {
	strings.Builder
	common []string          // members written once, for all modes
	shown  map[string]string // passages by their JSON: the label under which they are written
	order  []string          // these JSONs in the order of their labels
}

func (w *goldenWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// shared writes the members that are the same in all answers.
func (w *goldenWriter) shared(objects []jsonObject) {
	if len(objects) < 2 {
		return
	}
	for _, m := range objects[0] {
		if m.name == "query" || slices.ContainsFunc(objects, func(o jsonObject) bool { return !bytes.Equal(o.get(m.name), m.value) }) {
			continue
		}
		w.common = append(w.common, m.name)
		w.member(m, 0)
	}
}

// section writes one answer: what is its own, then a line for each hit.
func (w *goldenWriter) section(label string, o jsonObject) {
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

func (w *goldenWriter) hits(raw json.RawMessage) {
	var hits []json.RawMessage
	if err := json.Unmarshal(raw, &hits); err != nil || len(hits) == 0 {
		w.line("hits: %s", raw)
		return
	}
	w.line("hits:")
	for i, hit := range hits {
		o, err := jsonMembers(hit)
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
		if why := string(o.get("why")); len(head)+2+len(why) <= goldenWidth {
			w.line("%s  %s", head, why)
		} else {
			w.line("%s", head)
			w.value("       ", o.get("why"), "")
		}
	}
}

// label names a passage by its address and chunk, and by a number where it is presented in
// several ways.
func (w *goldenWriter) label(passage string, o jsonObject) string {
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
func (w *goldenWriter) passages() {
	for _, p := range w.order {
		w.line("\n-- %s", w.shown[p])
		for _, line := range strings.Split(strings.TrimSuffix(p, "\n"), "\n") {
			name, value, ok := strings.Cut(line, ":")
			if ok && strings.HasPrefix(name, `"`) {
				w.member(jsonMember{strings.Trim(name, `"`), json.RawMessage(value)}, 0)
			} else {
				w.line("%s", line)
			}
		}
	}
}

// goldenWidth is how long a line of JSON may be before it is broken.
const goldenWidth = 110

func (w *goldenWriter) member(m jsonMember, indent int) {
	w.value(strings.Repeat(" ", indent)+m.name+": ", m.value, "")
}

// value writes JSON behind a prefix: on one line if it fits, else its elements further in, as
// many on a line as fit. Texts are broken after line feeds.
func (w *goldenWriter) value(prefix string, raw json.RawMessage, suffix string) {
	if len(prefix)+len(raw)+len(suffix) <= goldenWidth {
		w.line("%s%s%s", prefix, raw, suffix)
		return
	}
	outer := strings.Repeat(" ", len(prefix)-len(strings.TrimLeft(prefix, " ")))
	if elements := splitJSON(raw); elements != nil {
		w.line("%s%c", prefix, raw[0])
		w.fill(outer+"  ", elements)
		w.line("%s%c%s", outer, raw[len(raw)-1], suffix)
		return
	}
	lines := strings.SplitAfter(string(raw), `\n`)
	w.line("%s%s", prefix, strings.Join(lines, "\n"+outer+"  ")+suffix)
}

// splitJSON returns the members of a JSON object or the elements of an array, nil if it is neither.
// Elements have no name.
func splitJSON(raw json.RawMessage) []jsonMember {
	if raw[0] == '{' {
		o, err := jsonMembers(raw)
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
	all := make([]jsonMember, len(elements))
	for i, e := range elements {
		all[i].value = e
	}
	return all
}

// fill writes elements with commas between, several on a line. An object in an array begins a
// line of its own.
func (w *goldenWriter) fill(indent string, elements []jsonMember) {
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
		if len(indent)+len(line)+len(text) > goldenWidth || e.name == "" && e.value[0] == '{' {
			flush()
		}
		if len(indent)+len(text) > goldenWidth {
			w.value(indent+e.name, e.value, comma)
		} else {
			line += text
		}
	}
	flush()
}

const goldenSample = `{"query":"q","mode":"MODE","terms":[],"hits":[{"url":"a.html","chunk":3,"score":SCORE,"text":"x\ny","why":{"by":1}}],"more":1}`

func goldenOf(t *testing.T, edits ...string) goldenFile {
	t.Helper()
	replaced := strings.NewReplacer(edits...)
	var answers []goldenAnswer
	for _, mode := range []string{"first", "second"} {
		text := strings.NewReplacer("MODE", mode, "SCORE", "1").Replace(goldenSample)
		if mode == "second" {
			text = replaced.Replace(text)
		}
		answers = append(answers, goldenAnswer{mode, []byte(text)})
	}
	return newGolden(t, "q", answers)
}

// Every change of an goldenSample's JSON, the order of its jsonMembers included, changes the file.
func TestNothingIsLost(t *testing.T) {
	plain := goldenOf(t)
	want := `query "q"
terms: []
hits: [{"url":"a.html","chunk":3,"score":1,"text":"x\ny","why":{"by":1}}]
more: 1

== first: query mode terms hits more
mode: "first"

== second: query mode terms hits more
mode: "second"
`
	must.Equal(t, plain.Text, want)
	seen := map[string]string{plain.Text: "none"}
	for _, edit := range [][2]string{
		{`"score":1`, `"score":1.5`}, {`"by":1`, `"by":2`}, {`"chunk":3`, `"chunk":4`}, {`x\ny`, `x y`}, {`"more":1`, `"more":2`},
		{`"terms":[]`, `"terms":[1]`}, {`"mode":"second","terms":[]`, `"terms":[],"mode":"second"`}, {`,"more":1`, ``},
		{`"url":"a.html","chunk":3`, `"chunk":3,"url":"a.html"`}, {`"score":1,"text":"x\ny"`, `"text":"x\ny","score":1`},
	} {
		got := goldenOf(t, edit[0], edit[1]).Text
		must.Equal(t, seen[got], "", "%s for %s: the file is that of", edit[1], edit[0])
		seen[got] = edit[1]
	}
}
