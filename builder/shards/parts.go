package shards

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/builder/entities"
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/wire"
)

// Sizes of parts: at least so many bytes, before compression, so that a small site has
// few files, and of each family at most so many parts, so that a large one has.
const (
	leastText, maxTexts    = 16 << 10, 71
	leastTerms, maxTerms   = 6 << 10, 98
	leastChunks, maxChunks = 6 << 10, 72
)

// MaxParts is how many parts a bundle has at most, whatever the site.
func MaxParts() int {
	oneEach := len(bundle.Families()) - 4
	return maxTexts + maxTerms + maxChunks + MaxTreeTerms + oneEach
}

// Index is what the sections and parts of an index are made of.
type Index struct {
	Docs     []corpus.Document
	Sections []corpus.Section
	Chunks   []corpus.Chunk
	Texts    *TextBlocks

	Vocab     *terms.Vocabulary
	Words     func() (terms.Dictionary, error)
	Postings  *terms.PostingLists // over chunks
	Summaries *terms.PostingLists

	Entities *entities.Tables
	InChunks []entities.Occurrences // by entity

	Whole []Shard          // families that are one part
	Core  []bundle.Section // optional sections
}

// Shard is a part to be made: an index has more bytes than memory should.
type Shard struct {
	Family string
	Encode encoder
}

// encoder writes the sections of a part.
type encoder = func(p *bundle.PartWriter)

// EncoderOf returns an encoder of sections.
func EncoderOf(sections ...[]byte) encoder {
	return func(p *bundle.PartWriter) {
		for _, s := range sections {
			p.Add(s)
		}
	}
}

// cuts says which rows are in which parts.
type cuts struct {
	terms, chunks partition
	documents     partition // beside their chunks, as sections are
	sections      partition
	bases         []uint32 // by part of chunks: where the first text of its documents and chunks begins
	entities      *entityPlaces
}

func (x *Index) Cut() (c cuts, err error) {
	if c.entities, err = x.placeEntities(); err != nil {
		return c, err
	}
	c.terms, c.chunks = x.cutTerms(c.entities), x.cutChunks() // names are too few to count
	c.entities.resolve(c.terms, c.chunks)
	c.documents, c.sections = x.spread(c.chunks)
	c.bases = x.bases(c)
	return c, nil
}

// Shards lists the parts behind the texts, in the order of their numbers.
func (x *Index) Shards(c cuts) (all []Shard) {
	families := map[string][]encoder{
		bundle.FamilyTerms:  x.termParts(c),
		bundle.FamilyKeys:   c.entities.keyParts(),
		bundle.FamilyHubs:   c.entities.hubParts(),
		bundle.FamilyChunks: x.chunkParts(c),

		bundle.FamilyTreeTerms: x.treeTermParts(c.terms),
	}
	for _, p := range x.Whole {
		families[p.Family] = []encoder{p.Encode}
	}
	for _, family := range bundle.Families()[1:] {
		for _, encode := range families[family] {
			all = append(all, Shard{family, encode})
		}
	}
	return all
}

// CoreSections writes the sections of the core. sums are those of the parts.
func (x *Index) CoreSections(c cuts, parts []Shard, sums []uint32) []bundle.Section {
	n := []int{x.Texts.Len()}
	for _, family := range bundle.Families()[1:] {
		of := 0
		for _, p := range parts {
			if p.Family == family {
				of++
			}
		}
		n = append(n, of)
	}
	var layout, sizes wire.Writer
	for _, of := range [][]uint8{c.terms.of, c.entities.home.of, c.chunks.of} {
		layout.Raw(of)
	}
	layout.Uint32s(c.bases)
	size := make([]uint32, len(x.Chunks))
	for c, o := range x.Entities.Chunks {
		size[c] = uint32(len(o.IDs))
	}
	sizes.Uint32s(size)
	core := []bundle.Section{
		{Name: bundle.SectionDocuments, Data: corpus.Encode(x.Docs, x.Sections, len(x.Chunks))},
		{Name: bundle.SectionBlocks, Data: x.Texts.encode(x.Chunks)},
		{Name: bundle.SectionTerms, Data: c.entities.words.Encoded},
		{Name: bundle.SectionParts, Data: bundle.EncodeDirectory(n, slices.Concat(x.Texts.Sums, sums))},
		{Name: bundle.SectionSizes, Data: sizes.Bytes()},
		{Name: bundle.SectionLayout, Data: layout.Bytes()},
		{Name: bundle.SectionLengths, Data: lexical.EncodeLengths(x.Postings.Length)},
	}
	if f := x.Postings.Fields; f != nil {
		core = append(core, bundle.Section{Name: bundle.SectionFields, Data: f.Encode(x.Vocab)})
	}
	return append(core, x.Core...)
}

func (x *Index) cutTerms(e *entityPlaces) partition {
	return cut(len(x.Vocab.Stems), func(t int) int {
		return 2 + 4*int(x.Postings.Rows[t].N) + e.size[t]
	}, func(t int) string { return x.Vocab.Stems[t] }, leastTerms, maxTerms)
}

func (x *Index) termParts(c cuts) (out []encoder) {
	names := x.nameSections(c.entities.words).split(c.terms)
	var number []uint32
	if f := x.Postings.Fields; f != nil {
		_, number = f.Order()
	}
	for at, terms := range c.terms.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) { x.Postings.EncodeSteps(w, terms) })
			p.Section(func(w *wire.Writer) { x.Postings.EncodePlaces(w, terms) })
			p.Section(func(w *wire.Writer) { c.entities.atHome(w, at) })
			p.Section(func(w *wire.Writer) { lexical.EncodeNames(w, names[at]) })
			p.Section(func(w *wire.Writer) { x.Postings.EncodeProfiles(w, terms, number) })
		})
	}
	return out
}

