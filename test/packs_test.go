package test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/builder/large"
	"mycel/builder/synth"
	writing "mycel/builder/write"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
	"mycel/manifest"
	"mycel/reader"
)

// packCorpus writes a corpus of short passages, with a few that are long, whose parts do not fit
// slots, and pages without text.
func packCorpus(t *testing.T) (file string, questions []string) {
	t.Helper()
	docs, asked := synth.Corpus(5, 1500, 4)
	for _, q := range asked {
		questions = append(questions, q.Text)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	for i, d := range docs {
		text := d.Text
		if i%500 == 250 {
			for _, other := range docs[i : i+60] {
				text += " " + other.Text
			}
		}
		if i%400 == 399 {
			text = ""
		}
		must.OK(t, enc.Encode(map[string]string{"_id": d.ID, "title": d.Title, "text": text}))
	}
	file = filepath.Join(t.TempDir(), "corpus.jsonl")
	must.OK(t, os.WriteFile(file, out.Bytes(), 0o644))
	return file, questions
}

// buildSlotted builds a bundle whose index has slots if it would have more parts than above.
func buildSlotted(t *testing.T, file string, above int, change func(*builder.Config)) string {
	t.Helper()
	sizes := large.Usual()
	sizes.Parts = above
	c := builder.Config{Large: &sizes, JSONL: []string{file}, Output: filepath.Join(t.TempDir(), "bundle"), Version: mycel.Version}
	if change != nil {
		change(&c)
	}
	must.Get(builder.Build(t.Context(), c))(t)
	return c.Output
}

// inPacks returns a bundle with slots, which the first call builds, one of the same documents without,
// and questions. Tests do not change the bundles.
func inPacks(t *testing.T) (slotted, listed string, questions []string) {
	t.Helper()
	file, questions := packCorpus(t)
	slotted, listed = filepath.Join(shared, "slotted"), filepath.Join(shared, "listed")
	if _, err := os.Stat(slotted); err != nil {
		buildSlotted(t, file, large.Usual().Parts, func(c *builder.Config) { c.Output = listed })
		buildSlotted(t, file, 100, func(c *builder.Config) { c.Output = slotted })
	}
	return slotted, listed, questions
}

// Answers do not depend on how the parts are stored.
func TestPacksAnswers(t *testing.T) {
	slotted, listed, questions := inPacks(t)
	var engines [2]*unpacked
	for i, dir := range []string{slotted, listed} {
		engines[i] = unpack(t, dir)
	}
	var open [2]*engine.Engine
	for i, u := range engines {
		open[i] = u.open(t)
		for id := range u.parts {
			u.add(t, open[i], parts.ID(id))
		}
	}
	for _, q := range questions[:2] {
		for _, mode := range open[0].Index().Modes() {
			var answers [2]string
			for i, e := range open {
				found, err1 := e.Search(q, engine.Options{Mode: mode, NestedExcerpts: true})
				context, err2 := e.Retrieve(q, engine.EvidenceOptions{Options: engine.Options{Mode: mode}})
				must.OK(t, errors.Join(err1, err2))
				answers[i] = string(context.AppendJSON(found.AppendJSON(nil)))
			}
			must.Equal(t, answers[0], answers[1], "%s %q", mode, q)
		}
	}
}

// A bundle with slots has parts of the usual size, of one group in a pack, and some that do not fit.
func TestSlots(t *testing.T) {
	slotted, listed, _ := inPacks(t)
	m := readManifest(t, slotted)
	must.Be(t, !slices.ContainsFunc(readManifest(t, listed).Parts(), func(f manifest.File) bool { return f.Slot }), "a small index has slots")
	u := unpack(t, slotted)
	directory := u.open(t).Directory()
	overflow := 0
	groups := map[int]string{}
	for id, f := range m.Parts() {
		group, _ := directory.Group(parts.ID(id))
		want := slices.Contains([]string{bundle.GroupText, bundle.GroupChunks, bundle.GroupMentions}, group)
		must.Hold(t, f.Slot == want, "part %d of %s: %+v", id, group, f)
		if !f.Slot {
			continue
		}
		requests, _ := must.Get2(m.Fetched(slotted, []parts.ID{parts.ID(id)}))(t)
		overflow += requests - 1
		other := groups[f.Pack]
		must.Be(t, other == "" || other == group, "pack %d has parts of %s and %s", f.Pack, other, group)
		groups[f.Pack] = group
	}
	must.Be(t, overflow != 0, "all parts fit their slots")
	file := must.Get(bundle.Parse(u.core))(t)
	// Blocks have the same number of chunks, so the table of them compresses to nothing.
	for _, s := range file.Sections {
		if s.Name != bundle.SectionBlocks {
			continue
		}
		starts := wire.NewReader(s.Data).Offsets(-1, -1)
		uneven := 0
		for i := range len(starts) - 2 {
			if starts[i+1]-starts[i] != starts[1] {
				uneven++
			}
		}
		if len(starts) < 50 || uneven > 6 { // beside the pages without text
			t.Errorf("%d of %d blocks have other numbers of chunks than %d: %v", uneven, len(starts)-1, starts[1], starts)
		}
	}
}

// In a collection of passages the parts of terms and of the entities beside them lie together, so that a range has both; what every
// first query reads lies in the index file.
func TestPartsReadTogether(t *testing.T) {
	_, listed, questions := inPacks(t)
	m, u := readManifest(t, listed), unpack(t, listed)
	e := u.open(t)
	files := m.Parts()
	terms, end := e.Directory().Range(bundle.GroupTerms)
	beside, _ := e.Directory().Range(bundle.GroupEntities)
	must.Hold(t, terms+1 < end, "%d parts of terms", end-terms)
	for id := terms; id < end; id++ {
		term, entities := files[id], files[beside+id-terms]
		must.Hold(t, term.Pack != 0 && term.Pack == entities.Pack && term.At+term.Bytes == entities.At, "terms %+v, entities %+v", term, entities)
	}
	if id, _ := e.Directory().Range(bundle.GroupOutline); files[id].Pack != 0 {
		t.Errorf("outline: %+v", files[id])
	}
	r := must.Get(e.Search(questions[0], engine.Options{}))(t)
	requests, _, err := m.Fetched(listed, r.Missing)
	must.Be(t, err == nil && requests != 0 && 2*requests <= len(r.Missing), "%d requests for %d parts, %v", requests, len(r.Missing), err)
}

// A large hierarchy is a pack of its own, the first of the index. The manifest says so.
func TestLargeOutline(t *testing.T) {
	_, listed, questions := inPacks(t)
	file, _ := packCorpus(t)
	dir := buildSlotted(t, file, large.Usual().Parts, func(c *builder.Config) { c.Large.Outline = 100 })
	m, e := readManifest(t, dir), unpack(t, dir).open(t)
	must.Equal(t, []int{0, 1}, []int{readManifest(t, listed).Rest.First, m.Rest.First}, "packs that first queries read")
	must.Equal(t, answersOf(t, openBundle(t, listed), questions[:2]), answersOf(t, openBundle(t, dir), questions[:2]), "answers")
	first := slices.IndexFunc(m.Packs, func(f manifest.File) bool { return !f.OfTexts() })
	outline, end := e.Directory().Range(bundle.GroupOutline)
	for id, f := range m.Parts() {
		inOutline := outline <= parts.ID(id) && parts.ID(id) < end
		must.Hold(t, (f.Pack == 1+first) == inOutline, "part %d: %+v", id, f)
	}
}

// A small index has no packs but for its texts.
func TestSmallIndex(t *testing.T) {
	m := readManifest(t, handbook)
	must.Be(t, len(m.Packs) == 1 && m.Packs[0].OfTexts(), "packs: %+v", m.Packs)
}

// The same documents give the same packs on any number of cores, with kept pages and without.
func TestPacksDeterminism(t *testing.T) {
	file, _ := packCorpus(t)
	slotted, listed, _ := inPacks(t)
	kept := &builder.Kept{}
	for _, test := range []struct {
		name  string
		cores int
		kept  *builder.Kept
		above int
		want  string
	}{{"one core", 1, nil, 100, slotted}, {"nothing kept", 4, kept, 100, slotted}, {"what the last build kept", 3, kept, 100, slotted}, {"without slots", 1, nil, large.Usual().Parts, listed}} {
		before := runtime.GOMAXPROCS(test.cores)
		dir := buildSlotted(t, file, test.above, func(c *builder.Config) { c.Kept = test.kept })
		runtime.GOMAXPROCS(before)
		must.Be(t, maps.Equal(must.Tree(t, dir), must.Tree(t, test.want)), "%s: another bundle", test.name)
	}
}

// A build replaces a bundle with packs, and no pack that it has not written.
func TestPacksReplaced(t *testing.T) {
	file, _ := packCorpus(t)
	dir := buildSlotted(t, file, 100, nil)
	first := readManifest(t, dir).Packs[0].Path
	again := func(above int) error {
		sizes := large.Usual()
		sizes.Parts = above
		_, err := builder.Build(t.Context(), builder.Config{Large: &sizes, JSONL: []string{file}, Output: dir, Version: mycel.Version})
		return err
	}
	must.OK(t, again(100))
	must.OK(t, os.WriteFile(filepath.Join(dir, first), []byte("mine"), 0o644))
	must.Say(t, again(100), filepath.FromSlash(first))
	must.OK(t, os.Remove(filepath.Join(dir, first)))
	must.OK(t, again(large.Usual().Parts))
	left, _ := filepath.Glob(filepath.Join(dir, "*", "*.pack"))
	must.Be(t, len(left) == len(readManifest(t, dir).Packs), "left over: %v", left)
}

// Service workers keep packs at once, but none with slots.
func TestPacksPrecache(t *testing.T) {
	file, _ := packCorpus(t)
	for _, test := range []struct{ above, index, text int }{{100, 1, 0}, {large.Usual().Parts, 2, 1}} {
		dir := buildSlotted(t, file, test.above, func(c *builder.Config) {
			c.Runtime = os.DirFS(runtimeFiles(t))
		})
		b := readFile(t, filepath.Join(dir, writing.PrecacheName))
		var list writing.Precache
		must.OK(t, json.Unmarshal(b, &list))
		must.Be(t, len(list.Index) == test.index && len(list.Text) == test.text, "above %d: %+v, %+v", test.above, list.Index, list.Text)
	}
}

// runtimeFiles returns a folder with the least of a browser's files.
func runtimeFiles(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{writing.RuntimePage, writing.RuntimeKeeper, manifest.WholeEngine} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte("<html lang=\"en\"></html>"), 0o644))
	}
	return dir
}

