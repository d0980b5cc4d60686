// Command pack makes the browser's files from the client's modules, the search page and the
// playground. There are few files, so that a first search waits for few responses. A file
// that only other scripts name has a content hash in its name.
//
//	go run ./site/pack -client js/src -page site/page -playground site/playground -map site/map -out site/dist -classic site/classic
//
// The folder in -classic receives the same code as classic scripts, for pages that are opened
// from a disk.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	var p packer
	flag.StringVar(&p.client, "client", "js/src", "`DIR` of the client's modules")
	flag.StringVar(&p.page, "page", "site/page", "`DIR` of the search page")
	flag.StringVar(&p.playground, "playground", "site/playground", "`DIR` of the playground")
	flag.StringVar(&p.maps, "map", "site/map", "`DIR` of the page of the map")
	flag.StringVar(&p.out, "out", "site/dist", "`DIR` to write to")
	flag.StringVar(&p.classic, "classic", "site/classic", "`DIR` for scripts that are no modules")
	flag.Parse()
	if err := p.run(); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

type packer struct {
	client, page, playground, maps, out, classic string
}

func (p *packer) run() error {
	for _, dir := range []*string{&p.client, &p.page, &p.playground, &p.maps, &p.out, &p.classic} {
		abs, err := filepath.Abs(*dir)
		if err != nil {
			return err
		}
		*dir = abs
	}
	if err := p.styles(); err != nil {
		return err
	}
	worker, err := p.alone("worker.js", "client/worker")
	if err != nil {
		return err
	}
	onDemand, words, err := p.modules(worker)
	if err != nil {
		return err
	}
	if err := p.searchPage(worker, onDemand, words); err != nil {
		return err
	}
	for from, to := range map[string]string{
		filepath.Join(p.page, "icon.svg"):             "icon.svg", // pages find it by name
		filepath.Join(p.playground, "index.html"):     "playground/index.html",
		filepath.Join(p.playground, "playground.css"): "playground/playground.css",
	} {
		if err := copyFile(from, filepath.Join(p.out, to)); err != nil {
			return err
		}
	}
	if err := p.mapPage(); err != nil {
		return err
	}
	if err := p.serviceWorker(); err != nil {
		return err
	}
	return p.classics()
}

// common are the options of every run: syntax for browsers of the last years, as small as
// possible.
func (p *packer) common() api.BuildOptions {
	return api.BuildOptions{
		Bundle:            true,
		Write:             true,
		Metafile:          true,
		Format:            api.FormatESModule,
		Platform:          api.PlatformBrowser,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		KeepNames:         false,
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelSilent,
		Charset:           api.CharsetUTF8,
		Outdir:            p.out,
		AbsWorkingDir:     p.out,
	}
}

// alone packs a module and its imports into one file, and returns its name.
func (p *packer) alone(input, output string, plugins ...api.Plugin) (string, error) {
	o := p.common()
	o.Plugins = plugins
	o.EntryPointsAdvanced = []api.EntryPoint{p.entry(input, output)}
	o.EntryNames = "[dir]/[name].[hash]"
	m, err := build(o)
	if err != nil {
		return "", err
	}
	for name := range m.Outputs {
		return filepath.Base(name), nil
	}
	return "", errors.New(input + " has no output")
}

// one packs a module and its imports, as plugins say, into one file that keeps its name.
func (p *packer) one(e api.EntryPoint, plugins ...api.Plugin) error {
	o := p.common()
	o.EntryPointsAdvanced = []api.EntryPoint{e}
	o.Plugins = plugins
	_, err := build(o)
	return err
}

// entry is a module that keeps its name, because others name it: pages, and mycel-lab the engine.
func (p *packer) entry(input, output string) api.EntryPoint {
	return api.EntryPoint{InputPath: filepath.Join(p.client, filepath.FromSlash(input)), OutputPath: output}
}

