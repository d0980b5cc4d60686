package atlas

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/internal/must"
)

func handbook(t *testing.T) *Map {
	t.Helper()
	b := must.Get(mycel.Open("../../engine/testdata/handbook"))(t)
	return must.Get(Make(context.Background(), b))(t)
}

// Every page is once on the map, in the circles of all groups that it is in, and groups of one
// parent do not touch.
func TestMapOfHandbook(t *testing.T) {
	m := handbook(t)
	b, _ := mycel.Open("../../engine/testdata/handbook")
	titles := must.Get(b.Titles(context.Background(), 1000))(t)
	got := slices.Clone(m.Pages.Title)
	slices.Sort(got)
	slices.Sort(titles)
	must.Equal(t, got, titles, "pages")
	checkPlaces(t, m)
	told := 0
	for _, g := range m.Groups {
		told += len(g.Text)
		for _, title := range strings.Split(g.Name, ", ") {
			must.Be(t, slices.Contains(m.Pages.Title[g.First:g.End], title) && title != m.Title, "got name %q of pages %q", g.Name, m.Pages.Title[g.First:g.End])
		}
	}
	must.Be(t, told != 0, "no group has a sentence of its pages")
}

func checkPlaces(t *testing.T, m *Map) {
	t.Helper()
	covered := 0
	for i, g := range m.Groups {
		must.Hold(t, g.Parent < i, "group %d stands before its parent %d", i, g.Parent)
		if g.Parent < 0 {
			must.Equal(t, g.First, covered, "group %d begins at page", i)
			covered = g.End
		}
		for p := g.First; p < g.End; p++ {
			if d := math.Hypot(float64(m.Pages.X[p]-g.X), float64(m.Pages.Y[p]-g.Y)); d > float64(g.R)+1 {
				t.Errorf("page %d is %.0f from the middle of group %d, whose radius is %d", p, d, i, g.R)
			}
			if x, y := m.Pages.X[p], m.Pages.Y[p]; x < 0 || y < 0 || x > m.Width || y > m.Height {
				t.Errorf("page %d is at %d, %d, the map has %d × %d", p, x, y, m.Width, m.Height)
			}
		}
		for k, other := range m.Groups[:i] {
			if d := math.Hypot(float64(other.X-g.X), float64(other.Y-g.Y)); other.Parent == g.Parent && d < float64(other.R+g.R) {
				t.Errorf("groups %d and %d overlap", k, i)
			}
		}
	}
	must.Equal(t, covered, len(m.Pages.Title), "groups have")
	for p, near := range m.Pages.Near {
		must.Be(t, !slices.Contains(near, p) && len(near) <= shownNear, "page %d is near %d", p, near)
	}
}

func TestSameBytes(t *testing.T) {
	a, _ := json.Marshal(handbook(t))
	b, _ := json.Marshal(handbook(t))
	must.Be(t, string(a) == string(b), "two maps of one bundle differ")
}

// garden has two subjects of n pages each, and a page of its own. Pages of a subject share some
// names; a name that all pages have joins nothing.
func garden(n int) *world {
	w := &world{front: -1, names: []string{"Garden", "Rose", "Petal", "Iron", "Anvil", "Moon"}, pagesOf: make([][]count, 6)}
	for p := range 2*n + 1 {
		mentions := []count{{0, 3}}
		switch {
		case p == 2*n:
			mentions = []count{{5, 1}}
		case p%2 == 0:
			mentions = append(mentions, count{1, 1 + uint32(p%3)}, count{2, 1})
		default:
			mentions = append(mentions, count{3, 2}, count{4, 1 + uint32(p%2)})
		}
		w.title, w.url = append(w.title, fmt.Sprintf("%c page", 'a'+p)), append(w.url, "page.html")
		w.mentions = append(w.mentions, mentions)
		for _, m := range mentions {
			w.pagesOf[m.id] = append(w.pagesOf[m.id], count{uint32(p), m.n})
		}
	}
	return w
}

// Subjects become groups with names of their own; a page without neighbours is in a group that
// has none.
func TestGroups(t *testing.T) {
	w := garden(9)
	w.findNeighbours()
	root := w.divide()
	w.name(root)
	w.place(root)
	must.Hold(t, len(root.children) == 3, "got %d groups, want 3", len(root.children))
	for i, want := range []struct{ subject, terms string }{{"even", "Petal, Rose"}, {"odd", "Anvil, Iron"}} {
		g := root.children[i]
		slices.Sort(g.terms)
		if strings.Join(g.terms, ", ") != want.terms || g.name != w.title[g.pages[0]]+", "+w.title[g.pages[1]] || len(g.pages) != 9 {
			t.Errorf("%s pages: got %q, of %q with %d pages, want %q with 9", want.subject, g.name, g.terms, len(g.pages), want.terms)
		}
		for _, p := range g.pages {
			must.Be(t, int(p)%2 == i, "page %d is in group %q", p, g.name)
		}
	}
	if rest := root.children[2]; !rest.alone || rest.name != "" || !slices.Equal(rest.pages, []uint32{18}) {
		t.Errorf("the rest: got %+v, want page 18 without a name", rest)
	}
	checkPlaces(t, w.draw(root))
}

