package neardup

import (
	"cmp"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/parallel"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/rank"
)

// Chunks of different documents are near duplicates if nine in ten of their runs of three words are in both (Broder
// 1997, "On the resemblance and containment of documents"). Titles and headings belong to the words, so short texts
// that differ only in their heading stay apart. The name of the page's version does not belong to them. Between pages
// with different titles only sections under the same heading are compared, and their numbers must be equal: a licence
// is the same on all pages, but statements about two things in the same words are two statements.
//
// Candidates are found by min-wise hashing in bands, then compared by all runs. The hashes,
// the signature of a chunk, depend on one page alone.

const (
	minResemble   = 0.9 // of runs, to be alike
	maxCandidates = 4   // neighbours in a band with which a chunk is compared, in addition to the first
)

// alikeChunk is a chunk to be compared.
type alikeChunk struct {
	page, chunk int
	empty       bool // without text
}

// Encode writes the groups of chunks that are alike. It makes no section if there are none.
func Encode(pages []*analyse.Page, keys []string, boosts []float32) []bundle.Section {
	f := newAlikeFinder(pages, keys)
	groups := f.groups()
	if len(groups) == 0 {
		return nil
	}
	versions := make([]string, len(pages))
	for i, p := range pages {
		versions[i] = analyse.VersionOf(p.Doc)
	}
	// The chunk to show has the higher version, then the greater weight, then the earlier place.
	weight := func(c uint32) float32 {
		if boosts == nil {
			return 1
		}
		return boosts[c]
	}
	for _, g := range groups {
		slices.SortFunc(g, func(a, b uint32) int {
			return cmp.Or(analyse.CompareVersions(versions[f.chunks[b].page], versions[f.chunks[a].page]),
				cmp.Compare(weight(b), weight(a)), cmp.Compare(a, b))
		})
	}
	return []bundle.Section{{Name: bundle.SectionAlike, Data: corpus.EncodeAlike(groups, versions)}}
}

// alikeFinder compares the chunks of all pages.
type alikeFinder struct {
	pages  []*analyse.Page
	keys   []string           // of words, by number
	title  []analyse.WordList // see alikeWords
	chunks []alikeChunk
}

func newAlikeFinder(pages []*analyse.Page, keys []string) *alikeFinder {
	f := &alikeFinder{pages: pages, keys: keys, title: make([]analyse.WordList, len(pages))}
	for i, p := range analyse.Outlined(pages) {
		for k, c := range p.Chunks {
			f.chunks = append(f.chunks, alikeChunk{page: i, chunk: k, empty: !p.HasWords(c)})
		}
	}
	parallel.Each(len(pages), func() func(int) {
		var room analyse.Room
		return func(i int) { f.title[i] = room.Open(pages[i]).ComparedWords(keys).Title }
	})
	return f
}

// words returns the words of a chunk's page.
func (f *alikeFinder) words(c uint32) *analyse.ComparedWords {
	return f.pages[f.chunks[c].page].Open().ComparedWords(f.keys)
}

// shinglesOf returns the runs of a chunk's words.
func (f *alikeFinder) shinglesOf(c uint32) []uint64 {
	a := f.words(c)
	return a.Shingles(a.Of(f.chunks[c].chunk))
}

func (f *alikeFinder) signature(c uint32) *analyse.Signature {
	chunk := f.chunks[c]
	return &f.pages[chunk.page].Signatures[chunk.chunk]
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

// candidates lists, for every chunk, earlier chunks that share a band with it.
func (f *alikeFinder) candidates() [][]uint32 {
	near := make([][]uint32, len(f.chunks))
	order := make([]uint64, 0, len(f.chunks)) // hash of the band, then number of the chunk
	chunk := func(i int) uint32 { return uint32(order[i]) }
	for band := range analyse.SignatureBands {
		order = order[:0]
		for c := range f.chunks {
			if !f.chunks[c].empty {
				order = append(order, uint64(f.signature(uint32(c)).Bands[band])<<32|uint64(c))
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

// joins tells whether a chunk belongs to the group that begins with chunk g. A group has one chunk of each document.
// runs are the runs of the chunk, nil until they are needed: most candidates are decided before.
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
	if f.signature(c).Runs == f.signature(g).Runs {
		return true
	}
	if *runs == nil {
		*runs = f.shinglesOf(c)
	}
	return resemblance(*runs, f.shinglesOf(g)) >= minResemble
}

// sameSubject tells whether the titles and headings of two chunks allow them to be alike.
func (f *alikeFinder) sameSubject(a, b uint32) bool {
	if slices.Equal(f.title[f.chunks[a].page], f.title[f.chunks[b].page]) {
		return true
	}
	x, y := f.words(a), f.words(b)
	i, k := f.chunks[a].chunk, f.chunks[b].chunk
	heading := x.Heading(i)
	return len(heading) > 0 && slices.Equal(heading, y.Heading(k)) && slices.Equal(x.Numbers(i), y.Numbers(k))
}

// resemblance returns the share of the members of two ascending lists that are in both.
func resemblance(a, b []uint64) float64 {
	both := rank.Common(a, b)
	return float64(both) / float64(len(a)+len(b)-both)
}