// A bundle with packs verifies, from a folder and from a web server; a changed byte is told.
func TestPacksVerify(t *testing.T) {
	packed, _, _ := inPacks(t)
	dir := copied(t, packed)
	verify := func(b *mycel.Bundle, err error) error {
		if err != nil {
			return err
		}
		m := b.Manifest()
		v, err := b.Verify(t.Context())
		if err == nil && (v.Parts != m.NumParts() || v.Files != len(m.All())-1) {
			err = fmt.Errorf("%+v", v)
		}
		return err
	}
	must.OK(t, verify(mycel.Open(dir)))
	must.OK(t, verify(sources["web server"](t, dir), nil))
	pack := readManifest(t, dir).Packs[0].Path
	b := readFile(t, filepath.Join(dir, pack))
	last := slices.Index(b[1000:], 0) + 1000 // padding, perhaps: nobody but Verify minds
	b[last] ^= 1
	must.OK(t, os.WriteFile(filepath.Join(dir, pack), b, 0o644))
	must.Say(t, verify(mycel.Open(dir)), filepath.FromSlash(pack))
}

// Each byte of a slot that is changed is refused, or has no meaning.
func TestPacksDamaged(t *testing.T) {
	packed, _, _ := inPacks(t)
	dir := copied(t, packed)
	m, u := readManifest(t, dir), unpack(t, dir)
	e := u.open(t)
	fits := 0
	over := -1
	for id := range m.NumParts() {
		if requests, _, err := m.Fetched(dir, []parts.ID{parts.ID(id)}); err == nil && requests > 1 {
			over = id
			break
		}
	}
	must.Hold(t, over >= 0, "all parts fit")
	path := func(f manifest.File) string { return filepath.Join(dir, m.Packs[f.Pack-1].Path) }
	for _, id := range []int{fits, over} {
		f := m.Part(parts.ID(id))
		pack := must.Get(os.OpenFile(path(f), os.O_RDWR, 0))(t)
		defer pack.Close()
		for at := f.At; at < f.At+f.Bytes; at++ {
			var b [1]byte
			must.Get(pack.ReadAt(b[:], at))(t)
			must.Get(pack.WriteAt([]byte{b[0] ^ 0x55}, at))(t)
			if got, err := m.ReadFile(dir, f); err == nil && !bytes.Equal(got, u.parts[id]) && e.AddPart(parts.ID(id), got) == nil {
				t.Errorf("part %d: byte %d changed, and nobody has noticed", id, at)
			}
			must.Get(pack.WriteAt(b[:], at))(t)
		}
	}
	for _, id := range []int{over, fits} {
		f := m.Part(parts.ID(id))
		must.OK(t, os.Truncate(path(f), f.At+f.Bytes-1))
		must.Say(t, must.Err(m.ReadFile(dir, f)), path(f), "a pack that was cut short")
	}
}

