package test

import (
	"math"
	"slices"
	"testing"

	"mycel/builder"
	"mycel/builder/large"
	"mycel/builder/method/all"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/facet"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/internal/must"
)

// largeCorpus returns a bundle as of a large collection, whose lists reach so far, and questions to it.
func largeCorpus(t *testing.T, name string, reach int) (dir string, questions []string) {
	t.Helper()
	return synthetic(t, name, func(corpus, dir string) builder.Config {
		return builder.Config{JSONL: []string{corpus}, Output: dir, With: all.Methods(), Large: reaching(reach)}
	})
}

// reaching returns sizes by which every collection is large, with lists that reach so far, and such sets beside entities.
func reaching(reach int) *large.Sizes {
	sizes := large.Usual()
	sizes.Chunks, sizes.Reach, sizes.Set = 1, reach, reach
	return &sizes
}

// whole opens a bundle with all of its parts.
func whole(t *testing.T, dir string) *engine.Engine {
	t.Helper()
	u := unpack(t, dir)
	e := u.open(t)
	for id := range u.parts {
		u.add(t, e, parts.ID(id))
	}
	return e
}

// everyPosting is a reach that cuts no list.
const everyPosting = 1 << 20

// The lists of a large collection have the postings of greatest weight, and the best passages have the scores that
// they have by whole lists.
func TestHeadsAndRests(t *testing.T) {
	const reach = 20
	dir, questions := largeCorpus(t, "large", reach)
	e := whole(t, dir)
	dir, _ = largeCorpus(t, "uncut", everyPosting)
	x, y := e.Index(), whole(t, dir).Index()
	first, end := e.Directory().Range(bundle.GroupLists)
	must.Hold(t, end-first >= 10, "%d lists are cut: there is nothing to test", end-first)
	s := method.NewSearcher(x)
	completed := 0
	for _, query := range questions {
		r := e.Request(query, engine.Options{})
		lists := levelsOf(y, r.Query.Terms)
		heads := map[uint32]uint32{} // by passage: the terms whose head has it, as bits
		for bit, term := range r.Query.Terms {
			var levels []byte // of the postings, the greatest first
			for _, level := range lists[bit] {
				levels = append(levels, level)
			}
			slices.Sort(levels)
			slices.Reverse(levels)
			one := lexical.NewAccumulator(x.Corpus.NumChunks())
			one.Add(x.Postings, &lexical.TermQuery{Terms: []model.TermID{term}}, x.Dictionary)
			if want := lexical.Kept(len(levels), x.Corpus.NumChunks(), reach); len(one.Touched) != want {
				t.Fatalf("term %d of %d postings has a list of %d, want %d", term, len(levels), len(one.Touched), want)
			}
			for _, c := range one.Touched {
				heads[c] |= 1 << bit
				if lists[bit][c] < levels[len(one.Touched)-1] {
					t.Errorf("term %d: the list has a posting of level %d, and lacks one of level %d", term, lists[bit][c], levels[len(one.Touched)-1])
				}
			}
		}
		score := func(c, mask uint32) (sum float32) {
			for bit, term := range r.Query.Terms {
				if level := float32(lists[bit][c]); mask&(1<<bit) != 0 {
					sum += x.Dictionary.IDF(term) * level * level / (255 * 255)
				}
			}
			return sum
		}
		var byHeads []rank.Item
		for c, mask := range heads {
			byHeads = append(byHeads, rank.Item{ID: c, Score: score(c, mask)})
		}
		rank.Sort(byHeads, rank.Compare)
		s.ScoreChunks(r)
		for i, it := range byHeads {
			mask := heads[it.ID]
			if i < 16 {
				for bit := range r.Query.Terms {
					if _, ok := lists[bit][it.ID]; ok {
						mask |= 1 << bit
					}
				}
				if mask != heads[it.ID] {
					completed++
				}
			} else if byHeads[15].Score-it.Score < 1e-4 {
				continue // sums differ in the last bits with their order
			}
			want := score(it.ID, mask)
			if got := s.Scores.Score[it.ID]; s.Scores.Mask[it.ID] != mask || math.Abs(float64(got-want)) > 1e-4 {
				t.Errorf("%q: passage %d, number %d by heads, has score %v and terms %b, want %v and %b", query, it.ID, i, got, s.Scores.Mask[it.ID], want, mask)
			}
		}
	}
	must.Be(t, completed != 0, "the heads had all postings of the best passages")
}

