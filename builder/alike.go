package builder

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strings"

	"mycel/builder/parallel"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/text"
)

// Chunks of different documents are alike if of the runs of three words that they have
// between them nine in ten are in both (Broder 1997, "On the resemblance and
// containment of documents"). Titles and headings belong to the words, so that short
// texts which say something else under another heading stay apart; the name of a page's
// version, wherever it stands, does not. Of pages with different titles only sections under one heading are
// compared, and they must not differ in a number: what is said of two things in the
// same words is said of two things, but a licence is one in all pages.
//
// Candidates are found by min-wise hashing in bands; each is then compared by all runs.

const (
	shingle       = 3   // words of a run
	minResemble   = 0.9 // of runs, to be alike
	alikeBands    = 8   // with bandHashes each: of two chunks that are alike one in 30,000 pairs is missed
	bandHashes    = 3
	maxCandidates = 4 // neighbours in a band that a chunk is compared with, besides the first
)

// alikeChunk is what is known of a chunk before chunks are compared.
type alikeChunk struct {
	page, chunk int
	bands       [alikeBands]uint64
	empty       bool // it has no text
}

// encodeAlike finds the chunks that are alike. There is a section only if there are any.
func encodeAlike(pages []*page, keys []string, boosts []float32) []bundle.Section {
	f := newAlikeFinder(pages, keys)
	groups := f.groups()
	if len(groups) == 0 {
		return nil
	}
	versions := make([]string, len(pages))
	for i, p := range pages {
		versions[i] = versionOf(p.doc)
	}
	// Shown is rather the higher version, then what weighs more, then what comes first.
	weight := func(c uint32) float32 {
		if boosts == nil {
			return 1
		}
		return boosts[c]
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b uint32) int {
			return cmp.Or(compareVersions(versions[f.chunks[b].page], versions[f.chunks[a].page]),
				cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b))
		})
	}
	return []bundle.Section{{Name: bundle.SectionAlike, Data: corpus.EncodeAlike(groups, versions)}}
}

// alikeFinder compares the chunks of all pages.
type alikeFinder struct {
	pages   []*page
	keys    []string   // of words, by number
	version [][]string // words of each page's version
	title   []wordList // without those
	parents [][]int
	chunks  []alikeChunk
}

func newAlikeFinder(pages []*page, keys []string) *alikeFinder {
	f := &alikeFinder{pages: pages, keys: keys, version: make([][]string, len(pages)), title: make([]wordList, len(pages)), parents: make([][]int, len(pages))}
	first := make([]int, len(pages))
	for i, p := range pages {
		first[i] = len(f.chunks)
		for c := range p.chunks {
			f.chunks = append(f.chunks, alikeChunk{page: i, chunk: c})
		}
	}
	parallel.Do(len(pages), func(i int) {
		p := pages[i]
		f.parents[i] = parents(p.doc.Sections)
		for _, t := range text.Tokens(versionOf(p.doc), 16) {
			f.version[i] = append(f.version[i], strings.TrimPrefix(t.Key, "v"))
		}
		f.title[i] = f.unversioned(i, slices.Clone(p.title))
		for c := range p.chunks {
			f.sign(&f.chunks[first[i]+c])
		}
	})
	return f
}

// unversioned takes the words of a page's version from words of it.
func (f *alikeFinder) unversioned(page int, words wordList) wordList {
	return slices.DeleteFunc(words, func(w form) bool {
		return slices.Contains(f.version[page], strings.TrimPrefix(f.keys[w], "v"))
	})
}

// words returns all words that a chunk is compared by.
func (f *alikeFinder) words(c *alikeChunk) wordList {
	p := f.pages[c.page]
	chunk := p.chunks[c.chunk]
	words := slices.Clone(f.title[c.page])
	for s, up := chunk.section, f.parents[c.page]; ; s = up[s] {
		words = append(words, p.heading[s]...)
		if up[s] == s {
			break
		}
	}
	return f.unversioned(c.page, append(words, p.sentenceWords(chunk.first, chunk.end)...))
}

