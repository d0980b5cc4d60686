package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mycel"
	"mycel/builder/atlas"
	"mycel/builder/searchpage"
	"mycel/cmd/mycel/internal/single"
	"mycel/cmd/mycel/internal/terminal"
	"mycel/cmd/mycel/internal/usage"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/files"
	"mycel/site"
)

func newOverviewCommand(p *program) *cobra.Command {
	var bundle string
	var budget int
	var json bool
	var picture mapFlags
	cmd := &cobra.Command{
		Use:   "overview --bundle OUT [TOPIC…]",
		Short: "Print summaries of the documents on a topic",
		Long: `Overview prints summaries of the documents on a topic, the most general first, in
sentences of the documents. Without a topic it prints summaries of all documents.

With --html it writes a page with a map of all documents instead: communities of
documents that mention the same names, each with the names that set it apart.

Words are joined. A topic without summaries is not a failure: the exit code is 0.`,
		Example: `  mycel overview --bundle public/mycel ownership
  mycel overview --bundle public/mycel --token-budget 500 --json
  mycel overview --bundle public/mycel --html map.html`,
		RunE: func(cmd *cobra.Command, words []string) error {
			if err := picture.check(cmd.Flags(), words); err != nil {
				return err
			}
			b, err := openBundle(cmd.Context(), "overview", bundle)
			if err != nil {
				return err
			}
			if picture.path != "" {
				return picture.write(cmd.Context(), p, b, bundle)
			}
			found, err := b.Overview(cmd.Context(), strings.Join(words, " "), budget)
			if err != nil {
				return err
			}
			return p.writeFound(found, json, "overview", found.Reason, func(page *bytes.Buffer) { writeOverview(page, found) })
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&bundle, "bundle", "", "`DIR` of the bundle, or its address on a web server")
	f.Var(number(&budget, 1, math.MaxInt32), "token-budget", fmt.Sprintf("tokens at most (default %d)", engine.DefaultTokenBudget))
	f.BoolVar(&json, "json", false, "print it as JSON, as the browser gets it")
	picture.register(f)
	return cmd
}

func writeOverview(page *bytes.Buffer, o *answer.Overview) {
	fmt.Fprintf(page, "%s\n\n", terminal.Lines(o.Context))
	for _, s := range o.Summaries {
		var sections []string
		for _, from := range s.Sections {
			sections = append(sections, address(from))
		}
		fmt.Fprintf(page, "[%d] %s\n", s.N, terminal.Printable(strings.Join(sections, ", ")))
	}
	fmt.Fprintf(page, "at most %s%s\n", terminal.Quantity(o.Tokens, "token", "tokens"), cutNote(o.Truncated))
}

// mapFlags ask for a map instead of summaries.
type mapFlags struct {
	path string
	root string
}

func (m *mapFlags) register(f *pflag.FlagSet) {
	f.StringVar(&m.path, "html", "", "draw a map of all documents into `FILE`, a page that needs no other file")
	f.StringVar(&m.root, "root", "", "`URL` that links of the map start from (default: the site of the bundle)")
}

func (m *mapFlags) check(f *pflag.FlagSet, topic []string) error {
	switch {
	case m.path == "" && m.root != "":
		return usage.Errorf("overview: --root is for --html")
	case m.path == "":
		return nil
	case len(topic) > 0:
		return usage.Errorf("overview: --html draws all documents: leave out the topic %q", strings.Join(topic, " "))
	case f.Changed("json") || f.Changed("token-budget"):
		return usage.Errorf("overview: --html excludes --json and --token-budget")
	}
	switch strings.ToLower(filepath.Ext(m.path)) {
	case ".html", ".htm":
		return nil
	}
	return usage.Errorf("overview: --html: got %s, want a name that ends in .html", m.path)
}

// write writes the map of a bundle into one page.
func (m *mapFlags) write(ctx context.Context, p *program, b *mycel.Bundle, place string) error {
	files, err := p.runtime()
	if err != nil {
		return err
	}
	drawn, err := atlas.Make(ctx, b)
	if err != nil {
		return err
	}
	root := m.root
	if root == "" {
		root = siteOf(place, m.path)
	}
	page, err := mapPage(files, drawn, root)
	if err != nil {
		return err
	}
	if err := single.Replace(m.path, page); err != nil {
		return err
	}
	regions := 0
	for _, g := range drawn.Groups {
		if g.Parent < 0 {
			regions++
		}
	}
	_, err = fmt.Fprintf(p.err, "Wrote %s: %s in %s, %s.\n", m.path, terminal.Quantity(len(drawn.Pages.Title), "page", "pages"), terminal.Quantity(regions, "topic", "topics"), terminal.Bytes(int64(len(page))))
	return err
}

// siteOf returns the relative path from a file to the site of a bundle. A bundle on a web server
// is assumed to lie in a folder of its site.
func siteOf(bundle, file string) string {
	if strings.Contains(bundle, "://") {
		return strings.TrimSuffix(bundle, "/") + "/../"
	}
	page, err := files.Read(filepath.Join(bundle, "index.html"), files.Most)
	if err != nil {
		return "./"
	}
	return wayTo(filepath.Join(bundle, filepath.FromSlash(searchpage.SiteRoot(page))), file)
}

// wayTo returns the way from a file to a folder, with a slash at its end; "./" if there is none.
func wayTo(folder, file string) string {
	from, err1 := filepath.Abs(filepath.Dir(file))
	to, err2 := filepath.Abs(folder)
	way, err3 := filepath.Rel(from, to)
	if err1 != nil || err2 != nil || err3 != nil {
		return "./"
	}
	return filepath.ToSlash(way) + "/"
}

// The elements of the map's page that refer to other files.
const (
	mapIcon   = `<link rel="icon" href="../icon.svg" type="image/svg+xml">`
	mapStyle  = `<link rel="stylesheet" href="./map.css">`
	mapScript = `<script type="module" src="./page.js"></script>`
	mapTag    = `<mycel-map wheel param="at"></mycel-map>`
	mapSearch = `<a id="search" href="../">Search</a>`
)

// mapPage returns the page of the map with scripts and data in the page.
func mapPage(files fs.FS, drawn *atlas.Map, root string) ([]byte, error) {
	page, err := fs.ReadFile(files, site.MapFolder+"/index.html")
	if err != nil {
		return nil, err
	}
	script, err := fs.ReadFile(files, site.MapFolder+"/page.js")
	if err != nil {
		return nil, err
	}
	style, err := fs.ReadFile(files, site.MapFolder+"/map.css")
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(drawn) // it escapes <, so the data cannot end the script
	if err != nil {
		return nil, err
	}
	language, _ := searchpage.Language(drawn.Language, files)
	page = searchpage.SetLanguage(searchpage.SetSiteRoot(page, root), language, nil)
	for _, part := range []struct{ what, with string }{
		{mapIcon, ""},
		{mapStyle, "<style>" + strings.TrimSpace(string(style)) + "</style>"},
		{mapSearch, ""},
		{mapScript, `<script type="module">` + strings.ReplaceAll(string(script), "</script", `<\/script`) + "</script>"},
		{mapTag, `<mycel-map wheel param="at" data="#mycel-map-data"></mycel-map>` + "\n      " + `<script type="application/json" id="mycel-map-data">` + string(data) + "</script>"},
	} {
		if bytes.Count(page, []byte(part.what)) != 1 {
			return nil, fmt.Errorf("the page of the map must have %s once", part.what)
		}
		page = bytes.Replace(page, []byte(part.what), []byte(part.with), 1)
	}
	return page, nil
}
