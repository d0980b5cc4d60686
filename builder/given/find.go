package given

import (
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/parallel"
	"mycel/engine/text"
)

// A passage of the file is a chunk of the corpus if they share half of the runs of five words that the shorter has.
// Files made from the same documents have other chunks, and the marks of Markdown, which are no words.
const (
	windowWords = 5
	leastShare  = 0.5
)

// places finds the sources of a graph among the chunks of a corpus.
type places struct {
	windows  map[uint64][]int // of the passages that are looked for
	size     []int            // windows of each passage
	document map[string]int   // page by id and by address
	first    []int            // chunks before each page
	pages    []*analyse.Page
	passages [][]int // chunks of each passage, ascending
}

// findPlaces looks for the passages of a graph. O(words of the passages and of the corpus).
func findPlaces(g *Graph, pages []*analyse.Page) *places {
	p := &places{
		windows: map[uint64][]int{}, size: make([]int, len(g.Passages)), document: map[string]int{},
		first: make([]int, len(pages)+1), pages: pages, passages: make([][]int, len(g.Passages)),
	}
	for i, page := range analyse.Outlined(pages) {
		p.first[i+1] = p.first[i] + len(page.Chunks)
		for _, name := range []string{page.Doc.URL, page.Doc.ID} {
			if name != "" {
				p.document[name] = i
			}
		}
	}
	for i := range g.Passages {
		if !p.sameChunk(&g.Passages[i], i) {
			p.size[i] = p.cut(g.Passages[i].Text, func(window uint64) { p.windows[window] = append(p.windows[window], i) })
		}
	}
	found := make([]map[int][]int, len(pages)) // by page, by passage
	parallel.Do(len(pages), func(i int) {
		found[i] = map[int][]int{}
		room := analyse.Room{}
		page := room.Outline(pages[i])
		for k, c := range page.Chunks {
			for _, passage := range p.passagesOf(page.Doc.Text[c.Start:c.To]) {
				found[i][passage] = append(found[i][passage], p.first[i]+k)
			}
		}
	})
	for i := range g.Passages {
		page, known := p.document[g.Passages[i].Document]
		for at, list := range found {
			if !known || at == page {
				p.passages[i] = append(p.passages[i], list[i]...)
			}
		}
	}
	return p
}

// sameChunk finds a passage that is a chunk of the same document, cut in the same way.
func (p *places) sameChunk(passage *Passage, number int) bool {
	i, ok := p.document[passage.Document]
	if !ok || passage.Number < 0 || passage.Chunks != p.first[i+1]-p.first[i] {
		return false
	}
	room := analyse.Room{}
	page := room.Outline(p.pages[i])
	c := page.Chunks[passage.Number]
	if !slices.Equal(strings.Fields(page.Doc.Text[c.Start:c.To]), strings.Fields(passage.Text)) {
		return false
	}
	p.passages[number] = []int{p.first[i] + passage.Number}
	return true
}

// cut calls f for the runs of words of a text, each once, and returns their number.
func (p *places) cut(s string, f func(window uint64)) int {
	var keys [windowWords]uint64
	seen, n := map[uint64]bool{}, 0
	for scanner := text.NewScanner(s); scanner.Next(); n++ {
		copy(keys[:], keys[1:])
		keys[windowWords-1] = hash(scanner.Key())
		if n+1 < windowWords {
			continue
		}
		window := uint64(0)
		for _, key := range keys {
			window = (window ^ key) * prime
		}
		if !seen[window] {
			seen[window] = true
			f(window)
		}
	}
	return len(seen)
}

// prime is that of FNV-1a.
const prime = 0x100000001b3

// hash returns the FNV-1a of a word.
func hash(word []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, b := range word {
		h = (h ^ uint64(b)) * prime
	}
	return h
}

// passagesOf returns the passages that a text is part of, or that are part of it, ascending.
func (p *places) passagesOf(s string) (passages []int) {
	if len(p.windows) == 0 {
		return nil
	}
	shared := map[int]int{}
	all := p.cut(s, func(window uint64) {
		for _, passage := range p.windows[window] {
			shared[passage]++
		}
	})
	for passage, n := range shared {
		if float64(n) >= leastShare*float64(min(all, p.size[passage])) {
			passages = append(passages, passage)
		}
	}
	slices.Sort(passages)
	return passages
}

// chunks returns the chunks of sources, a list for each source that is found.
func (p *places) chunks(passages []int, names []string) (lists [][]int) {
	for _, passage := range passages {
		if list := p.passages[passage]; len(list) > 0 {
			lists = append(lists, list)
		}
	}
	for _, name := range names {
		i, ok := p.document[name]
		if !ok || p.first[i] == p.first[i+1] {
			continue
		}
		var list []int
		for c := p.first[i]; c < p.first[i+1]; c++ {
			list = append(list, c)
		}
		lists = append(lists, list)
	}
	return lists
}
