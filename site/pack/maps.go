package main

import (
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// mapPage packs the map in two ways: the element, for pages of a site, and the page in a bundle
// with the element in its script, which the command overview puts into the page.
func (p *packer) mapPage() error {
	for input, output := range map[string]string{filepath.Join(p.client, "ui", "map.js"): "map/map", filepath.Join(p.maps, "page.js"): "map/page"} {
		if err := p.one(api.EntryPoint{InputPath: input, OutputPath: output}, p.pageImports("index.js")); err != nil {
			return err
		}
	}
	page, err := os.ReadFile(filepath.Join(p.maps, "index.html"))
	if err != nil {
		return err
	}
	style, err := readStyle(filepath.Join(p.maps, "map.css"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.out, "map", "map.css"), style, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(p.out, "map", "index.html"), comments.ReplaceAllLiteral(page, nil), 0o644)
}
