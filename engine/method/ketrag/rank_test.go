package ketrag

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/engine/internal/testindex"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/model"
	"mycel/engine/param"
	"mycel/engine/parts"
	"mycel/engine/vector"
	"mycel/internal/must"
)

// flatCosts has every sentence and every label cost the same.
type flatCosts struct{}

func (flatCosts) Sentence(model.SentenceID) int { return 10 }
func (flatCosts) Label(model.SectionID) int     { return 2 }

const flatPiece = 6 + 2 + 10 // mark, label and the one sentence of a chunk

// ketToy gives a test index a skeleton: every word is an entity, described by the first chunk
// that has it, and two words of a chunk are a relation. A chunk is a piece.
func ketToy(t testing.TB, chunks []string) *method.Index {
	t.Helper()
	x := testindex.New(t, chunks)
	testindex.AddPlaces(t, x)
	x.Costs = flatCosts{}
	p := &skeleton.Parts{Heads: [2]int{20, 20}, Norms: slices.Repeat([]float32{1}, x.Dictionary.NumTerms())}
	for c := range x.Corpus.NumChunks() {
		chunk := skeleton.Chunk{First: model.SentenceID(c), Ends: []int{1}, Core: true}
		if c > 0 {
			chunk.Neighbours = append(chunk.Neighbours, uint32(c-1))
		}
		if c+1 < x.Corpus.NumChunks() {
			chunk.Neighbours = append(chunk.Neighbours, uint32(c+1))
		}
		p.Chunks = append(p.Chunks, chunk)
	}
	descriptions := make([][]lexical.Posting, x.Dictionary.NumTerms())
	for e := range x.Entities.Len() {
		first := x.EntityChunks.Set(uint32(e)).Append(nil)[0]
		p.Entities = append(p.Entities, skeleton.Entity{ID: model.EntityID(e), Sentences: []model.SentenceID{model.SentenceID(first)}, Cost: 8})
		descriptions[e] = append(descriptions[e], lexical.Posting{Passage: uint32(e), Level: 100})
		others, weights := x.Graph.Neighbours(uint32(e))
		for i, o := range others {
			if int(o) > e {
				p.Relations = append(p.Relations, skeleton.Relation{A: e, B: int(o), Weight: int(weights[i]), Sentence: model.SentenceID(first), Cost: 9})
			}
		}
	}
	k := &Section{}
	k.Skeleton = must.Get(skeleton.Decode(skeleton.Encode(p), skeleton.Sizes{
		Chunks: x.Corpus.NumChunks(), Sentences: x.Corpus.NumChunks(), Terms: x.Dictionary.NumTerms(), Entities: x.Entities.Len(),
	}))(t)
	k.Descriptions = lexical.NewPostings(parts.Reader{}, len(descriptions), x.Entities.Len())
	must.OK(t, k.Descriptions.Load(testindex.UpTo(len(descriptions)), lexical.EncodePostings(descriptions)))
	x.Own = &method.Sections{}
	x.Own.Add(k)
	return x
}

// letters is a corpus of n chunks of some letters each.
func letters(n int) (chunks []string) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range n {
		var words []string
		for range 2 + rng.IntN(5) {
			words = append(words, string(rune('a'+rng.IntN(26))))
		}
		chunks = append(chunks, strings.Join(words, " "))
	}
	return chunks
}

// contextFor asks for a context.
func contextFor(t testing.TB, s *method.Searcher, query string, budget int, channels Channels) *method.Ranking {
	t.Helper()
	r := testindex.Request(s.Index, query, method.Options{Params: param.Settings{paramChannels.To(float64(channels))}})
	r.Chunks, r.Budget = true, budget
	return newSearch(s).rank(r)
}

func channel(r *method.Ranking, n int) (chunks []model.NodeID) {
	for _, it := range r.Items {
		if int(it.Channel) == n {
			chunks = append(chunks, it.Node)
		}
	}
	return chunks
}

