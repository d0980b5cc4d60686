package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"mycel/internal/must"

	"github.com/vmihailenco/msgpack/v5"

	"mycel"
	"mycel/builder"
	methods "mycel/builder/method/all"
	"mycel/builder/synth"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/facet"
	"mycel/engine/method"
	daraglayers "mycel/engine/method/darag/layers"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// Whoever can put a file beside an index can make its checksums fit. So checksums prove
// nothing here: these tests change bytes and numbers in every section of a bundle, seal it
// anew, and ask. Each section is checked when it is read, so the bundle is refused, or it
// answers; it never stops the program.

// everything is documents that give a bundle each optional section: two versions of a page,
// four languages, synonyms, filters, sort keys, boosts and metadata.
const (
	everything     = "testdata/everything/docs"
	everythingElse = "../builder/testdata/handbook"
	synonymsOfAll  = "testdata/everything/synonyms.txt"
)

// sealed is a bundle taken apart into its sections, which can be changed and put together
// with checksums that fit.
type sealed struct {
	header bundle.Header
	core   []bundle.Section
	parts  [][][]byte
}

// takeApart reads a bundle.
func takeApart(t testing.TB, dir string) *sealed {
	t.Helper()
	u := unpack(t, dir)
	file := must.Get(bundle.Parse(u.core))(t)
	s := &sealed{header: file.Header, core: file.Sections}
	for i := range s.core {
		if c := &s.core[i]; c.Name == bundle.SectionParts {
			directory := must.Get(bundle.DecodeDirectory(c.Data))(t)
			for id, part := range u.parts {
				sections := must.Get(directory.Open(parts.ID(id), part))(t)
				s.parts = append(s.parts, sections)
			}
		}
	}
	return s
}

// seal puts the bundle together.
func (s *sealed) seal() (core []byte, all [][]byte) {
	for _, sections := range s.parts {
		var w bundle.PartWriter
		for _, b := range sections {
			w.Add(b)
		}
		content, _ := w.Part()
		all = append(all, content)
	}
	var out bytes.Buffer
	enc := msgpack.NewEncoder(&out)
	enc.UseCompactInts(true)
	enc.EncodeString(bundle.Magic)
	enc.EncodeUint(bundle.Version)
	fields := 0
	s.header.Counts.Each(func(string, int) { fields++ })
	enc.EncodeMapLen(fields)
	s.header.Counts.Each(func(key string, n int) {
		enc.EncodeString(key)
		enc.EncodeUint(uint64(n))
	})
	data := make([][]byte, len(s.core))
	enc.EncodeArrayLen(len(s.core))
	for i, c := range s.core {
		data[i] = c.Data
		enc.EncodeArrayLen(3)
		enc.EncodeString(c.Name)
		enc.EncodeUint(uint64(len(data[i])))
		enc.EncodeUint(uint64(crc32.ChecksumIEEE(data[i])))
	}
	for _, b := range data {
		enc.EncodeBytesLen(len(b))
		out.Write(b)
	}
	return out.Bytes(), all
}

// place is a section of a sealed bundle.
type place struct {
	name string
	at   *[]byte
}

// places lists the sections that are not empty.
func (s *sealed) places(directory *bundle.Directory) (all []place) {
	for i := range s.core {
		all = append(all, place{s.core[i].Name, &s.core[i].Data})
	}
	for id, sections := range s.parts {
		group, _ := directory.Group(parts.ID(id))
		for i := range sections {
			if len(sections[i]) > 0 {
				all = append(all, place{fmt.Sprintf("%s of part %d", bundle.Sections(group)[i], id), &sections[i]})
			}
		}
	}
	return all
}

// copy returns the bundle with lists of its own; the bytes of the sections are shared.
func (s *sealed) copy() *sealed {
	c := &sealed{header: s.header, core: append([]bundle.Section(nil), s.core...)}
	for _, sections := range s.parts {
		c.parts = append(c.parts, append([][]byte(nil), sections...))
	}
	return c
}

