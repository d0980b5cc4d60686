package engine_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"mycel/engine"
	"mycel/engine/method"
	_ "mycel/engine/method/all" // registers the methods
	"mycel/engine/method/darag"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/rank"
	"mycel/internal/must"
)

// openSystem opens the fixture corpus as it is built with one system, by the builder's
// golden test, with its texts.
func openSystem(t testing.TB, name string) *engine.Engine {
	t.Helper()
	dir := filepath.Join("testdata", "systems", name)
	e := must.Get(engine.Open(coreOf(t, dir)))(t)
	for id, file := range partsOf(t, dir) {
		must.OK(t, e.AddPart(parts.ID(id), file))
	}
	return e
}

// The results of the systems on the fixture corpus are committed, and contexts for
// language models with them.
func TestGoldenSystems(t *testing.T) {
	for _, name := range method.Systems() {
		e := openSystem(t, name)
		var files []goldenFile
		for _, q := range queries {
			r := search(t, e, q, engine.Options{Mode: name})
			evidence := must.Get(e.Retrieve(q, engine.EvidenceOptions{Options: engine.Options{Mode: name}, TokenBudget: 400}))(t)
			files = append(files, newGolden(t, q, []goldenAnswer{
				{Label: name, JSON: r.AppendJSON(nil)},
				{Label: "evidence of at most 400 tokens", JSON: evidence.AppendJSON(nil)},
			}))
		}
		checkGolden(t, name, files)
	}
}

// A bundle without a system says so, and what would help.
func TestSystemIsAbsent(t *testing.T) {
	e := openWithTexts(t)
	for _, name := range method.Systems() {
		_, err := e.Search("float gauge", engine.Options{Mode: name})
		must.Be(t, errors.Is(err, engine.ErrOption) && strings.Contains(err.Error(), "--with "+name), "%s: error %v", name, err)
		if modes := string(e.AppendInfoJSON(nil, "")); strings.Contains(modes, `"`+name+`"`) {
			t.Errorf("%s is listed: %s", name, modes)
		}
		if modes := string(openSystem(t, name).AppendInfoJSON(nil, "")); !strings.Contains(modes, `"`+name+`"`) {
			t.Errorf("%s is not listed: %s", name, modes)
		}
	}
}

// A sentence stands in a context of mode da once, in a table or a passage; and the best hit
// of keyword search is in it, whatever the communities are.
func TestDASaysSentencesOnce(t *testing.T) {
	e := openSystem(t, darag.Mode)
	x := e.Index()
	s := method.NewSearcher(x)
	rows, quoted := 0, 0
	for _, q := range queries {
		for budget := 100; budget < 20_000; budget *= 2 {
			r := e.Request(q, engine.Options{Mode: darag.Mode})
			r.Chunks, r.Budget = true, budget
			ranking, _ := s.Run(darag.Mode, r)
			times := map[model.SentenceID]int{}
			for _, table := range ranking.Context.Tables {
				for _, row := range table.Rows {
					rows++
					for _, cell := range row.Cells {
						for _, piece := range cell {
							if piece.Text == "" {
								times[piece.Sentence]++
								quoted++
							}
						}
					}
				}
			}
			for _, it := range ranking.Items {
				first, end := it.First, it.End
				if end == 0 {
					first, end = darag.Of(x).Sentences(model.ChunkID(it.Node))
				}
				for ; first < end; first++ {
					times[first]++
				}
			}
			for sentence, n := range times {
				must.Be(t, n <= 1, "%q, %d tokens: sentence %d stands there %d times", q, budget, sentence, n)
			}
			s.ScoreChunks(r)
			if best := rank.Top(nil, r.Admitted(s.Scores.Touched), s.Scores.Score, 1); len(best) > 0 && s.Admits(r, best[0].ID) && (len(ranking.Items) == 0 || ranking.Items[0].Node != model.NodeID(best[0].ID)) {
				t.Errorf("%q, %d tokens: the best hit by words, %d, is not first", q, budget, best[0].ID)
			}
		}
	}
	must.Be(t, rows >= 100 && quoted >= 100, "%d rows with %d sentences: too few to prove anything", rows, quoted)
}