// shingles returns the distinct hashes of a chunk's runs of words, ascending.
func (f *alikeFinder) shingles(c *alikeChunk) []uint64 {
	words := f.words(c)
	var out []uint64
	h := fnv.New64a()
	for i := range max(1, len(words)-shingle+1) {
		h.Reset()
		for _, w := range words[i:min(i+shingle, len(words))] {
			h.Write([]byte(f.keys[w]))
			h.Write([]byte{0})
		}
		out = append(out, h.Sum64())
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sign computes the bands of a chunk: hashes of the least of its runs in so many
// orders.
func (f *alikeFinder) sign(c *alikeChunk) {
	chunk := f.pages[c.page].chunks[c.chunk]
	if c.empty = len(f.pages[c.page].sentenceWords(chunk.first, chunk.end)) == 0; c.empty {
		return
	}
	runs := f.shingles(c)
	for band := range c.bands {
		sum := uint64(band)
		for i := range bandHashes {
			least, seed := ^uint64(0), scatter(uint64(band*bandHashes+i+1))
			for _, run := range runs {
				least = min(least, scatter(run^seed))
			}
			sum = scatter(sum ^ least)
		}
		c.bands[band] = sum
	}
}

// scatter is the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
func scatter(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// groups returns the groups of two chunks and more, ascending by their first chunks.
func (f *alikeFinder) groups() [][]uint32 {
	near := f.candidates()
	first := make([]uint32, len(f.chunks)) // of each chunk's group
	members := map[uint32][]uint32{}
	for i := range f.chunks {
		c := uint32(i)
		first[c] = c
		if len(near[c]) == 0 {
			continue
		}
		slices.Sort(near[c])
		runs := f.shingles(&f.chunks[c])
		tried := map[uint32]bool{}
		for _, other := range near[c] {
			g := first[other]
			if tried[g] || !f.joins(c, g, members[g], runs) {
				tried[g] = true
				continue
			}
			first[c] = g
			if members[g] == nil {
				members[g] = []uint32{g}
			}
			members[g] = append(members[g], c)
			break
		}
	}
	var out [][]uint32
	for c := range f.chunks {
		if g := members[uint32(c)]; g != nil {
			out = append(out, g)
		}
	}
	return out
}

// candidates lists for every chunk chunks before it that share a band with it.
func (f *alikeFinder) candidates() [][]uint32 {
	near := make([][]uint32, len(f.chunks))
	order := make([]uint32, 0, len(f.chunks))
	for c := range f.chunks {
		if !f.chunks[c].empty {
			order = append(order, uint32(c))
		}
	}
	for band := range alikeBands {
		key := func(c uint32) uint64 { return f.chunks[c].bands[band] }
		slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a, b)) })
		run := 0
		for i := 1; i < len(order); i++ {
			if key(order[i]) != key(order[run]) {
				run = i
			}
			if i > run {
				near[order[i]] = append(near[order[i]], order[run])
				near[order[i]] = append(near[order[i]], order[max(run+1, i-maxCandidates):i]...)
			}
		}
	}
	return near
}

// joins tells whether a chunk, which has the given runs, belongs to the group that
// begins with chunk g. A group has one chunk of a document.
func (f *alikeFinder) joins(c, g uint32, group []uint32, runs []uint64) bool {
	page := f.chunks[c].page
	if f.chunks[g].page == page {
		return false
	}
	for _, other := range group {
		if f.chunks[other].page == page {
			return false
		}
	}
	if resemblance(runs, f.shingles(&f.chunks[g])) < minResemble {
		return false
	}
	if slices.Equal(f.title[page], f.title[f.chunks[g].page]) {
		return true
	}
	heading := f.heading(c)
	return len(heading) > 0 && slices.Equal(heading, f.heading(g)) && slices.Equal(f.numbers(c), f.numbers(g))
}

// heading returns the words of a chunk's heading, none if it is the title of the page.
func (f *alikeFinder) heading(c uint32) wordList {
	p := f.pages[f.chunks[c].page]
	if h := p.heading[p.chunks[f.chunks[c].chunk].section]; !slices.Equal(h, p.title) {
		return f.unversioned(f.chunks[c].page, slices.Clone(h))
	}
	return nil
}

// resemblance is the share of the members of two ascending lists that are in both.
func resemblance(a, b []uint64) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both++
			i++
			j++
		}
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// numbers returns the words of a chunk that have a digit.
func (f *alikeFinder) numbers(c uint32) wordList {
	return slices.DeleteFunc(f.words(&f.chunks[c]), func(w form) bool { return !strings.ContainsAny(f.keys[w], "0123456789") })
}
