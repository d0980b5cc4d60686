package engine_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"flag"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/excerpt"
	"mycel/engine/method"
	"mycel/engine/method/bridge"
	"mycel/engine/method/sprig"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/internal/must"
	"mycel/manifest"
)

// The bundle under testdata is made of builder/testdata/handbook by the builder's
// golden test.
const handbook = "testdata/handbook"

var update = flag.Bool("update", false, "rewrite the golden results")

// coreOf returns the core of the index of a bundle.
func coreOf(t testing.TB, dir string) []byte {
	t.Helper()
	return contentOf(t, dir, func(m *manifest.Manifest) []manifest.File { return []manifest.File{m.Index} })[0]
}

// partsOf returns the contents of the parts, by number, texts first.
func partsOf(t testing.TB, dir string) [][]byte {
	t.Helper()
	return contentOf(t, dir, (*manifest.Manifest).Parts)
}

func contentOf(t testing.TB, dir string, files func(*manifest.Manifest) []manifest.File) (contents [][]byte) {
	t.Helper()
	m := must.Get(manifest.Read(dir))(t)
	for _, f := range files(m) {
		content := must.Get(m.ReadFile(dir, f))(t)
		contents = append(contents, content)
	}
	return contents
}

// openCore opens the core of the index alone.
func openCore(t testing.TB) *engine.Engine {
	t.Helper()
	return must.Get(engine.Open(coreOf(t, handbook)))(t)
}

// open opens the index without texts.
func open(t testing.TB) *engine.Engine {
	t.Helper()
	e := openCore(t)
	_, first := e.Directory().Range(bundle.GroupText)
	for id, file := range partsOf(t, handbook) {
		if parts.ID(id) < first {
			continue
		}
		must.OK(t, e.AddPart(parts.ID(id), file))
	}
	return e
}

func openWithTexts(t testing.TB) *engine.Engine {
	t.Helper()
	e := open(t)
	must.OK(t, e.AddPart(0, partsOf(t, handbook)[0]))
	return e
}

var queries = []string{
	"float gauge", "Who built the tower of the station where Martin Aas was keeper?",
	"Which town did the designer of the float gauge learn clockmaking in?",
	"stilling well waves", "storm of 1953", "tidectl export", "level_mm", "the", "of the and",
	"Brask Instruments and Edvard Lund", "Ingrid Solheim Lomvi Bay", "skarv", "keepers relief ice", "clocks", "calibrating",
	"", "zzz", "\x00\xff '\"<script>", "MARTIN AAS", "Ａｎｎｅｌｉｓｅ",
	"keepr", "gague clib", "cali", `"painted ring" tower`, "gauge -drum", "The Float Gauge", `-"stilling well" wave`, strings.Repeat("tide ", 400),
}

// The results of the fixture corpus are committed: natively, in Node and in
// wazero the same JSON comes out.
func TestGolden(t *testing.T) {
	e := openWithTexts(t)
	var files []goldenFile
	for _, q := range queries {
		var answers []goldenAnswer
		for _, mode := range e.Index().Modes() {
			r := search(t, e, q, engine.Options{Mode: mode})
			answers = append(answers, goldenAnswer{Label: mode, JSON: r.AppendJSON(nil)})
		}
		files = append(files, newGolden(t, q, answers))
	}
	checkGolden(t, "handbook", files)
}

func search(t testing.TB, e *engine.Engine, query string, o engine.Options) *answer.Result {
	t.Helper()
	return must.Get(e.Search(query, o))(t)
}

// Timings come when they are asked for and the engine has a clock; nothing else in
// the answer changes.
func TestTimings(t *testing.T) {
	e := openWithTexts(t)
	asked := method.Options{Timings: true}
	const query = "Which town did the designer of the float gauge learn clockmaking in?"
	if r := search(t, e, query, engine.Options{Options: asked}); r.Timings != nil {
		t.Errorf("without a clock: %+v", r.Timings)
	}
	now := int64(0)
	e.SetClock(func() int64 { now += 250_000; return now })
	e = e.Fork()
	for _, mode := range e.Index().Modes() {
		plain := search(t, e, query, engine.Options{Mode: mode}).AppendJSON(nil)
		r := search(t, e, query, engine.Options{Mode: mode, Options: asked})
		want := `{"seeding":0.25,"walking":0}`
		if r.Mode == bridge.Mode || strings.HasPrefix(r.Mode, sprig.ModeGraph) {
			want = `{"seeding":0.25,"walking":0.25}`
		}
		want = strings.TrimSuffix(string(plain), "}") + `,"timings":` + want + "}"
		must.Equal(t, string(r.AppendJSON(nil)), want, "mode %s", mode)
	}
}

