package bundle_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/vmihailenco/msgpack/v5"

	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/facet"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/tree"
	"mycel/engine/vector"
	"mycel/engine/wire"
)

// FORMAT.md is not only read: its tables are the schema by which these tests walk
// an index, and its example is made by them.

const document = "FORMAT.md"

var update = flag.Bool("update", false, "rewrite the example in "+document)

func readDocument(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// array is a row of a table of FORMAT.md.
type array struct{ name, kind, length string }

// textBlock is the heading of the table of the text blocks' arrays.
const textBlock = "text block"

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
		if len(cells) != 4 {
			t.Fatalf("%s: table row with %d cells: %s", heading, len(cells), line)
		}
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
	last := map[string]int{} // last elements of the arrays so far
	for _, a := range arrays {
		want := w.length(a.length, last)
		if a.kind == "strings" {
			n, ends := w.take(4, a.name+" ends")
			w.expect(a, n-1, want)
			w.take(1, a.name)
			if got, want := len(w.content(w.rows[len(w.rows)-1])), int(ends); got != want {
				w.t.Errorf("%s: %s: strings end at %d of %d bytes", w.where, a.name, want, got)
			}
			continue
		}
		size := map[string]int{"bytes": 1, "u16": 2, "u32": 4, "f32": 4}[a.kind]
		if size == 0 {
			w.t.Fatalf("%s: %s: unknown type %q", w.where, a.name, a.kind)
		}
		n, end := w.take(size, a.name)
		w.expect(a, n, want)
		last[a.name] = int(end)
	}
	if len(w.rest) > 0 {
		w.t.Errorf("%s: %d bytes that FORMAT.md says nothing of", w.where, len(w.rest))
	}
}

// length reads an expression of the column "length"; it is negative for a name
// that has no value yet.
func (w *walker) length(s string, last map[string]int) int {
	if name, ok := strings.CutPrefix(s, "last of "); ok {
		n, ok := last[name]
		if !ok {
			w.t.Fatalf("%s: length %q: there is no array %q before", w.where, s, name)
		}
		return n
	}
	factor, plus := 1, 0
	if rest, ok := strings.CutPrefix(s, "2 × "); ok {
		factor, s = 2, rest
	}
	if rest, ok := strings.CutSuffix(s, " + 1"); ok {
		plus, s = 1, rest
	}
	n, ok := w.sizes[s]
	if !ok {
		return -1
	}
	return factor*n + plus
}

func (w *walker) expect(a array, got, want int) {
	w.t.Helper()
	if want < 0 {
		w.sizes[a.length] = got
	} else if got != want {
		w.t.Errorf("%s: %s: got %d rows, want %s = %d", w.where, a.name, got, a.length, want)
	}
}

// take takes the next array and returns its number of elements and the last one.
func (w *walker) take(size int, name string) (n int, last uint32) {
	w.t.Helper()
	if len(w.rest) < 8 {
		w.t.Fatalf("%s: ends before %s", w.where, name)
	}
	n = int(binary.LittleEndian.Uint64(w.rest))
	end := 8 + n*size
	padded := (end + 7) &^ 7
	if padded > len(w.rest) {
		w.t.Fatalf("%s: ends in %s", w.where, name)
	}
	if len(bytes.Trim(w.rest[end:padded], "\x00")) > 0 {
		w.t.Errorf("%s: %s: padding other than zeros", w.where, name)
	}
	var values []string
	for i := 8; i < end; i += size {
		switch size {
		case 2:
			last = uint32(binary.LittleEndian.Uint16(w.rest[i:]))
		case 4:
			last = binary.LittleEndian.Uint32(w.rest[i:])
		default:
			last = uint32(w.rest[i])
		}
		values = append(values, value(name, last))
	}
	shown := strings.Join(values, " ")
	if name == "set bytes" {
		shown = "" // Roaring bitmaps have a format of their own
	}
	if content := w.rest[8:end]; size == 1 && n > 0 && isText(content) {
		shown = strconv.Quote(string(content))
	}
	w.rows = append(w.rows, row{w.rest[:padded], strings.TrimSpace(fmt.Sprintf("%s [%d] %s", name, n, shown))})
	w.rest = w.rest[padded:]
	return n, last
}

// content is an array of bytes without its length and padding.
func (w *walker) content(r row) []byte {
	return r.bytes[8 : 8+binary.LittleEndian.Uint64(r.bytes)]
}

