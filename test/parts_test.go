package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/internal/must"
	"mycel/manifest"
)

// shared is a folder for bundles that several tests read.
var shared string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if shared, err = os.MkdirTemp("", "mycel-test-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(shared)
		return m.Run()
	}())
}

// inParts returns a bundle with several parts of each group, which the first call builds, and
// questions to it. Tests do not change the bundle.
func inParts(t *testing.T) (dir string, questions []string) {
	t.Helper()
	return synthetic(t, "inparts", func(corpus, dir string) builder.Config {
		return builder.Config{JSONL: []string{corpus}, Output: dir, Vectors: true, With: all.Methods()}
	})
}

// synthetic returns a bundle of 800 passages, which the first call with a name builds, and questions to it.
func synthetic(t *testing.T, name string, config func(corpus, dir string) builder.Config) (dir string, questions []string) {
	t.Helper()
	docs, asked := synth.Corpus(11, 800, 12)
	for _, q := range asked {
		questions = append(questions, q.Text)
	}
	dir = filepath.Join(shared, name)
	if _, err := os.Stat(dir); err == nil {
		return dir, questions
	}
	c := config(passagesFile(t, docs, strings.HasPrefix(name, "filtered")), dir)
	c.Version = mycel.Version
	must.Get(builder.Build(context.Background(), c))(t)
	return dir, questions
}

// passagesFile writes passages as JSON Lines, each on one of seven shelves if that is asked for.
func passagesFile(t testing.TB, docs []synth.Passage, shelves bool) string {
	t.Helper()
	var lines bytes.Buffer
	enc := json.NewEncoder(&lines)
	for i, d := range docs {
		row := map[string]any{"_id": d.ID, "title": d.Title, "text": d.Text}
		if shelves {
			row["filters"] = map[string]string{"shelf": string(rune('a' + i%7))}
		}
		must.OK(t, enc.Encode(row))
	}
	return must.File(t, "corpus.jsonl", lines.String())
}

// unpacked is a bundle in memory.
type unpacked struct {
	core  []byte
	parts [][]byte
}

func unpack(t testing.TB, dir string) *unpacked {
	t.Helper()
	m := readManifest(t, dir)
	read := func(f manifest.File) []byte {
		return must.Get(m.ReadFile(dir, f))(t)
	}
	u := &unpacked{core: read(m.Index)}
	for _, f := range m.Parts() {
		u.parts = append(u.parts, read(f))
	}
	return u
}

func (u *unpacked) open(t *testing.T) *engine.Engine {
	t.Helper()
	return must.Get(engine.Open(u.core))(t)
}

// texts returns the number of parts with texts.
func (u *unpacked) texts(t testing.TB) int {
	t.Helper()
	e := must.Get(engine.Open(u.core))(t)
	_, end := e.Directory().Range(bundle.GroupText)
	return int(end)
}

func (u *unpacked) add(t *testing.T, e *engine.Engine, id parts.ID) {
	t.Helper()
	must.OK(t, e.AddPart(id, u.parts[id]))
}

// settle searches until nothing is missing, and returns the result and how many parts of each group were asked for.
func (u *unpacked) settle(t *testing.T, e *engine.Engine, query string, o engine.Options) (r *answer.Result, asked map[string]int) {
	t.Helper()
	for asked = map[string]int{}; ; {
		r = must.Get(e.Search(query, o))(t)
		if len(r.Missing) == 0 {
			return r, asked
		}
		for _, id := range r.Missing {
			group, _ := e.Directory().Group(id)
			asked[group]++
			u.add(t, e, id)
		}
	}
}

// inquiry is one way of asking, with what it waits for.
type inquiry struct {
	name string
	ask  func(*engine.Engine) (answer []byte, missing []parts.ID, waiting bool)
}

