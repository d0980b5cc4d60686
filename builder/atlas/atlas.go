// Package atlas draws the map of a bundle: its pages in communities, each at a place. Pages that mention the same rare
// names are near (near.go). Leiden finds communities of them, and communities in these (groups.go). The most
// distinctive names name a community (names.go), and circles show it (layout.go). The same bundle gives the same map
// on every machine: places are whole numbers, and no step depends on the order of a Go map or on fused arithmetic.
package atlas

import (
	"context"
	"fmt"
	"path"
	"slices"

	"mycel/builder/parallel"
	"mycel/engine/model"
	"mycel/reader"
)

// MaxPages is the most pages of a map: a browser holds all of them.
const MaxPages = 100_000

// Map is the data that a page draws. Arrays of pages are parallel and in the order of the communities, so each
// community is a range of them.
type Map struct {
	Format   int    `json:"format"`
	Title    string `json:"title"`    // of the site's front page; "" if there is no such page
	Language string `json:"language"` // a BCP 47 tag
	// Width and Height of the map: places are whole numbers from 0 to these.
	Width  int     `json:"width"`
	Height int     `json:"height"`
	Groups []Group `json:"groups"` // a parent stands before its children
	Pages  Pages   `json:"pages"`
}

// DataName is the file of a bundle that has its map.
const DataName = "map/map.json"

// Format is the number of the layout of a Map as JSON.
const Format = 1

// Group is a community of pages.
type Group struct {
	Parent int      `json:"parent"` // its number, or −1
	Name   string   `json:"name"`   // "" if its pages share no name
	Terms  []string `json:"terms"`  // distinctive names, the most telling first
	Text   []string `json:"text"`   // sentences of its leading pages
	First  int      `json:"first"`  // its pages are [First, End)
	End    int      `json:"end"`
	X      int      `json:"x"`
	Y      int      `json:"y"`
	R      int      `json:"r"`
	Near   []int    `json:"near"` // groups of the same parent, the nearest first
}

// Pages has a row for each page.
type Pages struct {
	Title []string `json:"title"`
	URL   []string `json:"url"` // as in results; "" for a document without an address
	X     []int    `json:"x"`
	Y     []int    `json:"y"`
	Near  [][]int  `json:"near"` // pages that mention the same names, the nearest first
}

// Make makes the map of a bundle. It reads all parts of the index, and texts of leading pages. Memory is that of the
// index; time is O(mentions · pages that share a name).
func Make(ctx context.Context, b *reader.Bundle) (*Map, error) {
	n := b.Engine().Header().Counts.Documents
	if n > MaxPages {
		return nil, fmt.Errorf("a map has at most %d pages, the bundle has %d", MaxPages, n)
	}
	if err := b.LoadAll(ctx); err != nil {
		return nil, err
	}
	w := read(b)
	w.findNeighbours()
	root := w.divide()
	w.name(root)
	w.place(root)
	m := w.draw(root)
	return m, w.tell(ctx, b, m)
}

// world is an unfinished map. Pages have the numbers of their documents.
type world struct {
	title, url []string
	front      int // the front page of the site, or −1
	language   string
	names      []string  // of entities
	mentions   [][]count // by page, ascending by entity
	pagesOf    [][]count // by entity, ascending by page
	near       [][]link  // by page, the nearest first
	x, y       []float64 // by page
	order      []int     // pages in the order of the map
}

// count is an entity or page with the number of chunks in which a page mentions an entity.
type count struct{ id, n uint32 }

func read(b *reader.Bundle) *world {
	x := b.Engine().Index()
	n := x.Corpus.NumDocuments()
	w := &world{front: -1, language: b.Engine().Header().Language, mentions: make([][]count, n), pagesOf: make([][]count, x.Entities.Len())}
	missing, _ := b.Engine().Ask(func() {
		for d := range n {
			w.title, w.url = append(w.title, x.Corpus.DocTitle.At(d)), append(w.url, x.Corpus.DocURL.At(d))
			if id := x.Corpus.DocID.At(d); w.front < 0 && slices.Contains([]string{"index.html", "index.md", "README.md"}, id) {
				w.front = d
			}
			var ids []uint32
			for c, end := x.Corpus.DocChunks(model.DocID(d)); c < end; c++ {
				ids = x.ChunkEntities.Append(ids, uint32(c))
			}
			slices.Sort(ids)
			for _, e := range ids {
				if at := len(w.mentions[d]) - 1; at >= 0 && w.mentions[d][at].id == e {
					w.mentions[d][at].n++
				} else {
					w.mentions[d] = append(w.mentions[d], count{e, 1})
				}
			}
			for _, m := range w.mentions[d] {
				w.pagesOf[m.id] = append(w.pagesOf[m.id], count{uint32(d), m.n})
			}
		}
		for e := range x.Entities.Len() {
			w.names = append(w.names, x.Entities.Name(model.EntityID(e)))
		}
	})
	if len(missing) > 0 {
		panic("atlas: all parts were loaded")
	}
	for d, title := range w.title {
		if title == "" {
			w.title[d] = path.Base(x.Corpus.DocID.At(d))
		}
	}
	return w
}

