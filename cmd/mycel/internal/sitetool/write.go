package sitetool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"

	"mycel/files"
)

// Add changes a file of the site, and returns its name and the change. On an error all
// files are as before.
func (t *Tool) Add(folder string) (string, error) {
	name, edit := t.config, addPlugin
	switch {
	case t.unready != "":
		return "", errors.New(t.unready)
	case t.output != "":
		name, edit = "package.json", t.addToBuild
	case t.Key == "mdbook":
		edit = addBackend
	case t.Key != "mkdocs":
		return "", fmt.Errorf("%s is a program, which init does not change", t.config)
	}
	path := filepath.Join(folder, filepath.FromSlash(name))
	old, err := files.Read(path, files.Most)
	if errors.Is(err, fs.ErrNotExist) && t.output != "" {
		return "", errors.New("the folder has no package.json with the build of the site")
	}
	if err != nil {
		return "", err
	}
	content, what, err := edit(old)
	if err != nil {
		return "", fmt.Errorf("%s is left as it is: %w", name, err)
	}
	if err := rewrite(path, old, content); err != nil {
		return "", fmt.Errorf("writing %s: %w", name, err)
	}
	t.written = true
	return name + ": " + what, nil
}

var (
	// simpleCommands are programs with arguments, joined by &&: nothing that the end of
	// the line could change.
	simpleCommands = regexp.MustCompile(`^[\w./:=@,+-]+( +[\w./:=@,+-]+)*( *&& *[\w./:=@,+-]+( +[\w./:=@,+-]+)*)*$`)
	// elsewhere are arguments and commands after which a site is not in its usual folder.
	elsewhere = regexp.MustCompile(`(^|\s)(cd|pushd|-d|-s|-o|--(dest|destination|dest-dir|source|root|out|outdir|out-dir|outDir|output))([\s=]|$)`)
)

// addToBuild appends the command to the script "build" of a package.json.
func (t *Tool) addToBuild(old []byte) ([]byte, string, error) {
	if err := json.Unmarshal(old, &map[string]any{}); err != nil {
		return nil, "", err
	}
	start, end, err := findBuild(old)
	if err != nil {
		return nil, "", err
	}
	var script string
	if err := json.Unmarshal(old[start:end], &script); err != nil {
		return nil, "", fmt.Errorf("the script \"build\": %w", err)
	}
	switch {
	case !simpleCommands.MatchString(script):
		return nil, "", fmt.Errorf("the script \"build\" is more than commands joined by &&: %q", script)
	case elsewhere.MatchString(script):
		return nil, "", fmt.Errorf("the script \"build\" may put the site elsewhere than into %s: %q", t.output, script)
	case !runs(script, t.build):
		return nil, "", fmt.Errorf("the script \"build\" does not run %s: %q", strings.Join(t.build, " "), script)
	case !plainWord.MatchString(t.output):
		return nil, "", fmt.Errorf("the name of the folder %q needs quotes", t.output)
	}
	added := " && " + t.command()
	content := slices.Concat(old[:end-1], []byte(added), old[end-1:])
	if err := checkBuild(old, content, script+added); err != nil {
		return nil, "", err
	}
	return content, fmt.Sprintf("the script \"build\" ends with %s", t.command()), nil
}

// runs reports whether one of the commands of a script begins with these words, or
// has them after npx.
func runs(script string, words []string) bool {
	for command := range strings.SplitSeq(script, "&&") {
		got := strings.Fields(command)
		if len(got) > 0 && got[0] == "npx" {
			got = got[1:]
		}
		if len(words) > 0 && len(got) >= len(words) && slices.Equal(got[:len(words)], words) {
			return true
		}
	}
	return false
}

