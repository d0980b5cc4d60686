// Package testindex makes small indexes for the tests of methods.
package testindex

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/engine/tree"
	"mycel/engine/vector"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// New makes an index in which every chunk is a document with one section, every
// word is both a term and an entity, and every chunk is one sentence: two words of
// a chunk are neighbours in the graph. summaries[i] covers chunks [first, end).
func New(t testing.TB, chunks []string, summaries ...tree.Summary) *method.Index {
	t.Helper()
	chunks = slices.Clone(chunks)
	for i := range chunks {
		chunks[i] = Spell(chunks[i])
	}
	var words []string
	for _, c := range chunks {
		words = append(words, strings.Fields(c)...)
	}
	slices.Sort(words)
	words = slices.Compact(words)
	id := map[string]uint32{}
	var entries []lexical.Entry
	var entities []entity.Entity
	for i, w := range words {
		id[w] = uint32(i)
		entries = append(entries, lexical.Entry{Form: w, Term: model.TermID(i)})
		entities = append(entities, entity.Entity{Key: w, Name: w})
	}

	var docs []corpus.Document
	var sections []corpus.Section
	var rows []corpus.Chunk
	lists := make([][]occurrences, len(words))
	chunkSets := make([][]uint32, len(words))
	chunkCounts := make([][]uint32, len(words))
	entitySets := make([][]uint32, len(chunks))
	entityCounts := make([][]uint32, len(chunks))
	weights := map[[2]uint32]uint32{}
	length := make([]uint32, len(chunks))
	for c, text := range chunks {
		docs = append(docs, corpus.Document{ID: fmt.Sprint("d", c), Text: model.Span{Start: uint32(c), End: uint32(c + 1)}, SectionEnd: uint32(c + 1)})
		sections = append(sections, corpus.Section{Parent: model.SectionID(c), ChunkEnd: uint32(c + 1)})
		rows = append(rows, corpus.Chunk{Section: model.SectionID(c), Text: model.Span{Start: uint32(c), End: uint32(c + 1)}})
		count := map[string]uint32{}
		for _, w := range strings.Fields(text) {
			count[w]++
			length[c]++
		}
		for _, w := range words {
			if n := count[w]; n > 0 {
				e := id[w]
				lists[e] = append(lists[e], occurrences{uint32(c), n})
				chunkSets[e], chunkCounts[e] = append(chunkSets[e], uint32(c)), append(chunkCounts[e], n)
				entitySets[c], entityCounts[c] = append(entitySets[c], e), append(entityCounts[c], n)
				for _, other := range entitySets[c] {
					if other < e {
						weights[[2]uint32{other, e}]++
					}
				}
			}
		}
	}
	var edges []graph.Edge
	for u := range words {
		for v := u + 1; v < len(words); v++ {
			if w := weights[[2]uint32{uint32(u), uint32(v)}]; w > 0 {
				edges = append(edges, graph.Edge{U: uint32(u), V: uint32(v), Weight: w})
			}
		}
	}
	df, idf := make([]uint32, len(words)), make([]float32, len(words))
	for i := range lists {
		df[i] = uint32(len(lists[i]))
		idf[i] = 1 / float32(df[i])
	}
	sumLists := make([][]occurrences, len(words))
	sumLength := make([]uint32, len(summaries))
	for s, summary := range summaries {
		for w := range words {
			n := uint32(0)
			for _, p := range lists[w] {
				if p.passage >= uint32(summary.LeafFirst) && p.passage < uint32(summary.LeafEnd) {
					n += p.tf
				}
			}
			if n > 0 {
				sumLists[w] = append(sumLists[w], occurrences{uint32(s), n})
				sumLength[s] += n
			}
		}
	}

	x := &method.Index{}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	one := []uint32{0, uint32(len(chunks))}
	x.Corpus, err = corpus.Decode(corpus.Encode(one, one, one), 0, 1, len(rows))
	must(err)
	var outline wire.Writer
	corpus.EncodeOutline(&outline, docs, sections, 0, 0)
	must(x.Corpus.LoadOutline(0, outline.Bytes()))
	for _, l := range x.Corpus.Outline() {
		l.SetLoaded(0)
	}
	var shown wire.Writer
	starts := []uint32{0, uint32(len(chunks))} // one block
	corpus.EncodeRows(&shown, docs, sections, rows, 0, starts)
	must(x.Corpus.DecodeBlocks(corpus.EncodeBlocks(one)))
	must(x.Corpus.LoadPositions(corpus.EncodePositions(starts, starts, append(UpTo(len(chunks)), uint32(len(chunks)))), len(chunks), nil))
	whole := parts.Ranges(0, one)
	x.Corpus.SetParts(whole, whole, whole)
	must(x.Corpus.Load(0, shown.Bytes()))
	whole.SetLoaded(0)
	x.Dictionary, err = (&lexical.Words{Entries: entries, Stems: words, DF: df}).Whole(len(chunks), false)
	must(err)
	x.Dictionary.SetIDF(idf)
	x.Parser = query.NewParser(x.Dictionary)
	terms := UpTo(len(words))
	part := parts.Ranges(0, []uint32{0, uint32(len(words))})
	part.SetLoaded(0)
	x.Postings = lexical.NewPostings(parts.Reader{Layout: part}, len(words), len(chunks))
	x.Names = lexical.NewNames(len(sections), part.Len())
	mean := float32(0)
	for _, n := range length {
		mean += float32(n) / float32(len(length))
	}
	must(loadInFirstSentence(x.Postings, terms, weigh(lists, length, mean)))
	x.SummaryPostings = lexical.NewPostings(parts.Reader{}, len(words), len(summaries))
	must(x.SummaryPostings.Load(terms, lexical.EncodePostings(weigh(sumLists, sumLength, mean))))
	x.Tree = tree.New(len(summaries), len(chunks))
	must(x.Tree.Load(tree.Encode(summaries, func(phrase string) int { return len(phrase) }), len(chunks)))
	x.Entities = entity.Whole(entities, nil)
	x.EntityChunks = index(t, chunkSets, chunkCounts, len(chunks))
	x.ChunkEntities = index(t, entitySets, entityCounts, len(words))
	x.Graph = graph.New(len(words))
	var pairs graph.Groups
	for _, e := range edges {
		for range e.Weight {
			pairs.Add(e.U, e.V)
		}
	}
	must(x.Graph.Load(graph.Encode(len(words), pairs), len(edges)))
	return x
}