// Search says what it misses, and AddPart provides it.
func TestMissingTexts(t *testing.T) {
	e := open(t)
	r := search(t, e, "stilling well", engine.Options{})
	if len(r.Hits) == 0 || r.Hits[0].Excerpt != nil || len(r.Missing) != 1 || r.Missing[0] != 0 || r.Waiting {
		t.Fatalf("missing %v, hits %+v", r.Missing, r.Hits)
	}
	block := partsOf(t, handbook)[0]
	must.Is(t, e.AddPart(1, block), bundle.ErrPart, "another part")
	must.Is(t, e.AddPart(1000, block), bundle.ErrPart, "no such part")
	must.Is(t, e.AddPart(0, block[:len(block)-8]), bundle.ErrPart, "truncated block")
	must.OK(t, e.AddPart(0, block))
	full := search(t, e.Fork(), "stilling well", engine.Options{})
	must.Hold(t, len(full.Missing) == 0, "missing %v", full.Missing)
	for i, h := range full.Hits {
		must.Be(t, h.Chunk == r.Hits[i].Chunk && h.Score == r.Hits[i].Score, "hit %d changed with its text", i)
		must.Be(t, h.Excerpt != nil && len(h.Excerpt.Text) <= 2*excerpt.MaxWidth, "hit %d: excerpt %+v", i, h.Excerpt)
	}
}

// Hits without an excerpt to come wait for no text, and nothing else changes.
func TestChosenExcerpts(t *testing.T) {
	e := openWithTexts(t)
	all := search(t, e, "stilling well", engine.Options{})
	must.Hold(t, len(all.Hits) >= 2, "%d hits", len(all.Hits))
	second := search(t, e, "stilling well", engine.Options{Excerpts: []byte{0b10}})
	for i, h := range second.Hits {
		must.Be(t, h.Chunk == all.Hits[i].Chunk && h.Score == all.Hits[i].Score, "hit %d changed", i)
		must.Be(t, (h.Excerpt != nil) == (i == 1), "hit %d: excerpt %+v", i, h.Excerpt)
	}
	must.Equal(t, second.Hits[1].Excerpt.Text, all.Hits[1].Excerpt.Text)
	none := search(t, open(t), "stilling well", engine.Options{Excerpts: []byte{}})
	must.Be(t, len(none.Missing) == 0, "missing %v", none.Missing)
	for _, mode := range e.Index().Modes() {
		query := "stilling wells of the harbour by Edvard Lund"
		shown := search(t, e, query, engine.Options{Mode: mode})
		for i, h := range search(t, e, query, engine.Options{Mode: mode, Excerpts: []byte{}}).Hits {
			for _, word := range shown.Hits[i].Why.Terms {
				if !slices.Contains(h.Why.Terms, word) {
					t.Errorf("%s, %s: words without its text %v, with it %v", mode, h.URL, h.Why.Terms, shown.Hits[i].Why.Terms)
				}
			}
		}
	}
}

// Every marked range is a form of a word of the query, in the unit that JSON
// promises.
func TestMatches(t *testing.T) {
	e := openWithTexts(t)
	var r struct {
		Hits []struct {
			Title, Heading               string
			TitleMatches, HeadingMatches [][2]int
			Excerpt                      struct {
				Text    string
				Matches [][2]int
			}
		}
	}
	result := search(t, e, "gauges measuring waves", engine.Options{})
	must.OK(t, json.Unmarshal(result.AppendJSON(nil), &r))
	n := 0
	check := func(s string, matches [][2]int) {
		units := utf16.Encode([]rune(s))
		for _, m := range matches {
			word := strings.ToLower(string(utf16.Decode(units[m[0]:m[1]])))
			if !strings.HasPrefix(word, "gauge") && !strings.HasPrefix(word, "measur") && !strings.HasPrefix(word, "wave") {
				t.Errorf("%q is marked in %q", word, s)
			}
			n++
		}
	}
	for _, h := range r.Hits {
		check(h.Title, h.TitleMatches)
		check(h.Heading, h.HeadingMatches)
		check(h.Excerpt.Text, h.Excerpt.Matches)
	}
	must.Be(t, n >= 10, "only %d matches", n)
}

