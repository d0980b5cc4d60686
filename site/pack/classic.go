package main

import (
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// classics packs the worker, the search page and the elements as classic scripts. These find the
// bundle in the page (js/src/embedded.js), because a classic script does not know its own address.
func (p *packer) classics() error {
	for _, from := range []string{filepath.Join(p.client, "worker.js"), filepath.Join(p.page, "page.js"), filepath.Join(p.client, "classic.js")} {
		o := p.common()
		o.Format = api.FormatIIFE
		o.Charset = api.CharsetASCII // browsers read classic scripts in the encoding of the page
		o.Outdir = p.classic
		o.EntryPoints = []string{from}
		o.Define = map[string]string{"import.meta.url": "address"}
		o.Banner = map[string]string{"js": `"use strict";var address=globalThis.document?.baseURI;`}
		o.Plugins = []api.Plugin{p.pageImports("embedded.js"), p.elementImports()}
		if _, err := build(o); err != nil {
			return err
		}
	}
	return nil
}

// elementImports makes the elements open the bundle in the page.
func (p *packer) elementImports() api.Plugin {
	return api.Plugin{Name: "elements", Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: `^\.\./api/client\.js$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: filepath.Join(p.client, "embedded.js")}, nil
		})
	}}
}
