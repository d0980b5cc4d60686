package builder

import (
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/wire"
)

// Sizes of parts: at least so many bytes, before compression, so that a small site has
// few files, and of each family at most so many parts, so that a large one has.
const (
	leastText, maxTexts        = 16 << 10, 72
	leastTerms, maxTerms       = 6 << 10, 70
	leastKeys, maxKeys         = 12 << 10, 24
	leastEntities, maxEntities = 12 << 10, 56
	leastChunks, maxChunks     = 12 << 10, 28
)

// indexer is what the sections and parts of an index are made of.
type indexer struct {
	docs     []corpus.Document
	sections []corpus.Section
	chunks   []corpus.Chunk
	texts    *textBlocks

	vocab     *vocabulary
	postings  *postingLists // over chunks
	summaries *postingLists

	entities *entityTables
	inChunks []occurrences // by entity

	whole []bundle.Section // what is one part each, by family
	core  []bundle.Section // optional sections

	treeLengths []byte
}

// part is a part to be made: an index has more bytes than memory should.
type part struct {
	family string
	encode func() []byte
}

// cuts says which rows are in which parts.
type cuts struct {
	terms, keys, shared, chunks partition
	inShared                    []bool // by entity: see cutEntities
}

func (x *indexer) cut() (c cuts) {
	c.terms = x.cutTerms()
	c.keys, c.shared, c.inShared = x.cutEntities()
	c.chunks = x.cutChunks()
	return c
}

// parts lists the parts behind the texts, in the order of their numbers.
func (x *indexer) parts(c cuts) (all []part) {
	families := map[string][]func() []byte{
		bundle.FamilyTerms:    x.termParts(c.terms),
		bundle.FamilyKeys:     x.keyParts(c.keys, c.inShared),
		bundle.FamilyEntities: x.entityParts(c.shared, c.inShared),
		bundle.FamilyChunks:   x.chunkParts(c.chunks),
	}
	for _, s := range x.whole {
		families[s.Name] = []func() []byte{func() []byte { return s.Data }}
	}
	for _, family := range bundle.Families()[1:] {
		for _, encode := range families[family] {
			all = append(all, part{family, encode})
		}
	}
	return all
}

// coreSections writes the sections of the core. sums are those of the parts.
func (x *indexer) coreSections(c cuts, parts []part, sums []uint32) []bundle.Section {
	n := []int{x.texts.len()}
	for _, family := range bundle.Families()[1:] {
		of := 0
		for _, p := range parts {
			if p.family == family {
				of++
			}
		}
		n = append(n, of)
	}
	of := slices.Clone(c.keys.of)
	for e, in := range c.inShared {
		if in {
			of[e] = uint8(c.keys.n) + c.shared.of[e]
		}
	}
	var layout, sizes wire.Writer
	for _, of := range [][]uint8{c.terms.of, of, c.chunks.of} {
		layout.Raw(of)
	}
	for _, rows := range [][]occurrences{x.inChunks, x.entities.chunks} {
		size := make([]uint32, len(rows))
		for i, o := range rows {
			size[i] = uint32(len(o.ids))
		}
		sizes.Uint32s(size)
	}
	core := []bundle.Section{
		{Name: bundle.SectionDocuments, Data: corpus.Encode(x.docs, x.sections, len(x.chunks))},
		{Name: bundle.SectionBlocks, Data: x.texts.encode()},
		{Name: bundle.SectionTerms, Data: x.dictionary()},
		{Name: bundle.SectionParts, Data: bundle.EncodeDirectory(n, slices.Concat(x.texts.sums, sums))},
		{Name: bundle.SectionEntities, Data: entity.EncodeRanges(x.ranges(c.keys))},
		{Name: bundle.SectionSizes, Data: sizes.Bytes()},
		{Name: bundle.SectionLayout, Data: layout.Bytes()},
		{Name: bundle.SectionLengths, Data: lexical.EncodeLengths(x.postings.length)},
	}
	return append(core, x.core...)
}

func (x *indexer) dictionary() []byte {
	return lexical.EncodeDictionary(x.vocab.entries, x.vocab.stems, x.postings.df(), x.vocab.rules)
}

func (x *indexer) cutTerms() partition {
	return cut(len(x.vocab.stems), func(t int) int {
		return 2 + 4*int(x.postings.rows[t].n) + 2*int(x.summaries.rows[t].n)
	}, func(t int) string { return x.vocab.stems[t] }, leastTerms, maxTerms)
}

func (x *indexer) termParts(p partition) (out []func() []byte) {
	for _, terms := range p.rowsOf() {
		out = append(out, func() []byte {
			postings, places := x.postings.some(terms)
			summaries, _ := x.summaries.some(terms)
			return bundle.EncodePart(lexical.EncodePostings(postings), wire.EncodePlaces(places), lexical.EncodePostings(summaries))
		})
	}
	return out
}

// pick returns some of the rows.
func pick[T any](rows []T, ids []uint32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = rows[id]
	}
	return out
}