// draw turns the communities into a map with whole numbers.
func (w *world) draw(root *group) *Map {
	m := &Map{Format: Format, Language: w.language, Groups: []Group{}}
	if w.front >= 0 {
		m.Title = w.title[w.front]
	}
	number := make([]int, len(w.title))
	var visit func(g *group, parent int)
	visit = func(g *group, parent int) {
		at := len(m.Groups)
		row := Group{Parent: parent, Name: g.name, Terms: append([]string{}, g.terms...), Text: []string{}, First: len(w.order), Near: []int{}}
		row.X, row.Y, row.R = whole(g.x-root.x+root.width), whole(g.y-root.y+root.height), whole(g.r)
		m.Groups = append(m.Groups, row)
		for _, child := range g.children {
			visit(child, at)
		}
		if len(g.children) == 0 {
			for _, p := range g.pages {
				number[p] = len(w.order)
				w.order = append(w.order, int(p))
			}
		}
		m.Groups[at].End = len(w.order)
		g.number = at
	}
	for _, g := range root.children {
		visit(g, -1)
	}
	var join func(g *group)
	join = func(g *group) {
		for _, child := range g.children {
			for _, other := range child.near {
				m.Groups[child.number].Near = append(m.Groups[child.number].Near, other.number)
			}
			join(child)
		}
	}
	join(root)
	m.Width, m.Height = whole(2*root.width), whole(2*root.height)
	for _, p := range w.order {
		near := []int{}
		for _, l := range w.near[p][:min(len(w.near[p]), shownNear)] {
			near = append(near, number[l.page])
		}
		m.Pages.Title, m.Pages.URL, m.Pages.Near = append(m.Pages.Title, w.title[p]), append(m.Pages.URL, w.url[p]), append(m.Pages.Near, near)
		m.Pages.X = append(m.Pages.X, whole(w.x[p]-root.x+root.width))
		m.Pages.Y = append(m.Pages.Y, whole(w.y[p]-root.y+root.height))
	}
	return m
}

// Most pages near a page, and most sentences about a community, in a map.
const (
	shownNear  = 4
	mostTold   = 2
	askedPages = 6
)

// tell adds sentences of the leading pages of each community.
func (w *world) tell(ctx context.Context, b *reader.Bundle, m *Map) error {
	var wanted []int
	for _, g := range m.Groups {
		wanted = append(wanted, leading(m, g)...)
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	gists, errs := make([]string, len(m.Pages.Title)), make([]error, len(wanted))
	parallel.Do(len(wanted), func(i int) {
		gists[wanted[i]], errs[i] = b.Gist(ctx, model.DocID(w.order[wanted[i]]))
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	for i := range m.Groups {
		g := &m.Groups[i]
		for _, p := range leading(m, *g) {
			if said := gists[p]; said != "" && !slices.Contains(g.Text, said) && len(g.Text) < mostTold {
				g.Text = append(g.Text, said)
			}
		}
	}
	return nil
}

// leading returns pages that represent a group: the first page of each community in it, then the second pages, and so
// on.
func leading(m *Map, g Group) (pages []int) {
	var starts []int
	for _, other := range m.Groups {
		if g.First <= other.First && other.End <= g.End && !slices.Contains(starts, other.First) {
			starts = append(starts, other.First)
		}
	}
	for at := 0; at < askedPages && len(pages) < askedPages; at++ {
		for _, start := range starts {
			if p := start + at; p < g.End && !slices.Contains(pages, p) && len(pages) < askedPages {
				pages = append(pages, p)
			}
		}
	}
	return pages
}