// write gives a bundle the texts of a language model, which a build without one leaves
// empty.
func (s *sealed) write(t testing.TB) {
	t.Helper()
	e := s.open()
	must.Hold(t, e != nil, "the bundle does not open")
	x := e.Index()
	texts := func(n int) []string {
		all := make([]string, n)
		for i := range all {
			if i%3 != 1 {
				all[i] = fmt.Sprint("Written text ", i)
			}
		}
		return all
	}
	written := func(n int) []byte {
		var w wire.Writer
		w.Written(texts(n))
		return w.Bytes()
	}
	put := func(group string, section int, b []byte) {
		first, end := e.Directory().Range(group)
		must.Hold(t, first != end, "no part of %s", group)
		s.parts[first][section] = b
	}
	put(bundle.GroupTree, 1, written(x.Tree.Len()))
	put(bundle.GroupKET, 5, written(ketrag.Of(x).NumEntities()+ketrag.Of(x).NumRelations()))
	first, _ := noderag.Of(x).Graph.Range(heterograph.Unit)
	end, _ := noderag.Of(x).Graph.Range(heterograph.Overview)
	costs := make([]uint32, end-first)
	for i := range costs {
		costs[i] = uint32(i % 20)
	}
	put(bundle.GroupNodes, 2, wire.EncodeTexts(texts(int(end-first)), costs))
	var entities, edges []daraglayers.Note
	for i := uint32(0); int(i) < min(x.Entities.Len(), e.Header().Counts.Edges); i += 2 {
		entities = append(entities, daraglayers.Note{ID: i, Text: "An entity.", Cost: 4})
		edges = append(edges, daraglayers.Note{ID: i, Text: "A relation.", Cost: 5})
	}
	put(bundle.GroupDARAG, 2, daraglayers.EncodeTexts(entities, edges))
}

// open opens the bundle with all of its parts but those that are refused; nil if the core is.
func (s *sealed) open() *engine.Engine {
	core, all := s.seal()
	e, err := engine.Open(core)
	if err != nil {
		return nil
	}
	for id, b := range all {
		_ = e.AddPart(parts.ID(id), b)
	}
	return e
}

// askAll asks in every mode and by every verb; a mode that the bundle has not is refused.
func askAll(e *engine.Engine, queries []string) error {
	wrong := func(err error) bool {
		return err != nil && !errors.Is(err, engine.ErrOption) && !errors.Is(err, engine.ErrNoTokens)
	}
	for _, query := range queries {
		for _, mode := range method.Modes() {
			o := engine.Options{Mode: mode, Explain: true}
			r, err := e.Search(query, o)
			if wrong(err) {
				return err
			}
			if err == nil {
				r.AppendJSON(nil)
			}
			evidence, err := e.Retrieve(query, engine.EvidenceOptions{Options: o})
			if wrong(err) {
				return err
			}
			if err == nil {
				evidence.AppendJSON(nil)
			}
		}
		overview, err := e.Overview(query, 0)
		if wrong(err) {
			return err
		}
		if err == nil {
			overview.AppendJSON(nil)
		}
	}
	o := engine.Options{Filter: &facet.Condition{Op: facet.Is, Key: "tag", Value: "b"}, Sort: engine.Sort{Key: "day"}}
	if _, err := e.Search("", o); wrong(err) {
		return err
	}
	for _, of := range []string{"v2.0/gauge.md", "v1.2/gauge.md#care"} {
		if _, err := e.Related(of, 5); wrong(err) {
			return err
		}
	}
	e.AppendInfoJSON(nil, "")
	return nil
}

var craftedQueries = []string{"float gauge Edvard Lund Brask", `meter "stilling well" wave level_mm`, "bibliothèque книгами keepr", "What is the founder of Dunton known for?", `chess "writer known"`}

// madeBundles is what craftedBundles has built.
var madeBundles map[string]*sealed

// craftedBundles returns bundles that have all sections between them, which the first call
// builds. Tests change copies.
func craftedBundles(t testing.TB) map[string]*sealed {
	t.Helper()
	if madeBundles != nil {
		return madeBundles
	}
	all := map[string]*sealed{}
	passages, _ := synth.Corpus(11, 120, 0)
	for name, c := range map[string]builder.Config{
		"plain":   {},
		"trained": {Vectors: true},
		"encoded": {Encoder: synth.Encoder{Name: "synthetic", Dimensions: 100}},
		"large":   {JSONL: []string{passagesFile(t, passages, false)}},
	} {
		if c.JSONL == nil {
			c.Docs = []string{everything, everythingElse}
		}
		c.Synonyms, c.Output, c.Version, c.With = synonymsOfAll, filepath.Join(t.TempDir(), name), mycel.Version, methods.Methods()
		c.ChunkTokens, c.ChunkOverlap, c.Large = 60, 16, reaching(4)
		must.Get(builder.Build(context.Background(), c))(t)
		s := takeApart(t, c.Output)
		if name != "plain" {
			s.write(t)
		}
		all[name] = s
	}
	madeBundles = all
	return all
}

// numbers are put in the place of others: those that are often special.
var numbers = []uint32{0, 1, 2, 3, 7, 63, 64, 65, 127, 128, 129, 255, 256, 1000, 65535, 65536, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1}

