package markdown

import (
	"slices"
	"strings"

	"mycel/builder/ingest/document"
)

// keptOut has the fields by which each tool keeps pages out of its search. Keys are in the form
// of document.FieldKey, with a dot after the name of a mapping.
var keptOut = []struct {
	reason string
	yes    []string // fields that keep a page out if they are true
	no     []string // fields that keep a page out if they are false
}{
	{"is a draft", []string{"draft", "isdraft"}, nil}, // Hugo, Docusaurus, Starlight, Zola, Quartz
	{"is not published",
		[]string{"unpublished", "headless"}, // headless: a bundle of Hugo without a page
		[]string{
			"published", "publish", // Jekyll, Hexo; Obsidian
			"permalink",                  // Eleventy writes no file
			"render",                     // Zola
			"build.render", "build.list", // Hugo
		}},
	{"is unlisted", []string{"unlisted"}, nil},                     // Docusaurus
	{"is hidden", []string{"hidden", "private", "isprivate"}, nil}, // GitBook, ReadMe, Mintlify, Relearn
	{"asks not to be indexed (front matter)",
		[]string{"noindex", "robotsnoindex", "norobots", "seo.noindex", "seo.robots.noindex", "robots.noindex"},
		[]string{"robots.index", "seo.index"}},
	{"is kept out of the search by its front matter",
		[]string{
			"search.exclude",                                                                                                      // Material for MkDocs
			"searchexclude",                                                                                                       // Just the Docs, Hextra
			"excludesearch", "excludefromsearch", "searchhidden", "hidesearch", "hidefromsearch", "nosearch", "booksearchexclude", // themes of Hugo
			"disablesearch", "search.hidden", "search.disable", "search.disabled", "mycel.exclude",
		},
		[]string{
			"search", "searchable", "pagefind", "docsearch", "algolia", "mycel", // VitePress, VuePress, Quarto; Nextra; Starlight
			"searchindex", "insearchindex", "indexable", "search.enabled", "search.index", // Zola
		}},
}

// hiddenStates are values of status or visibility that keep a page from the public.
var hiddenStates = []string{"draft", "hidden", "private", "unlisted", "unpublished"}

// leftOut returns the reason why a page is kept out of the search, "" if it is not.
func (f *frontMatter) leftOut() string {
	said := map[string]string{}
	for _, fields := range []map[string]string{f.Scalars, f.nested} {
		for _, key := range document.SortedKeys(fields) {
			said[document.FieldKey(key)] = strings.ToLower(fields[key])
		}
	}
	for _, key := range document.SortedKeys(f.Scalars) {
		if document.FieldKey(key) == "draft" {
			delete(f.Scalars, key)
		}
	}
	for _, rule := range keptOut {
		if slices.ContainsFunc(rule.yes, func(key string) bool { return isTrue(said[key]) }) ||
			slices.ContainsFunc(rule.no, func(key string) bool { return isFalse(said[key]) }) {
			return rule.reason
		}
	}
	for _, key := range []string{"status", "visibility"} {
		if state := said[key]; slices.Contains(hiddenStates, state) {
			return "is " + state
		}
	}
	if f.noIndex || saysNoIndex(said["robots"]) || saysNoIndex(said["seo.robots"]) {
		return "asks not to be indexed (front matter)"
	}
	return ""
}

// saysNoIndex reports whether the content of a <meta name="robots"> forbids indexing.
func saysNoIndex(robots string) bool {
	words := strings.FieldsFunc(strings.ToLower(robots), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.Contains(words, "noindex") || slices.Contains(words, "none")
}

// hasRobots reports whether a field head, as VitePress and Starlight use it, contains a
// <meta name="robots"> that forbids indexing.
func hasRobots(value any) bool {
	switch v := value.(type) {
	case []any:
		return slices.ContainsFunc(v, hasRobots)
	case map[string]any:
		name, _ := v["name"].(string)
		content, _ := v["content"].(string)
		return strings.EqualFold(name, "robots") && saysNoIndex(content) || hasRobots(v["attrs"])
	}
	return false
}

// isTrue and isFalse accept every spelling of a switch in YAML, and Hugo's own.
func isTrue(s string) bool { return slices.Contains([]string{"true", "yes", "on", "y", "1"}, s) }
func isFalse(s string) bool {
	return slices.Contains([]string{"false", "no", "off", "n", "0", "never"}, s)
}

// describe adds the values of the front matter to a document, except its text.
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

// assign sets a field of the mapping mycel from all its values. Some fields keep an earlier
// value.
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
