package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"gopkg.in/yaml.v3"
)

// frontMatter holds the scalar fields at the head of a Markdown file. Lists, tables
// and nulls are left out.
type frontMatter map[string]string

// splitFrontMatter splits src into its front matter and the text after it. There
// are three notations, told apart by the first line:
//
//	---   YAML, up to a line "---" or "..."
//	+++   TOML, up to a line "+++"
//	{     a JSON object
//
// A file without a closing line, or whose YAML is not a mapping, has no front
// matter: its first line is a thematic break. Errors are lineErrors; YAML's
// parser may be a line off.
func splitFrontMatter(src string) (frontMatter, string, error) {
	first, rest, _ := strings.Cut(src, "\n")
	switch strings.TrimRight(first, " \t") {
	case "---":
		if head, body, ok := cutFence(rest, "---", "..."); ok {
			fields, isMapping, err := parseYAML(head)
			if !isMapping && err == nil {
				return nil, src, nil
			}
			return fields, body, err
		}
	case "+++":
		if head, body, ok := cutFence(rest, "+++"); ok {
			fields, err := parseTOML(head)
			return fields, body, err
		}
	}
	if jsonHead.MatchString(src) {
		return parseJSONHead(src)
	}
	return nil, src, nil
}

// jsonHead keeps shortcodes ("{{<") and attributes ("{#id}") from being taken for JSON.
var jsonHead = regexp.MustCompile(`^\{\s*["}]`)

// cutFence splits s before and after its first line that is one of the fences.
func cutFence(s string, fences ...string) (head, body string, ok bool) {
	for pos := 0; pos < len(s); {
		line, _, _ := strings.Cut(s[pos:], "\n")
		next := min(pos+len(line)+1, len(s))
		for _, fence := range fences {
			if strings.TrimRight(line, " \t") == fence {
				return s[:pos], s[next:], true
			}
		}
		pos = next
	}
	return "", "", false
}

// parseYAML reads scalars as they are written, so that dates and version numbers
// stay what the author sees.
func parseYAML(head string) (fields frontMatter, isMapping bool, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(head), &doc); err != nil {
		return nil, false, headError(yamlLine(err), err)
	}
	if len(doc.Content) == 0 { // nothing but comments
		return nil, true, nil
	}
	if doc.Content[0].Kind != yaml.MappingNode {
		return nil, false, nil
	}
	fields = frontMatter{}
	pairs := doc.Content[0].Content
	for i := 0; i+1 < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		if key.Kind == yaml.ScalarNode && value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
			fields.set(key.Value, value.Value)
		}
	}
	return fields, true, nil
}

var yamlErrorLine = regexp.MustCompile(`\bline (\d+)`)

// yamlLine returns the line that a YAML error names, 1 if it names none: the package
// leaves the first line out.
func yamlLine(err error) int {
	m := yamlErrorLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 1
	}
	line, _ := strconv.Atoi(m[1]) // an overflow would give a line that is merely wrong
	return line
}

func parseTOML(head string) (frontMatter, error) {
	var values map[string]any
	if _, err := toml.Decode(head, &values); err != nil {
		var at toml.ParseError
		errors.As(err, &at)
		return nil, headError(at.Position.Line, errors.New(at.Message))
	}
	return scalars(values), nil
}

func parseJSONHead(src string) (frontMatter, string, error) {
	d := json.NewDecoder(strings.NewReader(src))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		at := d.InputOffset()
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at = syntax.Offset
		}
		return nil, "", headError(strings.Count(src[:min(int(at), len(src))], "\n"), err)
	}
	return scalars(values), src[d.InputOffset():], nil
}

// headError says on which line of the file the front matter is wrong: the one after
// so many others.
func headError(after int, err error) error {
	return lineError{line: after + 1, err: fmt.Errorf("front matter: %w", err)}
}

// scalars keeps the values of m that have a text of their own.
func scalars(m map[string]any) frontMatter {
	fields := frontMatter{}
	for _, key := range slices.Sorted(maps.Keys(m)) { // names that differ in white space only meet
		if text, ok := scalarText(m[key]); ok {
			fields.set(key, text)
		}
	}
	return fields
}

// scalarText returns the text of a decoded TOML or JSON scalar.
func scalarText(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return "", false
		}
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case json.Number:
		return v.String(), true
	case time.Time:
		return v.Format(timeLayout(v)), true
	}
	return "", false
}

// timeLayout returns the layout that shows as much of t as its TOML source did. The
// TOML package marks local dates and times by the name of their zone.
func timeLayout(t time.Time) string {
	switch t.Location().String() {
	case "date-local":
		return time.DateOnly
	case "time-local":
		return "15:04:05.999999999"
	case "datetime-local":
		return "2006-01-02T15:04:05.999999999"
	}
	return time.RFC3339Nano
}

// set keeps a field whose name and value are not blank.
func (f frontMatter) set(key, value string) {
	key, value = oneLine(key), oneLine(value)
	if key != "" && value != "" {
		f[key] = value
	}
}

// take removes and returns the first of the named fields that is there, or "".
func (f frontMatter) take(keys ...string) string {
	for _, key := range keys {
		if value, ok := f[key]; ok {
			delete(f, key)
			return value
		}
	}
	return ""
}

// meta returns the fields that are left, nil if there are none.
func (f frontMatter) meta() map[string]string {
	if len(f) == 0 {
		return nil
	}
	return f
}