// A pack that is gone is the old bundle's.
func TestPacksGone(t *testing.T) {
	packed, _, questions := inPacks(t)
	dir := copied(t, packed)
	b := sources["web server"](t, dir)
	gone, _ := filepath.Glob(filepath.Join(dir, "*", "*.pack"))
	for _, name := range gone {
		must.OK(t, os.Remove(name))
	}
	must.Refuse(t, must.Err(b.Search(t.Context(), questions[0], engine.Options{})), fs.ErrNotExist, manifest.PackSuffix)
}

// answersOf answers questions as JSON.
func answersOf(t *testing.T, b *mycel.Bundle, questions []string) (answers []string) {
	t.Helper()
	for _, q := range questions {
		result := must.Get(b.Search(context.Background(), q, engine.Options{}))(t)
		for _, hit := range result.Hits {
			answers = append(answers, fmt.Sprintf("%s %v %v", hit.Title, hit.Score, hit.Excerpt))
		}
	}
	return answers
}

// Tables of packs that no bundle has are refused, before they take memory.
func TestPackTables(t *testing.T) {
	_, listed, _ := inPacks(t)
	dir := copied(t, listed)
	m, core := readManifest(t, dir), unpack(t, dir).core
	m.Packs, m.Texts.Names, m.Rest.Names = m.Packs[:1], m.Texts.Names[:manifest.PackNameBytes], []byte{}
	run := func(slot, count int, firsts []int, lengths ...int) manifest.Run {
		return manifest.Run{Slot: slot, Count: count, Firsts: firsts, Lengths: lengths}
	}
	first := []int{0}
	for name, packs := range map[string][]manifest.Pack{
		"too few packs":          {{}},
		"too many":               {{}, {Bytes: 64, Runs: []manifest.Run{run(0, 1, first, 64)}}, {}},
		"small slots":            {{}, {Bytes: 63, Runs: []manifest.Run{run(63, 1, first)}}},
		"large slots":            {{}, {Bytes: 1 << 25, Runs: []manifest.Run{run(1<<25, 1, first)}}},
		"no parts":               {{}, {Bytes: 0, Runs: []manifest.Run{run(0, 0, first)}}},
		"no sequence":            {{}, {Bytes: 0, Runs: []manifest.Run{run(0, 1, nil)}}},
		"many sequences":         {{}, {Bytes: 9 * 64, Runs: []manifest.Run{run(0, 1, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 64, 64, 64, 64, 64, 64, 64, 64, 64)}}},
		"slots take turns":       {{}, {Bytes: 128, Runs: []manifest.Run{run(64, 1, []int{0, 1})}}},
		"slots behind others":    {{}, {Bytes: 128, Runs: []manifest.Run{run(0, 1, first, 64), run(64, 1, []int{1})}}},
		"slots and no room":      {{}, {Bytes: 127, Runs: []manifest.Run{run(64, 2, first)}}},
		"a part too long":        {{}, {Bytes: 64, Runs: []manifest.Run{run(0, 1, first, 128)}}},
		"bytes behind the parts": {{}, {Bytes: 65, Runs: []manifest.Run{run(0, 1, first, 64)}}},
		"a part twice":           {{}, {Bytes: 128, Runs: []manifest.Run{run(0, 1, first, 64), run(0, 1, first, 64)}}},
		"a gap":                  {{}, {Bytes: 128, Runs: []manifest.Run{run(0, 1, first, 64), run(0, 1, []int{2}, 64)}}},
		"more than any bundle":   {{}, {Bytes: 64 << 21, Runs: []manifest.Run{run(64, 1<<21, first)}}},
		"more in all":            {{}, {Bytes: 64 << 20, Runs: []manifest.Run{run(64, 1<<20, first)}}, {Bytes: 64, Runs: []manifest.Run{run(64, 1, []int{1 << 20})}}},
		"a huge pack":            {{}, {Bytes: 1<<28 + 1, Runs: []manifest.Run{run(64, 1, first)}}},
		"other parts":            {{}, {Bytes: 64, Runs: []manifest.Run{run(0, 1, first, 64)}}},
		"bytes in the index":     {{Bytes: 1}, {Bytes: 64, Runs: []manifest.Run{run(0, 1, first, 64)}}},
		"many lengths":           {{}, {Bytes: 64, Runs: []manifest.Run{run(0, 1<<20, []int{0, 1 << 20}, 64)}}},
	} {
		m := *m
		for range packs[min(2, len(packs)):] {
			m.Texts.Names = append(slices.Clone(m.Texts.Names), m.Texts.Names...)
		}
		if name == "too many" {
			m.Texts.Names = m.Texts.Names[:manifest.PackNameBytes]
		}
		putIndex(t, dir, &m, core, manifest.EncodePacks(packs))
		var err error
		took := allocated(func() { _, err = mycel.Open(dir) })
		want := "the table of its packs is damaged"
		if name == "other parts" {
			want = "the table of its packs has 1 parts"
		}
		must.Say(t, err, want, "%s", name)
		must.Say(t, err, m.Index.Path, "%s", name)
		must.Be(t, took <= 10<<20, "%s: %d bytes were allocated", name, took)
	}
	good := manifest.EncodePacks([]manifest.Pack{{}, {Bytes: 64, Runs: []manifest.Run{run(0, 1, first, 64)}}})
	for n := range good {
		putIndex(t, dir, m, core, good[:n])
		must.Be(t, must.Err(mycel.Open(dir)) != nil, "%d bytes of %d were accepted", n, len(good))
	}
}