// occurrences is the number of times that a term is in a passage.
type occurrences struct{ passage, tf uint32 }

// weigh gives postings their levels in passages of these lengths.
func weigh(lists [][]occurrences, length []uint32, mean float32) [][]lexical.Posting {
	out := make([][]lexical.Posting, len(lists))
	for t, list := range lists {
		for _, p := range list {
			out[t] = append(out[t], lexical.Posting{Passage: p.passage, Level: lexical.PassageLevel(p.tf, float32(length[p.passage])/mean)})
		}
	}
	return out
}

// loadInFirstSentence loads lists of terms whose places are the first sentences of their
// chunks.
func loadInFirstSentence(p *lexical.Postings, terms []uint32, lists [][]lexical.Posting) error {
	var steps, levels, places wire.Writer
	sizes := make([]uint32, len(lists))
	for t, list := range lists {
		lexical.WriteSteps(&steps, list)
		for _, x := range list {
			levels.Byte(x.Level)
		}
		sizes[t] = uint32(len(list))
	}
	places.Uint32s(sizes)
	for _, n := range sizes {
		places.Append(wire.EncodePlaces([][]uint64{slices.Repeat([]uint64{1 << 1}, int(n))}))
	}
	return errors.Join(
		p.LoadRows(terms, steps.Bytes(), levels.Bytes(), func(t uint32) int { return len(lists[t]) }),
		p.LoadPlaces(terms, wire.NewReader(places.Bytes())))
}

// Spell doubles every word, because a single letter is never an entity.
func Spell(s string) string {
	fields := strings.Fields(s)
	for i, w := range fields {
		fields[i] = w + w
	}
	return strings.Join(fields, " ")
}

func UpTo(n int) []uint32 {
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return rows
}

func index(t testing.TB, sets, counts [][]uint32, columns int) *entity.Index {
	t.Helper()
	x := entity.NewIndex(parts.Reader{}, len(sets), columns, 0)
	var w wire.Writer
	entity.EncodeSized(&w, sets, counts, func(int) bool { return false }, func(ids []uint32) []byte {
		return must.Get(roaring.BitmapOf(ids...).ToBytes())(t)
	})
	r := wire.NewReader(w.Bytes())
	x.ReadSized(UpTo(len(sets)), r, true)
	must.OK(t, r.Close())
	return x
}

