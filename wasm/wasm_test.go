//go:build !js

// Package wasm_test holds the browser's engine against the native one: the very
// file that ships, run by wazero.
package wasm_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"mycel"
	"mycel/builder"
	"mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/method"
	"mycel/engine/method/auto"
	"mycel/engine/method/bm25"
	"mycel/engine/method/bridge"
	"mycel/engine/method/e2graph"
	"mycel/internal/must"
	"mycel/manifest"
	"mycel/wasm/wazerohost"
)

// shared has the bundles that several tests read.
var shared string

// programs are the engines that are ready for instances, by their file's name.
var programs = map[string]*wazerohost.Program{}

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "mycel-wasm-test-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		shared = dir
		defer func() {
			for _, p := range programs {
				p.Close()
			}
		}()
		return m.Run()
	}())
}

// program returns the engine of this name, which the first call compiles.
func program(t testing.TB, name string) *wazerohost.Program {
	t.Helper()
	if programs[name] == nil {
		p := must.Get(wazerohost.Compile(context.Background(), shipped(t, name)))(t)
		p.Poison = true
		programs[name] = p
	}
	return programs[name]
}

// shipped returns one of the engines that ship, as it was before its code was put into columns (js/test/columns.test.js); a
// tree in which none has been built yet gets one compiled for the test.
func shipped(t testing.TB, name string) []byte {
	t.Helper()
	wasm, err := os.ReadFile("../build/" + strings.TrimSuffix(name, ".gz"))
	if errors.Is(err, fs.ErrNotExist) {
		return compiled(t, name)
	}
	return must.Get(wasm, err)(t)
}

func compiled(t testing.TB, name string) []byte {
	t.Helper()
	tags := "collector"
	if name == manifest.CoreEngine {
		tags += ",core"
	}
	out := filepath.Join(t.TempDir(), "mycel.wasm")
	cmd := exec.Command("go", "build", "-tags", tags, "-trimpath", "-ldflags=-s -w -X main.version=0 -X runtime.godebugDefault=gcstoptheworld=1", "-o", out, "mycel/wasm")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return must.Get(os.ReadFile(out))(t)
}

// corpus returns a bundle of synthetic passages, which the first call builds, and its questions.
func corpus(t testing.TB, passages, questions int) (string, []synth.Question) {
	t.Helper()
	dir := filepath.Join(shared, fmt.Sprintf("corpus-%d-%d", passages, questions))
	if _, err := os.Stat(dir); err == nil {
		_, asked := synth.Corpus(7, passages, questions)
		return dir, asked
	}
	return corpusWith(t, passages, questions, builder.Config{Vectors: true, With: all.Methods(), Output: dir})
}

// corpusWith is corpus with a configuration of the builder.
func corpusWith(t testing.TB, passages, questions int, c builder.Config) (string, []synth.Question) {
	t.Helper()
	docs, asked := synth.Corpus(7, passages, questions)
	file := filepath.Join(t.TempDir(), "corpus.jsonl")
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, d := range docs {
		must.OK(t, enc.Encode(map[string]string{"_id": d.ID, "title": d.Title, "text": d.Text}))
	}
	must.OK(t, os.WriteFile(file, b.Bytes(), 0o644))
	c.JSONL, c.Version = []string{file}, "0"
	if c.Output == "" {
		c.Output = filepath.Join(t.TempDir(), "bundle")
	}
	must.Get(builder.Build(context.Background(), c))(t)
	return c.Output, asked
}

// pair is the same bundle in both engines.
type pair struct {
	native  *mycel.Bundle
	program *wazerohost.Program
	in      *wazerohost.Instance
	dir     string
	index   []byte
}

func open(t testing.TB, dir string) *pair {
	t.Helper()
	return openIn(t, manifest.WholeEngine, dir)
}

func openIn(t testing.TB, wasm, dir string) *pair {
	t.Helper()
	return openProgram(t, program(t, wasm), dir)
}

func openProgram(t testing.TB, program *wazerohost.Program, dir string) *pair {
	t.Helper()
	p := &pair{dir: dir, program: program}
	p.native = must.Get(mycel.Open(dir))(t)
	p.index = p.file(t, p.native.Manifest().Index)
	p.start(t)
	return p
}

