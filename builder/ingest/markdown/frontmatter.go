package markdown

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"

	"mycel/builder/ingest/document"
)

// frontMatter holds the fields at the head of a Markdown file, without nulls.
type frontMatter struct {
	Scalars map[string]string   // by name
	Lists   map[string][]string // the scalars of lists
	nested  map[string]string   // scalars in mappings, by names such as "search.boost"
	Nests   map[string][]string // lists in mappings, by such names
	noIndex bool                // the field head tells robots not to index the page
}

// SplitFrontMatter splits src into its front matter and the text after it. The
// first line tells which notation is used:
//
//	---   YAML, up to a line "---" or "..."
//	+++   TOML, up to a line "+++"
//	{     a JSON object
//
// A file without a closing line, or whose YAML is no mapping, has no front
// matter: its first line is a thematic break.
//
// An error is a document.LineError; the line of YAML's parser may be off by one. It comes with the
// readable fields and the text.
func SplitFrontMatter(src string) (frontMatter, string, error) {
	first, rest, _ := strings.Cut(src, "\n")
	switch strings.TrimRight(first, " \t") {
	case "---":
		if head, body, ok := cutFence(rest, "---", "..."); ok {
			fields, isMapping, err := parseYAML(head)
			if err != nil {
				return readLines(head, parseYAMLField), body, err
			}
			if !isMapping {
				return frontMatter{}, src, nil
			}
			return fields, body, nil
		}
	case "+++":
		if head, body, ok := cutFence(rest, "+++"); ok {
			fields, err := ParseTOML(head)
			if err != nil {
				return readLines(head, parseTOMLField), body, err
			}
			return fields, body, nil
		}
	}
	if jsonHead.MatchString(src) {
		return parseJSONHead(src)
	}
	return frontMatter{}, src, nil
}

// jsonHead matches the beginning of JSON, but not shortcodes ("{{<") and attributes ("{#id}").
var jsonHead = regexp.MustCompile(`^\{\s*["}]`)

// cutFence splits s at the first line that equals a fence.
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

// parseYAML keeps the spelling of scalars, so that dates and version numbers stay as the author wrote them.
func parseYAML(head string) (fields frontMatter, isMapping bool, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(head), &doc); err != nil {
		return fields, false, headError(yamlLine(err), err)
	}
	if len(doc.Content) == 0 { // there are only comments
		return fields, true, nil
	}
	values, isMapping := yamlValue(doc.Content[0], 0).(map[string]any)
	return collect(values), isMapping, nil
}

// headField matches a field without indentation, with its value.
var headField = regexp.MustCompile(`^["']?([A-Za-z_][\w. -]*?)["']?[ \t]*[:=](?:[ \t]+|$)(.*)$`)

// readLines reads front matter that cannot be parsed as a whole. It parses each field with its indented lines
// separately. If that fails too, the value is the rest of the field's line.
func readLines(head string, parse func(field string) (any, error)) frontMatter {
	values := map[string]any{}
	lines := strings.SplitAfter(head, "\n")
	for i := 0; i < len(lines); {
		first, m := i, headField.FindStringSubmatch(strings.TrimRight(lines[i], "\n"))
		for i++; i < len(lines) && strings.Trim(lines[i][:min(1, len(lines[i]))], " \t-\n]}") == ""; i++ {
		}
		if m == nil {
			continue
		}
		value, err := parse(strings.Join(lines[first:i], ""))
		if err != nil {
			value = strings.Trim(m[2], `"' `)
		}
		values[m[1]] = value
	}
	return collect(values)
}

func parseYAMLField(field string) (any, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(field), &doc); err != nil || len(doc.Content) == 0 || len(doc.Content[0].Content) != 2 {
		return nil, cmp.Or(err, errors.ErrUnsupported)
	}
	return yamlValue(doc.Content[0].Content[1], 1), nil
}