// What is chosen fits the budget, whatever it is, and of a channel that is not wanted
// there is nothing.
func TestKETBudget(t *testing.T) {
	s := method.NewSearcher(ketToy(t, letters(300)))
	for channels := ChannelsAuto; channels <= ChannelsHybrid; channels++ {
		for _, budget := range []int{1, 17, flatPiece, 60, 100, 250, 1000, 5000} {
			out := contextFor(t, s, "a b c", budget, channels)
			cost := 0
			for i := range out.Context.Tables {
				if table := &out.Context.Tables[i]; len(table.Rows) > 0 {
					cost += table.Tokens()
				}
			}
			headed := [3]bool{}
			for _, it := range out.Items {
				if !headed[it.Channel] {
					headed[it.Channel] = true
					cost += len(out.Context.Channels[it.Channel]) + len(":\n")
				}
				cost += flatPiece
			}
			if len(out.Items) == 0 || cost > budget && len(out.Items) > 1 {
				t.Errorf("channels %d, budget %d: %d items cost %d", channels, budget, len(out.Items), cost)
			}
			if budget < 100 {
				continue
			}
			first, second := len(channel(out, 1)), len(channel(out, 2))
			wantFirst := channels == ChannelsBoth || channels == ChannelsSkeleton || channels == ChannelsHybrid
			if wantFirst != (first > 0) || channels != ChannelsHybrid && (channels != ChannelsSkeleton) != (second > 0) || wantFirst != (len(out.Context.Tables[0].Rows) > 0) {
				t.Errorf("channels %d, budget %d: %d and %d pieces, %d entities", channels, budget, first, second, len(out.Context.Tables[0].Rows))
			}
			seen := map[model.NodeID]bool{}
			for _, it := range out.Items {
				must.Be(t, !seen[it.Node], "channels %d: chunk %d twice", channels, it.Node)
				seen[it.Node] = true
			}
		}
	}
}

// A larger budget never has fewer candidates.
func TestKETCandidatesGrow(t *testing.T) {
	x := ketToy(t, letters(300))
	k := newSearch(method.NewSearcher(x))
	r := testindex.Request(x, "a b c", method.Options{})
	must.Hold(t, k.scores.score(r, method.SimilarityMixed), "nothing is near")
	before := map[uint32]bool{}
	for _, budget := range []int{10, 20, 50, 100, 300, 1000, 3000, 10000} {
		now := map[uint32]bool{}
		tokens := 0
		for _, p := range k.ofKeywords(r, budget) {
			now[p.id] = true
			tokens += p.cost
		}
		for id := range before {
			must.Be(t, now[id], "budget %d: candidate %d is gone", budget, id)
		}
		must.Be(t, !k.limited || tokens >= 2*budget, "budget %d: stopped at %d tokens", budget, tokens)
		before = now
	}
}

// Of a query that is a sentence, that sentence's piece is the first of the keywords'.
func TestKETFindsASentence(t *testing.T) {
	chunks := letters(200)
	s := method.NewSearcher(ketToy(t, chunks))
	for _, c := range []int{3, 77, 142} {
		out := contextFor(t, s, chunks[c], 400, ChannelsKeywords)
		got := channel(out, 2)
		must.Be(t, len(got) != 0 && (chunks[got[0]] == chunks[c] || out.Items[0].Score >= 1), "%q: got %v", chunks[c], got)
	}
}

// Entities that are nearest come first, relations among them before those that lead
// out, and pieces that have them.
func TestKETSkeleton(t *testing.T) {
	s := method.NewSearcher(ketToy(t, []string{"a b", "a c", "b d", "a b e", "f g", "c d"}))
	out := contextFor(t, s, "a b", 1000, ChannelsSkeleton)
	entities, relations := out.Context.Tables[0].Rows, out.Context.Tables[1].Rows
	must.Hold(t, len(entities) == 2 && entities[0].Cells[0][0].Text == "aa" && entities[1].Cells[0][0].Text == "bb", "entities %+v", entities)
	name := func(row method.Row) string { return row.Cells[0][0].Text + row.Cells[1][0].Text }
	must.Be(t, len(relations) == 5 && name(relations[0]) == "aabb", "relations %+v", relations)
	if name(relations[1]) != "aaee" && name(relations[1]) != "bbee" {
		t.Errorf("%s comes first of those that lead out: e is linked with both", name(relations[1]))
	}
	got := channel(out, 1)
	must.Be(t, len(got) == 4 && got[0] == 3 && !slices.Contains(got, 4), "pieces %v: chunk 3 has most relations, chunk 4 none of the entities", got)
	for _, it := range out.Items {
		must.Be(t, it.Source == FromSkeleton && len(testindex.Via(it)) == 1, "item %+v", it)
	}
}

// What a filter leaves out is in neither channel, and the rest fills the context.
func TestKETFilter(t *testing.T) {
	x := ketToy(t, letters(100))
	s := method.NewSearcher(x)
	r := testindex.Request(x, "a b c", method.Options{})
	r.Chunks, r.Budget = true, 400
	r.Only = make([]bool, 100)
	for i := range r.Only {
		r.Only[i] = i%3 == 0
	}
	out := newSearch(s).rank(r)
	must.Be(t, len(out.Items) != 0, "nothing is left")
	for _, it := range out.Items {
		must.Be(t, it.Node%3 == 0, "chunk %d is filtered", it.Node)
	}
}

func TestKETNothing(t *testing.T) {
	s := method.NewSearcher(ketToy(t, letters(50)))
	for _, query := range []string{"", "zzz yyy"} {
		r := testindex.Request(s.Index, query, method.Options{K: 5})
		out := newSearch(s).rank(r)
		must.Be(t, len(out.Items) <= 0 && out.Reason != "", "%q: %d items, reason %q", query, len(out.Items), out.Reason)
	}
}

