package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// metafile is the part of esbuild's report that is used.
type metafile struct {
	Outputs map[string]struct {
		Bytes   int `json:"bytes"`
		Imports []struct {
			Path string `json:"path"`
			Kind string `json:"kind"`
		} `json:"imports"`
	} `json:"outputs"`
}

// build runs esbuild. A warning is an error, because a build should have none.
func build(o api.BuildOptions) (*metafile, error) {
	result := api.Build(o)
	if err := errorOf(append(result.Errors, result.Warnings...)); err != nil {
		return nil, err
	}
	var m metafile
	return &m, json.Unmarshal([]byte(result.Metafile), &m)
}

// errorOf returns the messages of esbuild as one error, or nil if there are none.
func errorOf(messages []api.Message) error {
	var errs []error
	for _, m := range messages {
		at := ""
		if m.Location != nil {
			at = fmt.Sprintf("%s:%d: ", m.Location.File, m.Location.Line)
		}
		errs = append(errs, errors.New(at+m.Text))
	}
	return errors.Join(errs...)
}

// imported lists the modules that must be loaded before a module runs, without the module itself,
// in the order of their first mention.
func (m *metafile) imported(name string) []string {
	var all []string
	seen := map[string]bool{name: true}
	for next := []string{name}; len(next) > 0; next = next[1:] {
		for _, i := range m.Outputs[next[0]].Imports {
			if i.Kind == "import-statement" && !seen[i.Path] {
				seen[i.Path] = true
				all = append(all, i.Path)
				next = append(next, i.Path)
			}
		}
	}
	return all
}

// nameImports changes modules that import another at run time: they request everything that the
// other imports at the same time. Otherwise a browser would discover these files one after the
// other.
func (p *packer) nameImports(m *metafile) error {
	for _, name := range slices.Sorted(maps.Keys(m.Outputs)) {
		known := append(m.imported(name), name)
		for _, i := range m.Outputs[name].Imports {
			if i.Kind != "dynamic-import" {
				continue
			}
			var more []string
			for _, path := range m.imported(i.Path) {
				if !slices.Contains(known, path) {
					more = append(more, path)
				}
			}
			if err := p.importAll(name, i.Path, more); err != nil {
				return err
			}
		}
	}
	return nil
}

// importAll changes the only import() of a module in another so that it also loads further modules
// at the same time.
func (p *packer) importAll(name, module string, more []string) error {
	if len(more) == 0 {
		return nil
	}
	path := filepath.Join(p.out, name)
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	statement := func(module string) (string, error) {
		rel, err := filepath.Rel(filepath.Dir(name), module)
		return fmt.Sprintf(`import("./%s")`, filepath.ToSlash(rel)), err
	}
	one, err := statement(module)
	if err != nil {
		return err
	}
	if strings.Count(string(content), one) != 1 {
		return fmt.Errorf("%s: want %s in it once", name, one)
	}
	all := one
	for _, module := range more {
		other, err := statement(module)
		if err != nil {
			return err
		}
		all += "," + other
	}
	changed := strings.Replace(string(content), one, "Promise.all(["+all+"]).then(([m])=>m)", 1)
	return os.WriteFile(path, []byte(changed), 0o644)
}

// dropEmpty removes empty modules, which browsers would fetch. esbuild makes one if an entry is
// imported by another entry.
func (p *packer) dropEmpty(m *metafile) error {
	for name, output := range m.Outputs {
		kept := output.Imports[:0]
		for _, i := range output.Imports {
			if i.Kind != "import-statement" || m.Outputs[i.Path].Bytes > 0 {
				kept = append(kept, i)
				continue
			}
			if err := dropImport(filepath.Join(p.out, name), filepath.Base(i.Path)); err != nil {
				return err
			}
		}
		output.Imports = kept
		m.Outputs[name] = output
	}
	for name, output := range m.Outputs {
		if output.Bytes == 0 {
			if err := os.Remove(filepath.Join(p.out, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropImport removes the statement that imports a module for its effects.
func dropImport(path, module string) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, after, found := strings.Cut(string(content), module+`";`)
	start := strings.LastIndex(before, `import"`)
	if !found || start < 0 || strings.Contains(before[start+len(`import"`):], `"`) {
		return fmt.Errorf("%s: no statement that imports %s and nothing of it", path, module)
	}
	return os.WriteFile(path, []byte(before[:start]+after), 0o644)
}
