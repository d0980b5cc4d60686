package sitetool

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"github.com/pelletier/go-toml/v2"
	"gopkg.in/yaml.v3"
)

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

// mkdocsSettings says whether a configuration of MkDocs has the plugin, and the plugin of its own search.
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
