package terms

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"mycel/builder/address"
	"mycel/builder/analyse"
	"mycel/builder/ingest/document"
)

// Links between pages are resolved as a link checker resolves them. Their texts are names that other pages give a
// section.

// maxTargets is the most pages that a text of links may lead to. A text with more targets ("here", "this guide")
// describes none of them.
const maxTargets = 4

// menuPages is the number of HTML pages on which two links follow each other from which they are part of a menu.
// This does not happen in the texts of pages.
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
	at      map[string]int   // page by the key of its address
	anchors []map[string]int // of each page: section by id, and by the key of an id
	prefix  string           // prefix of root-relative links before the site's addresses
}

func newAddresses(pages []*analyse.Page) *addresses {
	a := &addresses{pages: pages, at: map[string]int{}, anchors: make([]map[string]int, len(pages))}
	// A page's own addresses come before its former and its other addresses.
	for _, names := range []func(d *document.Document) []string{
		func(d *document.Document) []string { return []string{d.ID} },
		func(d *document.Document) []string { return []string{d.URL} },
		func(d *document.Document) []string { return d.Aliases },
	} {
		for i, p := range pages {
			for _, name := range names(p.Doc) {
				if key := address.Page(name); !a.has(key) {
					a.at[key] = i
				}
			}
		}
	}
	for i, p := range pages {
		a.anchors[i] = map[string]int{}
		for _, key := range []func(string) string{func(id string) string { return id }, address.Section} { // the exact id comes first
			for s, section := range p.Doc.Sections {
				if _, taken := a.anchors[i][key(section.Anchor)]; !taken && section.Anchor != "" {
					a.anchors[i][key(section.Anchor)] = s
				}
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

// findPrefix finds the prefix that root-relative links have before the addresses of the site's pages, such as
// /docs or /en: the prefix with which most of these links lead to a page.
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

// rooted returns the key of a link that begins with a slash.
func rooted(target string) (key string, ok bool) {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") {
		return "", false
	}
	u, err := url.Parse(target)
	if err != nil {
		return "", false
	}
	return address.Page(u.EscapedPath()), true
}

// keys returns the keys of the pages to which a link may lead; the first existing page counts. It returns nil if
// the link leads to another site, or to its own page.
func (a *addresses) keys(from int, u *url.URL) []string {
	doc := a.pages[from].Doc
	switch {
	case u.Opaque != "":
		return nil // mailto: and the like
	case u.Scheme != "" || u.Host != "":
		base, err := url.Parse(doc.URL)
		if err != nil || base.Host == "" || !strings.EqualFold(base.Host, u.Host) {
			return nil
		}
		return []string{address.Page(u.EscapedPath())}
	case strings.HasPrefix(u.Path, "/"):
		key := address.Page(u.EscapedPath())
		keys := []string{key}
		if rest, ok := strings.CutPrefix(key+"/", a.prefix); ok && a.prefix != "" {
			keys = append(keys, strings.TrimSuffix(rest, "/"))
		}
		return keys
	case u.Path == "":
		return nil
	}
	// Sources name each other's files, and pages each other's addresses.
	keys := []string{address.Beside(doc.ID, u.EscapedPath()), address.Beside(doc.URL, u.EscapedPath())}
	if strings.HasSuffix(doc.ID, ".html") {
		slices.Reverse(keys)
	}
	return keys
}

// find returns the section to which a link of a page leads; ok is false if it leads to no other page of the site.
// lost is the key of the missing page if the link is written like one within the site.
func (a *addresses) find(from int, target string) (to, section int, ok bool, lost string) {
	u, err := url.Parse(target)
	if err != nil {
		return 0, 0, false, ""
	}
	keys := a.keys(from, u)
	for _, key := range keys {
		if to, ok := a.at[key]; ok {
			return to, a.section(to, u.Fragment), to != from, ""
		}
	}
	if len(keys) == 0 || !address.MayBePage(u.EscapedPath()) {
		return 0, 0, false, ""
	}
	return 0, 0, false, "/" + keys[0]
}

// section returns the section with an id, or the first section of the page.
func (a *addresses) section(page int, id string) int {
	for _, key := range []string{id, address.Section(id)} {
		if s, ok := a.anchors[page][key]; ok {
			return s
		}
	}
	return 0
}

// references returns the links between pages whose texts describe their targets, in the order of FindLinks.
func references(pages []*analyse.Page) []reference {
	all := FindLinks(pages).refs
	name := func(r reference) string { return called(pages[r.from].Doc.Links[r.link].Text) }
	targets := map[string][]int{} // by text, at most maxTargets+1 pages
	for _, r := range all {
		if t := targets[name(r)]; len(t) <= maxTargets && !slices.Contains(t, r.to) {
			targets[name(r)] = append(t, r.to)
		}
	}
	return slices.DeleteFunc(all, func(r reference) bool { return len(targets[name(r)]) > maxTargets })
}

// Links are the links between pages.
type Links struct {
	Found    int          `json:"found"`
	Lost     int          `json:"lost"` // links that lead to no page, although they are written like links within the site
	MostLost []LostTarget `json:"mostLost,omitempty"`

	refs []reference // found, by page, then in the order of its text
}

// LostTarget is an address to which links lead in vain.
type LostTarget struct {
	Address string `json:"address"`
	Links   int    `json:"links"`
}

// maxMostLost is the most lost addresses that a report names.
const maxMostLost = 3

// FindLinks finds the links between pages, without those of menus. It counts links from one page to one section
// with one text once.
func FindLinks(pages []*analyse.Page) *Links {
	out := &Links{}
	if !slices.ContainsFunc(pages, func(p *analyse.Page) bool { return len(p.Doc.Links) > 0 }) {
		return out
	}
	a := newAddresses(pages)
	menu := menus(pages)
	type named struct {
		from, to, section int
		text              string
	}
	seen, lostTo := map[named]bool{}, map[string]int{}
	for i, p := range pages {
		for k, l := range p.Doc.Links {
			if menu[[2]int{i, k}] {
				continue
			}
			to, section, ok, lost := a.find(i, l.Target)
			if lost != "" {
				out.Lost++
				lostTo[lost]++
			}
			if !ok {
				continue
			}
			out.Found++
			if key := (named{i, to, section, called(l.Text)}); !seen[key] {
				seen[key] = true
				out.refs = append(out.refs, reference{i, k, to, section})
			}
		}
	}
	for target, n := range lostTo {
		out.MostLost = append(out.MostLost, LostTarget{target, n})
	}
	slices.SortFunc(out.MostLost, func(a, b LostTarget) int { return cmp.Or(b.Links-a.Links, cmp.Compare(a.Address, b.Address)) })
	out.MostLost = slices.Clip(out.MostLost[:min(len(out.MostLost), maxMostLost)])
	return out
}

// called returns the text of a link in lower case: its case does not distinguish it.
func called(text string) string { return strings.ToLower(text) }

// menus finds the links of HTML pages in menus, breadcrumbs, tables of contents or footers: links that stand
// before or behind the same link on several pages.
func menus(pages []*analyse.Page) map[[2]int]bool {
	type pair [2]document.Link
	plain := func(l document.Link) document.Link { return document.Link{Target: path.Base(l.Target), Text: l.Text} }
	on := map[pair]int{}
	for _, p := range pages {
		links := p.Doc.Links
		here := map[pair]bool{}
		for i := 1; p.Doc.HTML && i < len(links); i++ {
			here[pair{plain(links[i-1]), plain(links[i])}] = true
		}
		for x := range here {
			on[x]++
		}
	}
	out := map[[2]int]bool{}
	for k, p := range pages {
		links := p.Doc.Links
		for i := 1; p.Doc.HTML && i < len(links); i++ {
			if on[pair{plain(links[i-1]), plain(links[i])}] >= menuPages {
				out[[2]int{k, i - 1}], out[[2]int{k, i}] = true, true
			}
		}
	}
	return out
}
