package givengraph

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
	mostAlike   = 200 // passages that have a run of words which counts
)

// places finds the sources of a graph among the chunks of a corpus.
type places struct {
	windows  map[uint64][]int // of the passages that are looked for
	size     []int            // windows of each passage
	document map[string]int   // page by id and by address
	first    []int            // chunks before each page
	numbers  []int            // of all chunks
	pages    []*analyse.Page
	page     *analyse.Page // of the latest passage, outlined
	at       int           // its number
	passages [][]int       // chunks of each passage, ascending
}

// findPlaces looks for the passages of a graph. O(words of the passages and of the corpus).
func findPlaces(g *Graph, pages []*analyse.Page) *places {
	p := &places{
		windows: map[uint64][]int{}, size: make([]int, len(g.Passages)), document: map[string]int{},
		first: make([]int, len(pages)+1), pages: pages, at: -1, passages: make([][]int, len(g.Passages)),
	}
	for i, page := range analyse.Outlined(pages) {
		p.first[i+1] = p.first[i] + len(page.Chunks)
		for _, name := range []string{page.Doc.URL, page.Doc.ID} {
			if name != "" {
				p.document[name] = i
			}
		}
	}
	for n := range p.first[len(pages)] {
		p.numbers = append(p.numbers, n)
	}
	for i := range g.Passages {
		if !p.sameChunk(&g.Passages[i], i) {
			p.size[i] = p.cut(g.Passages[i].Text, func(window uint64) { p.windows[window] = append(p.windows[window], i) })
		}
	}
	p.forgetCommon()
	found := make([][]match, len(pages))
	parallel.Do(len(pages), func(i int) {
		room := analyse.Room{}
		page := room.Outline(pages[i])
		for k, c := range page.Chunks {
			for _, passage := range p.passagesOf(page.Doc.Text[c.Start:c.To]) {
				found[i] = append(found[i], match{passage, p.first[i] + k})
			}
		}
	})
	for i, matches := range found {
		for _, m := range matches {
			if page, known := p.document[g.Passages[m.passage].Document]; !known || i == page {
				p.passages[m.passage] = append(p.passages[m.passage], m.chunk)
			}
		}
	}
	return p
}

// match is a passage and a chunk that are the same text.
type match struct{ passage, chunk int }

// forgetCommon empties the windows that tell no passage from others. They count nowhere: without them, passages with the
// same heading would all be held against each chunk with it.
func (p *places) forgetCommon() {
	for window, passages := range p.windows {
		if len(passages) > mostAlike {
			p.windows[window] = nil
			for _, passage := range passages {
				p.size[passage]--
			}
		}
	}
}

// sameChunk finds a passage that is a chunk of the same document, cut in the same way.
func (p *places) sameChunk(passage *Passage, number int) bool {
	i, ok := p.document[passage.Document]
	if !ok || passage.Number < 0 || passage.Chunks != p.first[i+1]-p.first[i] {
		return false
	}
	if i != p.at {
		room := analyse.Room{}
		p.page, p.at = room.Outline(p.pages[i]), i
	}
	c := p.page.Chunks[passage.Number]
	if !slices.Equal(strings.Fields(p.page.Doc.Text[c.Start:c.To]), strings.Fields(passage.Text)) {
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
	common := 0
	all := p.cut(s, func(window uint64) {
		list, known := p.windows[window]
		if known && list == nil {
			common++
		}
		for _, passage := range list {
			shared[passage]++
		}
	})
	all -= common
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
		lists = append(lists, p.numbers[p.first[i]:p.first[i+1]])
	}
	return lists
}