// A short manifest that lists more files than a bundle has is refused before they get rows.
func TestManyFiles(t *testing.T) {
	packed, _, _ := inPacks(t)
	raw, err := os.ReadFile(filepath.Join(packed, manifest.Name))
	must.OK(t, err)
	for _, row := range []string{"{},", "0,", "null,"} {
		changed := bytes.Replace(raw, []byte(`"files":[`), []byte(`"files":[`+strings.Repeat(row, 1<<20)+`{}],"other":[`), 1)
		took := allocated(func() { _, err = reader.OpenManifest(packed, changed) })
		must.Say(t, err, "more files than any bundle has", "%s", row)
		must.Be(t, took <= 10<<20, "%s: %d bytes were allocated for a manifest of %d", row, took, len(changed))
	}
}

// A list of packs with more rows than the manifest has packs is refused before it is decoded.
func TestLongListOfPacks(t *testing.T) {
	dir := copied(t, handbook)
	m := readManifest(t, dir)
	list := []byte("[" + strings.Repeat("{},", 1<<20) + "{}]")
	sum := sha256.Sum256(list)
	m.List.Bytes, m.List.SHA256 = int64(len(list)), hex.EncodeToString(sum[:])
	raw := must.Get(json.Marshal(m))(t)
	for name, content := range map[string][]byte{manifest.Name: raw, m.List.Path: list} {
		must.OK(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
	}
	must.Say(t, must.Err(manifest.Read(dir)), "it lists more packs than mycel.json")
}

// A part that fills its slot lies in it, and one of a byte more behind the slots: no slot is larger than it has to be.
func TestPartThatFillsItsSlot(t *testing.T) {
	const slot = manifest.LeastSlot
	for more, want := range map[int]int{0: slot, 1: 2*slot - manifest.SlotHead + 1} {
		part := bytes.Repeat([]byte{7}, slot-manifest.SlotHead+more)
		pack, err := manifest.MakeSlots([][]byte{part}, slot)
		if err != nil || len(pack) != want || !bytes.HasSuffix(pack, part[8:]) {
			t.Errorf("%d bytes more than the slot has: the pack has %d bytes, want %d; %v", more, len(pack), want, err)
		}
	}
}

// rangeHost serves a folder, and counts the requests for its packs.
type rangeHost struct {
	dir    string
	ranged func(w http.ResponseWriter, pack []byte, first, end int, n int) // answers request n, with a range
	whole  func(w http.ResponseWriter, pack []byte, n int)                 // answers request n without; nil: with the pack

	mu             sync.Mutex
	ranges, wholes int
	wholesOf       map[string]int
}

func (h *rangeHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := filepath.Join(h.dir, filepath.FromSlash(r.URL.Path))
	b, err := os.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if !strings.HasSuffix(name, manifest.PackSuffix) {
		_, _ = w.Write(b)
		return
	}
	var first, last int
	_, noRange := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last)
	h.mu.Lock()
	if noRange == nil {
		h.ranges++
	} else {
		h.wholes++
		h.wholesOf[name]++
	}
	ranges, wholes := h.ranges, h.wholes
	h.mu.Unlock()
	switch {
	case noRange == nil:
		h.ranged(w, b, first, last+1, ranges)
	case h.whole != nil:
		h.whole(w, b, wholes)
	default:
		_, _ = w.Write(b)
	}
}