// cutEntities cuts the keys of entities into ranges, and those entities that are in
// several chunks, or titles, by where they come first: what a page mentions is in few
// parts. inShared tells which ones these are; the others are in the range of their key.
func (x *indexer) cutEntities() (keys, shared partition, inShared []bool) {
	list := x.entities.entities
	inShared = make([]bool, len(list))
	for e, o := range x.inChunks {
		inShared[e] = len(o.ids) > 1
	}
	for _, titles := range x.entities.titles {
		for _, e := range titles {
			inShared[e] = true
		}
	}
	keys = cut(len(list), func(e int) int {
		if inShared[e] {
			return 2 + len(list[e].Key)/2
		}
		return 8 + len(list[e].Key)/2
	}, func(e int) string { return list[e].Key }, leastKeys, maxKeys)
	weight := make([]int, max(1, len(x.chunks)))
	first := make([]int, len(list))
	for e, o := range x.inChunks {
		if inShared[e] {
			if len(o.ids) > 0 {
				first[e] = int(o.ids[0])
			}
			weight[first[e]] += 4 + len(list[e].Key) + 3*len(o.ids)
		}
	}
	homes := cut(len(weight), func(c int) int { return weight[c] }, x.chunkKey, leastEntities, maxEntities)
	shared = partition{of: make([]uint8, len(list)), n: homes.n}
	for e := range list {
		shared.of[e] = homes.of[first[e]]
	}
	return keys, shared, inShared
}

// chunkKey is a key for the chunks that begin a section.
func (x *indexer) chunkKey(c int) string {
	if c >= len(x.chunks) || c > 0 && x.chunks[c].Section == x.chunks[c-1].Section {
		return ""
	}
	s := x.chunks[c].Section
	d, _ := slices.BinarySearchFunc(x.docs, uint32(s), func(d corpus.Document, s uint32) int {
		if d.SectionEnd <= s {
			return -1
		}
		return 1
	})
	return x.docs[d].ID + "#" + x.sections[s].Anchor
}

func (x *indexer) ranges(keys partition) entity.Ranges {
	r := entity.Ranges{End: []uint32{0}}
	for e := range keys.of {
		if e > 0 && keys.of[e] != keys.of[e-1] {
			r.End = append(r.End, uint32(e))
			r.First = append(r.First, x.entities.entities[e].Key)
		}
	}
	if len(keys.of) > 0 {
		r.End = append(r.End, uint32(len(keys.of)))
	}
	return r
}

func (x *indexer) keyParts(keys partition, inShared []bool) (out []func() []byte) {
	r := x.ranges(keys)
	aliases := x.entities.aliases
	for at, entities := range keys.rowsOf() {
		n := len(aliases)
		if at < len(r.First) {
			n, _ = slices.BinarySearchFunc(aliases, r.First[at], func(a entity.Alias, key string) int { return strings.Compare(a.Key, key) })
		}
		own := aliases[:n]
		out = append(out, func() []byte {
			plain := slices.DeleteFunc(slices.Clone(entities), func(e uint32) bool { return inShared[e] })
			return bundle.EncodePart(
				entity.EncodeKeys(pick(x.entities.entities, entities), own),
				entity.Encode(pick(x.entities.entities, plain), false),
				encodeOccurrences(pick(x.inChunks, plain)),
			)
		})
		aliases = aliases[n:]
	}
	return out
}

func (x *indexer) entityParts(shared partition, inShared []bool) (out []func() []byte) {
	about := make([][]uint32, len(inShared))
	for s, titles := range x.entities.titles {
		for _, e := range titles {
			about[e] = append(about[e], uint32(s))
		}
	}
	for _, entities := range shared.rowsOf() {
		entities = slices.DeleteFunc(entities, func(e uint32) bool { return !inShared[e] })
		out = append(out, func() []byte {
			return bundle.EncodePart(
				entity.Encode(pick(x.entities.entities, entities), true),
				encodeOccurrences(pick(x.inChunks, entities)),
				entity.EncodeLists(pick(about, entities)),
			)
		})
	}
	return out
}

// cutChunks cuts the chunks with what is known of them, of their sections and documents.
func (x *indexer) cutChunks() partition {
	size := make([]int, len(x.chunks))
	for c := range x.chunks {
		size[c] = 6 + 4*len(x.entities.chunks[c].ids)
	}
	first := uint32(0)
	for _, s := range x.sections {
		if first < s.ChunkEnd {
			size[first] += 8 + len(s.Heading) + len(s.Anchor)
		}
		first = s.ChunkEnd
	}
	return cut(len(x.chunks), func(c int) int { return size[c] }, x.chunkKey, leastChunks, maxChunks)
}

func (x *indexer) chunkParts(p partition) (out []func() []byte) {
	tables, err := corpus.Decode(corpus.Encode(x.docs, x.sections, len(x.chunks)))
	if err != nil {
		panic(err) // what has just been encoded can be decoded
	}
	ofDocs, ofSections := tables.Spread(p.of)
	docs, sections := partition{ofDocs, p.n}.rowsOf(), partition{ofSections, p.n}.rowsOf()
	for at, chunks := range p.rowsOf() {
		out = append(out, func() []byte {
			return bundle.EncodePart(
				corpus.EncodeRows(pick(x.docs, docs[at]), pick(x.sections, sections[at]), pick(x.chunks, chunks)),
				encodeOccurrences(pick(x.entities.chunks, chunks)),
				wire.EncodePlaces(pick(x.entities.places, chunks)),
				entity.EncodeLists(pick(x.entities.titles, sections[at])),
			)
		})
	}
	return out
}

// encodeOccurrences writes rows of occurrences.
func encodeOccurrences(rows []occurrences) []byte {
	sets := make([][]uint32, len(rows))
	counts := make([][]uint32, len(rows))
	for i, o := range rows {
		sets[i], counts[i] = o.ids, o.counts
	}
	return entity.EncodeIndex(sets, counts, func(ids []uint32) []byte {
		b := roaring.New()
		b.AddMany(ids)
		b.RunOptimize()
		// Writing to memory does not fail.
		raw, _ := b.ToBytes()
		return raw
	})
}
