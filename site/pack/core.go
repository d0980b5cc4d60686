package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// core is the entry of the client, client/index.js, which the client's other files import. It has all code that a page
// needs before the first answer, so that a page waits for one file only.
type core struct {
	modules map[string]bool   // modules of the core, by absolute path
	later   map[string]string // files of the modules of later, in client/ui, by module
}

// later are the modules that core imports when it needs them: the engine on the page's thread,
// a search in several bundles, and a search in a set. All import core.
var later = []string{"session/session.js", "api/several.js", "api/set.js"}

// core packs what index.js and bundles.js need before the first answer, with the modules of later.
// Core exports everything that its modules export. Without this, the client would be in a page
// with both entries twice, or in a chunk for each set of entries.
func (p *packer) core(worker string) (core, error) {
	c := core{modules: map[string]bool{}, later: map[string]string{}}
	for _, module := range later {
		c.later[filepath.Base(module)] = filepath.Base(module)
	}
	modules, err := p.exportAll(worker, c.later, false, "index.js", "ui/bundles.js")
	if err != nil {
		return core{}, err
	}
	for _, module := range modules {
		c.modules[filepath.Join(p.client, module)] = true
	}
	for _, module := range later {
		name := filepath.Base(module)
		if c.later[name], err = p.alone(module, "client/ui/"+strings.TrimSuffix(name, ".js"), c.imports("../")); err != nil {
			return core{}, err
		}
	}
	_, err = p.exportAll(worker, c.later, true, modules...)
	return c, err
}

// exportAll packs a file client/index.js that exports what modules export, if write is true. It returns
// all modules that the file has. later has the files of other modules, which it imports.
func (p *packer) exportAll(worker string, later map[string]string, write bool, modules ...string) ([]string, error) {
	var text strings.Builder
	for _, module := range modules {
		fmt.Fprintf(&text, "export * from %q;\n", "./"+filepath.ToSlash(module))
	}
	o := p.common()
	o.Write = write
	o.Stdin = &api.StdinOptions{Contents: text.String(), ResolveDir: p.client, Sourcefile: "core.js"}
	o.Outdir = filepath.Join(p.out, "client")
	o.EntryNames = "index"
	o.Plugins = []api.Plugin{leave("./ui/", later), replace(`[/\\]moduleworker\.js$`, "./worker.js", "./"+worker)}
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

// imports makes imports of core's modules imports of core, whose folder is dir.
func (c core) imports(dir string) api.Plugin {
	return api.Plugin{Name: "core", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			if !c.modules[filepath.Join(a.ResolveDir, a.Path)] {
				return api.OnResolveResult{}, nil
			}
			return api.OnResolveResult{Path: dir + "index.js", External: true}, nil
		})
	}}
}

// leave leaves imports of modules to the browser. files has the file of each module in dir, by the
// module's base name.
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
