package bundle_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/vmihailenco/msgpack/v5"

	"mycel/builder"
	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/facet"
	"mycel/engine/lexical"
	"mycel/engine/method/darag/layers"
	"mycel/engine/method/ketrag/skeleton"
	"mycel/engine/parts"
	"mycel/engine/query"
	"mycel/engine/vector"
	"mycel/engine/wire"
	"mycel/internal/must"
	"mycel/manifest"
)

// FORMAT.md is not only read: its tables are the schema by which these tests walk
// an index, and its example is made by them.

const document, exampleFile = "FORMAT.md", "example.txt"

var update = flag.Bool("update", false, "rewrite "+exampleFile)

func readDocument(t *testing.T) string {
	t.Helper()
	b := must.Get(os.ReadFile(document))(t)
	return string(b)
}

// array is a row of a table of FORMAT.md.
type array struct{ name, kind, length string }

// tables reads the tables of arrays, by the heading above each, and the headings
// in their order.
func tables(t *testing.T) (schema map[string][]array, order []string) {
	t.Helper()
	schema = map[string][]array{}
	heading, open := "", false
	for line := range strings.Lines(readDocument(t)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "### `"); ok {
			heading, open = strings.TrimSuffix(name, "`"), true
			order = append(order, heading)
			continue
		}
		if !open || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| array ") {
			open = open && !strings.HasPrefix(line, "#")
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		must.Hold(t, len(cells) == 4, "%s: table row with %d cells: %s", heading, len(cells), line)
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		schema[heading] = append(schema[heading], array{cells[0], cells[1], cells[2]})
	}
	return schema, order
}

// row is a piece of an index with what it means.
type row struct {
	bytes   []byte
	meaning string
}

// walker takes a section apart as FORMAT.md describes it.
type walker struct {
	t     *testing.T
	where string
	rest  []byte
	sizes map[string]int // lengths by name
	rows  []row
}

func (w *walker) walk(arrays []array) {
	w.t.Helper()
	for _, a := range arrays {
		before := w.rest
		n, shown := w.take(a)
		if a.kind == "number" {
			w.sizes[a.name] = n
		} else if want := w.length(a.length); a.kind == "rows" || a.length == "" {
		} else if want < 0 {
			w.sizes[a.length] = n
		} else if n != want {
			w.t.Errorf("%s: %s: got %d rows, want %s = %d", w.where, a.name, n, a.length, want)
		}
		label := a.name
		if a.kind != "number" && a.kind != "rows" {
			label += fmt.Sprintf(" [%d]", n)
		}
		w.rows = append(w.rows, row{before[:len(before)-len(w.rest)], strings.TrimSpace(label + " " + shown)})
	}
	must.Be(w.t, len(w.rest) == 0, "%s: %d bytes that FORMAT.md says nothing of", w.where, len(w.rest))
}

// length reads an expression of the column "length"; it is negative for a name
// that has no value yet.
func (w *walker) length(s string) int {
	product := 1
	for factor := range strings.SplitSeq(s, " × ") {
		less := 0
		if rest, ok := strings.CutSuffix(factor, " − 1"); ok {
			factor, less = rest, 1
		}
		n, ok := w.sizes[factor]
		if literal, err := strconv.Atoi(factor); err == nil {
			n, ok = literal, true
		}
		if !ok {
			return -1
		}
		product *= max(0, n-less)
	}
	return product
}

func (w *walker) varint() int {
	w.t.Helper()
	n, size := binary.Uvarint(w.rest)
	must.Hold(w.t, size > 0, "%s: ends too early, or a number is malformed", w.where)
	w.rest = w.rest[size:]
	return int(n)
}

func (w *walker) bytes(n int) []byte {
	w.t.Helper()
	must.Hold(w.t, n <= len(w.rest), "%s: ends too early", w.where)
	b := w.rest[:n]
	w.rest = w.rest[n:]
	return b
}