// partial answers with a range that has a name.
func partial(w http.ResponseWriter, name string, content []byte) {
	w.Header().Set("Content-Range", name)
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(content)
}

func nameOf(first, end int, pack []byte) string {
	return fmt.Sprintf("bytes %d-%d/%d", first, end-1, len(pack))
}

// inverted returns other bytes, as many.
func inverted(b []byte) []byte {
	b = bytes.Clone(b)
	for i := range b {
		b[i] ^= 0x55
	}
	return b
}

// sendForever sends zeros until the reader goes.
func sendForever(w http.ResponseWriter) {
	for zeros := make([]byte, 1<<16); ; {
		if _, err := w.Write(zeros); err != nil {
			return
		}
	}
}

// host answers a request with a range. wholes says how often a pack is asked for whole besides.
type host struct {
	ranged func(w http.ResponseWriter, pack []byte, first, end int, n int)
	wholes int
}

// hosts are servers that answer requests with a range in ways of their own. The client for browsers is tested with the same
// (js/test/packhosts.test.js).
var hosts = map[string]host{
	"the range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end])
	}, 0},
	"200 and the pack": {func(w http.ResponseWriter, pack []byte, _, _, _ int) { _, _ = w.Write(pack) }, 0},
	"200 and the pack in gzip": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(zip(pack))
	}, 0},
	"200 and the range":     {func(w http.ResponseWriter, pack []byte, first, end, _ int) { _, _ = w.Write(pack[first:end]) }, 1},
	"200 and an error page": {func(w http.ResponseWriter, _ []byte, _, _, _ int) { _, _ = w.Write([]byte("<html>login</html>")) }, 1},
	"200 and brotli unasked": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		w.Header().Set("Content-Encoding", "br")
		_, _ = w.Write(inverted(pack[:len(pack)/2]))
	}, 1},
	"200 and no end": {func(w http.ResponseWriter, pack []byte, _, _, _ int) {
		_, _ = w.Write(pack)
		sendForever(w)
	}, 1},
	"206 and the pack": {func(w http.ResponseWriter, pack []byte, _, _, _ int) { partial(w, nameOf(0, len(pack), pack), pack) }, 1},
	"206 and the pack by the name of the range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack)
	}, 1},
	"206 and other bytes": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), inverted(pack[first:end]))
	}, 1},
	"206 and the bytes of another range": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		at := end % (len(pack) - (end - first))
		partial(w, nameOf(first, end, pack), pack[at:at+end-first])
	}, 1},
	"206 by another name": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, "bytes 0-0/1", pack[first:end])
	}, 1},
	"206 without a name": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.WriteHeader(206)
		_, _ = w.Write(pack[first:end])
	}, 1},
	"206 of unknown length": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, fmt.Sprintf("bytes %d-%d/*", first, end-1), pack[first:end])
	}, 0},
	"206 and the range in gzip": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Encoding", "gzip")
		partial(w, nameOf(first, end, pack), zip(pack[first:end]))
	}, 1},
	"206 in several parts": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Type", "multipart/byteranges; boundary=X")
		w.WriteHeader(206)
		fmt.Fprintf(w, "--X\r\nContent-Range: %s\r\n\r\n%s\r\n--X--", nameOf(first, end, pack), pack[first:end])
	}, 1},
	"206 and too little": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end-1])
	}, 1},
	"206 cut short": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		w.Header().Set("Content-Length", fmt.Sprint(end-first))
		partial(w, nameOf(first, end, pack), pack[first:first+5])
	}, 1},
	"206 and nothing": {func(w http.ResponseWriter, pack []byte, first, end, _ int) { partial(w, nameOf(first, end, pack), nil) }, 1},
	"206 and too much": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), append(bytes.Clone(pack[first:end]), 0))
	}, 1},
	"206 and no end": {func(w http.ResponseWriter, pack []byte, first, end, _ int) {
		partial(w, nameOf(first, end, pack), pack[first:end])
		sendForever(w)
	}, 1},
	"every second range wrong": {func(w http.ResponseWriter, pack []byte, first, end, n int) {
		if content := pack[first:end]; n%2 == 0 {
			partial(w, nameOf(first, end, pack), content)
		} else {
			partial(w, nameOf(first, end, pack), inverted(content))
		}
	}, 1},
	"400": refusing(400), "401": refusing(401), "403": refusing(403), "405": refusing(405), "416": refusing(416), "500": refusing(500), "501": refusing(501), "503": refusing(503),
}

