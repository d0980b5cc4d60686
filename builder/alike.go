package builder

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/parallel"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/rank"
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
// What hashing needs, the signature of a chunk, is known of a page by itself.

const (
	shingle       = 3   // words of a run
	minResemble   = 0.9 // of runs, to be alike
	alikeBands    = 8   // with bandHashes each: of two chunks that are alike one in 30,000 pairs is missed
	bandHashes    = 3
	maxCandidates = 4 // neighbours in a band that a chunk is compared with, besides the first
)

// signature is what a chunk is compared by before its runs are.
type signature struct {
	bands [alikeBands]uint32 // hashes of the least of its runs in so many orders
	runs  uint64             // hash of all its runs
}

// alikeChunk is a chunk to be compared.
type alikeChunk struct {
	page, chunk int
	empty       bool // without text
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

// alikeWords is the words by which the chunks of a page are compared.
type alikeWords struct {
	page    *page    // open
	keys    []string // of words, by the numbers that the page has
	version []string // words of its version
	title   wordList // without those
	parents []int
}

func (p *page) alikeWords(keys []string) *alikeWords {
	a := &alikeWords{page: p, keys: keys, parents: parents(p.doc.Sections)}
	for _, t := range text.Tokens(versionOf(p.doc), 16) {
		a.version = append(a.version, strings.TrimPrefix(t.Key, "v"))
	}
	a.title = a.unversioned(slices.Clone(p.title))
	return a
}

// unversioned takes the words of the page's version from words of it.
func (a *alikeWords) unversioned(words wordList) wordList {
	if len(a.version) == 0 {
		return words
	}
	return slices.DeleteFunc(words, func(w form) bool {
		return slices.Contains(a.version, strings.TrimPrefix(a.keys[w], "v"))
	})
}

// of returns all words that a chunk is compared by.
func (a *alikeWords) of(chunk int) wordList {
	c := a.page.chunks[chunk]
	words := slices.Clone(a.title)
	for s := c.section; ; s = a.parents[s] {
		words = append(words, a.page.heading[s]...)
		if a.parents[s] == s {
			break
		}
	}
	return a.unversioned(append(words, a.page.sentenceWords(c.first, c.end)...))
}

// heading returns the words of a chunk's heading, none if it is the title of the page.
func (a *alikeWords) heading(chunk int) wordList {
	if h := a.page.heading[a.page.chunks[chunk].section]; !slices.Equal(h, a.page.title) {
		return a.unversioned(slices.Clone(h))
	}
	return nil
}

// numbers returns the words of a chunk that have a digit.
func (a *alikeWords) numbers(chunk int) wordList {
	return slices.DeleteFunc(a.of(chunk), func(w form) bool { return !strings.ContainsAny(a.keys[w], "0123456789") })
}

// sign computes the signatures of a page's chunks. keys are those of its words.
func (p *page) sign(keys []string) {
	a := p.alikeWords(keys)
	p.signatures = make([]signature, len(p.chunks))
	for i, c := range p.chunks {
		if p.hasWords(c) {
			p.signatures[i] = signatureOf(a.shingles(a.of(i)))
		}
	}
}

// alikeFinder compares the chunks of all pages.
type alikeFinder struct {
	pages  []*page
	keys   []string   // of words, by number
	title  []wordList // see alikeWords
	chunks []alikeChunk
}

func newAlikeFinder(pages []*page, keys []string) *alikeFinder {
	f := &alikeFinder{pages: pages, keys: keys, title: make([]wordList, len(pages))}
	for i, p := range outlined(pages) {
		for k, c := range p.chunks {
			f.chunks = append(f.chunks, alikeChunk{page: i, chunk: k, empty: !p.hasWords(c)})
		}
	}
	parallel.Each(len(pages), func() func(int) {
		var room pageRoom
		return func(i int) { f.title[i] = room.open(pages[i]).alikeWords(keys).title }
	})
	return f
}

// words returns the words of the page that a chunk is on.
func (f *alikeFinder) words(c uint32) *alikeWords {
	return f.pages[f.chunks[c].page].open().alikeWords(f.keys)
}

// shinglesOf returns the runs of a chunk's words.
func (f *alikeFinder) shinglesOf(c uint32) []uint64 {
	a := f.words(c)
	return a.shingles(a.of(f.chunks[c].chunk))
}

// shingles returns the distinct hashes of the runs of a chunk's words, ascending.
func (a *alikeWords) shingles(words wordList) []uint64 {
	hashes := make([]uint64, len(words))
	for i, w := range words {
		hashes[i] = hashOf(a.keys[w])
	}
	out := make([]uint64, 0, len(words)+1)
	for i := range max(1, len(words)-shingle+1) {
		run := uint64(0)
		for _, word := range hashes[i:min(i+shingle, len(words))] {
			run = scatter(run ^ word)
		}
		out = append(out, run)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hashOf is the FNV-1a hash of a word (Fowler, Noll & Vo).
func hashOf(word string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 0x100000001b3
	}
	return h
}

// signatureOf returns the signature of a chunk with these runs.
func signatureOf(runs []uint64) (s signature) {
	for band := range s.bands {
		sum := uint64(band)
		for i := range bandHashes {
			least, seed := ^uint64(0), scatter(uint64(band*bandHashes+i+1))
			for _, run := range runs {
				least = min(least, scatter(run^seed))
			}
			sum = scatter(sum ^ least)
		}
		s.bands[band] = uint32(sum)
	}
	for _, run := range runs {
		s.runs = scatter(s.runs ^ run)
	}
	return s
}

func (f *alikeFinder) signature(c uint32) *signature {
	chunk := f.chunks[c]
	return &f.pages[chunk.page].signatures[chunk.chunk]
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
		var runs []uint64 // computed when needed
		tried := map[uint32]bool{}
		for _, other := range near[c] {
			g := first[other]
			if tried[g] || !f.joins(c, g, members[g], &runs) {
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
	order := make([]uint64, 0, len(f.chunks)) // hash of the band, then number of the chunk
	chunk := func(i int) uint32 { return uint32(order[i]) }
	for band := range alikeBands {
		order = order[:0]
		for c := range f.chunks {
			if !f.chunks[c].empty {
				order = append(order, uint64(f.signature(uint32(c)).bands[band])<<32|uint64(c))
			}
		}
		slices.Sort(order)
		run := 0
		for i := 1; i < len(order); i++ {
			if order[i]>>32 != order[run]>>32 {
				run = i
				continue
			}
			list := append(near[chunk(i)], chunk(run))
			for k := max(run+1, i-maxCandidates); k < i; k++ {
				list = append(list, chunk(k))
			}
			near[chunk(i)] = list
		}
	}
	return near
}

// joins tells whether a chunk belongs to the group that begins with chunk g. A group
// has one chunk of a document. runs are those of the chunk, nil until they are needed:
// most candidates are told apart by less, or are the same.
func (f *alikeFinder) joins(c, g uint32, group []uint32, runs *[]uint64) bool {
	page := f.chunks[c].page
	if f.chunks[g].page == page {
		return false
	}
	for _, other := range group {
		if f.chunks[other].page == page {
			return false
		}
	}
	if !f.sameSubject(c, g) {
		return false
	}
	if f.signature(c).runs == f.signature(g).runs {
		return true
	}
	if *runs == nil {
		*runs = f.shinglesOf(c)
	}
	return resemblance(*runs, f.shinglesOf(g)) >= minResemble
}

// sameSubject tells whether two chunks may be alike by their titles and headings.
func (f *alikeFinder) sameSubject(a, b uint32) bool {
	if slices.Equal(f.title[f.chunks[a].page], f.title[f.chunks[b].page]) {
		return true
	}
	x, y := f.words(a), f.words(b)
	i, k := f.chunks[a].chunk, f.chunks[b].chunk
	heading := x.heading(i)
	return len(heading) > 0 && slices.Equal(heading, y.heading(k)) && slices.Equal(x.numbers(i), y.numbers(k))
}

// resemblance is the share of the members of two ascending lists that are in both.
func resemblance(a, b []uint64) float64 {
	both := rank.Common(a, b)
	return float64(both) / float64(len(a)+len(b)-both)
}