// levelsOf returns the levels of the postings of terms, by term and passage.
func levelsOf(x *method.Index, list []model.TermID) (all []map[uint32]byte) {
	for _, term := range list {
		of := map[uint32]byte{}
		one := lexical.NewAccumulator(x.Corpus.NumChunks())
		one.Add(x.Postings, &lexical.TermQuery{Terms: []model.TermID{term}, Exhaustive: true}, x.Dictionary)
		for _, c := range one.Touched {
			level := math.Sqrt(float64(one.Score[c]/x.Dictionary.IDF(term))) * 255
			of[c] = byte(level + 0.5)
		}
		all = append(all, of)
	}
	return all
}

// Requests that must not miss a passage are answered as if no list were cut: those with phrases, excluded words and
// filters, and all requests to a corpus with filters, whose values are counted.
func TestWholeLists(t *testing.T) {
	dir, questions := largeCorpus(t, "large", 20)
	few := whole(t, dir)
	dir, _ = largeCorpus(t, "uncut", everyPosting)
	uncut := whole(t, dir)
	dir, _ = largeCorpus(t, "filtered", 20)
	fewFiltered := whole(t, dir)
	dir, _ = largeCorpus(t, "filtereduncut", everyPosting)
	uncutFiltered := whole(t, dir)
	differ := 0
	for n, question := range questions {
		for _, c := range []struct {
			query      string
			filter     *facet.Condition
			few, uncut *engine.Engine
			mayDiffer  bool
		}{
			{question, nil, few, uncut, true},
			{`chess "writer known"`, nil, few, uncut, false},
			{"town chess -writer", nil, few, uncut, false},
			{"known -" + [4]string{"town", "company", "bridge", "writer"}[n%4], nil, few, uncut, false},
			{question, nil, fewFiltered, uncutFiltered, false},
			{"writer known", &facet.Condition{Key: "shelf", Value: "c"}, fewFiltered, uncutFiltered, false},
		} {
			for _, mode := range []string{"auto", "bm25", "e2graph"} {
				o := engine.Options{Mode: mode, Filter: c.filter}
				got := must.Get(c.few.Search(c.query, o))(t)
				want := must.Get(c.uncut.Search(c.query, o))(t)
				got.Stats, want.Stats = method.Stats{}, method.Stats{} // whole lists have more postings
				if a, b := string(got.AppendJSON(nil)), string(want.AppendJSON(nil)); a != b {
					if differ++; !c.mayDiffer {
						t.Errorf("%s %q, filter %v:\n%s\nas if no list were cut:\n%s", mode, c.query, c.filter, a, b)
					}
				}
			}
		}
	}
	must.Be(t, differ != 0, "no answer depends on whether lists are cut: there is nothing to test")
}

// A large collection asks for heads, and for whole lists only where a request must not miss a passage. A search that has
// whole lists needs no rests of passages.
func TestListsAndRestsAreSpared(t *testing.T) {
	dir, questions := largeCorpus(t, "large", 20)
	u := unpack(t, dir)
	for _, c := range []struct {
		query, mode, group string
		spared             bool
	}{
		{questions[0], "", bundle.GroupLists, true},
		{"writer known for chess", "", bundle.GroupLists, true},
		{`writer "writer known"`, "", bundle.GroupLists, false},
		{"writer known for chess town bridge", "bm25", bundle.GroupMentions, false},
		{"writer known for chess town bridge -company", "bm25", bundle.GroupMentions, true},
	} {
		_, asked := u.settle(t, u.open(t), c.query, engine.Options{Mode: c.mode})
		must.Be(t, (asked[c.group] == 0) == c.spared, "%q asks for %d parts of %s", c.query, asked[c.group], c.group)
	}
}
