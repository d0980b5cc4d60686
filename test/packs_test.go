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
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mycel"
	"mycel/builder"
	"mycel/builder/shards"
	"mycel/builder/synth"
	writing "mycel/builder/write"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// packCorpus writes a corpus of short passages, with a few that are long, whose parts do not fit
// their slots, and pages without text.
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
		if err := enc.Encode(map[string]string{"_id": d.ID, "title": d.Title, "text": text}); err != nil {
			t.Fatal(err)
		}
	}
	file = filepath.Join(t.TempDir(), "corpus.jsonl")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file, questions
}

// buildPacked builds a bundle whose index has packs if whole files may have no more parts than above.
func buildPacked(t *testing.T, file string, above int, change func(*builder.Config)) string {
	t.Helper()
	defer func(n int) { shards.PackAbove = n }(shards.PackAbove)
	shards.PackAbove = above
	c := builder.Config{JSONL: []string{file}, Output: filepath.Join(t.TempDir(), "bundle"), Version: mycel.Version}
	if change != nil {
		change(&c)
	}
	if _, err := builder.Build(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return c.Output
}

// inPacks returns a bundle with packs, which the first call builds, the same documents in whole files,
// and questions. Tests do not change the bundles.
func inPacks(t *testing.T) (packed, whole string, questions []string) {
	t.Helper()
	file, questions := packCorpus(t)
	packed, whole = filepath.Join(shared, "packed"), filepath.Join(shared, "whole")
	if _, err := os.Stat(packed); err != nil {
		buildPacked(t, file, shards.DefaultMaxFiles, func(c *builder.Config) { c.Output = whole })
		buildPacked(t, file, 100, func(c *builder.Config) { c.Output = packed })
	}
	return packed, whole, questions
}

func manifestOf(t *testing.T, dir string) *mycel.Manifest {
	t.Helper()
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Answers do not depend on how the parts are stored.
func TestPacksAnswers(t *testing.T) {
	packed, whole, questions := inPacks(t)
	var engines [2]*unpacked
	for i, dir := range []string{packed, whole} {
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
				if err := errors.Join(err1, err2); err != nil {
					t.Fatal(err)
				}
				answers[i] = string(context.AppendJSON(found.AppendJSON(nil)))
			}
			if answers[0] != answers[1] {
				t.Errorf("%s %q: got %.300s, want %.300s", mode, q, answers[0], answers[1])
			}
		}
	}
}