func (p *pair) file(t testing.TB, f manifest.File) []byte {
	t.Helper()
	return must.Get(p.native.Manifest().ReadFile(p.dir, f))(t)
}

// load hands all parts to the instance.
func (p *pair) load(t testing.TB) {
	t.Helper()
	for id, f := range p.native.Manifest().Parts() {
		must.Get(p.in.AddPart(uint32(id), p.file(t, f)))(t)
	}
}

// start makes a fresh instance and opens the index in it.
func (p *pair) start(t testing.TB) {
	t.Helper()
	p.in = must.Get(p.program.NewInstance())(t)
	in := p.in
	t.Cleanup(func() { in.Close() })
	must.Get(p.in.Open(p.index))(t)
}

func request(t testing.TB, query string, o engine.Options) []byte {
	t.Helper()
	m := o.Values()
	m["query"] = query
	if o.Mode != "" {
		m["mode"] = o.Mode
	}
	addFacets(m, o)
	if o.Vector != nil {
		var b []byte
		for _, x := range o.Vector {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		m["vector"] = b
	}
	return must.Get(msgpack.Marshal(m))(t)
}

// wasm searches as a browser does: texts are handed over as they are missed.
func (p *pair) wasm(t testing.TB, query string, o engine.Options) []byte {
	t.Helper()
	for {
		answer, err := p.in.Search(request(t, query, o))
		must.Hold(t, err == nil, "%q: %v", query, err)
		var missing struct{ Missing []int }
		if err := json.Unmarshal(answer, &missing); err != nil {
			t.Fatalf("%q: %v in %s", query, err, answer)
		}
		if len(missing.Missing) == 0 {
			return answer
		}
		for _, block := range missing.Missing {
			must.Get(p.in.AddPart(uint32(block), p.file(t, p.native.Manifest().Parts()[block])))(t)
		}
	}
}

// same asks both engines and compares the answers byte by byte: ranks, scores,
// excerpts, explanations.
func (p *pair) same(t *testing.T, query string, o engine.Options) *answer.Result {
	t.Helper()
	result := must.Get(p.native.Search(context.Background(), query, o))(t)
	must.Equal(t, p.wasm(t, query, o), result.AppendJSON(nil), "%q in mode %q:\n  wasm", query, o.Mode)
	return result
}

func TestSameAsNative(t *testing.T) { testSameAsNative(t, 600, 20) }

// TestSoakSameAsNative does what TestSameAsNative does, for long.
func TestSoakSameAsNative(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	testSameAsNative(t, 1500, 720)
}

func testSameAsNative(t *testing.T, passages, asked int) {
	dir, questions := corpus(t, passages, asked)
	p := open(t, dir)
	found := map[string]int{}
	for _, q := range questions {
		for _, mode := range method.Modes() {
			for _, h := range p.same(t, q.Text, engine.Options{Mode: mode}).Hits {
				if h.Document == q.Gold[0] {
					found[mode]++
				}
			}
		}
	}
	// Sameness would mean little if nothing were found.
	for _, mode := range method.Modes() {
		if found[mode] < len(questions)*2/3 {
			t.Errorf("mode %s found the first passage of %d questions of %d", mode, found[mode], len(questions))
		}
	}
}

// What is answered does not depend on which of the engines is loaded.
func TestWholeSameAsNative(t *testing.T) {
	dir, questions := corpus(t, 600, 20)
	p := openIn(t, manifest.WholeEngine, dir)
	for _, q := range questions[:10] {
		for _, mode := range p.native.Engine().Index().Modes() {
			if !slices.Contains(method.Systems(), mode) {
				p.same(t, q.Text, engine.Options{Mode: mode})
			}
		}
	}
}

func TestCoreSameAsNative(t *testing.T) {
	dir, questions := corpusWith(t, 600, 20, builder.Config{})
	p := openIn(t, manifest.CoreEngine, dir)
	p.sameInCore(t, questions)
	_, err := p.in.Search(request(t, "x", engine.Options{Mode: e2graph.Mode}))
	must.Say(t, err, "want one of auto, bm25, bridge", "a mode of the whole engine")
}

// TestCoreWithoutOverlay holds an engine with Go's own runtime against the native one, as
// TestCoreSameAsNative does the engine that ships, whose runtime wasm/overlay has cut.
func TestCoreWithoutOverlay(t *testing.T) {
	dir, questions := corpusWith(t, 600, 20, builder.Config{})
	wasm := compiled(t, manifest.CoreEngine)
	if ships := shipped(t, manifest.CoreEngine); bytes.Equal(wasm, ships) {
		t.Skip("no engine has been built yet: this one is all there is")
	}
	program := must.Get(wazerohost.Compile(context.Background(), wasm))(t)
	t.Cleanup(func() { program.Close() })
	p := openProgram(t, program, dir)
	p.sameInCore(t, questions)
	// With Go's whole runtime an export returns after a panic.
	must.Say(t, p.in.Crash(), "the program has ended", "crash")
}

// sameInCore asks the search engine and the native engine the same questions and compares
// their answers.
func (p *pair) sameInCore(t *testing.T, questions []synth.Question) {
	t.Helper()
	for _, q := range questions {
		for _, mode := range []string{"", auto.Mode, bm25.Mode, bridge.Mode} {
			if got := p.same(t, q.Text, engine.Options{Mode: mode}); len(got.Hits) == 0 {
				t.Errorf("%q in mode %q finds nothing", q.Text, mode)
			}
		}
	}
}

func TestCoreRefusesVectors(t *testing.T) {
	dir, _ := corpus(t, 100, 1)
	in := must.Get(program(t, manifest.CoreEngine).NewInstance())(t)
	listed := must.Get(manifest.Read(dir))(t)
	core := must.Get(listed.ReadFile(dir, listed.Index))(t)
	if _, err := in.Open(core); err == nil || !strings.Contains(err.Error(), "vectors") {
		t.Errorf("got %v, want an error about vectors", err)
	}
}

// The switches of E2GraphRAG mean the same in both engines, over a tree that has
// summaries: the passages are one document.
func TestSwitchesSameAsNative(t *testing.T) {
	docs, questions := synth.Corpus(7, 400, 20)
	var text strings.Builder
	for _, d := range docs {
		text.WriteString("# " + d.Title + "\n\n" + d.Text + "\n\n")
	}
	folder := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(folder, "long.md"), []byte(text.String()), 0o644))
	dir := filepath.Join(t.TempDir(), "bundle")
	report := must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{folder}, Output: dir, Version: "0", Vectors: true}))(t)
	must.Hold(t, report.Counts["summaries"] >= 80, "%d summaries", report.Counts["summaries"])
	p := open(t, dir)
	for _, settings := range []map[string]string{
		nil, {"noFill": "true"}, {"hops": "1", "minWeight": "2", "hubCap": "3"}, {"similarity": "words"}, {"similarity": "dense"}, {"maxDfRatio": "0.1", "k": "1"},
	} {
		var o method.Options
		for name, text := range settings {
			o.Set(method.FindParameter(name).Parse(text))
		}
		for _, q := range questions {
			p.same(t, q.Text, engine.Options{Mode: e2graph.Mode, Options: o})
		}
	}
}