// questionsOf asks for a query in all modes and by all verbs.
func questionsOf(t *testing.T, query, document string) []inquiry {
	fail := func(err error) {
		t.Helper()
		must.OK(t, err)
	}
	var all []inquiry
	for _, mode := range method.Modes() {
		o := engine.Options{Mode: mode}
		all = append(all, inquiry{"search " + mode, func(e *engine.Engine) ([]byte, []parts.ID, bool) {
			r, err := e.Search(query, o)
			fail(err)
			return r.AppendJSON(nil), r.Missing, r.Waiting
		}}, inquiry{"retrieve " + mode, func(e *engine.Engine) ([]byte, []parts.ID, bool) {
			r, err := e.Retrieve(query, engine.EvidenceOptions{Options: o})
			fail(err)
			return r.AppendJSON(nil), r.Missing, r.Waiting
		}})
	}
	return append(all, inquiry{"overview", func(e *engine.Engine) ([]byte, []parts.ID, bool) {
		r, err := e.Overview(query, 500)
		fail(err)
		return r.AppendJSON(nil), r.Missing, r.Waiting
	}}, inquiry{"related", func(e *engine.Engine) ([]byte, []parts.ID, bool) {
		r, err := e.Related(document, 5)
		must.Hold(t, err == nil || errors.Is(err, engine.ErrOption), "%v", err)
		if r == nil {
			return []byte(err.Error()), nil, false
		}
		return r.AppendJSON(nil), r.Missing, len(r.Missing) > 0
	}})
}

// Answers never depend on what is loaded: with every part there, with none but those
// that are asked for, and with some that happen to be there, they are the same.
func TestAnswersDoNotDependOnParts(t *testing.T) {
	dir, questions := inParts(t)
	testAnswersDoNotDependOnParts(t, dir, questions[:2])
	dir, questions = largeCorpus(t, "large", 20)
	testAnswersDoNotDependOnParts(t, dir, questions[:2])
}

func TestSoakAnswersDoNotDependOnParts(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	dir, questions := inParts(t)
	testAnswersDoNotDependOnParts(t, dir, questions)
	dir, questions = largeCorpus(t, "large", 20)
	testAnswersDoNotDependOnParts(t, dir, questions)
}

