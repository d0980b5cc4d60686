package shards

import (
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/builder/entities"
	"mycel/builder/terms"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/lexical"
	"mycel/engine/method/bridge"
	"mycel/engine/model"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// Sizes of parts, in bytes before compression. A query pays for the parts that it touches: small parts cost it little,
// on a site of any size.
const (
	sizeText     = 5 << 10
	sizeTerms    = 5 << 10
	sizeSpelling = 8 << 10
	sizeChunks   = 4 << 10
	sizeMentions = 2 << 10
	sizeOutline  = 64 << 10
)

// pairSize is the factor for the size of a pair of characters. A query has a pair for nearly every character, mostly in
// different parts; smaller parts make it cheaper.
const pairSize = 3

// Sizes of parts in slots.
const (
	slottedText     = 3 << 9
	slottedChunks   = 1 << 8
	slottedMentions = 1 << 10 // copies of entities included
)

// Index is the source of the sections and parts of an index.
type Index struct {
	Docs     []corpus.Document
	Sections []corpus.Section
	Labelled []bool // by section: whether it is a part of a long section, with a label that no author wrote
	Chunks   []corpus.Chunk
	Texts    *TextBlocks

	Vocab     *terms.Vocabulary
	Words     func() (terms.Dictionary, error)
	Postings  *terms.PostingLists // over chunks
	Summaries *terms.PostingLists

	Entities *entities.Tables
	InChunks []entities.Occurrences // by entity

	weights func() *terms.Weights // of terms in chunks; made once

	Names []lexical.NameEntry // in addition to those of the sections

	Boosts []float32 // of chunks: factors of their scores; nil if all are 1

	Whole []Shard          // groups with one part
	Core  []bundle.Section // optional sections
}

// Shard is a part that has not been made yet: all parts together may be larger than memory.
type Shard struct {
	Group  string
	Encode encoder
}

// encoder writes the sections of a part.
type encoder = func(p *bundle.PartWriter)

// EncoderOf returns an encoder that writes the given sections.
func EncoderOf(sections ...[]byte) encoder {
	return func(p *bundle.PartWriter) {
		for _, s := range sections {
			p.Add(s)
		}
	}
}

// cuts has the part of each row.
type cuts struct {
	terms, chunks, mentions partition
	documents, sections     partition // in the parts of their chunks
	words                   *lexical.WordBlocks
	spelling                [][]lexical.Spelt // by part
	outline                 outline
	titles                  partition    // sections in the parts of their chunks' mentions
	apart                   [2]partition // mentions and titles, where they are cut in another way than chunks
	entities                *entityPlaces
}

func (x *Index) Cut() (c cuts, err error) {
	x.weights = sync.OnceValue(func() *terms.Weights {
		return x.Postings.Weigh(x.Vocab, func(chunk uint32) model.SectionID { return x.Chunks[chunk].Section })
	})
	if c.entities, err = x.placeEntities(); err != nil {
		return c, err
	}
	c.terms, c.chunks = x.cutTerms(c.entities.words.Words.Entries, c.entities.term), x.cutChunks()
	c.documents, c.sections = x.spread(c.chunks)
	c.mentions, c.titles = c.chunks.pairs(), c.sections.pairs()
	if !x.Postings.Documentation() || x.Texts.slotted {
		c.mentions = x.cutMentions()
		_, c.titles = x.spread(c.mentions)
		c.apart = [2]partition{c.mentions, c.titles}
	}
	c.entities.resolve(c.terms, c.mentions)
	c.words = c.entities.words.Words.Cut(c.terms.starts())
	c.spelling = x.cutSpelling(c.words.Words)
	c.outline = x.cutOutline()
	return c, nil
}

// Shards lists the parts behind the texts, in the order of their numbers.
func (x *Index) Shards(c cuts) (all []Shard) {
	e, terms, weights := c.entities, c.terms.rowsOf(), x.weights()
	groups := map[string][]encoder{
		bundle.GroupTerms:    x.termParts(c),
		bundle.GroupEntities: sectionParts(c.terms.n, e.atHome), // apart from terms: searches of documentation do not read them
		bundle.GroupKeys:     sectionParts(e.home.n-c.terms.n, func(w *wire.Writer, at int) { e.atHome(w, c.terms.n+at) }),
		bundle.GroupSpelling: sectionParts(len(c.spelling), func(w *wire.Writer, at int) { lexical.EncodeSpelling(w, c.spelling[at]) }),
		bundle.GroupPlaces:   sectionParts(len(terms), func(w *wire.Writer, at int) { weights.EncodePlaces(w, terms[at]) }), // apart from terms: most queries do not read them
		bundle.GroupHubs:     sectionParts(min(1, len(e.hubs)), func(w *wire.Writer, _ int) { e.copies(w, e.hubs, e.hubs, nil) }),
		bundle.GroupOutline:  x.outlineParts(c.outline),
		bundle.GroupChunks:   x.chunkParts(c),
		bundle.GroupMentions: x.mentionParts(c),

		bundle.GroupLists:     sectionParts(weights.Whole(), weights.EncodeWhole),
		bundle.GroupSets:      sectionParts(len(e.apart), e.setAt),
		bundle.GroupTreeTerms: x.treeTermParts(c.terms),
		bundle.GroupPositions: {EncoderOf(x.positions())},
	}
	for _, p := range x.Whole {
		groups[p.Group] = []encoder{p.Encode}
	}
	for _, group := range bundle.Groups()[1:] {
		for _, encode := range groups[group] {
			all = append(all, Shard{group, encode})
		}
	}
	return all
}

// CoreSections writes the sections of the core.
func (x *Index) CoreSections(c cuts, parts []Shard) []bundle.Section {
	n := []int{x.Texts.Len()}
	for _, group := range bundle.Groups()[1:] {
		of := 0
		for _, p := range parts {
			if p.Group == group {
				of++
			}
		}
		n = append(n, of)
	}
	var layout wire.Writer
	layout.Runs(c.entities.home.of)
	for _, p := range []partition{c.chunks, c.documents, c.sections, c.apart[0], c.apart[1]} {
		layout.Offsets(p.starts())
	}
	layout.Uint(uint32(min(1, len(x.Boosts))))
	core := []bundle.Section{
		{Name: bundle.SectionDocuments, Data: corpus.Encode(c.outline.docs, c.outline.sections, c.outline.chunks)},
		{Name: bundle.SectionBlocks, Data: x.Texts.encode(x.Chunks)},
		{Name: bundle.SectionTerms, Data: c.words.EncodeCore(lexical.SpellingTops(c.spelling))},
		{Name: bundle.SectionParts, Data: bundle.EncodeDirectory(n)},
		{Name: bundle.SectionLayout, Data: layout.Bytes()},
		{Name: bundle.SectionWeights, Data: x.weights().Encode()},
	}
	if set := c.words.Set; set != nil {
		core = append(core, bundle.Section{Name: bundle.SectionSet, Data: set.Encode()})
	}
	return append(core, x.Core...)
}

// cutTerms cuts the terms where fewest forms are separated from their terms, so that a word and its term are mostly
// fetched together. Among these places it prefers those where the neighbouring terms have the shortest common
// beginning: then few letters identify a block. home is the term beside which each entity has its home.
func (x *Index) cutTerms(words []lexical.Entry, home []int) partition {
	stems := x.Vocab.Stems
	parted := make([]int, len(stems)+1) // by term: increase of separated forms from the term before
	for _, w := range words {
		behind := sort.Search(len(stems), func(t int) bool { return stems[t] > w.Form }) // the first term behind the form
		parted[min(behind, int(w.Term)+1)]++
		parted[max(behind, int(w.Term)+1)]--
	}
	for t := range stems {
		parted[t+1] += parted[t]
	}
	names := make([]int, len(stems))
	for _, n := range x.Names {
		names[n.Name.First]++
	}
	beside := make([]int, len(stems)) // by term: bytes of the entities with their home there, whose parts have the same numbers
	if x.Texts.slotted {
		for e, t := range home {
			if t >= 0 {
				beside[t] += copyBytes
				if n := len(x.InChunks[e].IDs); n <= x.Postings.Sizes.Set {
					beside[t] += (stepBytes + 1) * n
				}
			}
		}
	}
	weights := x.weights()
	return cut(len(stems), func(t int) int {
		size := 2 + len(stems[t]) + 3*int(weights.Kept(x.Postings.Rows[t].N)) + 5*names[t] + beside[t]
		if r, _ := utf8.DecodeRuneInString(stems[t]); text.Unspaced(r) {
			size *= pairSize
		}
		return size
	}, func(t int) border {
		return border(min(parted[t], 255))<<40 | border(lexical.CommonPrefix(stems[t-1], stems[t]))<<32 | borderAt(stems[t])
	}, sizeTerms, x.Texts.share(11, 23))
}

// cutSpelling cuts the entries of the spelling into parts.
func (x *Index) cutSpelling(words *lexical.Words) (parts [][]lexical.Spelt) {
	all := words.Spellings()
	p := cut(len(all), func(i int) int { return 3 + len(all[i].Listed)/2 }, func(i int) border { return borderAt(all[i].Listed) }, sizeSpelling, x.Texts.share(1, 10))
	for _, rows := range p.rowsOf() {
		parts = append(parts, all[rows[0]:rows[len(rows)-1]+1])
	}
	return parts
}

func (x *Index) termParts(c cuts) (out []encoder) {
	names := append(x.nameSections(c.entities.words), x.Names...).split(c.terms)
	for at, terms := range c.terms.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) { c.words.EncodeBlock(w, at) })
			p.Section(func(w *wire.Writer) { x.weights().EncodeSteps(w, terms) })
			p.Section(func(w *wire.Writer) { lexical.EncodeNames(w, names[at]) })
			p.Section(func(w *wire.Writer) { x.weights().EncodeRows(w, terms) })
		})
	}
	return out
}