func refusing(code int) host {
	return host{func(w http.ResponseWriter, _ []byte, _, _, _ int) { w.WriteHeader(code) }, 1}
}

// Whatever comes in the place of a range leads once to the whole pack, and to the same answers.
func TestPackServers(t *testing.T) {
	slotted, listed, questions := inPacks(t)
	listed, _ = repack(t, listed, nil)
	for _, dir := range []string{slotted, listed} {
		local := openBundle(t, dir)
		want := answersOf(t, local, questions[:1])
		for name, test := range hosts {
			h := &rangeHost{dir: dir, ranged: test.ranged, wholesOf: map[string]int{}}
			server := httptest.NewServer(h)
			b := must.Get(mycel.OpenURL(t.Context(), server.URL))(t)
			must.Be(t, slices.Equal(answersOf(t, b, questions[:1]), want), "%s: other answers", name)
			server.Close()
			most := 0
			for _, n := range h.wholesOf {
				most = max(most, n)
			}
			if h.ranges == 0 || most != test.wholes {
				t.Errorf("%s: %d ranges, %d times the whole of a pack, want %d", name, h.ranges, most, test.wholes)
			}
		}
	}
}

// A host that has no pack to give, whole or in ranges, is an error that names the pack, in time.
func TestPackServersWithoutPacks(t *testing.T) {
	slotted, _, questions := inPacks(t)
	ranged := hosts["416"].ranged
	for name, whole := range map[string]func(w http.ResponseWriter, pack []byte, n int){
		"404":         func(w http.ResponseWriter, _ []byte, _ int) { w.WriteHeader(404) },
		"503":         func(w http.ResponseWriter, _ []byte, _ int) { w.WriteHeader(503) },
		"other bytes": func(w http.ResponseWriter, pack []byte, _ int) { _, _ = w.Write(inverted(pack)) },
		"cut short":   func(w http.ResponseWriter, pack []byte, _ int) { _, _ = w.Write(pack[:len(pack)-1]) },
		"no end": func(w http.ResponseWriter, pack []byte, _ int) {
			_, _ = w.Write(pack)
			sendForever(w)
		},
	} {
		server := httptest.NewServer(&rangeHost{dir: slotted, ranged: ranged, whole: whole, wholesOf: map[string]int{}})
		b, err := mycel.OpenURL(t.Context(), server.URL)
		must.OK(t, err)
		if _, err = b.Search(t.Context(), questions[0], engine.Options{}); err == nil || !strings.Contains(err.Error(), "/packs/") {
			t.Errorf("%s: got %v", name, err)
		}
		server.Close()
	}
}

