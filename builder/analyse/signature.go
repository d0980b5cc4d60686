package analyse

import (
	"slices"
	"strings"

	"mycel/engine/text"
)

// Sizes of signatures.
const (
	shingle        = 3 // words of a run
	SignatureBands = 8 // with bandHashes each: this misses one in 30,000 pairs of chunks that are alike
	bandHashes     = 3
)

// Signature is a summary of a chunk's runs of words: chunks are compared by it first.
type Signature struct {
	Bands [SignatureBands]uint32 // hashes of the smallest runs in several orders
	Runs  uint64                 // hash of all runs
}

// ComparedWords are the words by which the chunks of a page are compared.
type ComparedWords struct {
	page    *Page    // open
	keys    []string // of words, by the numbers that the page has
	version []string // words of its version
	Title   WordList // without the words of the version
	parents []int
}

func (p *Page) ComparedWords(keys []string) *ComparedWords {
	a := &ComparedWords{page: p, keys: keys, parents: Parents(p.Doc.Sections)}
	for _, t := range text.Tokens(VersionOf(p.Doc), 16) {
		a.version = append(a.version, strings.TrimPrefix(t.Key, "v"))
	}
	a.Title = a.unversioned(slices.Clone(p.Title))
	return a
}

// unversioned removes the words of the page's version from words.
func (a *ComparedWords) unversioned(words WordList) WordList {
	if len(a.version) == 0 {
		return words
	}
	return slices.DeleteFunc(words, func(w Form) bool {
		return slices.Contains(a.version, strings.TrimPrefix(a.keys[w], "v"))
	})
}

// Of returns all words by which a chunk is compared.
func (a *ComparedWords) Of(chunk int) WordList {
	c := a.page.Chunks[chunk]
	words := slices.Clone(a.Title)
	for s := range Around(a.parents, c.Section) {
		words = append(words, a.page.Heading[s]...)
	}
	return a.unversioned(append(words, a.page.SentenceWords(c.First, c.End)...))
}

// Heading returns the words of a chunk's heading; nil if it is the title of the page.
func (a *ComparedWords) Heading(chunk int) WordList {
	if h := a.page.Heading[a.page.Chunks[chunk].Section]; !slices.Equal(h, a.page.Title) {
		return a.unversioned(slices.Clone(h))
	}
	return nil
}

// Numbers returns the words of a chunk that have a digit.
func (a *ComparedWords) Numbers(chunk int) WordList {
	return slices.DeleteFunc(a.Of(chunk), func(w Form) bool { return !strings.ContainsAny(a.keys[w], "0123456789") })
}

// sign computes the signatures of a page's chunks. keys are those of its words.
func (p *Page) sign(keys []string) {
	a := p.ComparedWords(keys)
	p.Signatures = make([]Signature, len(p.Chunks))
	for i, c := range p.Chunks {
		if p.HasWords(c) {
			p.Signatures[i] = signatureOf(a.Shingles(a.Of(i)))
		}
	}
}

// Shingles returns the distinct hashes of the runs of words, ascending.
func (a *ComparedWords) Shingles(words WordList) []uint64 {
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
func signatureOf(runs []uint64) (s Signature) {
	for band := range s.Bands {
		sum := uint64(band)
		for i := range bandHashes {
			least, seed := ^uint64(0), scatter(uint64(band*bandHashes+i+1))
			for _, run := range runs {
				least = min(least, scatter(run^seed))
			}
			sum = scatter(sum ^ least)
		}
		s.Bands[band] = uint32(sum)
	}
	for _, run := range runs {
		s.Runs = scatter(s.Runs ^ run)
	}
	return s
}

// scatter is the finaliser of SplitMix64 (Steele, Lea & Flood 2014).
func scatter(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