func (w *walker) varints(n int) (all []int) {
	for range n {
		all = append(all, w.varint())
	}
	return all
}

// take takes the next array and returns its number of elements, or its value, and what
// is to be shown of it.
func (w *walker) take(a array) (n int, shown string) {
	w.t.Helper()
	plain := func(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }
	text := func(b []byte) string {
		if len(b) > 0 && isText(b) {
			return strconv.Quote(string(b))
		}
		return ""
	}
	switch a.kind {
	case "number":
		n = w.varint()
		return n, strconv.Itoa(n)
	case "numbers", "offsets":
		n = w.varint()
		return n, plain(w.varints(n))
	case "steps":
		n = w.length(a.length)
		return n, plain(w.varints(n))
	case "bytes":
		n = w.varint()
		b := w.bytes(n)
		if s := text(b); s != "" {
			return n, s
		}
		return n, strings.Trim(fmt.Sprint(b), "[]")
	case "strings":
		n = w.varint()
		lengths := w.varints(n)
		total := 0
		for _, l := range lengths {
			total += l
		}
		return n, strings.TrimSpace(plain(lengths) + " " + text(w.bytes(total)))
	case "sorted":
		n = w.varint()
		for i := range n + 1 {
			common := w.bytes(1)[0]
			if i == n && common == 0 {
				break
			}
			var rest []byte
			for len(w.rest) > 0 && w.rest[0] > 30 {
				if w.rest[0] == 31 {
					w.bytes(1)
				}
				rest = append(rest, w.bytes(1)...)
			}
			shown += fmt.Sprintf("%d %q ", common, rest)
		}
		return n, shown
	case "f32":
		n = w.varint()
		w.bytes(4 * n)
		return n, ""
	case "runs":
		for last := 0; n < w.length(a.length); {
			step := w.varint()
			last += step>>1 ^ -(step & 1)
			length := w.varint()
			shown += fmt.Sprintf("%d × %d ", length, last)
			n += length
		}
		return n, shown
	case "rows":
		w.rest = nil
		return 0, ""
	}
	w.t.Fatalf("%s: %s: unknown type %q", w.where, a.name, a.kind)
	return 0, ""
}

func isText(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' || r > '~' })
}

// counts returns the lengths that the header knows.
func counts(h bundle.Header) map[string]int {
	sizes := map[string]int{}
	h.Counts.Each(func(key string, n int) { sizes[key] = n })
	return sizes
}

// coreOf returns the core of the index of a bundle.
func coreOf(t *testing.T, dir string) []byte {
	t.Helper()
	m := must.Get(manifest.Read(dir))(t)
	return must.Get(m.ReadFile(dir, m.Index))(t)
}