// sectionParts makes n parts of one section.
func sectionParts(n int, write func(w *wire.Writer, at int)) (out []encoder) {
	for at := range n {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) { write(w, at) })
		})
	}
	return out
}

// MaxTreeTerms is the most parts of postings over summaries.
const MaxTreeTerms = 6

// treeTermParts assigns the terms of each part to one of the parts of postings over summaries.
func (x *Index) treeTermParts(p partition) (out []encoder) {
	n := 0
	for _, row := range x.Summaries.Rows {
		n += int(row.N)
	}
	if n == 0 {
		return nil
	}
	to := partition{of: make([]uint32, len(p.of)), n: min(1+n/x.Postings.Sizes.Summaries, MaxTreeTerms, p.n)}
	for t, part := range p.of {
		to.of[t] = part % uint32(to.n)
	}
	for _, terms := range to.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			lists := make([][]lexical.Posting, len(terms))
			for i, t := range terms {
				lists[i] = x.Summaries.Weighed(int(t), x.Postings.Mean()) // summaries compete with chunks
			}
			p.Add(lexical.EncodePostings(lists))
		})
	}
	return out
}

// Pick returns the rows with these ids.
func Pick[T any](rows []T, ids []uint32) []T {
	out := make([]T, len(ids))
	for i, id := range ids {
		out[i] = rows[id]
	}
	return out
}