// testAnswersDoNotDependOnParts asks questions, and queries of other kinds.
func testAnswersDoNotDependOnParts(t *testing.T, dir string, questions []string) {
	u := unpack(t, dir)
	full := u.open(t)
	for id := range u.parts {
		u.add(t, full, parts.ID(id))
	}
	for _, group := range []string{bundle.GroupText, bundle.GroupTerms, bundle.GroupChunks} {
		first, end := full.Directory().Range(group)
		must.Hold(t, end-first >= 2, "%d parts of %s: there is nothing to test", end-first, group)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	document := full.Index().Corpus.DocID.At(7)
	queries := append(slices.Clone(questions), "zzyzx unknwon wrods", `"`+strings.Join(strings.Fields(questions[1])[:2], " ")+`"`, "-"+questions[0], "a", "")
	for i, query := range queries {
		for _, q := range questionsOf(t, query, document) {
			want, missing, waiting := q.ask(full)
			must.Hold(t, len(missing) == 0 && !waiting, "%s %q: everything is loaded, and it waits for %v", q.name, query, missing)
			e := u.open(t)
			for id := range u.parts {
				if i%2 == 1 && rng.IntN(3) == 0 {
					u.add(t, e, parts.ID(id))
				}
			}
			for rounds := 0; ; rounds++ {
				got, missing, waiting := q.ask(e)
				if len(missing) == 0 {
					must.Equal(t, got, want, "%s %q:\non demand", q.name, query)
					break
				}
				must.Be(t, !waiting || !bytes.Contains(got, []byte(`"score"`)), "%s %q: it waits, and has an answer: %s", q.name, query, got)
				must.Hold(t, rounds <= 20, "%s %q: still waits for %v", q.name, query, missing)
				for _, id := range missing {
					u.add(t, e, id)
				}
			}
		}
	}
}

// What a query names is at home beside its words, and what the walk goes over beside the
// passages or in the hubs: rows of terms and entities are asked for once, and everything
// is there after four rounds. A form that the corpus lacks takes one more, in which the words that
// it may be a form of are looked up.
func TestRoundsOfFetching(t *testing.T) {
	dir, questions := inParts(t)
	whole := openBundle(t, dir)
	u := unpack(t, dir)
	hubs := 0
	for _, q := range questions {
		r := must.Get(whole.Search(context.Background(), q, engine.Options{}))(t)
		known := q
		for _, w := range slices.Backward(r.Terms) {
			if w.Read != query.Exact && !w.Stop {
				known = known[:w.Span.Start] + known[w.Span.End:]
			}
		}
		hubs += roundsOf(t, u.open(t), u, known, 3, 1)
		if known != q {
			hubs += roundsOf(t, u.open(t), u, q, 4, 2)
		}
	}
	must.Be(t, hubs != 0, "no query needed the hubs")
}

// roundsOf asks a query until nothing is missing, and returns how many parts of hubs the query needs.
// It fails if the query takes more rounds than most, or asks for words and entities after round number words.
func roundsOf(t *testing.T, e *engine.Engine, u *unpacked, q string, most, words int) (hubs int) {
	t.Helper()
	for round := 1; ; round++ {
		r := must.Get(e.Search(q, engine.Options{}))(t)
		if len(r.Missing) == 0 {
			return hubs
		}
		must.Hold(t, round <= most, "%q: a round more for %v", q, r.Missing)
		for _, id := range r.Missing {
			switch group, _ := e.Directory().Group(id); group {
			case bundle.GroupTerms, bundle.GroupEntities, bundle.GroupKeys:
				must.Be(t, round <= words, "%q: part %d of %s in round %d", q, id, group, round)
			case bundle.GroupHubs:
				hubs++
			}
			u.add(t, e, id)
		}
	}
}

// A part that is damaged is an error that names it, and a pack that is gone likewise.
func TestMissingAndDamagedParts(t *testing.T) {
	dir, questions := inParts(t)
	broken, m := repack(t, dir, nil)
	packs := map[string][]byte{}
	for _, f := range m.Packs {
		content := readFile(t, filepath.Join(broken, f.Path))
		packs[f.Path] = content
	}
	whole := openBundle(t, dir)
	for _, group := range bundle.Groups() {
		first, end := whole.Engine().Directory().Range(group)
		if first == end {
			continue
		}
		files := m.Parts()[first:end]
		names := func(err error) bool {
			return err != nil && slices.ContainsFunc(files, func(f manifest.File) bool { return strings.Contains(err.Error(), f.Path) })
		}
		for _, with := range []string{"x", string(zip([]byte("another part")))} {
			for _, f := range files {
				spoil(t, broken, m, f, []byte(with))
			}
			b, err := mycel.Open(broken)
			must.OK(t, err)
			if err := b.LoadAll(context.Background()); group != bundle.GroupText && !names(err) {
				t.Errorf("%s: LoadAll: error %v", group, err)
			}
			if b, err = mycel.Open(broken); err != nil { // one that asks for copies, too
				t.Fatal(err)
			}
			mode := "e2graph"
			if group == bundle.GroupHubs || group == bundle.GroupMentions || group == bundle.GroupPlaces {
				mode = bridge.Mode
			}
			if system := map[string]string{bundle.GroupKET: "ket", bundle.GroupNodes: "node", bundle.GroupDARAG: "da"}[group]; system != "" {
				mode = system
			}
			if group == bundle.GroupTokens || group == bundle.GroupPositions {
				_, err = b.Retrieve(context.Background(), questions[0], mycel.RetrieveOptions{})
			} else {
				_, err = b.Search(context.Background(), questions[0], engine.Options{Mode: mode})
			}
			must.Be(t, names(err), "%s: error %v", group, err)
		}
		pack := m.Packs[files[0].Pack-1].Path
		must.OK(t, os.Remove(filepath.Join(broken, pack)))
		if b, err := mycel.Open(broken); err != nil {
			t.Error(err)
		} else if err := b.LoadAll(context.Background()); group != bundle.GroupText && (err == nil || !strings.Contains(err.Error(), pack)) {
			t.Errorf("%s: without %s: error %v", group, pack, err)
		}
		for path, content := range packs { // whole again for the next group
			must.OK(t, os.WriteFile(filepath.Join(broken, path), content, 0o644))
		}
	}
	if b, err := mycel.Open(broken); err != nil || b.LoadAll(context.Background()) != nil {
		t.Error("the bundle is not whole at the end")
	}
}

// The engine that only searches asks for no part that it cannot read, whatever is searched for: words, titles or
// headings.
func TestSearchEngineKnowsItsParts(t *testing.T) {
	dir := t.TempDir() + "/bundle"
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{"../builder/testdata/handbook", "../docs"}, Output: dir, Version: "test"}))(t)
	u, names := unpack(t, dir), whole(t, dir).Index().Corpus
	queries := []string{"float gauge", "stilling wel", `"token budget"`, "gauge -drum", "how is a bundle built?"}
	for i := range names.DocTitle.Len() {
		queries = append(queries, names.DocTitle.At(i))
	}
	for i := range names.Heading.Len() {
		queries = append(queries, names.Heading.At(i), strings.ToLower(names.Heading.At(i))+" page")
	}
	e := must.Get(engine.OpenCore(u.core))(t)
	for _, query := range queries {
		u.settle(t, e, query, engine.Options{})
	}
}

