package terms

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
)

// What other pages call a section is found like a link checker finds where links lead.

// maxTargets is how many pages a text may lead to: what leads to more ("here", "this
// guide") says nothing of any.
const maxTargets = 4

// menuPages is on how many pages of HTML two links stand behind each other where they are
// part of a menu: in the text of a page that does not happen.
const menuPages = 3

// reference is a link of one page to a section of another.
type reference struct {
	from    int // page
	link    int // of its document
	to      int // page
	section int // of it
}

// addresses knows the pages of a site by their addresses.
type addresses struct {
	pages   []*analyse.Page
	at      map[string]int // page by address, see canonical
	anchors []map[string]int
	prefix  string // that root-relative links have before the site's addresses
}

func newAddresses(pages []*analyse.Page) *addresses {
	a := &addresses{pages: pages, at: map[string]int{}, anchors: make([]map[string]int, len(pages))}
	// Its own addresses come before what a page was called once, or is called elsewhere.
	for _, names := range []func(d *document.Document) []string{
		func(d *document.Document) []string { return []string{d.ID} },
		func(d *document.Document) []string { return []string{d.URL} },
		func(d *document.Document) []string { return d.Aliases },
	} {
		for i, p := range pages {
			for _, name := range names(p.Doc) {
				if key := canonical(name); !a.has(key) {
					a.at[key] = i
				}
			}
		}
	}
	for i, p := range pages {
		a.anchors[i] = map[string]int{}
		for s, section := range p.Doc.Sections {
			if _, taken := a.anchors[i][section.Anchor]; !taken && section.Anchor != "" {
				a.anchors[i][section.Anchor] = s
			}
		}
	}
	a.findPrefix()
	return a
}

func (a *addresses) has(key string) bool {
	_, ok := a.at[key]
	return ok
}

// canonical brings the address of a page into one form: without scheme and host, slashes at
// its ends, endings, and names of index files.
func canonical(address string) string {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		_, address, _ = strings.Cut(rest, "/")
	}
	address = strings.Trim(path.Clean("/"+address), "/")
	for _, ending := range []string{".html", ".htm", ".md", ".mdx", ".markdown", ".txt"} {
		address = strings.TrimSuffix(address, ending)
	}
	for _, index := range []string{"index", "README", "readme", "_index"} {
		if address == index {
			return ""
		}
		address = strings.TrimSuffix(address, "/"+index)
	}
	return address
}

// findPrefix finds what root-relative links have before the addresses of the site's pages,
// as /docs or /en: what makes most of them lead somewhere.
func (a *addresses) findPrefix() {
	votes := map[string]int{}
	for _, p := range a.pages {
		for _, l := range p.Doc.Links {
			key, ok := rooted(l.Target)
			if !ok || a.has(key) {
				continue
			}
			for at, c := range key {
				if c == '/' && a.has(key[at+1:]) {
					votes[key[:at+1]]++
					break
				}
			}
		}
	}
	for prefix, n := range votes {
		if best := votes[a.prefix]; n > best || n == best && prefix < a.prefix {
			a.prefix = prefix
		}
	}
}

// rooted returns the canonical address of a link that begins with a slash.
func rooted(target string) (key string, ok bool) {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		return "", false
	}
	u, err := url.Parse(target)
	if err != nil {
		return "", false
	}
	return canonical(u.Path), true
}