// beforeChunk returns the border before a chunk; noBorder if it does not begin a section.
func (x *Index) beforeChunk(c int) border {
	if c > 0 && x.Chunks[c].Section == x.Chunks[c-1].Section {
		return noBorder
	}
	s := x.Chunks[c].Section
	return borderAt(x.Docs[x.document(uint32(s))].ID + "#" + x.Sections[s].Anchor)
}

// cutChunks cuts the chunks, with their sections and documents, into parts.
func (x *Index) cutChunks() partition {
	size := make([]int, len(x.Chunks))
	section := uint32(0)
	chunk := uint32(0)
	for _, d := range x.Docs {
		more := documentBytes(d.ID, d.URL, d.Title)
		for ; section < d.SectionEnd; section++ {
			s := x.Sections[section]
			more += sectionBytes(s.Heading, s.Anchor)
			for ; chunk < s.ChunkEnd; chunk++ {
				size[chunk] = chunkBytes + more
				more = 0
			}
		}
	}
	return x.cutBy(func(c int) int { return size[c] }, sizeChunks, slottedChunks, 12)
}

// cutMentions cuts the chunks with the entities that they mention: the walk reads the parts of some dozen chunks.
// Searches of documentation do not read them. There each part has the chunks of two parts of chunks, which takes no
// room in the core.
func (x *Index) cutMentions() partition {
	weights := x.weights()
	return x.cutBy(func(c int) int {
		bytes := 3 + 6*len(x.Entities.Chunks[c].IDs) + weights.RestBytes(c)
		if x.Texts.slotted { // parts in slots are so small that copies of entities take most of their room
			for _, e := range x.Entities.Chunks[c].IDs {
				if bytes += copyBytes; bridge.Reaches(len(x.InChunks[e].IDs), false) {
					bytes += stepBytes * len(x.InChunks[e].IDs)
				}
			}
		}
		return bytes
	}, sizeMentions, slottedMentions, 14)
}

