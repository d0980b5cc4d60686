package givengraph

import (
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/parallel"
	"mycel/engine/text"
)

// A passage of the file is a chunk of the corpus if they share half of the runs of five words of the shorter one.
// Files made from the same documents have other chunks, and the marks of Markdown, which are not words.
const (
	windowWords = 5
	leastShare  = 0.5
	mostAlike   = 200 // most texts with a run of words for which the run counts
)

// places finds the sources of a graph among the chunks of a corpus.
type places struct {
	windows  map[uint64][]int // by run of words: texts of the passages to find
	size     []int            // windows of each text
	document map[string]int   // page by id and by address
	first    []int            // chunks before each page
	numbers  []int            // of all chunks
	pages    []*analyse.Page
	page     *analyse.Page // page of the latest passage, without its words
	at       int           // number of that page
	passages [][]int       // chunks of each passage, ascending
}

// findPlaces finds the passages of a graph. O(words of the passages and of the corpus).
func findPlaces(g *Graph, pages []*analyse.Page) *places {
	p := &places{
		windows: map[uint64][]int{}, document: map[string]int{},
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
	texts := map[string][]int{} // passages by their text
	var order []string
	for i := range g.Passages {
		if text := g.Passages[i].Text; !p.sameChunk(&g.Passages[i], i) {
			if texts[text] == nil {
				order = append(order, text)
			}
			texts[text] = append(texts[text], i)
		}
	}
	for i, text := range order {
		p.size = append(p.size, p.cut(text, func(window uint64) { p.windows[window] = append(p.windows[window], i) }))
	}
	p.forgetCommon()
	found := make([][]match, len(pages))
	parallel.Do(len(pages), func(i int) {
		room := analyse.Room{}
		page := room.Outline(pages[i])
		for k, c := range page.Chunks {
			for _, text := range p.textsOf(page.Doc.Text[c.Start:c.To]) {
				found[i] = append(found[i], match{text, p.first[i] + k})
			}
		}
	})
	chunks := make([][]int, len(order)) // of each text, ascending
	for _, m := range slices.Concat(found...) {
		chunks[m.text] = append(chunks[m.text], m.chunk)
	}
	for i, text := range order {
		for _, passage := range texts[text] {
			p.passages[passage] = p.within(g.Passages[passage].Document, chunks[i])
		}
	}
	return p
}

// match is a chunk with the text of passages that equals it.
type match struct{ text, chunk int }

// within returns the given ascending chunks that a document has; all if there is no such document.
func (p *places) within(document string, chunks []int) []int {
	page, known := p.document[document]
	if !known {
		return chunks
	}
	from, _ := slices.BinarySearch(chunks, p.first[page])
	to, _ := slices.BinarySearch(chunks, p.first[page+1])
	return chunks[from:to]
}

// forgetCommon empties the windows of too many texts. Otherwise texts with the same heading would be compared with
// every chunk that has it.
func (p *places) forgetCommon() {
	for window, texts := range p.windows {
		if len(texts) > mostAlike {
			p.windows[window] = nil
			for _, text := range texts {
				p.size[text]--
			}
		}
	}
}

// sameChunk finds a passage that is a chunk of the same document, if the document has the same chunks.
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

// prime is the prime of FNV-1a.
const prime = 0x100000001b3

// hash returns the FNV-1a hash of a word.
func hash(word []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for _, b := range word {
		h = (h ^ uint64(b)) * prime
	}
	return h
}

// textsOf returns the texts of passages that contain a chunk or are contained in it, ascending.
func (p *places) textsOf(chunk string) (texts []int) {
	if len(p.windows) == 0 {
		return nil
	}
	shared := map[int]int{}
	common := 0
	all := p.cut(chunk, func(window uint64) {
		list, known := p.windows[window]
		if known && list == nil {
			common++
		}
		for _, text := range list {
			shared[text]++
		}
	})
	all -= common
	for text, n := range shared {
		if float64(n) >= leastShare*float64(min(all, p.size[text])) {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return texts
}

// chunks returns the chunks of sources, a list for each source that was found.
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