// The cosine of a keyword from those of its sentences is that of the mean of their
// vectors.
func TestKETKeywordVectors(t *testing.T) {
	const dims = 64
	x := ketToy(t, letters(120))
	rng := rand.New(rand.NewPCG(4, 4))
	words := make([]uint64, 120)
	for i := range words {
		words[i] = rng.Uint64()
	}
	table := vector.NewTable(dims, len(words))
	must.OK(t, table.Load(vector.EncodeSigns(words)))
	mean := func(term int) (sum [dims]float64, length float64) {
		chunks := x.EntityChunks.Set(uint32(term)).Append(nil) // whose only sentences have the word
		for _, c := range chunks {
			for d := range sum {
				sum[d] += (float64(words[c]>>d&1)*2 - 1) / math.Sqrt(dims) / float64(len(chunks))
			}
		}
		for _, v := range sum {
			length += v * v
		}
		return sum, math.Sqrt(length)
	}
	p := &skeleton.Parts{Heads: [2]int{1, 1}}
	for c := range 120 {
		p.Chunks = append(p.Chunks, skeleton.Chunk{First: model.SentenceID(c), Ends: []int{1}})
	}
	for term := range x.Dictionary.NumTerms() {
		_, length := mean(term)
		p.Norms = append(p.Norms, float32(length))
	}
	k := &Section{Descriptions: Of(x).Descriptions, SentenceVectors: table}
	k.Skeleton = must.Get(skeleton.Decode(skeleton.Encode(p), skeleton.Sizes{Chunks: 120, Sentences: 120, Terms: x.Dictionary.NumTerms(), Entities: x.Entities.Len()}))(t)
	k.EntityVectors = vector.NewTable(dims, 0)
	x.Own = &method.Sections{}
	x.Own.Add(k)
	x.Vectors = table
	x.Encoder = &vector.Encoder{Model: "test", Input: dims, Centre: make([]float32, dims)}
	r := testindex.Request(x, "a b", method.Options{Params: param.Settings{method.SimilarityParam.Word("dense")}})
	r.Vector = make([]float32, dims)
	norm := 0.0
	for d := range r.Vector {
		r.Vector[d] = rng.Float32() - 0.5
		norm += float64(r.Vector[d]) * float64(r.Vector[d])
	}
	search := newSearch(method.NewSearcher(x))
	must.Hold(t, search.scores.score(r, method.SimilarityDense), "no vector")
	for term := range x.Dictionary.NumTerms() {
		sum, length := mean(term)
		want := 0.0
		for d, v := range sum {
			want += v * float64(r.Vector[d]) / math.Sqrt(norm) / length
		}
		got := float64(search.scores.keyword[term])
		must.Be(t, math.Abs(got-want) <= 1e-6, "keyword %d: cosine %v, want %v", term, got, want)
	}
}

// A channel takes pieces as long as they fit below its heading, in their order; without a piece it costs nothing.
func TestPack(t *testing.T) {
	const heading = "Sources" // takes 9
	costs := []piece{{cost: 5}, {cost: 20}, {cost: 1}}
	for _, c := range []struct{ pieces, budget, taken, spent int }{
		{3, 100, 3, 35}, {3, 35, 3, 35}, {3, 34, 2, 34}, {3, 33, 1, 14}, {3, 14, 1, 14}, {3, 13, 0, 0}, {3, 0, 0, 0}, {3, -1, 0, 0}, {0, 100, 0, 0},
	} {
		taken, spent := (&search{}).pack(costs[:c.pieces], c.budget, heading)
		if len(taken) != c.taken || spent != c.spent {
			t.Errorf("%d pieces, %d tokens: got %d for %d, want %d for %d", c.pieces, c.budget, len(taken), spent, c.taken, c.spent)
		}
	}
}

// Where the request names no channels, documents with sections have the nearest passages alone, passages their neighbours too.
func TestKETChannelsByContent(t *testing.T) {
	x := ketToy(t, letters(300))
	for content, want := range map[lexical.Content]Channels{lexical.Passages: ChannelsNeighbours, lexical.Documentation: ChannelsText} {
		x.Content = content
		s := method.NewSearcher(x)
		if got, asked := contextFor(t, s, "a b c", 1000, ChannelsAuto), contextFor(t, s, "a b c", 1000, want); !slices.Equal(channel(got, 2), channel(asked, 2)) {
			t.Errorf("content %v: got %v, want %v", content, channel(got, 2), channel(asked, 2))
		}
		if other := contextFor(t, s, "a b c", 1000, ChannelsNeighbours+ChannelsText-want); slices.Equal(channel(other, 2), channel(contextFor(t, s, "a b c", 1000, want), 2)) {
			t.Errorf("content %v: both channels have %v, which tests nothing", content, channel(other, 2))
		}
	}
}