// Every byte of an index that the builder wrote is one that FORMAT.md describes.
func TestFormatDescribesIndex(t *testing.T) {
	const handbook = "../testdata/handbook"
	f := must.Get(bundle.Parse(coreOf(t, handbook)))(t)
	schema, order := tables(t)
	schema[bundle.GroupKeys], schema[bundle.GroupHubs] = schema["entities"], schema["copies"]
	var names []string
	for _, s := range slices.Concat(f.Sections, encoderSections(), facetSections(t, f.Header.Counts), rankingSections(f.Header.Counts)) {
		names = append(names, s.Name)
		w := walker{t: t, where: s.Name, rest: s.Data, sizes: counts(f.Header)}
		w.walk(schema[s.Name])
	}
	optional := map[string][]byte{
		bundle.GroupKeys:     entities(true),
		bundle.GroupHubs:     entities(false),
		bundle.GroupMetadata: metadata(f.Header.Counts),
		bundle.GroupLinks:    corpus.EncodeLinks([]corpus.Link{{From: 2, To: 1, Text: "gauge"}, {From: 3, To: 1, Text: "float"}}),
		bundle.GroupLists:    {2, 3, 0, 100, 90, 3, 5},
		bundle.GroupSets:     {2, 3, 0, 1, 2},
		"rests":              {2, 0, 60, 3, 61, 0},
		"boosts":             facet.EncodeBoosts(make([]float32, f.Header.Counts.Chunks)),
		"treetexts":          writtenSummaries(f.Header.Counts.Summaries),
		"kettexts": skeleton.EncodeTexts(&skeleton.Parts{
			Entities: []skeleton.Entity{{}, {Text: "Written."}}, Relations: []skeleton.Relation{{Text: "Written, too."}},
		}),
		"nodetexts":  wire.EncodeTexts([]string{"", "Written."}, []uint32{0, 3}),
		"daragtexts": layers.EncodeTexts([]layers.Note{{ID: 1, Text: "Written.", Cost: 3}, {ID: 3, Text: "Too."}}, []layers.Note{{Text: "Both.", Cost: 2}}),
	}
	for _, group := range bundle.Groups() {
		folder := handbook
		if system := map[string]string{bundle.GroupKET: "ket", bundle.GroupNodes: "node", bundle.GroupDARAG: "da"}[group]; system != "" {
			folder = "../testdata/systems/" + system
		}
		sections := [][]byte{optional[group]}
		if optional[group] == nil {
			sections = sectionsOf(t, firstPart(t, folder, group))
		}
		sizes := counts(f.Header)
		if group == bundle.GroupOutline { // it is one part
			sizes["chunks here"] = f.Header.Counts.Chunks
		}
		for i, name := range bundle.Sections(group) {
			names = append(names, name)
			data := sections[i]
			if len(data) == 0 && optional[name] != nil {
				data = optional[name]
			}
			w := walker{t: t, where: group + ": " + name, rest: data, sizes: sizes}
			w.walk(schema[name])
		}
	}
	must.Equal(t, order, names, "FORMAT.md describes")
	for _, group := range bundle.Groups() {
		must.Be(t, strings.Contains(readDocument(t), "\n| `"+group+"` |"), "the table of groups lacks %s", group)
	}
}

// firstPart returns the first part of a group of a bundle.
func firstPart(t *testing.T, dir, group string) []byte {
	t.Helper()
	f := must.Get(bundle.Parse(coreOf(t, dir)))(t)
	data := must.Get(f.Section(bundle.SectionParts))(t)
	directory := must.Get(bundle.DecodeDirectory(data))(t)
	m := must.Get(manifest.Read(dir))(t)
	first, _ := directory.Range(group)
	return must.Get(m.ReadFile(dir, m.Parts()[first]))(t)
}

// sectionsOf takes a part apart.
func sectionsOf(t *testing.T, part []byte) (sections [][]byte) {
	t.Helper()
	for part = part[4:]; len(part) > 0; {
		n, size := binary.Uvarint(part)
		must.Hold(t, size > 0 && int(n) <= len(part)-size, "malformed part")
		sections = append(sections, part[size:size+int(n)])
		part = part[size+int(n):]
	}
	return sections
}

// writtenSummaries is the section for n summaries of which the second is written.
func writtenSummaries(n int) []byte {
	texts := make([]string, n)
	texts[1] = "Written."
	return wire.EncodeTexts(texts, make([]uint32, n))
}

// entities are rows of entities at home, or copies of them, of which the handbook's index
// has none that lie by themselves.
func entities(home bool) []byte {
	var w wire.Writer
	if !home {
		w.Uint(2)
		w.Steps([]uint32{3, 5})
	}
	names := entity.NewNames([]entity.Entity{{Key: "it", Name: "IT (film)"}, {Key: "the who", Name: "The WHO"}}, nil)
	names.TakeApart(0, 2, func(string) (uint32, bool) { return 0, false })
	names.Encode(&w, []uint32{0, 1})
	sets, counts := [][]uint32{{1}, {0, 2}}, [][]uint32{{7}, {1, 1}}
	if home {
		entity.EncodeAliases(&w, []entity.Alias{{Key: "who", Entity: 5}})
	} else {
		counts = nil
	}
	entity.EncodeSized(&w, sets, counts, func(i int) bool { return !home && i == 1 }, nil)
	entity.EncodeLists(&w, [][]uint32{nil, {entity.About(1, true)}})
	return w.Bytes()
}