// findBuild returns where the script "build" is in a package.json, with its quotes.
func findBuild(raw []byte) (start, end int, err error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := enter(d, "scripts"); err != nil {
		return 0, 0, err
	}
	if err := enter(d, "build"); err != nil {
		return 0, 0, err
	}
	start = int(d.InputOffset())
	var value json.RawMessage
	if err := d.Decode(&value); err != nil {
		return 0, 0, err
	}
	end = int(d.InputOffset())
	start = end - len(value)
	if value[0] != '"' {
		return 0, 0, errors.New(`the script "build" is no text`)
	}
	return start, end, nil
}

// enter reads an object up to the value of a key.
func enter(d *json.Decoder, key string) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return fmt.Errorf("%q is in no object", key)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		if name == key {
			return nil
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	return fmt.Errorf("no %q in it", key)
}

// checkBuild compares a package.json before and after: only the script "build" may differ.
func checkBuild(old, content []byte, script string) error {
	var before, after map[string]any
	if err := errors.Join(json.Unmarshal(old, &before), json.Unmarshal(content, &after)); err != nil {
		return err
	}
	scripts, ok := before["scripts"].(map[string]any)
	if !ok {
		return errors.New(`"scripts" is no object`)
	}
	scripts["build"] = script
	if !reflect.DeepEqual(before, after) {
		return errors.New(`it has "scripts" or "build" twice`)
	}
	return nil
}

// The lines of book.toml.
const (
	bookSearch  = "[output.html.search]\nenable = false"
	bookBackend = "[output.mycel]\ncommand = \"npx -y mycel mdbook\""
)

// bookOutput is the table output of a book.toml.
func bookOutput(raw []byte) (map[string]any, error) {
	var book struct {
		Output map[string]any `toml:"output"`
	}
	err := toml.Unmarshal(raw, &book)
	return book.Output, err
}

// addBackend appends the backend to a book.toml, and turns mdBook's own search off unless the
// file has settings for it.
func addBackend(old []byte) ([]byte, string, error) {
	output, err := bookOutput(old)
	if err != nil {
		return nil, "", err
	}
	lines, what := bookBackend, "[output.mycel]"
	if html, _ := output["html"].(map[string]any); html["search"] == nil {
		lines, what = bookSearch+"\n\n"+lines, "[output.html.search] and "+what
	}
	content := slices.Concat(bytes.TrimRight(old, "\r\n"), []byte("\n\n"+lines+"\n"))
	if output, err = bookOutput(content); err != nil || output["mycel"] == nil {
		return nil, "", fmt.Errorf("its end takes no table [output.mycel]: %w", err)
	}
	return bytes.TrimLeft(content, "\n"), what, nil
}

// mkdocsSettings says whether a configuration of MkDocs has the plugin, and the plugin of
// its own search.
func mkdocsSettings(files fs.FS, t *Tool) error {
	raw, err := fs.ReadFile(files, t.file)
	if err != nil {
		return err
	}
	top, err := mkdocsTop(raw)
	if err != nil {
		return err
	}
	list := valueOf(top, "plugins")
	if list == nil {
		return nil
	}
	for _, name := range pluginNames(list) {
		switch name {
		case "mycel":
			t.There = t.file + " has the plugin mycel"
		case "search":
			t.notes = []string{"Take search out of plugins in " + t.file + ": then the theme's own search is gone."}
		}
	}
	return nil
}

// mkdocsTop is the mapping of a configuration. Values with tags of Python stay unread.
func mkdocsTop(raw []byte) (*yaml.Node, error) {
	var doc, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(raw))
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return nil, errors.New("want keys and values at the top")
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	return doc.Content[0], nil
}

// valueOf returns the value of a key, or nil.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// pluginNames returns the names in a list of plugins: items are names, or have one key.
func pluginNames(list *yaml.Node) []string {
	var names []string
	for i, item := range list.Content {
		switch {
		case list.Kind == yaml.MappingNode && i%2 == 1:
			continue
		case item.Kind == yaml.MappingNode && len(item.Content) > 0:
			item = item.Content[0]
		}
		names = append(names, item.Value)
	}
	return names
}