// craft changes a section in one of the ways that a forger would try.
func craft(rng *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	if len(b) == 0 {
		return wire.AppendUvarint(b, numbers[rng.IntN(len(numbers))])
	}
	i := rng.IntN(len(b))
	if rng.IntN(4) == 0 {
		i = min(i, rng.IntN(min(len(b), 16))) // sizes stand at the beginning
	}
	switch rng.IntN(8) {
	case 0:
		b[i] ^= 1 << rng.IntN(8)
	case 1:
		b[i] += byte(1 + rng.IntN(3))
	case 2:
		b[i] -= byte(1 + rng.IntN(3))
	case 3:
		b[i] = byte(rng.Uint32())
	case 4, 5: // another number in the place of this one
		_, next, ok := wire.Uvarint(b, i)
		if !ok {
			next = i + 1
		}
		b = append(wire.AppendUvarint(bytes.Clone(b[:i]), numbers[rng.IntN(len(numbers))]), b[next:]...)
	case 6: // two numbers change their places
		j := rng.IntN(len(b))
		b[i], b[j] = b[j], b[i]
	case 7:
		b = append(b[:i:i], b[min(len(b), i+1+rng.IntN(4)):]...)
	}
	return b
}

// attack asks a bundle in which sections are crafted, and says how it stopped the program,
// "" if it did not.
func attack(s *sealed, directory *bundle.Directory, seed uint64) (refused bool, wrong string) {
	rng := rand.New(rand.NewPCG(seed, 7))
	c := s.copy()
	all := c.places(directory)
	var where []string
	for range 1 + rng.IntN(3)/2 {
		p := all[rng.IntN(len(all))]
		where = append(where, p.name)
		*p.at = craft(rng, *p.at)
	}
	if rng.IntN(20) == 0 {
		n := int(numbers[rng.IntN(len(numbers))])
		h := &c.header.Counts
		*[]*int{&h.Entities, &h.Edges, &h.Summaries, &h.Sentences}[rng.IntN(4)] = n
		where = append(where, "header")
	}
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprintf("seed %d, %s: %v\n%s", seed, strings.Join(where, ", "), r, debug.Stack())
		}
	}()
	e := c.open()
	if e == nil {
		return true, ""
	}
	if err := askAll(e, craftedQueries); err != nil {
		wrong = fmt.Sprintf("seed %d, %s: %v", seed, strings.Join(where, ", "), err)
	}
	return false, wrong
}

// directoryOf is that of a bundle that was not changed.
func directoryOf(t testing.TB, s *sealed) *bundle.Directory {
	t.Helper()
	e := s.open()
	must.Hold(t, e != nil, "the bundle does not open")
	must.OK(t, askAll(e, craftedQueries))
	return e.Directory()
}

// Counts in the header are held against the sections before room is made for so many rows.
func TestHugeCounts(t *testing.T) {
	s := craftedBundles(t)["plain"]
	for i, huge := 0, 1<<31-1; i < 9; i++ {
		c := s.copy()
		h := &c.header.Counts
		field := []*int{&h.Documents, &h.Sections, &h.Chunks, &h.Sentences, &h.Terms, &h.Entities, &h.Edges, &h.Summaries, &h.Blocks}[i]
		*field = huge
		var e *engine.Engine
		taken := allocated(func() { e = c.open() })
		if later := field == &h.Edges || field == &h.Sentences; (e == nil) == later { // they are counted in their parts
			t.Errorf("count %d: opened is %t", i, e != nil)
		}
		must.Be(t, taken <= 16<<20, "count %d: took %d MiB", i, taken>>20)
	}
}