// A copy of an entity has about copyBytes, and stepBytes for each of its chunks.
const (
	copyBytes = 16
	stepBytes = 2
)

// cutBy cuts the chunks into parts of about target bytes, or slotted bytes in slots; chunk c takes size(c) bytes. The
// group may have hundredths/100 of all parts.
func (x *Index) cutBy(size func(c int) int, target, slotted, hundredths int) partition {
	total := 0
	for c := range x.Chunks {
		total += size(c)
	}
	if each := x.Texts.evenChunks(total, slotted); each > 0 {
		return even(len(x.Chunks), each)
	}
	return cut(len(x.Chunks), size, x.beforeChunk, target, x.Texts.shareOf(hundredths))
}

// spread returns the parts of documents and sections. A section is in the part of its first chunk, a document in the
// part of its first section. Without chunks or sections they are in the part of the row before, or in the first part.
func (x *Index) spread(chunks partition) (docs, sections partition) {
	sections = beside(chunks, len(x.Sections), func(s int) uint32 { return x.Sections[s].ChunkEnd })
	return beside(sections, len(x.Docs), func(d int) uint32 { return x.Docs[d].SectionEnd }), sections
}

// beside returns the parts of rows that have members, each row up to end(row): the part of its first member.
func beside(members partition, rows int, end func(row int) uint32) partition {
	p := partition{of: make([]uint32, rows), n: members.n}
	first, last := uint32(0), uint32(0)
	for row := range rows {
		if to := end(row); first < to {
			last, first = members.of[first], to
		}
		p.of[row] = last
	}
	return p
}

func (x *Index) chunkParts(c cuts) (out []encoder) {
	docs, sections := c.documents.rowsOf(), c.sections.rowsOf()
	for at, chunks := range c.chunks.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			p.Section(func(w *wire.Writer) {
				first := uint32(0)
				if here := sections[at]; len(here) > 0 {
					first = here[0]
				}
				corpus.EncodeRows(w, Pick(x.Docs, docs[at]), Pick(x.Sections, sections[at]), Pick(x.Chunks, chunks), first, x.Texts.start)
			})
		})
	}
	return out
}

func (x *Index) mentionParts(c cuts) (out []encoder) {
	sections := c.titles.rowsOf()
	for at, chunks := range c.mentions.rowsOf() {
		out = append(out, func(p *bundle.PartWriter) {
			sets, counts := columns(Pick(x.Entities.Chunks, chunks))
			own, copies := Pick(x.Entities.Titles, sections[at]), c.entities.besides[at]
			named := wire.NewChoice(len(x.Entities.Entities), slices.Concat(sets, own)...)
			p.Section(func(w *wire.Writer) {
				here := named.List()
				w.Uint(uint32(len(here)))
				w.Steps(here)
				entity.EncodeSized(w, placesOf(named, sets), counts, func(int) bool { return false }, nil)
				entity.EncodeLists(w, placesOf(named, own))
			})
			p.Add(wire.EncodePlaces(Pick(x.Entities.Places, chunks)))
			p.Section(func(w *wire.Writer) { c.entities.copies(w, copies, named.Places(copies), c.entities.own[at]) })
			p.Section(func(w *wire.Writer) { x.weights().EncodeRests(w, chunks) })
		})
	}
	return out
}

// placesOf returns the lists with each number replaced by its position in a choice.
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
	// Writing to memory cannot fail.
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

// AddWhole adds a group of a single part.
func (x *Index) AddWhole(group string, sections ...[]byte) {
	x.Whole = append(x.Whole, Shard{group, EncoderOf(sections...)})
}