// modules packs the client. Every entry imports core, so that a page with several has it once. The dialog is a file, and its results are another; they share nothing. modules
// returns the files in client/ui of modules that a page imports when it needs them, by module, and
// the file with the words of the elements.
func (p *packer) modules(worker string) (map[string]string, *words, error) {
	c, err := p.core(worker)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range []struct {
		entry api.EntryPoint
		core  string
	}{
		{p.entry("pagefind.js", "client/pagefind"), "./"},
		{api.EntryPoint{InputPath: filepath.Join(p.page, "pagefind.js"), OutputPath: "pagefind"}, "./client/"},
		{api.EntryPoint{InputPath: filepath.Join(p.playground, "playground.js"), OutputPath: "playground/playground"}, "../client/"},
	} {
		if err := p.one(e.entry, p.pageImports("index.js"), c.imports(e.core)); err != nil {
			return nil, nil, err
		}
	}
	if err := p.one(p.entry("engine/engine.js", "client/engine")); err != nil {
		return nil, nil, err
	}
	onDemand := map[string]string{} // by panel
	for _, name := range []string{"whyview", "answer", "reveal"} {
		file, err := p.alone("ui/"+name+".js", "client/ui/"+name)
		if err != nil {
			return nil, nil, err
		}
		onDemand[name+".js"] = file
	}
	words, err := p.words()
	if err != nil {
		return nil, nil, err
	}
	list, err := p.alone("ui/list.js", "client/ui/list", leave("./", onDemand))
	if err != nil {
		return nil, nil, err
	}
	panel, err := p.alone("ui/panel.js", "client/ui/panel",
		leave("./", onDemand), leave("./", map[string]string{"list.js": list}),
		dictionaries(words, words.load("./")),
	)
	if err != nil {
		return nil, nil, err
	}
	if err := p.one(p.entry("ui/words.js", "client/ui/words")); err != nil {
		return nil, nil, err
	}
	define := p.entry("ui/define.js", "client/ui/define")
	if err := p.one(define, leave("./", map[string]string{"panel.js": panel, "reveal.js": onDemand["reveal.js"]}), leave("../", map[string]string{"bundles.js": "index.js"})); err != nil {
		return nil, nil, err
	}
	maps.Copy(onDemand, c.later)
	return onDemand, words, nil
}

// serviceWorker packs the service worker as a classic script, so that service workers of sites can
// import it.
func (p *packer) serviceWorker() error {
	o := p.common()
	o.Format = api.FormatIIFE
	o.EntryPointsAdvanced = []api.EntryPoint{{InputPath: filepath.Join(p.client, "serviceworker.js"), OutputPath: "mycel-sw"}}
	_, err := build(o)
	return err
}

// pageImports resolves imports of the client in pages. In a bundle the client is in client/, for
// the playground one folder up; index is the module to use for index.js.
func (p *packer) pageImports(index string) api.Plugin {
	return api.Plugin{Name: "page", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.\.?/client/`}, func(a api.OnResolveArgs) (api.OnResolveResult, error) {
			_, name, _ := strings.Cut(a.Path, "/client/")
			if name == "index.js" {
				name = index
			}
			return api.OnResolveResult{Path: filepath.Join(p.client, name)}, nil
		})
	}}
}

// replace replaces one string in the modules whose path matches filter. It is an error if the
// string is missing, because then the module has changed.
func replace(filter, old, text string) api.Plugin {
	return api.Plugin{Name: "replace " + old, Setup: func(b api.PluginBuild) {
		b.OnLoad(api.OnLoadOptions{Filter: filter}, func(a api.OnLoadArgs) (api.OnLoadResult, error) {
			content, err := os.ReadFile(a.Path)
			if err != nil {
				return api.OnLoadResult{}, err
			}
			if strings.Count(string(content), old) != 1 {
				return api.OnLoadResult{}, fmt.Errorf("%s: want %s in it once", a.Path, old)
			}
			changed := strings.Replace(string(content), old, text, 1)
			return api.OnLoadResult{Contents: &changed, Loader: api.LoaderJS}, nil
		})
	}}
}