func Request(x *method.Index, query string, o method.Options) *method.Request {
	o.SetDefaults()
	q := x.Parser.Parse(Spell(query))
	return &method.Request{Query: q, Options: o, Entities: x.Entities.Links(q.Text, q.Tokens(), make([]bool, len(q.Words)))}
}

// Via returns the entities over which an item was reached.
func Via(it method.Item) []model.EntityID {
	for i := range it.Reasons {
		if it.Reasons[i].Kind == method.ByEntities {
			return it.Reasons[i].Path
		}
	}
	return nil
}

// WithVectors gives every chunk of x a vector of 64 random signs.
func WithVectors(t testing.TB, x *method.Index) (*method.Index, []uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	words := make([]uint64, x.Corpus.NumChunks())
	for i := range words {
		words[i] = rng.Uint64()
	}
	var err error
	if x.Vectors, err = vector.Decode(vector.Encode(64), len(words)); err == nil {
		err = x.Vectors.Load(vector.EncodeSigns(words))
	}
	if err != nil {
		t.Fatal(err)
	}
	return x, words
}

// AddPlaces adds to a test index the tables of the bridge walk: everything stands in the first
// sentence, and every tenth chunk is titled by its first entity.
func AddPlaces(t testing.TB, x *method.Index) {
	t.Helper()
	rows := func(n int, length func(int) int) [][]uint64 {
		out := make([][]uint64, n)
		for i := range out {
			out[i] = slices.Repeat([]uint64{1 << 1}, length(i))
		}
		return out
	}
	entities := func(c int) int { return x.ChunkEntities.Len(uint32(c)) }
	titles := make([][]uint32, x.Corpus.NumSections())
	for c := 0; c < len(titles); c += 10 {
		titles[c] = x.ChunkEntities.Set(uint32(c)).Append(nil)[:1]
	}
	about := make([][]uint32, x.Entities.Len())
	for s, titles := range titles {
		for _, e := range titles {
			about[e] = append(about[e], entity.About(model.SectionID(s), s%20 == 0))
		}
	}
	x.EntityPlaces = wire.NewPlaces(parts.Reader{}, len(titles))
	x.Titles = entity.NewTitles(parts.Reader{}, len(titles), parts.Reader{}, len(about))
	all := UpTo(len(titles))
	var own, of wire.Writer
	entity.EncodeLists(&own, titles)
	entity.EncodeLists(&of, about)
	places := wire.NewReader(wire.EncodePlaces(rows(len(titles), entities)))
	x.EntityPlaces.Load(all, places, func(c uint32) int { return entities(int(c)) })
	ownRows, aboutRows := wire.NewReader(own.Bytes()), wire.NewReader(of.Bytes())
	x.Titles.ReadOwn(all, ownRows)
	x.Titles.ReadAbout(UpTo(len(about)), aboutRows)
	must.OK(t, errors.Join(
		places.Close(), ownRows.Close(), aboutRows.Close(),
	))
}

// Random is an index of random passages over a small vocabulary.
func Random(t testing.TB, rng *rand.Rand, passages int) *method.Index {
	words := strings.Split("abcdefghijklmnopqrst", "")
	chunks := make([]string, passages)
	for i := range chunks {
		for range 1 + rng.IntN(6) {
			// Squared, so that some words are hubs.
			f := rng.Float64()
			chunks[i] += words[int(f*f*float64(len(words)))] + " "
		}
	}
	return New(t, chunks)
}

// Nodes lists the nodes of a ranking, with + behind nodes that only fill it up.
func Nodes(r *method.Ranking) string {
	var out []string
	for _, it := range r.Items {
		s := fmt.Sprint(it.Node)
		if it.Source == method.Filled {
			s += "+"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// Signs returns a vector of WithVectors as numbers, 1 or −1 each.
func Signs(word uint64) []float64 {
	out := make([]float64, 64)
	for d := range out {
		out[d] = float64(word>>d&1)*2 - 1
	}
	return out
}

// Unit scales a vector to length 1.
func Unit(v []float64) []float64 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x * x)
	}
	out := slices.Clone(v)
	for i := range out {
		out[i] /= math.Sqrt(sum)
	}
	return out
}