// A section that claims more rows than its bytes can hold allocates no memory for them,
// neither at Open nor at a query.
func TestHugeNumbers(t *testing.T) {
	const huge = 1 << 26
	all := craftedBundles(t)["plain"]
	chunks := all.header.Counts.Chunks
	directory := directoryOf(t, all)
	manySentences := func(s *sealed) { // as the last block says
		at, _ := directory.Range(bundle.GroupPositions)
		r := wire.NewReader(s.parts[at][0])
		start, sentences, documents := r.Offsets(-1, -1), r.Offsets(-1, -1), r.Offsets(-1, -1)
		sentences[len(sentences)-1] = huge + 50
		s.parts[at][0] = corpus.EncodePositions(start, sentences, documents)
		s.header.Counts.Sentences = huge + 50
	}
	// last puts a number in the place of the last one of an array, with skip others before it.
	last := func(s *sealed, group string, skip, n int) {
		part, _ := directory.Range(group)
		b := s.parts[part][0]
		r := wire.NewReader(b)
		for range skip {
			r.Uint32s()
		}
		head := b[:r.Offset()]
		ids := r.IDs(n, 1<<32-1)
		ids[len(ids)-1] = huge
		var w wire.Writer
		w.Uint32s(ids)
		s.parts[part][0] = append(append(bytes.Clone(head), w.Bytes()...), b[r.Offset():]...)
	}
	// noTokens takes the part with token counts away, and its place in the directory.
	noTokens := func(s *sealed) {
		at, _ := directory.Range(bundle.GroupTokens)
		s.parts = slices.Delete(s.parts, int(at), int(at)+1)
		var n []int
		for _, group := range bundle.Groups() {
			first, end := directory.Range(group)
			if n = append(n, int(end-first)); group == bundle.GroupTokens {
				n[len(n)-1] = 0
			}
		}
		for i := range s.core {
			if c := &s.core[i]; c.Name == bundle.SectionParts {
				c.Data = bundle.EncodeDirectory(n)
			}
		}
	}
	for name, change := range map[string]struct {
		make    func(s *sealed)
		mode    string
		refused bool
	}{
		"chunks": {func(s *sealed) {
			s.core[0].Data = corpus.Encode([]uint32{0, 1}, []uint32{0, 1}, []uint32{0, huge})
		}, "", true},
		"sentences of ket":        {func(s *sealed) { manySentences(s); last(s, bundle.GroupKET, 1, chunks) }, "ket", false},
		"sentences of node":       {func(s *sealed) { manySentences(s); last(s, bundle.GroupNodes, 0, -1) }, "node", false},
		"without tokens: of ket":  {func(s *sealed) { manySentences(s); last(s, bundle.GroupKET, 1, chunks); noTokens(s) }, "ket", false},
		"without tokens: of node": {func(s *sealed) { manySentences(s); last(s, bundle.GroupNodes, 0, -1); noTokens(s) }, "node", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := all.copy()
			change.make(s)
			taken := allocated(func() {
				e := s.open()
				must.Hold(t, (e == nil) == change.refused, "opened is %t", e != nil)
				if e != nil {
					r, err := e.Search(craftedQueries[0], engine.Options{Mode: change.mode})
					must.Be(t, err == nil && r.Waiting, "error %v: asked in mode %s, whose parts do not fit", err, change.mode)
				}
			})
			must.Be(t, taken <= 16<<20, "took %d MiB", taken>>20)
		})
	}
}

func TestCraftedBundles(t *testing.T) { attackAll(t, 60) }

// TestSoakCraftedBundles does what TestCraftedBundles does, for long.
func TestSoakCraftedBundles(t *testing.T) {
	if os.Getenv("MYCEL_SOAK") == "" {
		t.Skip("soak")
	}
	attackAll(t, 10_000)
}

func attackAll(t *testing.T, times uint64) {
	sections := map[string]bool{}
	for name, s := range craftedBundles(t) {
		t.Run(name, func(t *testing.T) {
			directory := directoryOf(t, s)
			for _, p := range s.places(directory) {
				section, _, _ := strings.Cut(p.name, " ")
				sections[section] = true
			}
			refused := 0
			for seed := range times {
				not, wrong := attack(s, directory, seed)
				must.Be(t, wrong == "", "%v", wrong)
				if not {
					refused++
				}
			}
			t.Logf("%d of %d cores refused", refused, times)
			if refused == 0 || uint64(refused) == times {
				t.Errorf("%d of %d cores were refused: the changes do not reach what they should", refused, times)
			}
		})
	}
	for _, group := range bundle.Groups() {
		for _, section := range bundle.Sections(group) {
			must.Be(t, sections[section] || section == "keys" || section == "hubs" || section == "ketpieces", "no bundle has the section %s", section)
		}
	}
	for _, section := range []string{bundle.SectionVectors, bundle.SectionEncoder, bundle.SectionFacets, bundle.SectionLanguages, bundle.SectionSynonyms, bundle.SectionAlike} {
		must.Be(t, sections[section], "no bundle has the section %s", section)
	}
}

// FuzzCrafted is TestCraftedBundles with the fuzzer's choice of what to change.
func FuzzCrafted(f *testing.F) {
	s := craftedBundles(f)["trained"]
	directory := directoryOf(f, s)
	f.Add(uint16(0), uint32(0), uint8(1), []byte{0xff})
	f.Fuzz(func(t *testing.T, section uint16, at uint32, cut uint8, with []byte) {
		c := s.copy()
		all := c.places(directory)
		b := all[int(section)%len(all)].at
		i := int(at) % (len(*b) + 1)
		*b = append(append((*b)[:i:i], with...), (*b)[min(len(*b), i+int(cut)):]...)
		if e := c.open(); e != nil {
			must.OK(t, askAll(e, craftedQueries))
		}
	})
}