// find returns the section that a link of a page leads to; ok is false if that is nowhere
// on the site, or on the page itself.
func (a *addresses) find(from int, target string) (to, section int, ok bool) {
	u, err := url.Parse(target)
	if err != nil {
		return 0, 0, false
	}
	doc := a.pages[from].Doc
	var keys []string
	switch {
	case u.Scheme != "" || u.Host != "":
		base, err := url.Parse(doc.URL)
		if err != nil || base.Host == "" || base.Host != u.Host {
			return 0, 0, false
		}
		keys = []string{canonical(u.Path)}
	case strings.HasPrefix(u.Path, "/"):
		key := canonical(u.Path)
		keys = []string{key}
		if rest, ok := strings.CutPrefix(key+"/", a.prefix); ok && a.prefix != "" {
			keys = append(keys, strings.TrimSuffix(rest, "/"))
		}
	case u.Path == "":
		return 0, 0, false
	default:
		// Sources name each other's files, and pages each other's addresses.
		keys = []string{beside(doc.ID, u.Path), beside(addressPath(doc.URL), u.Path)}
		if strings.HasSuffix(doc.ID, ".html") {
			slices.Reverse(keys)
		}
	}
	for _, key := range keys {
		if to, ok := a.at[key]; ok && to != from {
			return to, a.section(to, u.Fragment), true
		}
	}
	return 0, 0, false
}

// beside returns the canonical address of a relative link on the page at the path p.
func beside(p, relative string) string {
	dir, _ := path.Split(p)
	return canonical(path.Join("/"+dir, relative))
}

func addressPath(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Path
	}
	return address
}

// section returns the section with an anchor, or the first section of the page.
func (a *addresses) section(page int, anchor string) int {
	if s, ok := a.anchors[page][anchor]; ok {
		return s
	}
	if s, ok := a.anchors[page][strings.ToLower(anchor)]; ok {
		return s
	}
	return 0
}

// references returns the links between pages whose texts say what their targets are, in the order
// of allReferences.
func references(pages []*analyse.Page) []reference {
	all := allReferences(pages)
	name := func(r reference) string { return called(pages[r.from].Doc.Links[r.link].Text) }
	targets := map[string][]int{} // by text, at most maxTargets+1 pages
	for _, r := range all {
		if t := targets[name(r)]; len(t) <= maxTargets && !slices.Contains(t, r.to) {
			targets[name(r)] = append(t, r.to)
		}
	}
	return slices.DeleteFunc(all, func(r reference) bool { return len(targets[name(r)]) > maxTargets })
}

// allReferences returns the links between pages, by page, then in the order of its text. It returns a
// link once where a page calls a section the same again, and leaves out menus.
func allReferences(pages []*analyse.Page) (out []reference) {
	a := newAddresses(pages)
	menu := menus(pages)
	type named struct {
		from, to, section int
		text              string
	}
	seen := map[named]bool{}
	for i, p := range pages {
		for k, l := range p.Doc.Links {
			if menu[[2]int{i, k}] {
				continue
			}
			to, section, ok := a.find(i, l.Target)
			name := called(l.Text)
			if !ok || seen[named{i, to, section, name}] {
				continue
			}
			seen[named{i, to, section, name}] = true
			out = append(out, reference{i, k, to, section})
		}
	}
	return out
}

// called is a text without what does not tell it from others.
func called(text string) string { return strings.ToLower(text) }

// menus finds the links of HTML pages that are part of menus, breadcrumbs, tables of contents
// or footers: those that stand before or behind the same link on several pages.
func menus(pages []*analyse.Page) map[[2]int]bool {
	type pair [2]document.Link
	plain := func(l document.Link) document.Link { return document.Link{Target: path.Base(l.Target), Text: l.Text} }
	on := map[pair]int{}
	for _, p := range pages {
		links := p.Doc.Links
		here := map[pair]bool{}
		for i := 1; p.Doc.IsHTML() && i < len(links); i++ {
			here[pair{plain(links[i-1]), plain(links[i])}] = true
		}
		for x := range here {
			on[x]++
		}
	}
	out := map[[2]int]bool{}
	for k, p := range pages {
		links := p.Doc.Links
		for i := 1; p.Doc.IsHTML() && i < len(links); i++ {
			if on[pair{plain(links[i-1]), plain(links[i])}] >= menuPages {
				out[[2]int{k, i - 1}], out[[2]int{k, i}] = true, true
			}
		}
	}
	return out
}