// A result has at most as many hits as are asked for.
func TestK(t *testing.T) {
	e := open(t)
	for k := 1; k < 8; k++ {
		var o engine.Options
		o.K = k
		n := len(search(t, e, "the tide station float gauge Brask", o).Hits)
		must.Be(t, n <= k, "k = %d: %d hits", k, n)
	}
}

// Whatever is asked, search answers, with valid JSON and distinct sections.
func FuzzSearch(f *testing.F) {
	for _, q := range queries {
		f.Add(q, "e2graph")
	}
	e := openWithTexts(f)
	f.Fuzz(func(t *testing.T, query, mode string) {
		r, err := e.Search(query, engine.Options{Mode: mode})
		if err != nil {
			must.Hold(t, errors.Is(err, engine.ErrOption), "%v", err)
			return
		}
		b := r.AppendJSON(nil)
		must.Hold(t, json.Valid(b), "invalid JSON: %s", b)
		seen := map[model.SectionID]bool{}
		for _, h := range r.Hits {
			must.Hold(t, !seen[h.Section], "section %d twice", h.Section)
			seen[h.Section] = true
		}
	})
}

// Whatever the bytes, opening ends in an engine that answers or in an error.
func FuzzOpen(f *testing.F) {
	f.Add(coreOf(f, handbook))
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := engine.Open(b)
		if err != nil {
			return
		}
		for _, mode := range e.Index().Modes() {
			search(t, e, "float gauge Edvard Lund Brask", engine.Options{Mode: mode})
		}
	})
}

// Whatever the bytes of a part, it is refused or the engine answers. The checksum is
// made to fit, so that what it protects is reached.
func FuzzAddPart(f *testing.F) {
	files := partsOf(f, handbook)
	for id, file := range files {
		f.Add(byte(id), file)
	}
	index := coreOf(f, handbook)
	f.Fuzz(func(t *testing.T, id byte, b []byte) {
		at := int(id) % len(files)
		if b = bytes.Clone(b); len(b) >= 4 {
			binary.LittleEndian.PutUint32(b, crc32.ChecksumIEEE(b[4:]))
		}
		e := must.Get(engine.Open(index))(t)
		for other, file := range files {
			if other != at {
				must.OK(t, e.AddPart(parts.ID(other), file))
			}
		}
		err := e.AddPart(parts.ID(at), b)
		must.Hold(t, err == nil || errors.Is(err, bundle.ErrPart), "%v", err)
		for _, mode := range e.Index().Modes() {
			search(t, e, "float gauge Edvard Lund Brask", engine.Options{Mode: mode})
		}
		must.Get(e.Retrieve("float gauge", engine.EvidenceOptions{}))(t)
		must.Get(e.Overview("gauge", 0))(t)
	})
}

// In documentation a query asks at once for the parts of its words, and for no vectors: each
// round of fetching is a wait.
func TestFirstRound(t *testing.T) {
	for query, want := range map[string][]string{
		"float gauge": {bundle.GroupTerms, bundle.GroupOutline},
		"who made the float gauge that Edvard Lund used":   {bundle.GroupTerms, bundle.GroupOutline},
		`"float gauge" that Edvard Lund of the Brask used`: {bundle.GroupTerms, bundle.GroupOutline},
		"FloatGauge": {bundle.GroupTerms, bundle.GroupPlaces, bundle.GroupOutline}, // passages with both parts of a name
	} {
		e := openCore(t)
		var got []string
		for _, id := range search(t, e, query, engine.Options{}).Missing {
			group, _ := e.Directory().Group(id)
			got = append(got, group)
		}
		must.Equal(t, got, want, "%s: asks for", query)
	}
}