// A bundle with packs has parts of the usual size, all of one family in packs, and some that do not fit.
func TestPacksLayout(t *testing.T) {
	packed, whole, _ := inPacks(t)
	m := manifestOf(t, packed)
	if w := manifestOf(t, whole); len(w.Texts.Packs)+len(w.Rest.Packs) > 0 || len(w.Stored) != len(w.Parts) {
		t.Errorf("whole files: %v, %v", w.Texts.Packs, w.Rest.Packs)
	}
	u := unpack(t, packed)
	directory := u.open(t).Directory()
	overflow := 0
	for id, f := range m.Parts {
		family, _ := directory.Family(parts.ID(id))
		if want := slices.Contains([]string{bundle.FamilyText, bundle.FamilyChunks, bundle.FamilyMentions}, family); (f.Pack != "") != want {
			t.Fatalf("part %d of %s: %+v", id, family, f)
		}
		size, err := f.Fetched(packed)
		if err != nil {
			t.Fatal(err)
		}
		if f.Pack != "" && size > f.Bytes {
			overflow++
		}
		if f.Pack != "" && id > 0 && m.Parts[id-1].Pack == f.Pack {
			if other, _ := directory.Family(parts.ID(id - 1)); other != family {
				t.Errorf("%s has parts of %s and %s", f.Pack, other, family)
			}
		}
	}
	if overflow == 0 {
		t.Error("all parts fit their slots")
	}
	file, err := bundle.Parse(u.core)
	if err != nil {
		t.Fatal(err)
	}
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

// A limit of files is kept to by whole files.
func TestPacksMaxFiles(t *testing.T) {
	file, _ := packCorpus(t)
	m := manifestOf(t, buildPacked(t, file, 100, func(c *builder.Config) { c.MaxFiles = 200 }))
	if len(m.Texts.Packs)+len(m.Rest.Packs) > 0 || len(m.Parts) > 200 {
		t.Errorf("%d parts, packs %v, %v", len(m.Parts), m.Texts.Packs, m.Rest.Packs)
	}
}

// The same documents give the same packs on any number of cores, with kept pages and without.
func TestPacksDeterminism(t *testing.T) {
	file, _ := packCorpus(t)
	want, _, _ := inPacks(t)
	kept := &builder.Kept{}
	for _, test := range []struct {
		name  string
		cores int
		kept  *builder.Kept
	}{{"one core", 1, nil}, {"nothing kept", 4, kept}, {"what the last build kept", 3, kept}} {
		before := runtime.GOMAXPROCS(test.cores)
		dir := buildPacked(t, file, 100, func(c *builder.Config) { c.Kept = test.kept })
		runtime.GOMAXPROCS(before)
		if got, want := tree(t, dir), tree(t, want); !slices.Equal(got, want) {
			t.Errorf("%s: another bundle: %d files, want %d", test.name, len(got), len(want))
		}
	}
}

// tree lists the files of a folder with their contents.
func tree(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		all = append(all, fmt.Sprintf("%s %s", rel, writing.Digest(b)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A build replaces a bundle with packs, and no pack that it has not written.
func TestPacksReplaced(t *testing.T) {
	file, _ := packCorpus(t)
	dir := buildPacked(t, file, 100, nil)
	first := manifestOf(t, dir).Stored[0].Path
	before, err := os.Stat(filepath.Join(dir, first))
	if err != nil {
		t.Fatal(err)
	}
	again := func(above int) error {
		defer func(n int) { shards.PackAbove = n }(shards.PackAbove)
		shards.PackAbove = above
		_, err := builder.Build(t.Context(), builder.Config{JSONL: []string{file}, Output: dir, Version: mycel.Version})
		return err
	}
	if err := again(100); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(filepath.Join(dir, first)); err != nil || !os.SameFile(before, after) {
		t.Errorf("the unchanged pack was written anew: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, first), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := again(100); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(first)) {
		t.Errorf("got %v, want a refusal to delete %s", err, first)
	}
	if err := os.Remove(filepath.Join(dir, first)); err != nil {
		t.Fatal(err)
	}
	if err := again(shards.DefaultMaxFiles); err != nil {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*.pack")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// Service workers keep no pack before it is read.
func TestPacksPrecache(t *testing.T) {
	file, _ := packCorpus(t)
	dir := buildPacked(t, file, 100, func(c *builder.Config) {
		c.Runtime = os.DirFS(runtimeFiles(t))
	})
	b, err := os.ReadFile(filepath.Join(dir, writing.PrecacheName))
	if err != nil {
		t.Fatal(err)
	}
	var list writing.Precache
	if err := json.Unmarshal(b, &list); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b, []byte(mycel.PackSuffix)) || len(list.Index) != 1 || len(list.Text) == 0 {
		t.Errorf("%d files of the index, %d others: %.300s", len(list.Index), len(list.Text), b)
	}
}

// runtimeFiles returns a folder with the least of a browser's files.
func runtimeFiles(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{writing.RuntimePage, writing.RuntimeKeeper, mycel.WholeEngine} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<html lang=\"en\"></html>"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A bundle with packs verifies, from a folder and from a web server; a changed byte is told.
func TestPacksVerify(t *testing.T) {
	packed, _, _ := inPacks(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(packed)); err != nil {
		t.Fatal(err)
	}
	verify := func(b *mycel.Bundle, err error) error {
		if err != nil {
			return err
		}
		m := b.Manifest()
		v, err := b.Verify(t.Context())
		if err == nil && (v.Parts != len(m.Parts) || v.Files != len(m.All())-1) {
			err = fmt.Errorf("%+v", v)
		}
		return err
	}
	if err := verify(mycel.Open(dir)); err != nil {
		t.Error(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	if err := verify(mycel.OpenURL(t.Context(), server.URL)); err != nil {
		t.Error(err)
	}
	pack := manifestOf(t, dir).Stored[0].Path
	b, err := os.ReadFile(filepath.Join(dir, pack))
	if err != nil {
		t.Fatal(err)
	}
	last := slices.Index(b[1000:], 0) + 1000 // padding, perhaps: nobody but Verify minds
	b[last] ^= 1
	if err := os.WriteFile(filepath.Join(dir, pack), b, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := verify(mycel.Open(dir)); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(pack)) {
		t.Errorf("got %v, want it to name %s", err, pack)
	}
}

// Each byte of a slot that is changed is refused, or has no meaning.
func TestPacksDamaged(t *testing.T) {
	packed, _, _ := inPacks(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(packed)); err != nil {
		t.Fatal(err)
	}
	m, u := manifestOf(t, dir), unpack(t, dir)
	e := u.open(t)
	fits := 0
	over := slices.IndexFunc(m.Parts, func(f mycel.File) bool {
		size, err := f.Fetched(dir)
		return err == nil && f.Pack != "" && size > f.Bytes
	})
	if over < 0 {
		t.Fatal("all parts fit")
	}
	for _, id := range []int{fits, over} {
		f := m.Parts[id]
		pack, err := os.OpenFile(filepath.Join(dir, f.Pack), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer pack.Close()
		for at := int64(f.Slot) * f.Bytes; at < int64(f.Slot+1)*f.Bytes; at++ {
			var b [1]byte
			if _, err := pack.ReadAt(b[:], at); err != nil {
				t.Fatal(err)
			}
			if _, err := pack.WriteAt([]byte{b[0] ^ 0x55}, at); err != nil {
				t.Fatal(err)
			}
			if got, err := mycel.ReadFile(dir, f); err == nil && !bytes.Equal(got, u.parts[id]) && e.AddPart(parts.ID(id), got) == nil {
				t.Errorf("part %d: byte %d changed, and nobody has noticed", id, at)
			}
			if _, err := pack.WriteAt(b[:], at); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, id := range []int{over, fits} {
		f := m.Parts[id]
		if err := os.Truncate(filepath.Join(dir, f.Pack), int64(f.Slot+1)*f.Bytes-1); err != nil {
			t.Fatal(err)
		}
		if _, err := mycel.ReadFile(dir, f); err == nil || !strings.Contains(err.Error(), filepath.FromSlash(f.Pack)) {
			t.Errorf("a pack that was cut short: %v", err)
		}
	}
}

// rangeHost serves a folder and counts the requests for its packs.
type rangeHost struct {
	dir    string
	answer func(w http.ResponseWriter, r *http.Request, pack []byte) // to a request with a range; nil: with all of the pack

	mu            sync.Mutex
	ranges, whole int
	sent          map[string]int // times that a pack was sent whole
}

func (h *rangeHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := filepath.Join(h.dir, filepath.FromSlash(r.URL.Path))
	b, err := os.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if strings.HasSuffix(name, mycel.PackSuffix) {
		h.mu.Lock()
		ranged := r.Header.Get("Range") != ""
		if ranged {
			h.ranges++
		} else {
			h.whole++
		}
		if h.answer == nil || !ranged {
			h.sent[r.URL.Path]++
		}
		h.mu.Unlock()
		if h.answer != nil && ranged {
			h.answer(w, r, b)
			return
		}
	}
	_, _ = w.Write(b)
}

// A server that sends other than the range that was asked for is asked for the whole pack.
func TestPacksServers(t *testing.T) {
	packed, _, questions := inPacks(t)
	local, err := mycel.Open(packed)
	if err != nil {
		t.Fatal(err)
	}
	want := answersOf(t, local, questions)
	for name, test := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request, pack []byte)
		whole  bool // whether packs are asked for whole
	}{
		"ranges": {func(w http.ResponseWriter, r *http.Request, pack []byte) {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(pack))
		}, false},
		"no ranges": {nil, false},
		"another range": {func(w http.ResponseWriter, r *http.Request, pack []byte) {
			var first, last int
			if _, err := fmt.Sscanf(r.Header.Get("Range"), "bytes=%d-%d", &first, &last); err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Range", fmt.Sprintf("bytes 0-%d/%d", last-first, len(pack)))
			w.WriteHeader(http.StatusPartialContent)
			_, _ = w.Write(pack[:last-first+1])
		}, true},
		"416": {func(w http.ResponseWriter, _ *http.Request, _ []byte) {
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		}, true},
		"other bytes": {func(w http.ResponseWriter, r *http.Request, pack []byte) {
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(bytes.Repeat([]byte{7, 0, 0, 0}, len(pack)/4)))
		}, true},
	} {
		h := &rangeHost{dir: packed, answer: test.answer, sent: map[string]int{}}
		server := httptest.NewServer(h)
		b, err := mycel.OpenURL(t.Context(), server.URL)
		if err != nil {
			t.Fatal(err)
		}
		if got := answersOf(t, b, questions); !slices.Equal(got, want) {
			t.Errorf("%s: other answers", name)
		}
		server.Close()
		if h.ranges == 0 || (h.whole > 0) != test.whole {
			t.Errorf("%s: %d ranges, %d whole packs", name, h.ranges, h.whole)
		}
	}
}

// A pack that came whole is taken from memory for its other parts.
func TestPacksOnce(t *testing.T) {
	packed, _, _ := inPacks(t)
	h := &rangeHost{dir: packed, sent: map[string]int{}}
	server := httptest.NewServer(h)
	defer server.Close()
	b, err := mycel.OpenURL(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.LoadAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	parts := 0
	for _, f := range b.Manifest().Parts {
		if strings.HasPrefix(f.Pack, mycel.PartFolder) {
			parts++
		}
	}
	// Six are asked for at once.
	if packs := len(h.sent); packs < 2 || parts < 3*packs || h.ranges+h.whole > 6*packs {
		t.Errorf("%d requests for %d parts in %d packs", h.ranges+h.whole, parts, packs)
	}
}

// A pack that is gone is the old bundle's.
func TestPacksGone(t *testing.T) {
	packed, _, questions := inPacks(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(packed)); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	b, err := mycel.OpenURL(t.Context(), server.URL)
	if err != nil {
		t.Fatal(err)
	}
	gone, _ := filepath.Glob(filepath.Join(dir, "*", "*.pack"))
	for _, name := range gone {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	_, err = b.Search(t.Context(), questions[0], engine.Options{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), mycel.PackSuffix) {
		t.Errorf("got %v, want that a pack is missing", err)
	}
}

// answersOf answers questions as JSON.
func answersOf(t *testing.T, b *mycel.Bundle, questions []string) (answers []string) {
	t.Helper()
	for _, q := range questions {
		result, err := b.Search(context.Background(), q, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, hit := range result.Hits {
			answers = append(answers, fmt.Sprintf("%s %v %v", hit.Title, hit.Score, hit.Excerpt))
		}
	}
	return answers
}

// Packs that a manifest cannot have are refused.
func TestPacksManifest(t *testing.T) {
	packed, _, _ := inPacks(t)
	raw, err := os.ReadFile(filepath.Join(packed, mycel.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	for _, packs := range [][]mycel.SlotRange{
		{{0, 1, 63, 1}}, {{0, 1, 1 << 25, 1}}, {{1, 1, 64, 1}}, {{-1, 1, 64, 1}}, {{0, 1000, 64, 1}}, {{0, 1, 64, 0}}, {{0, 1, 64, 1<<16 + 1}},
		{{1, 2, 64, 1}, {0, 1, 64, 1}}, {{0, 2, 64, 1}, {1, 2, 64, 1}},
		{{0, 17, 64, 1 << 16}}, // more parts than a bundle has
	} {
		var m mycel.Manifest
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		m.Texts.Packs = packs
		if packs[0].End() == 17 {
			m.Texts.Groups = make([]byte, 17*mycel.GroupBytes)
		}
		changed, err := json.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mycel.OpenManifest(packed, changed); err == nil || !strings.Contains(err.Error(), "the names of the parts are damaged") {
			t.Errorf("%v: got %v", packs, err)
		}
	}
}

// A short manifest that names more parts than a bundle has is refused before they get rows.
func TestManyParts(t *testing.T) {
	packed, _, _ := inPacks(t)
	raw, err := os.ReadFile(filepath.Join(packed, mycel.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	groups := bytes.Repeat([]byte{255, 1, 2, 3, 4}, bundle.MaxParts/255/2+1)
	refused := func(name string, changed []byte, want string) {
		var before, behind runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = mycel.OpenManifest(packed, changed)
		runtime.ReadMemStats(&behind)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
		if took := behind.TotalAlloc - before.TotalAlloc; took > 10<<20 {
			t.Errorf("%s: %d bytes were allocated for a manifest of %d", name, took, len(changed))
		}
	}
	for name, change := range map[string]func(*mycel.Manifest){
		"alone": func(m *mycel.Manifest) { m.Rest = mycel.PartNames{Groups: slices.Concat(groups, groups)} },
		"before packs": func(m *mycel.Manifest) {
			m.Rest = mycel.PartNames{Groups: slices.Concat(groups, groups), Packs: []mycel.SlotRange{{2*len(groups)/mycel.GroupBytes - 1, 2 * len(groups) / mycel.GroupBytes, 64, 1 << 15}}}
		},
		"in two folders": func(m *mycel.Manifest) {
			m.Texts, m.Rest = mycel.PartNames{Groups: groups}, mycel.PartNames{Groups: groups}
		},
	} {
		var m mycel.Manifest
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatal(err)
		}
		change(&m)
		changed, err := json.Marshal(&m)
		if err != nil {
			t.Fatal(err)
		}
		refused(name, changed, "the names of the parts are damaged")
	}
	for _, row := range []string{"{},", "0,", "null,"} {
		refused(row, bytes.Replace(raw, []byte(`"files":[`), []byte(`"files":[`+strings.Repeat(row, 1<<20)+`{}],"other":[`), 1), "more files than any bundle has")
	}
}

// A list of parts with more rows than the manifest has parts is refused before it is decoded.
func TestLongListOfParts(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../engine/testdata/handbook")); err != nil {
		t.Fatal(err)
	}
	m, err := mycel.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	list := []byte("[" + strings.Repeat("{},", 1<<20) + "{}]")
	sum := sha256.Sum256(list)
	m.List.Bytes, m.List.SHA256 = int64(len(list)), hex.EncodeToString(sum[:])
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{mycel.ManifestName: raw, m.List.Path: list} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := mycel.ReadManifest(dir); err == nil || !strings.Contains(err.Error(), "it lists more parts than mycel.json") {
		t.Errorf("got %v", err)
	}
}

// A part that fills its slot lies in it, and one of a byte more behind the slots: no slot is larger than it has to be.
func TestPartThatFillsItsSlot(t *testing.T) {
	const slot = mycel.LeastSlot
	for more, want := range map[int]int{0: slot, 1: 2*slot - mycel.SlotHead + 1} {
		part := bytes.Repeat([]byte{7}, slot-mycel.SlotHead+more)
		pack, err := mycel.MakePack([][]byte{part}, slot)
		if err != nil || len(pack) != want || !bytes.HasSuffix(pack, part) {
			t.Errorf("%d bytes more than the slot has: the pack has %d bytes, want %d; %v", more, len(pack), want, err)
		}
	}
}