func metadata(n bundle.Counts) []byte {
	return facet.EncodeMetadata([]string{"by"}, append([][]facet.Field{{{Key: "by", Value: "me"}}}, make([][]facet.Field, n.Documents-1)...))
}

// encoderSections are those of vectors that a model made, which the handbook's index
// has not.
func encoderSections() []bundle.Section {
	e := vector.Encoder{Model: "m", Input: 3, Rotated: true, Seed: 1, Centre: make([]float32, 64)}
	return []bundle.Section{{Name: bundle.SectionEncoder, Data: e.Bytes()}}
}

// facetSections are those of what authors say of documents, which the handbook's index
// has not.
func facetSections(t *testing.T, n bundle.Counts) []bundle.Section {
	t.Helper()
	set := must.Get(roaring.BitmapOf(0, 1).ToBytes())(t)
	return []bundle.Section{
		{Name: bundle.SectionFacets, Data: facet.Encode(
			[]facet.Filter{{Key: "tag", Values: []facet.Value{{Value: "a", Documents: set}, {Value: "b", Documents: set}}}},
			[]facet.Sort{{Key: "day", Places: make([]uint32, n.Documents)}})},
	}
}

// rankingSections are those that plain search has where there is something to say.
func rankingSections(n bundle.Counts) []bundle.Section {
	versions := make([]string, n.Documents)
	versions[0] = "1.2"
	return []bundle.Section{
		{Name: bundle.SectionLanguages, Data: query.EncodeLanguages(map[string]int{"en": 0, "fr": 1}, []query.LanguageReading{
			{}, {Forms: []uint32{2}, Terms: []uint32{1}, Stop: []bool{true}, Rules: []lexical.Rule{{From: "eaux", To: "eau"}}},
		})},
		{Name: bundle.SectionSynonyms, Data: query.EncodeSynonyms([]string{"k8s", "tide table"}, [][]string{{"kubernetes"}, {"almanac", "calendar"}})},
		{Name: bundle.SectionAlike, Data: corpus.EncodeAlike([][]uint32{{1, 0}}, versions)},
		{Name: bundle.SectionSet, Data: (&lexical.Set{Passages: 9, Documents: 7, ID: 8, Bundles: 2}).Encode()},
	}
}

// The keys of the header in FORMAT.md are those of the code.
func TestFormatDescribesHeader(t *testing.T) {
	text := readDocument(t)
	at := 0
	for _, key := range append([]string{"engine", "language", "tokenizer"}, countKeys()...) {
		i := strings.Index(text[at:], "| `"+key+"` |")
		must.Hold(t, i >= 0, "the table of header keys lacks %q at its place", key)
		at += i
	}
}

func countKeys() (keys []string) {
	bundle.Counts{}.Each(func(key string, _ int) { keys = append(keys, key) })
	return keys
}

// example builds the bundle of the example.
func example(t *testing.T) (core []byte, parts [][]byte) {
	t.Helper()
	docs, out := t.TempDir(), filepath.Join(t.TempDir(), "bundle")
	must.OK(t, os.WriteFile(filepath.Join(docs, "tides.md"), []byte("# Tides\n\nThe moon turns the tides. Tides turn.\n"), 0o644))
	must.Get(builder.Build(context.Background(), builder.Config{Docs: []string{docs}, Output: out, Version: "0.1.0", Language: "mul"}))(t)
	m := must.Get(manifest.Read(out))(t)
	read := func(f manifest.File) []byte {
		return must.Get(m.ReadFile(out, f))(t)
	}
	for _, f := range m.Parts() {
		parts = append(parts, read(f))
	}
	return read(m.Index), parts
}

