package markdown

import (
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// What front matter says about search is written differently for every generator:
//
//	draft: true                    Hugo, Docusaurus, Jekyll, Starlight: not published
//	unlisted: true                 Docusaurus: not to be found
//	pagefind: false                Starlight
//	search: false                  VuePress, Quarto, VitePress
//	search: {exclude, boost}       MkDocs Material
//	search_exclude: true           Just the Docs, Jekyll
//	noindex: true                  various; robots: noindex likewise
//	mycel: false                   ours, or a mapping with any of
//	mycel: {exclude, boost, title, meta: {…}, filters: {…}, sort: {…}}

// leftOut says why a page is not to be found, "" if it is.
func (f *frontMatter) leftOut() string {
	if isTrue(f.take("draft")) {
		return "is a draft"
	}
	is := func(value string, names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool {
			return strings.EqualFold(f.Scalars[name], value) || strings.EqualFold(f.nested[name], value)
		})
	}
	robots := strings.FieldsFunc(strings.ToLower(f.Scalars["robots"]), func(r rune) bool { return r == ',' || r == ' ' })
	switch {
	case is("true", "unlisted"):
		return "is unlisted"
	case is("true", "noindex") || slices.Contains(robots, "noindex") || slices.Contains(robots, "none"):
		return "asks not to be indexed (front matter)"
	case is("false", "pagefind", "search", "mycel"), is("true", "search.exclude", "search_exclude", "mycel.exclude"):
		return "is kept out of the search by its front matter"
	}
	return ""
}

// isTrue reads a switch as YAML's core schema writes it.
func isTrue(s string) bool { return strings.EqualFold(s, "true") }

// describe adds to a document what its front matter says beside the text.
func (f *frontMatter) describe(d *document.Document, o document.Options) {
	if title := f.nested["mycel.title"]; title != "" {
		d.Title = title
	}
	for _, name := range []string{"search.boost", "mycel.boost"} {
		text := f.nested[name]
		if text == "" {
			continue
		}
		boost, err := document.ParseBoost(text)
		if err != nil {
			d.Warnings = append(d.Warnings, err.Error())
			continue
		}
		d.Multiply(boost)
	}
	for _, name := range document.SortedKeys(f.nested) {
		f.assign(&d.Facets, name, f.nested[name])
	}
	for _, name := range document.SortedKeys(f.Nests) {
		f.assign(&d.Facets, name, f.Nests[name]...)
	}
	d.Choose(f.Scalars, f.Lists, o)
}

// assign reads a field of our own mapping: all its values. Some fields keep the first value.
func (f *frontMatter) assign(to *document.Facets, name string, values ...string) {
	if key, ok := strings.CutPrefix(name, "mycel.filters."); ok {
		to.AddFilters(key, values)
	}
	for _, value := range values {
		if key, ok := strings.CutPrefix(name, "mycel.meta."); ok {
			to.SetField(key, value)
		}
		if key, ok := strings.CutPrefix(name, "mycel.sort."); ok {
			to.SetSort(key, value)
		}
	}
}