// Postings over summaries are in a part for every so many, up to maxTreeTerms: few modes
// read them, and an edited sentence may change the choice of many others. Tests have less.
var TreeTerms = 1 << 16

const MaxTreeTerms = 6

// treeTermParts puts the terms of each part of them into one of the parts of postings over
// summaries.
func (x *Index) treeTermParts(p partition) (out []encoder) {
	n := 0
	for _, row := range x.Summaries.Rows {
		n += int(row.N)
	}
	if n == 0 {
		return nil
	}
	to := partition{of: make([]uint8, len(p.of)), n: min(1+n/TreeTerms, MaxTreeTerms, p.n)}
	for t, part := range p.of {
		to.of[t] = part % uint8(to.n)
	}
	for _, terms := range to.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			lists := make([][]lexical.Posting, len(terms))
			for i, t := range terms {
				lists[i] = x.Summaries.List(int(t))
			}
			p.Add(lexical.EncodePostings(lists))
		})
	}
	return out
}

// Pick returns some of the rows.
func Pick[T any](rows []T, ids []uint32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = rows[id]
	}
	return out
}

// chunkKey is a key for the chunks that begin a section.
func (x *Index) chunkKey(c int) string {
	if c >= len(x.Chunks) || c > 0 && x.Chunks[c].Section == x.Chunks[c-1].Section {
		return ""
	}
	s := x.Chunks[c].Section
	return x.Docs[x.document(uint32(s))].ID + "#" + x.Sections[s].Anchor
}

// cutChunks cuts the chunks with what is known of them, of their sections and documents.
func (x *Index) cutChunks() partition {
	size := make([]int, len(x.Chunks))
	for c := range x.Chunks {
		size[c] = 6 + 4*len(x.Entities.Chunks[c].IDs)
	}
	first := uint32(0)
	for _, s := range x.Sections {
		if first < s.ChunkEnd {
			size[first] += 8 + len(s.Heading) + len(s.Anchor)
		}
		first = s.ChunkEnd
	}
	return cut(len(x.Chunks), func(c int) int { return size[c] }, x.chunkKey, leastChunks, maxChunks)
}

// bases returns for each part of chunks where the first text of its documents and chunks
// begins.
func (x *Index) bases(c cuts) []uint32 {
	bases := make([]uint32, c.chunks.n)
	for i := len(x.Chunks) - 1; i >= 0; i-- {
		bases[c.chunks.of[i]] = x.Chunks[i].Text.Start
	}
	for d, at := range c.documents.of {
		bases[at] = min(bases[at], x.Docs[d].Text.Start)
	}
	return bases
}

// spread returns the parts of documents and sections.
func (x *Index) spread(chunks partition) (docs, sections partition) {
	tables, err := corpus.Decode(corpus.Encode(x.Docs, x.Sections, len(x.Chunks)), len(x.Chunks))
	if err != nil {
		panic(err) // what has just been encoded can be decoded
	}
	ofDocs, ofSections := tables.Spread(chunks.of)
	return partition{ofDocs, chunks.n}, partition{ofSections, chunks.n}
}

func (x *Index) chunkParts(c cuts) (out []encoder) {
	docs, sections := c.documents.rowsOf(), c.sections.rowsOf()
	for at, chunks := range c.chunks.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			sets, counts := columns(Pick(x.Entities.Chunks, chunks))
			own, copies := Pick(x.Entities.Titles, sections[at]), c.entities.besides[at]
			named := wire.NewChoice(len(x.Entities.Entities), slices.Concat(sets, own)...)
			p.Section(func(w *wire.Writer) {
				corpus.EncodeRows(w, Pick(x.Docs, docs[at]), Pick(x.Sections, sections[at]), Pick(x.Chunks, chunks), c.bases[at])
			})
			p.Section(func(w *wire.Writer) {
				here := named.List()
				w.Uint(uint32(len(here)))
				w.Steps(here)
				entity.EncodeIndex(w, placesOf(named, sets), counts, nil)
				entity.EncodeLists(w, placesOf(named, own))
			})
			p.Add(wire.EncodePlaces(Pick(x.Entities.Places, chunks), nil))
			p.Section(func(w *wire.Writer) { c.entities.copies(w, copies, named.Places(copies)) })
		})
	}
	return out
}

// placesOf returns lists of places in a choice in the place of lists.
func placesOf(c *wire.Choice, lists [][]uint32) [][]uint32 {
	out := make([][]uint32, len(lists))
	for i, list := range lists {
		out[i] = c.Places(list)
	}
	return out
}

// serialise makes the portable Roaring bitmap of a set.
func serialise(ids []uint32) []byte {
	b := roaring.New()
	b.AddMany(ids)
	b.RunOptimize()
	// Writing to memory does not fail.
	raw, _ := b.ToBytes()
	return raw
}

// columns returns the ids of occurrences, and their counts.
func columns(rows []entities.Occurrences) (ids, counts [][]uint32) {
	ids, counts = make([][]uint32, len(rows)), make([][]uint32, len(rows))
	for i, o := range rows {
		ids[i], counts[i] = o.IDs, o.Counts
	}
	return ids, counts
}

// AddWhole adds a family that is one part.
func (x *Index) AddWhole(family string, sections ...[]byte) {
	x.Whole = append(x.Whole, Shard{family, EncoderOf(sections...)})
}