func parseTOMLField(field string) (value any, err error) {
	var values map[string]any
	err = toml.Unmarshal([]byte(field), &values)
	for _, value = range values {
		if _, isTable := value.(map[string]any); isTable {
			err = errors.ErrUnsupported
		}
	}
	return value, err
}

// maxNesting is the greatest depth in front matter: mycel.filters.version and its list.
const maxNesting = 4

// yamlValue returns a node as map[string]any, []any or string; nil for nulls and for nodes that lie too deep. Only
// aliases of scalars are resolved, because a short file could expand to endless lists of others.
func yamlValue(n *yaml.Node, depth int) any {
	if n.Kind == yaml.AliasNode && n.Alias.Kind == yaml.ScalarNode {
		n = n.Alias
	}
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag != "!!null":
		return n.Value
	case depth >= maxNesting:
	case n.Kind == yaml.SequenceNode:
		list := make([]any, len(n.Content))
		for i, item := range n.Content {
			list[i] = yamlValue(item, depth+1)
		}
		return list
	case n.Kind == yaml.MappingNode:
		values := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if key := n.Content[i]; key.Kind == yaml.ScalarNode {
				values[key.Value] = yamlValue(n.Content[i+1], depth+1)
			}
		}
		return values
	}
	return nil
}

var yamlErrorLine = regexp.MustCompile(`\bline (\d+)`)

// yamlLine returns the line in a YAML error. For the first line the package names no line.
func yamlLine(err error) int {
	m := yamlErrorLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 1
	}
	line, _ := strconv.Atoi(m[1]) // an overflow only gives a wrong line
	return line
}

func ParseTOML(head string) (frontMatter, error) {
	var values map[string]any
	if err := toml.Unmarshal([]byte(head), &values); err != nil {
		line := 0
		if at := (*toml.DecodeError)(nil); errors.As(err, &at) {
			row, _ := at.Position()
			line = row
		}
		return frontMatter{}, headError(line, err)
	}
	return collect(values), nil
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
		_, body, _ := cutFence(src, "}")
		return frontMatter{}, body, headError(strings.Count(src[:min(int(at), len(src))], "\n"), err)
	}
	return collect(values), src[d.InputOffset():], nil
}

// headError returns an error about the line that follows a number of lines.
func headError(after int, err error) error {
	return document.LineError{Line: after + 1, Err: fmt.Errorf("front matter: %w", err)}
}

// collect sorts decoded fields by their types.
func collect(values map[string]any) frontMatter {
	f := frontMatter{Scalars: document.Scalars(values), Lists: document.Lists(values), nested: map[string]string{}, Nests: map[string][]string{}}
	f.noIndex = hasRobots(values["head"])
	f.nest("", values, 1)
	return f
}

// nest adds the fields of the mappings in values, down to maxNesting. A dot in their names
// separates the mapping from the field. depth is the depth of values.
func (f *frontMatter) nest(prefix string, values map[string]any, depth int) {
	if depth >= maxNesting {
		return
	}
	for _, key := range document.SortedKeys(values) {
		below, ok := values[key].(map[string]any)
		if !ok {
			continue
		}
		name := prefix + document.OneLine(key) + "."
		for k, v := range document.Scalars(below) {
			f.nested[name+k] = v
		}
		for k, v := range document.Lists(below) {
			f.Nests[name+k] = v
		}
		f.nest(name, below, depth+1)
	}
}

// take returns the first existing field of keys, or "", and removes it.
func (f *frontMatter) take(keys ...string) string {
	for _, key := range keys {
		if value, ok := f.Scalars[key]; ok {
			delete(f.Scalars, key)
			return value
		}
	}
	return ""
}

// aliases returns the former addresses of a page from its front matter: aliases
// (Hugo), redirect_from (Jekyll) or redirects.
func (f *frontMatter) aliases() (out []string) {
	for _, key := range []string{"aliases", "redirect_from", "redirects"} {
		if one := f.Scalars[key]; one != "" {
			out = append(out, one)
		}
		out = append(out, f.Lists[key]...)
	}
	return out
}