// A small community joins the one that it is linked to most; one without links is lost.
func TestFold(t *testing.T) {
	size := []int{20, 10, 2, 1}
	between := map[[2]uint32]int64{{2, 0}: 3, {0, 2}: 3, {2, 1}: 7, {1, 2}: 7}
	into := fold(size, between, 3)
	for c, want := range []struct {
		into   uint32
		linked bool
	}{{0, true}, {1, true}, {1, true}, {3, false}} {
		if got, linked := into(uint32(c)); got != want.into || linked != want.linked {
			t.Errorf("community %d: got %d, %v, want %d, %v", c, got, linked, want.into, want.linked)
		}
	}
}

// Many communities become as many as a reader takes in at once.
func TestFoldMany(t *testing.T) {
	size := slices.Repeat([]int{5}, 40)
	between := map[[2]uint32]int64{}
	for c := range uint32(39) {
		between[[2]uint32{c, c + 1}], between[[2]uint32{c + 1, c}] = 1, 1
	}
	into := fold(size, between, 1)
	left := map[uint32]bool{}
	for c := range size {
		at, linked := into(uint32(c))
		must.Be(t, linked, "community %d is lost", c)
		left[at] = true
	}
	must.Be(t, len(left) == 12, "got %d communities, want 12", len(left))
	must.Be(t, fold(nil, nil, 1) != nil, "no communities become none")
}

// Siblings are near by the weights of all links between their pages, in both directions: the nearest first, at most mostNear,
// none without a link. Links to pages of other groups do not count, and no place is left behind.
func TestJoinSiblings(t *testing.T) {
	w := &world{near: make([][]link, 16)}
	g := &group{}
	for i := range 7 {
		child := &group{pages: []uint32{uint32(2 * i), uint32(2*i + 1)}}
		g.children, g.pages = append(g.children, child), append(g.pages, child.pages...)
	}
	for _, l := range []struct{ from, to, weight uint32 }{
		{0, 1, 9}, {0, 14, 9}, // within the group, and out of its parent
		{0, 2, 1}, {3, 1, 1}, {0, 4, 3}, {0, 6, 4}, {8, 0, 5}, {0, 10, 1}, {1, 3, 0},
	} {
		w.near[l.from] = append(w.near[l.from], link{page: l.to, weight: l.weight})
	}
	place := slices.Repeat([]int32{-1}, 16)
	w.joinSiblings(g, place)
	must.Be(t, slices.Equal(place, slices.Repeat([]int32{-1}, 16)), "places %v stay", place)
	must.Equal(t, g.children[0].links, []int64{0, 2, 3, 4, 5, 1, 0}, "links")
	for i, want := range [][]int{{4, 3, 2, 1}, {0}, {0}, {0}, {0}, {0}, {}} {
		var got []int
		for _, n := range g.children[i].near {
			got = append(got, slices.Index(g.children, n))
		}
		must.Equal(t, got, want, "group %d is near", i)
		for k, child := range g.children {
			must.Equal(t, child.links[i], g.children[i].links[k], "links between %d and %d", i, k)
		}
	}
}

// Circles on one place are moved apart, to the side; circles that touch stay.
func TestSeparate(t *testing.T) {
	list := []*group{{r: 10}, {r: 10}, {r: 30, x: 1000}}
	for range 100 {
		if !separate(list) {
			break
		}
	}
	if separate(list) || list[0].y != list[1].y || math.Abs(list[1].x-list[0].x) < 20+gap-1 || list[2].x != 1000 {
		t.Errorf("circles at %v, %v and %v", *list[0], *list[1], *list[2])
	}
}

// A map is wider than high, whatever the places that its groups found.
func TestMapsAreWide(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		w, root := &world{title: make([]string, 60)}, &group{}
		for p := uint32(0); p < 60; {
			child := &group{links: make([]int64, 60)}
			for range min(1+rng.Uint32N(20), 60-p) {
				child.pages = append(child.pages, p)
				p++
			}
			child.links[rng.IntN(60)] = 1
			root.children = append(root.children, child)
		}
		w.place(root)
		if root.height > root.width {
			t.Errorf("a map of %d groups is %.0f × %.0f", len(root.children), root.width, root.height)
		}
	}
}