// envelope writes MessagePack values as FORMAT.md says, one row a value or pair.
type envelope struct {
	t    *testing.T
	rows []row
	size int
}

func (e *envelope) add(meaning string, encode func(*msgpack.Encoder) error) {
	e.t.Helper()
	var b bytes.Buffer
	enc := msgpack.NewEncoder(&b)
	enc.UseCompactInts(true)
	must.OK(e.t, encode(enc))
	e.raw(meaning, b.Bytes())
}

func (e *envelope) raw(meaning string, b []byte) {
	e.rows = append(e.rows, row{b, meaning})
	e.size += len(b)
}

// exampleRows writes the core of the example from what was read of it, and so holds the
// envelope.
func exampleRows(t *testing.T, core []byte) []row {
	t.Helper()
	file := must.Get(bundle.Parse(core))(t)
	header, sections := file.Header, file.Sections
	schema, _ := tables(t)
	e := envelope{t: t}
	e.add("magic", func(enc *msgpack.Encoder) error { return enc.EncodeString(bundle.Magic) })
	e.add("format version", func(enc *msgpack.Encoder) error { return enc.EncodeUint(bundle.Version) })
	keys := countKeys()
	e.add(fmt.Sprintf("header: a map of %d", 3+len(keys)), func(enc *msgpack.Encoder) error { return enc.EncodeMapLen(3 + len(keys)) })
	for _, pair := range [][2]string{{"engine", header.Engine}, {"language", header.Language}, {"tokenizer", header.Tokenizer}} {
		e.add(fmt.Sprintf("%s %q", pair[0], pair[1]), func(enc *msgpack.Encoder) error {
			if err := enc.EncodeString(pair[0]); err != nil {
				return err
			}
			return enc.EncodeString(pair[1])
		})
	}
	header.Counts.Each(func(key string, n int) {
		e.add(fmt.Sprintf("%s %d", key, n), func(enc *msgpack.Encoder) error {
			if err := enc.EncodeString(key); err != nil {
				return err
			}
			return enc.EncodeUint(uint64(n))
		})
	})
	e.add(fmt.Sprintf("section table: an array of %d", len(sections)), func(enc *msgpack.Encoder) error { return enc.EncodeArrayLen(len(sections)) })
	for _, s := range sections {
		sum := crc32.ChecksumIEEE(s.Data)
		e.add(fmt.Sprintf("%s, %d bytes, CRC-32 %08x", s.Name, len(s.Data), sum), func(enc *msgpack.Encoder) error {
			if err := enc.EncodeArrayLen(3); err != nil {
				return err
			}
			if err := enc.EncodeString(s.Name); err != nil {
				return err
			}
			if err := enc.EncodeUint(uint64(len(s.Data))); err != nil {
				return err
			}
			return enc.EncodeUint(uint64(sum))
		})
	}
	for _, s := range sections {
		e.add(fmt.Sprintf("%s: a bin of %d bytes", s.Name, len(s.Data)), func(enc *msgpack.Encoder) error { return enc.EncodeBytesLen(len(s.Data)) })
		w := walker{t: t, where: s.Name, rest: s.Data, sizes: counts(header)}
		w.walk(schema[s.Name])
		for _, r := range w.rows {
			e.raw(r.meaning, r.bytes)
		}
	}
	return e.rows
}

// perLine is how many bytes a line of a listing shows.
const perLine = 12

// listing prints rows: position, bytes, meaning.
func listing(rows []row) string {
	var out strings.Builder
	at := 0
	for _, r := range rows {
		for i := 0; i < len(r.bytes); i += perLine {
			line := r.bytes[i:min(i+perLine, len(r.bytes))]
			meaning := ""
			if i == 0 {
				meaning = r.meaning
			}
			text := fmt.Sprintf("%04x  %-*s  %s", at, 3*perLine-1, fmt.Sprintf("% x", line), meaning)
			out.WriteString(strings.TrimRight(text, " ") + "\n")
			at += len(line)
		}
	}
	return out.String()
}