// A pack that came whole is taken from memory for its other parts. A server that fails once is asked again.
func TestPacksOnce(t *testing.T) {
	_, listed, _ := inPacks(t)
	h := &rangeHost{dir: listed, ranged: hosts["200 and the pack"].ranged, wholesOf: map[string]int{}}
	server := httptest.NewServer(h)
	defer server.Close()
	b, err := mycel.OpenURL(t.Context(), server.URL)
	must.OK(t, err)
	for range 2 {
		must.OK(t, b.LoadAll(t.Context()))
	}
	if packs := len(b.Manifest().Packs); h.ranges > 6*packs || h.wholes > 0 { // six are asked for at once
		t.Errorf("%d requests for %d packs, %d for the whole", h.ranges, packs, h.wholes)
	}
	failing := &rangeHost{dir: listed, ranged: hosts["400"].ranged, wholesOf: map[string]int{}, whole: func(w http.ResponseWriter, pack []byte, n int) {
		if n == 1 {
			w.WriteHeader(503)
			return
		}
		_, _ = w.Write(pack)
	}}
	again := httptest.NewServer(failing)
	defer again.Close()
	if b, err = mycel.OpenURL(t.Context(), again.URL); err == nil {
		err = b.LoadAll(t.Context())
	}
	must.Be(t, err == nil && failing.wholes >= 2, "%v, %d requests for whole packs", err, failing.wholes)
}