func value(name string, v uint32) string {
	switch name {
	case "term idf":
		return strconv.FormatFloat(float64(math.Float32frombits(v)), 'g', 4, 32)
	case "block sum":
		return fmt.Sprintf("%08x", v)
	}
	return strconv.Itoa(int(v))
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

func gunzip(t *testing.T, pattern string) []byte {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) != 1 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	f, err := os.Open(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Every byte of an index that the builder wrote is one that FORMAT.md describes.
func TestFormatDescribesIndex(t *testing.T) {
	const handbook = "../testdata/handbook"
	f, err := bundle.Parse(gunzip(t, handbook+"/index.*.gz"))
	if err != nil {
		t.Fatal(err)
	}
	schema, order := tables(t)
	// Sections that this index lacks.
	sections := slices.Insert(slices.Clone(f.Sections), slices.IndexFunc(f.Sections, func(s bundle.Section) bool {
		return s.Name == bundle.SectionTreePostings
	})+1, bundle.Section{Name: bundle.SectionTreeTexts, Data: writtenSummaries(f.Header.Counts.Summaries)})
	var names []string
	for _, s := range slices.Concat(sections, encoderSections(), facetSections(t, f.Header.Counts), rankingSections(f.Header.Counts), systemSections(t, f)) {
		names = append(names, s.Name)
		w := walker{t: t, where: s.Name, rest: s.Data, sizes: counts(f.Header)}
		w.walk(schema[s.Name])
	}
	if want := append(names, textBlock); !slices.Equal(order, want) {
		t.Errorf("FORMAT.md describes %q, the index has %q", order, want)
	}
	w := walker{t: t, where: textBlock, rest: gunzip(t, handbook+"/text/0.*.gz"), sizes: map[string]int{}}
	w.walk(schema[textBlock])
}

// writtenSummaries is the section for n summaries of which the second is written.
func writtenSummaries(n int) []byte {
	texts := make([]string, n)
	texts[1] = "Written."
	return tree.EncodeTexts(texts)
}

// encoderSections are those of vectors that a model made, which the handbook's index
// has not.
func encoderSections() []bundle.Section {
	e := vector.Encoder{Model: "m", Queries: vector.ByTable, Input: 3, Rotated: true, Seed: 1, Centre: make([]float32, 64)}
	var words vector.WordsBuilder
	words.Add(2, []float32{1, 0, -1})
	return []bundle.Section{{Name: bundle.SectionEncoder, Data: e.Bytes()}, {Name: bundle.SectionQueryVectors, Data: words.Bytes()}}
}

// facetSections are those of what authors say of documents, which the handbook's index
// has not.
func facetSections(t *testing.T, n bundle.Counts) []bundle.Section {
	t.Helper()
	set, err := roaring.BitmapOf(0, 1).ToBytes()
	if err != nil {
		t.Fatal(err)
	}
	return []bundle.Section{
		{Name: bundle.SectionFacets, Data: facet.Encode(
			[]facet.Filter{{Key: "tag", Values: []facet.Value{{Value: "a", Documents: set}, {Value: "b", Documents: set}}}},
			[]facet.Sort{{Key: "day", Places: make([]uint32, n.Documents)}})},
		{Name: bundle.SectionMetadata, Data: facet.EncodeMetadata([]string{"by"}, append([][]facet.Field{{{Key: "by", Value: "me"}}}, make([][]facet.Field, n.Documents-1)...))},
		{Name: bundle.SectionBoosts, Data: facet.EncodeBoosts(make([]float32, n.Chunks))},
	}
}

// rankingSections are those that plain search has where there is something to say.
func rankingSections(n bundle.Counts) []bundle.Section {
	versions := make([]string, n.Documents)
	versions[0] = "1.2"
	return []bundle.Section{
		{Name: bundle.SectionLanguages, Data: lexical.EncodeLanguages(map[string]int{"en": 0, "fr": 1}, []lexical.LanguageReading{
			{}, {Forms: []uint32{2}, Terms: []uint32{1}, Stop: []bool{true}, Rules: []lexical.Rule{{From: "eaux", To: "eau"}}},
		})},
		{Name: bundle.SectionSynonyms, Data: lexical.EncodeSynonyms([]string{"k8s", "tide table"}, [][]string{{"kubernetes"}, {"almanac", "calendar"}})},
		{Name: bundle.SectionAlike, Data: corpus.EncodeAlike([][]uint32{{1, 0}}, versions)},
	}
}

// systemSections are those of the systems that the handbook's index is built without:
// what the same index has more that is built with one of them.
func systemSections(t *testing.T, plain *bundle.File) (sections []bundle.Section) {
	for _, name := range []string{"ket", "node", "da"} {
		f, err := bundle.Parse(gunzip(t, "../testdata/systems/"+name+".gz"))
		if err != nil {
			t.Fatal(err)
		}
		sections = append(sections, slices.DeleteFunc(f.Sections, func(s bundle.Section) bool { return plain.Has(s.Name) })...)
	}
	return sections
}

// The keys of the header in FORMAT.md are those of the code.
func TestFormatDescribesHeader(t *testing.T) {
	text := readDocument(t)
	at := 0
	for _, key := range append([]string{"engine", "language", "tokenizer"}, countKeys()...) {
		i := strings.Index(text[at:], "| `"+key+"` |")
		if i < 0 {
			t.Fatalf("the table of header keys lacks %q at its place", key)
		}
		at += i
	}
}

func countKeys() (keys []string) {
	bundle.Counts{}.Each(func(key string, _ int) { keys = append(keys, key) })
	return keys
}

// The index of the example, and its text block.
func example(t *testing.T) (header bundle.Header, sections []bundle.Section, block []byte) {
	t.Helper()
	const first, second = "The moon turns the tides. ", "Tides turn."
	block = corpus.EncodeBlock([]byte(first+second), []uint32{0, uint32(len(first))})
	end := uint32(len(first + second))
	const moon, the, tide, turn = 0, 1, 2, 3
	const moonEntity, tideEntity = 0, 1
	idf := func(df float64) float32 { return float32(math.Log(1 + (2-df+0.5)/(df+0.5))) }
	set := func(ids ...uint32) []byte {
		b, err := roaring.BitmapOf(ids...).ToBytes()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	header = bundle.Header{
		Engine: "0.1.0", Language: "en", Tokenizer: "cl100k_base",
		Counts: bundle.Counts{Documents: 1, Sections: 1, Chunks: 2, Sentences: 2, Terms: 4, Entities: 2, Edges: 1, Summaries: 1, Blocks: 1},
	}
	sections = []bundle.Section{
		{Name: bundle.SectionDocuments, Data: corpus.Encode(
			[]corpus.Document{{ID: "tides.md", URL: "tides.html", Title: "Tides", TextEnd: end, SectionEnd: 1}},
			[]corpus.Section{{Heading: "Tides", Anchor: "tides", ChunkEnd: 2}},
			[]corpus.Chunk{
				{Text: model.Span{Start: 0, End: uint32(len(first))}, Tokens: 7},
				{Text: model.Span{Start: uint32(len(first)), End: end}, Tokens: 4},
			})},
		{Name: bundle.SectionBlocks, Data: corpus.EncodeBlocks([]uint32{0, end}, []uint32{0, 2}, []uint32{crc32.ChecksumIEEE(block)})},
		{Name: bundle.SectionTerms, Data: lexical.EncodeDictionary(
			[]lexical.Entry{{Form: "moon", Term: moon}, {Form: "the", Term: the, Stop: true}, {Form: "tides", Term: tide}, {Form: "turn", Term: turn}, {Form: "turns", Term: turn}},
			[]string{"moon", "the", "tide", "turn"}, []uint32{1, 1, 2, 2}, []float32{idf(1), idf(1), idf(2), idf(2)},
			[]lexical.Rule{{From: "s", To: ""}})},
		// Title and heading add two occurrences of tide each.
		{Name: bundle.SectionPostings, Data: lexical.EncodePostings([][]lexical.Posting{
			{{Passage: 0, TF: 1}}, {{Passage: 0, TF: 2}}, {{Passage: 0, TF: 5}, {Passage: 1, TF: 5}}, {{Passage: 0, TF: 1}, {Passage: 1, TF: 1}},
		}, []uint32{9, 6})},
		{Name: bundle.SectionTermPlaces, Data: wire.EncodePlaces([][]uint64{{0b10}, {0b10}, {0b11, 0b11}, {0b10, 0b10}})},
		{Name: bundle.SectionTree, Data: tree.Encode([]tree.Summary{{Level: 1, LeafFirst: 0, LeafEnd: 2, Title: "Tides", Sentences: []model.SentenceID{0}}})},
		{Name: bundle.SectionTreePostings, Data: lexical.EncodePostings([][]lexical.Posting{
			{{Passage: 0, TF: 1}}, {{Passage: 0, TF: 2}}, {{Passage: 0, TF: 1}}, {{Passage: 0, TF: 1}},
		}, []uint32{5})},
		{Name: bundle.SectionEntities, Data: entity.Encode(
			[]entity.Entity{{Key: "moon", Name: "moon", Kind: entity.Term}, {Key: "tide", Name: "Tides", Kind: entity.Title}},
			[]entity.Alias{{Key: "tides", Entity: tideEntity}})},
		{Name: bundle.SectionEntityChunks, Data: entity.EncodeIndex([][]byte{set(0), set(0, 1)}, [][]uint32{{1}, {2, 2}})},
		{Name: bundle.SectionChunkEntities, Data: entity.EncodeIndex([][]byte{set(moonEntity, tideEntity), set(tideEntity)}, [][]uint32{{1, 2}, {2}})},
		{Name: bundle.SectionEntityPlaces, Data: wire.EncodePlaces([][]uint64{{0b10, 0b11}, {0b11}})},
		{Name: bundle.SectionTitles, Data: entity.EncodeTitles([][]uint32{{tideEntity}})},
		{Name: bundle.SectionGraph, Data: graph.Encode(2, []graph.Edge{{U: moonEntity, V: tideEntity, Weight: 1}})},
	}
	return header, sections, block
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
	if err := encode(enc); err != nil {
		e.t.Fatal(err)
	}
	e.raw(meaning, b.Bytes())
}

func (e *envelope) raw(meaning string, b []byte) {
	e.rows = append(e.rows, row{b, meaning})
	e.size += len(b)
}

// exampleRows writes the index of the example.
func exampleRows(t *testing.T) []row {
	t.Helper()
	header, sections, _ := example(t)
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
		if pad := (8 - (e.size+5)%8) % 8; pad > 0 {
			e.raw("padding", bytes.Repeat([]byte{0xc0}, pad))
		}
		e.raw(fmt.Sprintf("%s: a bin of %d bytes", s.Name, len(s.Data)), binary.BigEndian.AppendUint32([]byte{0xc6}, uint32(len(s.Data))))
		if e.size%8 != 0 {
			t.Errorf("section %s begins at byte %d", s.Name, e.size)
		}
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
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		b = append(b, part...)
	}
	return b
}

const fence = "```text\n"

// block returns the position of the n-th code block below the heading Example.
func block(t *testing.T, text string, n int) (start, end int) {
	t.Helper()
	start = strings.Index(text, "\n## Example\n")
	for range n + 1 {
		i := strings.Index(text[max(start, 0):], fence)
		if start < 0 || i < 0 {
			t.Fatal("FORMAT.md has no example")
		}
		start += i + len(fence)
	}
	return start, start + strings.Index(text[start:], "```")
}

// The example in FORMAT.md is what the format says, and the engine opens it.
func TestFormatExample(t *testing.T) {
	_, _, texts := example(t)
	schema, _ := tables(t)
	w := walker{t: t, where: textBlock, rest: texts, sizes: map[string]int{}}
	w.walk(schema[textBlock])
	text := readDocument(t)
	for i, want := range []string{listing(exampleRows(t)), listing(w.rows)} {
		start, end := block(t, text, i)
		if *update {
			text = text[:start] + want + text[end:]
		} else if text[start:end] != want {
			t.Errorf("code block %d of the example is out of date: run go test ./engine/bundle -update", i+1)
		}
	}
	if *update {
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	start, end := block(t, text, 0)
	e, err := engine.Open(unlist(t, text[start:end]))
	if err != nil {
		t.Fatal(err)
	}
	start, end = block(t, text, 1)
	if err := e.AddText(0, unlist(t, text[start:end])); err != nil {
		t.Fatal(err)
	}
	o := engine.Options{Mode: "e2graph"}
	r, err := e.Search("moons and tides", o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Hits) != 1 || len(r.Pairs) != 1 || r.Hits[0].URL != "tides.html#tides" || r.Hits[0].Excerpt.Text != "The moon turns the tides." {
		t.Errorf("got %s", r.AppendJSON(nil))
	}
}

// A section that readers do not know is checked and passed over.
func TestUnknownSection(t *testing.T) {
	pack := func(extra []byte, sum uint32) []byte {
		var b bytes.Buffer
		enc := msgpack.NewEncoder(&b)
		enc.UseCompactInts(true)
		for _, v := range []any{bundle.Magic, bundle.Version, map[string]any{"language": "sv", "colour": []int{1, 2}}, []any{[]any{"extra", len(extra), sum}}, nil, extra} {
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	data := []byte("of a later version")
	f, err := bundle.Parse(pack(data, crc32.ChecksumIEEE(data)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Section("extra"); err != nil || !bytes.Equal(got, data) || f.Header.Language != "sv" {
		t.Errorf("got %q, %v, header %+v", got, err, f.Header)
	}
	if _, err := bundle.Parse(pack(data, 1)); err == nil {
		t.Error("a wrong checksum of an unknown section was accepted")
	}
}