// ask asks the engine in wasm as a browser does.
func (p *pair) ask(t testing.TB, verb string, request map[string]any) []byte {
	t.Helper()
	b := must.Get(msgpack.Marshal(request))(t)
	for {
		answer, err := p.in.Ask(verb, b)
		must.Hold(t, err == nil, "%s %v: %v", verb, request, err)
		var missing struct{ Missing []int }
		if err := json.Unmarshal(answer, &missing); err != nil {
			t.Fatalf("%s %v: %v in %s", verb, request, err, answer)
		}
		if len(missing.Missing) == 0 {
			return answer
		}
		for _, block := range missing.Missing {
			must.Get(p.in.AddPart(uint32(block), p.file(t, p.native.Manifest().Parts()[block])))(t)
		}
	}
}

// sameEvidence asks both engines for evidence and compares byte by byte.
func (p *pair) sameEvidence(t *testing.T, query, mode string, budget int, minScore float32) *answer.Evidence {
	t.Helper()
	found := must.Get(p.native.Retrieve(context.Background(), query, mycel.RetrieveOptions{EvidenceOptions: engine.EvidenceOptions{
		Options: engine.Options{Mode: mode}, TokenBudget: budget, MinScore: minScore,
	}}))(t)
	got := p.ask(t, "retrieve", map[string]any{"query": query, "mode": mode, "tokenBudget": budget, "minScore": minScore})
	must.Equal(t, got, found.AppendJSON(nil), "evidence for %q in mode %q, %d tokens:\n  wasm", query, mode, budget)
	return found
}