// Texts of what will probably be the hits are asked for together with the rows that decide.
func TestTextsComeWithRows(t *testing.T) {
	e := openCore(t)
	var rounds [][]string
	for r := search(t, e, "float gauge", engine.Options{}); len(r.Missing) > 0; r = search(t, e, "float gauge", engine.Options{}) {
		var groups []string
		for _, id := range r.Missing {
			group, _ := e.Directory().Group(id)
			groups = append(groups, group)
			must.OK(t, e.AddPart(id, partsOf(t, handbook)[id]))
		}
		rounds = append(rounds, groups)
	}
	last := []string{bundle.GroupText, bundle.GroupChunks}
	must.Be(t, len(rounds) == 2 && slices.Equal(rounds[1], last), "rounds %q, want two, the second of %q", rounds, last)
}

// Of a part with a flipped byte the engine says which one it is, and waits on.
func TestDamagedParts(t *testing.T) {
	for id, file := range partsOf(t, handbook) {
		e := openCore(t)
		b := file
		b[len(b)/2] ^= 1
		err := e.AddPart(parts.ID(id), b)
		var damaged *bundle.PartError
		must.Be(t, errors.As(err, &damaged) && damaged.ID == parts.ID(id) && damaged.Group != "", "%s: error %v", file, err)
		if r := search(t, e, "float gauge", engine.Options{}); !r.Waiting || len(r.Missing) == 0 || len(r.Hits) > 0 {
			t.Errorf("%s: the engine answers without it: %s", file, r.AppendJSON(nil))
		}
	}
}

func TestParseRequest(t *testing.T) {
	for _, test := range []struct {
		request map[string]any
		want    string // in the error, "" for none
	}{
		{map[string]any{"query": "q", "mode": "graph", "k": 3, "restart": 0.5, "similarity": "words"}, ""},
		{map[string]any{"query": "q", "restart": 1}, ""},
		{map[string]any{"query": "q", "timings": true, "maxDFPercent": 2.5, "daTruss": 3}, ""},
		{map[string]any{"query": "q", "timings": 1}, "timings: want true or false"},
		{map[string]any{"mode": "bm25"}, "query: missing"},
		{map[string]any{"query": 1}, "query: "},
		{map[string]any{"query": "q", "k": 0}, "k: want a whole number from 1 to 100"},
		{map[string]any{"query": "q", "k": 1.5}, "k: want"},
		{map[string]any{"query": "q", "k": "3"}, "k: want"},
		{map[string]any{"query": "q", "k": nil}, "k: want"},
		{map[string]any{"query": "q", "k": -1}, "k: want"},
		{map[string]any{"query": "q", "restart": "high"}, "restart: want a number from 0.01 to 1"},
		{map[string]any{"query": "q", "similarity": "guess"}, "similarity: want one of mixed, words, dense"},
		{map[string]any{"query": "q", "similarity": 1}, "similarity: want"},
		{map[string]any{"query": "q", "solver": "power"}, "solver: there is no such option"},
		{map[string]any{"query": "q", "limit": 1}, "limit: there is no such option"},
	} {
		b := must.Get(msgpack.Marshal(test.request))(t)
		_, o, err := engine.ParseRequest(b)
		if test.want == "" {
			must.Be(t, err == nil, "%v: %v", test.request, err)
		} else if !errors.Is(err, engine.ErrOption) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: got %v and %+v, want an error with %q", test.request, err, o, test.want)
		}
	}
	b, _ := msgpack.Marshal(map[string]any{"query": "q", "mode": "graph", "k": 3, "restart": 0.5, "similarity": "words"})
	query, o, _ := engine.ParseRequest(b)
	want := engine.Options{Mode: "graph", Options: method.Options{K: 3, Params: o.Params}}
	if query != "q" || !reflect.DeepEqual(o, want) || len(o.Values()) != 3 || o.Values()["restart"] != 0.5 || o.Values()["similarity"] != "words" {
		t.Errorf("got %q and %+v, want %+v", query, o, want)
	}
}
