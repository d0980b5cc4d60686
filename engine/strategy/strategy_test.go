package strategy

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/tree"
	"mycel/engine/wire"
)

// Toy makes an index in which every chunk is a document with one section, every
// word is both a term and an entity, and every chunk is one sentence: two words of
// a chunk are neighbours in the graph. summaries[i] covers chunks [first, end).
func Toy(t testing.TB, chunks []string, summaries ...tree.Summary) *Index {
	t.Helper()
	chunks = slices.Clone(chunks)
	for i := range chunks {
		chunks[i] = spell(chunks[i])
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
	lists := make([][]lexical.Posting, len(words))
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
				lists[e] = append(lists[e], lexical.Posting{Passage: uint32(c), TF: n})
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
	sumLists := make([][]lexical.Posting, len(words))
	sumLength := make([]uint32, len(summaries))
	for s, summary := range summaries {
		for w := range words {
			n := uint32(0)
			for _, p := range lists[w] {
				if p.Passage >= uint32(summary.LeafFirst) && p.Passage < uint32(summary.LeafEnd) {
					n += p.TF
				}
			}
			if n > 0 {
				sumLists[w] = append(sumLists[w], lexical.Posting{Passage: uint32(s), TF: n})
				sumLength[s] += n
			}
		}
	}

	x := &Index{}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var err error
	x.Corpus, err = corpus.Decode(corpus.Encode(docs, sections, len(rows)), len(rows))
	must(err)
	all := UpTo(len(chunks))
	var shown wire.Writer
	corpus.EncodeRows(&shown, docs, sections, rows, 0)
	must(x.Corpus.Load(all, all, all, shown.Bytes(), 0, uint32(len(chunks))))
	x.Dictionary, err = lexical.DecodeDictionary(lexical.EncodeDictionary(entries, words, df, nil), len(chunks))
	must(err)
	x.Dictionary.SetIDF(idf)
	terms := UpTo(len(words))
	part := parts.New(0, make([]uint8, len(words)), 1)
	part.SetLoaded(0)
	x.Postings = lexical.NewPostings(parts.Reader{Layout: part}, len(words), len(chunks))
	x.Names = lexical.NewNames(len(sections), part.Len())
	must(x.Postings.LoadLengths(lexical.EncodeLengths(length), 0))
	must(loadInFirstSentence(x.Postings, terms, lists))
	x.SummaryPostings = lexical.NewPostings(parts.Reader{}, len(words), len(summaries))
	must(x.SummaryPostings.LoadLengths(lexical.EncodeLengths(sumLength), x.Postings.MeanLength()))
	must(x.SummaryPostings.Load(terms, lexical.EncodePostings(sumLists)))
	x.Tree = tree.New(len(summaries), len(chunks))
	must(x.Tree.Load(tree.Encode(summaries), len(chunks)))
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
	must(x.Graph.Load(graph.Encode(len(words), pairs, nil), len(edges)))
	return x
}

// loadInFirstSentence loads lists of terms that are all in the first sentence of their chunks.
func loadInFirstSentence(p *lexical.Postings, terms []uint32, lists [][]lexical.Posting) error {
	masks := make([][]uint64, len(lists))
	for t, list := range lists {
		masks[t] = slices.Repeat([]uint64{1 << 1}, len(list))
	}
	steps, places := wire.NewReader(lexical.EncodeSteps(lists)), wire.NewReader(lexical.EncodePlaces(masks, lists))
	p.LoadRows(terms, steps, places, func(t uint32) int { return len(lists[t]) })
	return errors.Join(steps.Close(), places.Close())
}

// spell doubles every word, because a single letter is never an entity.
func spell(s string) string {
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
	size := make([]uint32, len(sets))
	for i, s := range sets {
		size[i] = uint32(len(s))
	}
	x := entity.NewIndex(parts.Reader{}, size, columns)
	var w wire.Writer
	entity.EncodeIndex(&w, sets, counts, func(ids []uint32) []byte {
		raw, err := roaring.BitmapOf(ids...).ToBytes()
		if err != nil {
			t.Fatal(err)
		}
		return raw
	})
	r := wire.NewReader(w.Bytes())
	x.Read(UpTo(len(sets)), r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return x
}

func AskFor(x *Index, query string, o Options) *Request {
	o.SetDefaults()
	q := x.Dictionary.ParseQuery(spell(query))
	return &Request{Query: q, Options: o, Entities: x.Entities.Links(q.Text, q.Tokens(), make([]bool, len(q.Words)))}
}

func nodes(r *Ranking) string {
	var out []string
	for _, it := range r.Items {
		s := fmt.Sprint(it.Node)
		if it.Source == Filled {
			s += "+"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestBM25Mode(t *testing.T) {
	x := Toy(t, []string{"a b", "a c c", "d", "a a a a"})
	s := NewSearcher(x)
	if got := nodes(s.BM25(AskFor(x, "c a", Options{}))); got != "1 3 0" {
		t.Errorf("ranking %q", got)
	}
	if got := nodes(s.BM25(AskFor(x, "a c c a", Options{}))); got != "1 3 0" {
		t.Errorf("repeated and reordered words: ranking %q", got)
	}
	if got := nodes(s.BM25(AskFor(x, "z", Options{}))); got != "" {
		t.Errorf("unknown word: ranking %q", got)
	}
	if got := nodes(s.BM25(AskFor(x, "a", Options{K: 2}))); len(strings.Fields(got)) != 2 {
		t.Errorf("k = 2: ranking %q", got)
	}
}