func TestSameEvidence(t *testing.T) {
	dir, questions := corpus(t, 600, 20)
	p := open(t, dir)
	passages := 0
	for i, q := range questions {
		for _, mode := range method.Modes() {
			passages += len(p.sameEvidence(t, q.Text, mode, 1+i*111, float32(i%3)/4).Passages)
		}
	}
	must.Be(t, passages >= 500, "only %d passages", passages)
	for _, q := range hostile {
		p.sameEvidence(t, q, "e2graph", 500, 0)
	}
}

// Overviews and neighbours, of documents long enough to have summaries.
func TestSameOverviewAndRelated(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bundle")
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{"../builder/testdata/handbook"}, Output: dir, Version: "0", ChunkTokens: 48, ChunkOverlap: 16, With: all.Methods()}))(t)
	p := open(t, dir)
	for _, topic := range append([]string{"float gauge", "keepers and their relief"}, hostile...) {
		for _, budget := range []int{1, 60, 400, 4000} {
			found := must.Get(p.native.Overview(context.Background(), topic, budget))(t)
			must.Equal(t, p.ask(t, "overview", map[string]any{"topic": topic, "tokenBudget": budget}), found.AppendJSON(nil), "overview of %q in %d tokens:\n  wasm", topic, budget)
		}
	}
	must.OK(t, p.native.LoadAll(context.Background()))
	documents := p.native.Engine().Index().Corpus
	for d := range documents.NumDocuments() {
		of := documents.DocID.At(d)
		found := must.Get(p.native.Related(context.Background(), of, 5))(t)
		must.Equal(t, p.ask(t, "related", map[string]any{"of": of, "k": 5}), found.AppendJSON(nil), "related to %s:\n  wasm", of)
	}
	for _, name := range []string{"Edvard Lund", "float gauges", "brask"} {
		found := must.Get(p.native.Entity(context.Background(), name, 5))(t)
		if got, want := p.ask(t, "entity", map[string]any{"of": name, "k": 5}), found.AppendJSON(nil); !bytes.Equal(got, want) {
			t.Errorf("of %s:\n  wasm %s\nnative %s", name, got, want)
		}
	}
	explained := must.Get(p.native.Search(context.Background(), "the keeper's day", engine.Options{Explain: true}))(t)
	want := explained.AppendJSON(nil)
	must.Be(t, bytes.Contains(want, []byte(`"kind":"link"`)), "no link is named: %s", want)
	must.Equal(t, p.ask(t, "search", map[string]any{"query": "the keeper's day", "explain": true}), want, "explained:\n  wasm")
}

var hostile = []string{
	"", " ", "\x00\x01\x02", "\xff\xfe\xfd", "\xed\xa0\x80 lone surrogate", strings.Repeat("a", 100_000), strings.Repeat("word ", 20_000),
	strings.Repeat("é", 4097), "(((((.*)+)+)+)$", `"unclosed`, "-", "--", "\"\"", "<script>alert(1)</script>", "' OR 1=1 --", "\u202eevil", strings.Repeat("'", 5000), "𝕬𝖑𝖑 𝖋𝖆𝖓𝖈𝖞", "の" + strings.Repeat("゙", 1000),
}

// The engine has a clock of its own, and tells the time when it is asked.
func TestTimings(t *testing.T) {
	dir, questions := corpus(t, 100, 1)
	p := open(t, dir)
	p.load(t)
	for _, asked := range []bool{false, true} {
		request := must.Get(msgpack.Marshal(map[string]any{"query": questions[0].Text, "mode": "graph_rrf", "timings": asked}))(t)
		answer := must.Get(p.in.Search(request))(t)
		var result struct {
			Timings *struct{ Seeding, Walking float64 }
		}
		must.OK(t, json.Unmarshal(answer, &result))
		if got := result.Timings; (got != nil) != asked || asked && (got.Seeding <= 0 || got.Walking <= 0 || got.Seeding > 60_000) {
			t.Errorf("asked %v: got %+v", asked, got)
		}
	}
}

