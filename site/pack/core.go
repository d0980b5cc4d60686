package main

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// core is the file that the client's other files share.
type core struct {
	name    string            // of the file, in client/ui
	modules map[string]bool   // modules of the core, by absolute path
	later   map[string]string // files of the modules of later, in client/ui, by module
}

// later are the modules that core imports when it needs them: the engine on the page's thread,
// a search in several bundles, and a search in a set. All import core.
var later = map[string]string{"session": "session/session.js", "several": "api/several.js", "set": "api/set.js"}

// core packs what index.js and bundles.js need before the first answer, with the modules of later.
// Core exports everything that its modules export. Without this, the client would be in a page
// with both entries twice, or in a chunk for each set of entries.
func (p *packer) core(worker string) (core, error) {
	modules, err := p.exportAll(worker, false, "index.js", "ui/bundles.js")
	if err != nil {
		return core{}, err
	}
	if _, err := p.exportAll(worker, true, modules...); err != nil {
		return core{}, err
	}
	c := core{name: "core.js", modules: map[string]bool{}, later: map[string]string{}}
	for _, module := range modules {
		c.modules[filepath.Join(p.client, module)] = true
	}
	files := []string{c.name}
	for _, name := range slices.Sorted(maps.Keys(later)) {
		if err := p.one(p.entry(later[name], "client/ui/"+name), c.imports("./")); err != nil {
			return core{}, err
		}
		files = append(files, name+".js")
	}
	names, err := nameByContents(filepath.Join(p.out, "client", "ui"), files)
	if err != nil {
		return core{}, err
	}
	c.name = names[c.name]
	for name, module := range later {
		c.later[filepath.Base(module)] = names[name+".js"]
	}
	return c, nil
}

// exportAll packs a file core.js that exports what modules export, if write is true. It returns
// all modules that the file has.
func (p *packer) exportAll(worker string, write bool, modules ...string) ([]string, error) {
	var text strings.Builder
	for _, module := range modules {
		fmt.Fprintf(&text, "export * from %q;\n", "./"+filepath.ToSlash(module))
	}
	files := map[string]string{}
	for name, module := range later {
		files[filepath.Base(module)] = name + ".js"
	}
	o := p.common()
	o.Write = write
	o.Stdin = &api.StdinOptions{Contents: text.String(), ResolveDir: p.client, Sourcefile: "core.js"}
	o.Outdir = filepath.Join(p.out, "client", "ui")
	o.EntryNames = "core"
	o.Plugins = []api.Plugin{leave("./", files), replace(`[/\\]moduleworker\.js$`, "./worker.js", "../"+worker)}
	m, err := build(o)
	if err != nil {
		return nil, err
	}
	var all []string
	for input := range m.Inputs {
		module, err := filepath.Rel(p.client, filepath.Join(p.out, input))
		if err != nil {
			return nil, err
		}
		if module != o.Stdin.Sourcefile {
			all = append(all, module)
		}
	}
	slices.Sort(all)
	return all, nil
}

// imports makes imports of core's modules imports of core; dir leads to its folder.
func (c core) imports(dir string) api.Plugin {
	return api.Plugin{Name: "core", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if !c.modules[filepath.Join(a.ResolveDir, a.Path)] {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: dir + c.name, External: true}, nil
		})
	}}
}

// leave leaves imports of modules to the browser; files has the file of each in dir by the module's
// base name.
func leave(dir string, files map[string]string) api.Plugin {
	return api.Plugin{Name: "leave", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if file, found := files[filepath.Base(a.Path)]; found {
				return api.OnResolveResult{Path: dir + file, External: true}, nil
			}
			return api.OnResolveResult{}, nil
		})
	}}
}

// nameByContents adds a hash of all the files of a folder to the name of each, also where they
// import one another: a file cannot have a hash of its own in a circle of imports. It returns the
// new names.
func nameByContents(dir string, files []string) (map[string]string, error) {
	contents := map[string][]byte{}
	hash := sha256.New()
	for _, file := range files {
		content, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return nil, err
		}
		contents[file] = content
		hash.Write(content)
	}
	stamp := base32.StdEncoding.EncodeToString(hash.Sum(nil)[:5])
	names := map[string]string{}
	var changes []string
	for _, file := range files {
		names[file] = strings.TrimSuffix(file, "js") + stamp + ".js"
		changes = append(changes, `"./`+file+`"`, `"./`+names[file]+`"`)
	}
	imports := strings.NewReplacer(changes...)
	for _, file := range files {
		if err := os.Remove(filepath.Join(dir, file)); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, names[file]), []byte(imports.Replace(string(contents[file]))), 0o644); err != nil {
			return nil, err
		}
	}
	return names, nil
}