// unlist reads the bytes of a listing back.
func unlist(t *testing.T, s string) []byte {
	t.Helper()
	var b []byte
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\n")
		digits := strings.ReplaceAll(line[6:min(len(line), 6+3*perLine-1)], " ", "")
		part, err := hex.DecodeString(digits)
		must.Hold(t, err == nil, "%s: %v", line, err)
		b = append(b, part...)
	}
	return b
}

// partRows lists the sections of parts.
func partRows(t *testing.T, core []byte, parts [][]byte) (rows []row) {
	t.Helper()
	file := must.Get(bundle.Parse(core))(t)
	data := must.Get(file.Section(bundle.SectionParts))(t)
	directory := must.Get(bundle.DecodeDirectory(data))(t)
	schema, _ := tables(t)
	id := 0
	for _, group := range bundle.Groups() {
		for first, end := directory.Range(group); first < end; first++ {
			sizes := counts(file.Header)
			rows = append(rows, row{parts[id][:4], fmt.Sprintf("part %d, %s: CRC-32 %08x", id, group, binary.LittleEndian.Uint32(parts[id]))})
			for i, s := range sectionsOf(t, parts[id]) {
				name := bundle.Sections(group)[i]
				rows = append(rows, row{binary.AppendUvarint(nil, uint64(len(s))), fmt.Sprintf("part %d, %s: %s, %d bytes", id, group, name, len(s))})
				if len(s) == 0 {
					continue
				}
				w := walker{t: t, where: name, rest: s, sizes: sizes}
				w.walk(schema[name])
				rows = append(rows, w.rows...)
			}
			id++
		}
	}
	return rows
}

// The example is as the format says, and the engine opens it.
func TestFormatExample(t *testing.T) {
	core, parts := example(t)
	want := listing(exampleRows(t, core)) + "\n" + listing(partRows(t, core, parts))
	if *update {
		must.OK(t, os.WriteFile(exampleFile, []byte(want), 0o644))
	}
	text := must.Get(os.ReadFile(exampleFile))(t)
	must.Hold(t, string(text) == want, "%s is out of date: run go test ./engine/bundle -update", exampleFile)
	first, second, _ := strings.Cut(string(text), "\n\n")
	e := must.Get(engine.Open(unlist(t, first)))(t)
	all := unlist(t, second)
	for id, part := range parts {
		must.OK(t, e.AddPart(partID(id), all[:len(part)]))
		all = all[len(part):]
	}
	r := must.Get(e.Search("moons and tides", engine.Options{Mode: "e2graph"}))(t)
	if len(all) > 0 || len(r.Hits) != 1 || r.Hits[0].URL != "tides.html#tides" || r.Hits[0].Excerpt == nil {
		t.Errorf("got %s, %d bytes left", r.AppendJSON(nil), len(all))
	}
}

type partID = parts.ID

// A section that readers do not know is checked and passed over.
func TestUnknownSection(t *testing.T) {
	pack := func(extra []byte, sum uint32) []byte {
		var b bytes.Buffer
		enc := msgpack.NewEncoder(&b)
		enc.UseCompactInts(true)
		for _, v := range []any{bundle.Magic, bundle.Version, map[string]any{"language": "sv", "colour": []int{1, 2}}, []any{[]any{"extra", len(extra), sum}}, nil, extra} {
			must.OK(t, enc.Encode(v))
		}
		return b.Bytes()
	}
	data := []byte("of a later version")
	f := must.Get(bundle.Parse(pack(data, crc32.ChecksumIEEE(data))))(t)
	got, err := f.Section("extra")
	must.Be(t, err == nil && bytes.Equal(got, data) && f.Header.Language == "sv", "got %q, %v, header %+v", got, err, f.Header)
	must.Be(t, must.Err(bundle.Parse(pack(data, 1))) != nil, "a wrong checksum of an unknown section was accepted")
}