// addPlugin puts mycel into the plugins of a configuration of MkDocs: first in their list,
// or as a list at the end of the file.
func addPlugin(old []byte) ([]byte, string, error) {
	top, err := mkdocsTop(old)
	if err != nil {
		return nil, "", err
	}
	eol := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		eol = "\r\n"
	}
	var content []byte
	list := valueOf(top, "plugins")
	switch {
	case list == nil && valueOf(top, "INHERIT") != nil:
		return nil, "", errors.New("it may inherit its plugins from another file")
	case list == nil:
		content = slices.Clone(old)
		if !bytes.HasSuffix(old, []byte("\n")) {
			content = append(content, eol...)
		}
		content = append(content, "plugins: [mycel]"+eol...)
	case list.Kind != yaml.SequenceNode:
		return nil, "", errors.New("plugins is no list")
	default:
		at, text, err := itemPlace(old, list, eol)
		if err != nil {
			return nil, "", err
		}
		content = slices.Concat(old[:at], []byte(text), old[at:])
	}
	if err := checkPlugins(top, content); err != nil {
		return nil, "", err
	}
	return content, "plugins has mycel", nil
}

// itemPlace returns where in a file the first item of a list goes, and the text of mycel there.
func itemPlace(raw []byte, list *yaml.Node, eol string) (int, string, error) {
	unclear := errors.New("the list of plugins is written in an unusual way")
	if list.Style&yaml.FlowStyle == 0 {
		if len(list.Content) == 0 {
			return 0, "", unclear
		}
		at, line := lineAt(raw, list.Content[0].Line)
		indent, _, dash := strings.Cut(line, "-")
		if !dash || strings.TrimLeft(indent, " ") != "" {
			return 0, "", unclear
		}
		return at, indent + "- mycel" + eol, nil
	}
	at, line := lineAt(raw, list.Line)
	before := []rune(line)
	if list.Column > len(before) || before[list.Column-1] != '[' {
		return 0, "", unclear
	}
	at += len(string(before[:list.Column]))
	if len(list.Content) == 0 {
		return at, "mycel", nil
	}
	return at, "mycel, ", nil
}

// lineAt returns a line, counted from 1, and where it begins.
func lineAt(raw []byte, number int) (int, string) {
	at := 0
	for line := range bytes.Lines(raw) {
		if number--; number == 0 {
			return at, string(line)
		}
		at += len(line)
	}
	return at, ""
}

// checkPlugins holds a new configuration against the old one: it has mycel before the
// same plugins, and all else is the same.
func checkPlugins(before *yaml.Node, content []byte) error {
	wrong := errors.New("the file with the plugin would say something else")
	after, err := mkdocsTop(content)
	if err != nil {
		return errors.Join(wrong, err)
	}
	list := valueOf(after, "plugins")
	if list == nil || len(list.Content) == 0 || list.Content[0].Value != "mycel" {
		return wrong
	}
	if old := valueOf(before, "plugins"); old == nil {
		after.Content = after.Content[:len(after.Content)-2]
	} else {
		list.Content = list.Content[1:]
	}
	if !alikeNodes(before, after) {
		return wrong
	}
	return nil
}

// alikeNodes reports whether two trees of YAML have the same values.
func alikeNodes(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Anchor == b.Anchor && slices.EqualFunc(a.Content, b.Content, alikeNodes)
}

// rewrite replaces a file by a new one with the same mode, in one step. A symbolic link
// stays, and the file that it names is replaced. The file must still be as it was read.
func rewrite(name string, old, content []byte) error {
	name, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".mycel-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(content)
	if err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Close()); err != nil {
		return err
	}
	now, err := files.Read(name, files.Most)
	if err != nil {
		return err
	}
	if string(now) != string(old) {
		return errors.New("another program changes the file")
	}
	return os.Rename(temp.Name(), name)
}