func TestHostileQueries(t *testing.T) {
	dir, _ := corpus(t, 100, 1)
	p := open(t, dir)
	for _, q := range hostile {
		for _, mode := range method.Modes() {
			p.same(t, q, engine.Options{Mode: mode})
		}
	}
}

// What is refused leaves the engine able to answer.
func TestRefusals(t *testing.T) {
	dir, questions := corpus(t, 100, 1)
	p := open(t, dir)
	refused := func(what, code string, f func() error) {
		t.Helper()
		var r *wazerohost.Refused
		if err := f(); !errors.As(err, &r) || r.Code != code || r.Message == "" {
			t.Errorf("%s: error %v, want code %s", what, err, code)
		}
	}
	search := func(m any) func() error {
		return func() error {
			b := must.Get(msgpack.Marshal(m))(t)
			_, err := p.in.Search(b)
			return err
		}
	}
	refused("no query", "request", search(map[string]any{"k": 3}))
	refused("unknown option", "request", search(map[string]any{"query": "x", "fuzz": true}))
	refused("wrong type", "request", search(map[string]any{"query": 7}))
	refused("k of zero", "request", search(map[string]any{"query": "x", "k": 0}))
	refused("k too large", "request", search(map[string]any{"query": "x", "k": 1000}))
	refused("unknown mode", "request", search(map[string]any{"query": "x", "mode": "magic"}))
	refused("no map", "request", search([]int{1}))
	refused("cut request", "request", func() error {
		_, err := p.in.Search(request(t, "a longer query", engine.Options{})[:9])
		return err
	})
	ask := func(verb string, m any) func() error {
		return func() error {
			b := must.Get(msgpack.Marshal(m))(t)
			_, err := p.in.Ask(verb, b)
			return err
		}
	}
	refused("no tokens", "request", ask("retrieve", map[string]any{"query": "x", "tokenBudget": 0}))
	refused("a negative budget", "request", ask("retrieve", map[string]any{"query": "x", "tokenBudget": -5}))
	refused("a share above 1", "request", ask("retrieve", map[string]any{"query": "x", "minScore": 1.5}))
	refused("a share that is none", "request", ask("retrieve", map[string]any{"query": "x", "minScore": math.NaN()}))
	refused("unknown option of evidence", "request", ask("retrieve", map[string]any{"query": "x", "fuzz": 2}))
	refused("no topic", "request", ask("overview", map[string]any{"tokenBudget": 5}))
	p.load(t)
	refused("no such document", "request", ask("related", map[string]any{"of": "nowhere"}))
	refused("no such entity", "request", ask("entity", map[string]any{"of": "nobody at all"}))
	refused("no such block", "part", func() error {
		_, err := p.in.AddPart(9999, nil)
		return err
	})
	refused("foreign block", "part", func() error {
		_, err := p.in.AddPart(0, []byte("not a block"))
		return err
	})
	p.same(t, questions[0].Text, engine.Options{})

	// A failed open leaves nothing open.
	refused("truncated index", "format", func() error {
		_, err := p.in.Open(p.index[:len(p.index)/2])
		return err
	})
	refused("search without an index", "state", search(map[string]any{"query": "x"}))
	damaged := bytes.Clone(p.index)
	damaged[len(damaged)-1] ^= 1
	refused("damaged index", "checksum", func() error {
		_, err := p.in.Open(damaged)
		return err
	})
	must.Get(p.in.Open(p.index))(t)
}

// After a panic the instance is done for, and another one answers.
func TestRecovery(t *testing.T) {
	dir, questions := corpus(t, 100, 1)
	p := open(t, dir)
	p.same(t, questions[0].Text, engine.Options{})
	var dead *wazerohost.Dead
	if err := p.in.Crash(); !errors.As(err, &dead) || !strings.Contains(dead.Output, "panic: crash was asked for") {
		t.Fatalf("crash: error %v", err)
	}
	if _, err := p.in.Search(request(t, "x", engine.Options{})); !errors.As(err, &dead) {
		t.Errorf("search after the crash: error %v", err)
	}
	p.start(t)
	p.same(t, questions[0].Text, engine.Options{})
}

// comes to its end between calls. In which order parts come decides at what moment one