// Opening an index takes memory for its core, and not for documents, terms or entities: a page
// pays for these when their parts arrive.
func TestOpenCostsTheCore(t *testing.T) {
	for name, sections := range map[string]int{"passages": 1, "documentation": 4} {
		small, core := openCost(t, 200, sections)
		large, largeCore := openCost(t, 4000, sections)
		t.Logf("%s: %d bytes for a core of %d, %d for a core of %d", name, small, core, large, largeCore)
		if more, most := large-small, 16*(largeCore-core); more > most {
			t.Errorf("%s: opening 20 times the documents takes %d bytes more, want at most %d", name, more, most)
		}
	}
}

// openCost builds a corpus with the given numbers of passages and of sections a page. It returns the
// bytes that opening the index allocates, and the bytes of the core.
func openCost(t *testing.T, passages, sections int) (taken, core int) {
	dir := t.TempDir()
	c := builder.Config{Output: filepath.Join(dir, "bundle"), Version: "0"}
	page := "" // of documentation
	var lines strings.Builder
	n := 0
	for p := range synth.Zipf(1, passages) {
		if n++; sections == 1 {
			line := must.Get(json.Marshal(map[string]string{"_id": p.ID, "title": p.Title, "text": p.Text}))(t)
			lines.Write(append(line, '\n'))
			continue
		}
		if page += "## " + p.Title + "\n\n" + p.Text + "\n\n"; n%sections == 0 {
			must.Write(t, filepath.Join(dir, "docs", fmt.Sprint(n)+".md"), "# Page "+p.Title+"\n\n"+page)
			page = ""
		}
	}
	if c.Docs = []string{filepath.Join(dir, "docs")}; sections == 1 {
		c.Docs, c.JSONL = nil, []string{filepath.Join(dir, "corpus.jsonl")}
		must.Write(t, c.JSONL[0], lines.String())
	}
	must.Get(builder.Build(context.Background(), c))(t)
	m := readManifest(t, c.Output)
	b := must.Get(m.ReadFile(c.Output, m.Index))(t)
	return int(allocated(func() { must.Get(engine.Open(b))(t) })), len(b)
}
