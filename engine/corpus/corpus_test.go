package corpus

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// sample has two documents: one of three nested sections, one of one.
func sample() ([]Document, []Section, []Chunk) {
	return []Document{{"a.md", "a.html", "A", model.Span{Start: 0, End: 30}, 3}, {"b.md", "", "B", model.Span{Start: 30, End: 40}, 4}},
		[]Section{{"", "", 0, 1}, {"One", "one", 1, 2}, {"Two", "two", 1, 3}, {"", "", 3, 4}},
		[]Chunk{{0, model.Span{Start: 0, End: 10}, 3}, {1, model.Span{Start: 10, End: 22}, 4}, {2, model.Span{Start: 22, End: 30}, 2}, {3, model.Span{Start: 30, End: 40}, 3}}
}

// load makes tables that are all there.
func load(d []Document, s []Section, c []Chunk) (*Tables, error) {
	x, err := open(d, s, c)
	if err != nil {
		return nil, err
	}
	for _, layout := range []*parts.Layout{x.DocID.Layout, x.Heading.Layout, x.at.Layout} {
		layout.SetLoaded(0)
	}
	return x, x.Load(0, encoded(d, s, c, 0, starts))
}

// starts is where the two blocks of texts begin that tests have, and the end.
var starts = []uint32{0, 25, 40}

// open makes tables of four sections with a chunk each, with the hierarchy in one part.
func open(d []Document, s []Section, _ []Chunk) (*Tables, error) {
	x, err := Decode(Encode([]uint32{0, 2}, []uint32{0, 4}, []uint32{0, 4}), 0, 1, 1)
	if err != nil {
		return nil, err
	}
	docs, sections, chunks := []uint32{0, 2}, []uint32{0, 4}, []uint32{0, 4}
	x.SetParts(parts.Ranges(0, docs), parts.Ranges(0, sections), parts.Ranges(0, chunks))
	err = errors.Join(x.LoadOutline(0, outlineOf(d, s)), x.DecodeBlocks(EncodeBlocks([]uint32{0, 3, 4})),
		x.LoadPositions(EncodePositions(starts, []uint32{0, 3, 4}, []uint32{0, 30, 40}), 4, nil))
	for _, l := range x.Outline() {
		l.SetLoaded(0)
	}
	return x, err
}

func outlineOf(d []Document, s []Section) []byte {
	var w wire.Writer
	EncodeOutline(&w, d, s, 0, 0)
	return w.Bytes()
}

func TestTables(t *testing.T) {
	x := must.Get(load(sample()))(t)
	if x.NumDocuments() != 2 || x.NumSections() != 4 || x.NumChunks() != 4 {
		t.Fatalf("%d documents, %d sections, %d chunks", x.NumDocuments(), x.NumSections(), x.NumChunks())
	}
	if p, ok := x.Parent(2); p != 1 || !ok {
		t.Errorf("parent of section 2: %d, %v", p, ok)
	}
	if _, ok := x.Parent(1); ok {
		t.Error("section 1 is at the top")
	}
	first, end := x.DocChunks(0)
	must.Be(t, first == 0 && end == 3, "chunks of document 0: [%d, %d)", first, end)
	s := x.ChunkSection(3)
	must.Be(t, x.SectionDoc(s) == 1 && x.DocTitle.At(1) == "B", "chunk 3 is in section %d", s)
	must.Equal(t, x.DocText(1), model.Span{Start: 30, End: 40}, "text of document 1")
	must.Equal(t, x.ChunkText(2), model.Span{Start: 22, End: 30}, "text of chunk 2")
	if at, ok := x.ChunkStretch(2); !ok || at != (Stretch{0, 2, 22, 8}) {
		t.Errorf("chunk 2 is in %v", at)
	}
}

// Rows of a part stay as they are when the texts of blocks before them change.
func TestRowsCountFromBlocks(t *testing.T) {
	d, s, c := sample()
	before := encoded(d[1:], s[3:], c[3:], 3, starts)
	c[3].Text = model.Span{Start: 33, End: 43}
	must.Be(t, bytes.Equal(before, encoded(d[1:], s[3:], c[3:], 3, []uint32{0, 28, 43})), "the rows changed")
}

func TestDecodeRefuses(t *testing.T) {
	for name, change := range map[string]func(d []Document, s []Section, c []Chunk){
		"parent behind":                 func(d []Document, s []Section, c []Chunk) { s[1].Parent = 2 },
		"more chunks than there are":    func(d []Document, s []Section, c []Chunk) { s[3].ChunkEnd = 5 },
		"fewer sections than there are": func(d []Document, s []Section, c []Chunk) { d[1].SectionEnd = 3 },
		"more sections than there are":  func(d []Document, s []Section, c []Chunk) { d[1].SectionEnd = 5 },
	} {
		d, s, c := sample()
		change(d, s, c)
		must.Is(t, must.Err(load(d, s, c)), wire.ErrCorrupt, "%s", name)
	}
}

func TestBlocks(t *testing.T) {
	x := must.Get(open(sample()))(t)
	b := &x.Blocks
	for _, c := range []struct{ start, end, first, last uint32 }{
		{0, 1, 0, 1}, {0, 25, 0, 1}, {24, 26, 0, 2}, {25, 40, 1, 2}, {39, 40, 1, 2}, {4, 4, 0, 0}, {40, 40, 0, 0},
	} {
		from, to := b.Covering(model.Span{Start: c.start, End: c.end})
		must.Be(t, uint32(from) == c.first && uint32(to) == c.last, "Covering [%d, %d) = [%d, %d)", c.start, c.end, from, to)
	}
	must.Be(t, b.OfSentence(2) == 0 && b.OfSentence(3) == 1 && b.OfChunk(2) == 0 && b.OfChunk(3) == 1, "sentences or chunks in the wrong blocks")
	second := block("Fifteen bytes..")
	read, err := b.Decode(1, second)
	must.Be(t, err == nil && string(read.Text) == "Fifteen bytes.." && b.Start(1) == 25 && b.FirstSentence(1) == 3, "block %+v, %v", read, err)
	for name, try := range map[string][]byte{"another block's": second, "cut": second[:8], "nothing": nil} {
		must.Is(t, must.Err(b.Decode(0, try)), wire.ErrCorrupt, "%s", name)
	}
}

// Blocks and positions are held against each other, whichever comes first.
func TestPositionsFitBlocks(t *testing.T) {
	x := must.Get(open(sample()))(t)
	good := EncodePositions(starts, []uint32{0, 3, 4}, []uint32{0, 30, 40})
	must.OK(t, x.DecodeBlocks(EncodeBlocks([]uint32{0, 3, 4})))
	read := must.Get(x.Blocks.Decode(1, block("Fifteen bytes..")))(t)
	loaded := []*Block{nil, read}
	for name, bad := range map[string][]byte{
		"longer block":       EncodePositions([]uint32{0, 24, 40}, []uint32{0, 3, 4}, []uint32{0, 30, 40}),
		"more sentences":     EncodePositions(starts, []uint32{0, 2, 4}, []uint32{0, 30, 40}),
		"other sentences":    EncodePositions(starts, []uint32{0, 3, 5}, []uint32{0, 30, 40}),
		"longer documents":   EncodePositions(starts, []uint32{0, 3, 4}, []uint32{0, 30, 41}),
		"too many documents": EncodePositions(starts, []uint32{0, 3, 4}, []uint32{0, 30, 35, 40}),
		"too few blocks":     EncodePositions([]uint32{0, 40}, []uint32{0, 4}, []uint32{0, 30, 40}),
	} {
		must.Is(t, x.LoadPositions(bad, 4, loaded), wire.ErrCorrupt, "%s", name)
	}
	must.OK(t, x.LoadPositions(good, 4, loaded))
}

func TestDecodeBoundsRows(t *testing.T) {
	all := []uint32{0, 65}
	must.Is(t, must.Err(Decode(Encode(all, all, all), 0, 1, 1)), wire.ErrCorrupt, "65 rows by a byte")
	must.Is(t, must.Err(Decode(Encode(all, all, all), 0, 2, 100)), wire.ErrCorrupt, "another number of parts")
}

// Rows whose part is missing are empty, and the part is noted.
func TestOutlineMissing(t *testing.T) {
	d, s, _ := sample()
	x := must.Get(Decode(Encode([]uint32{0, 1, 2}, []uint32{0, 3, 4}, []uint32{0, 3, 4}), 7, 2, 100))(t)
	var w wire.Writer
	EncodeOutline(&w, d[1:], s[3:], 3, 3)
	must.OK(t, x.LoadOutline(1, w.Bytes()))
	for _, l := range x.Outline() {
		l.SetLoaded(1)
	}
	want := &parts.Missing{}
	y := x.For(want)
	if first, end := y.SectionChunks(3); y.ChunkSection(3) != 3 || y.SectionDoc(3) != 1 || first != 3 || end != 4 || want.Any() {
		t.Errorf("section %d of document %d, chunks [%d, %d), missing %v", y.ChunkSection(3), y.SectionDoc(3), first, end, want.Take())
	}
	for name, ask := range map[string]func() (first, end uint32){
		"sections": func() (uint32, uint32) { first, end := y.DocSections(0); return uint32(first), uint32(end) },
		"chunks":   func() (uint32, uint32) { first, end := y.SectionChunks(2); return uint32(first), uint32(end) },
		"section":  func() (uint32, uint32) { return uint32(y.ChunkSection(2)), 0 },
		"document": func() (uint32, uint32) { return uint32(y.SectionDoc(2)), 0 },
	} {
		if first, end := ask(); first != 0 || end != 0 {
			t.Errorf("%s of a missing part: %d, %d", name, first, end)
		}
		missing := want.Take()
		must.Be(t, len(missing) == 1 && missing[0] == 7, "%s: missing %v", name, missing)
	}
}

func FuzzOutline(f *testing.F) {
	d, s, _ := sample()
	f.Add(Encode([]uint32{0, 2}, []uint32{0, 4}, []uint32{0, 4}), outlineOf(d, s))
	f.Fuzz(func(t *testing.T, core, part []byte) {
		x, err := Decode(core, 0, 1, 1000)
		if err != nil || x.LoadOutline(0, part) != nil {
			return
		}
		for _, l := range x.Outline() {
			l.SetLoaded(0)
		}
		for s := range x.NumSections() {
			first, end := x.SectionChunks(model.SectionID(s))
			if first > end || int(end) > x.NumChunks() || int(x.SectionDoc(model.SectionID(s))) >= x.NumDocuments() {
				t.Fatalf("section %d has chunks [%d, %d) of %d", s, first, end, x.NumChunks())
			}
		}
		for c := range x.NumChunks() {
			must.Hold(t, int(x.ChunkSection(model.ChunkID(c))) < x.NumSections(), "chunk %d is in no section", c)
		}
	})
}

func FuzzBlock(f *testing.F) {
	f.Add(block("Twelve bytes", "and then ten."))
	x := must.Get(open(sample()))(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		block, err := x.Blocks.Decode(0, raw)
		must.Hold(t, err != nil || len(block.Text) == 25 && len(block.SentStart) == 3, "block %+v", block)
	})
}

func FuzzRows(f *testing.F) {
	d, s, c := sample()
	f.Add(encoded(d, s, c, 0, starts))
	f.Fuzz(func(t *testing.T, b []byte) {
		x := must.Get(load(d, s, c))(t)
		if x.Load(0, b) != nil {
			return
		}
		for i := range model.ChunkID(4) {
			if at := x.ChunkText(i); at.Start > at.End || at.End > 40 {
				t.Fatalf("chunk %d at %v", i, at)
			}
			if at, _ := x.ChunkStretch(i); at.First >= at.End || at.End > 2 {
				t.Fatalf("chunk %d in %v", i, at)
			}
		}
	})
}

// encoded is the section that EncodeRows writes.
func encoded(docs []Document, sections []Section, chunks []Chunk, first uint32, starts []uint32) []byte {
	var w wire.Writer
	EncodeRows(&w, docs, sections, chunks, first, starts)
	return w.Bytes()
}

// block is the section that EncodeBlock writes.
func block(sentences ...string) []byte {
	var w wire.Writer
	EncodeBlock(&w, sentences, nil)
	return w.Bytes()
}

// Code of a block ends within its text.
func TestCodeOfBlocks(t *testing.T) {
	x := must.Get(open(sample()))(t)
	write := func(ranges ...uint32) []byte {
		var w wire.Writer
		w.Uint(1)
		w.Steps([]uint32{0})
		w.Raw([]byte("Fifteen bytes.."))
		w.Uint32s(ranges)
		return w.Bytes()
	}
	b, err := x.Blocks.Decode(1, write(2, 2*3+1, 1, 2*9))
	want := []model.Code{{Span: model.Span{Start: 2, End: 5}, Listing: true}, {Span: model.Span{Start: 6, End: 15}}}
	must.Be(t, err == nil && slices.Equal(b.Code, want), "got %v, %v", b, err)
	for name, ranges := range map[string][]uint32{"without an end": {2}, "beyond the text": {2, 2 * 14}, "beginning beyond it": {16, 0}, "beyond all numbers": {1<<32 - 1, 1<<32 - 1}} {
		must.Is(t, must.Err(x.Blocks.Decode(1, write(ranges...))), wire.ErrCorrupt, "code %s", name)
	}
}

// What needs the positions of texts is empty while they are missing, and their part is noted.
func TestMissingPositions(t *testing.T) {
	x := must.Get(Decode(Encode([]uint32{0, 2}, []uint32{0, 4}, []uint32{0, 4}), 0, 1, 1))(t)
	must.OK(t, x.DecodeBlocks(EncodeBlocks([]uint32{0, 3, 4})))
	want := &parts.Missing{}
	x.Blocks.Reader = parts.Reader{Layout: parts.One(9, 1), Missing: want}
	if at := x.DocText(1); at != (model.Span{}) || x.Blocks.OfSentence(3) != 0 {
		t.Errorf("text at %v of block %d", at, x.Blocks.OfSentence(3))
	}
	must.Equal(t, want.Take(), []parts.ID{9}, "noted")
	must.Be(t, (*Alike)(nil).Of(1) == nil, "chunks of a bundle without near duplicates have some")
}

// Groups of near duplicates and versions are read as they were written; a chunk is in one group at most.
func TestAlike(t *testing.T) {
	a, err := DecodeAlike(EncodeAlike([][]uint32{{4, 1}, {2, 3, 0}}, []string{"", "v2", "v1", "v2"}), 6, 4)
	must.OK(t, err)
	for c, want := range [][]uint32{{2, 3, 0}, {4, 1}, {2, 3, 0}, {2, 3, 0}, {4, 1}, nil} {
		must.Equal(t, a.Of(model.ChunkID(c)), want, "chunk %d is alike", c)
	}
	for d, want := range []string{"", "v2", "v1", "v2"} {
		v := a.Version(model.DocID(d))
		must.Be(t, (v >= 0) == (want != "") && (v < 0 || a.VersionName(v) == want), "document %d has version %d, want %q", d, v, want)
	}
	must.Be(t, a.Len() == 2 && a.NumVersions() == 2 && (*Alike)(nil).Of(0) == nil, "%d groups, %d versions", a.Len(), a.NumVersions())
	plain := EncodeAlike([][]uint32{{4, 1}}, make([]string, 4))
	a, err = DecodeAlike(plain, 6, 4)
	must.Be(t, err == nil && a.Version(3) == -1 && a.NumVersions() == 0, "without versions: %v, %v", a, err)
	all := EncodeAlike([][]uint32{{4, 1}}, nil)
	must.Be(t, slices.Equal(all, plain), "documents without versions take %d bytes, want %d", len(plain), len(all))
	for name, c := range map[string]struct {
		b            []byte
		chunks, docs int
	}{
		"fewer chunks":    {EncodeAlike([][]uint32{{4, 1}}, nil), 4, 4},
		"fewer documents": {EncodeAlike(nil, []string{"v1", "v2"}), 4, 1},
		"more documents":  {EncodeAlike(nil, []string{"v1", "v2"}), 4, 3},
		"cut":             {plain[:len(plain)-1], 6, 4},
		"longer":          {append(slices.Clone(plain), 0), 6, 4},
		"nothing":         {nil, 6, 4},
	} {
		must.Is(t, must.Err(DecodeAlike(c.b, c.chunks, c.docs)), wire.ErrCorrupt, "%s", name)
	}
}

// A text is in no block if it is empty, and its stretch counts from the block in which it begins.
func TestStretches(t *testing.T) {
	x := must.Get(open(sample()))(t)
	for span, want := range map[model.Span]Stretch{
		{Start: 3, End: 9}: {0, 1, 3, 6}, {Start: 25, End: 40}: {1, 2, 0, 15}, {Start: 24, End: 26}: {0, 2, 24, 2}, {Start: 7, End: 7}: {}, {Start: 9, End: 3}: {},
	} {
		got, ok := x.Blocks.Stretch(span)
		must.Be(t, got == want && ok, "%v: got %v, %v, want %v", span, got, ok, want)
	}
}

var someLinks = []Link{{From: 5, To: 1, Text: "the lock"}, {From: 9, To: 1, Text: "Mutexes"}, {From: 0, To: 4, Text: "the lock"}}

func TestLinksRoundTrip(t *testing.T) {
	for _, links := range [][]Link{nil, someLinks} {
		var l Links
		must.OK(t, l.Load(EncodeLinks(links), 10))
		var got []Link
		for i := range l.To {
			got = append(got, Link{From: model.SectionID(l.From[i]), To: model.SectionID(l.To[i]), Text: l.Text(i)})
		}
		must.Equal(t, got, links)
	}
}

// A part that is damaged or forged is refused, and leaves the links as they were.
func TestLinksRefused(t *testing.T) {
	good := EncodeLinks(someLinks)
	refuse := func(name string, b []byte, sections int) {
		t.Helper()
		l := Links{To: []uint32{7}}
		must.Is(t, l.Load(b, sections), wire.ErrCorrupt, "%s", name)
		must.Be(t, slices.Equal(l.To, []uint32{7}), "%s: the links have changed", name)
	}
	for n := range good {
		refuse("cut off", good[:n], 10)
	}
	refuse("too long", append(slices.Clone(good), 0), 10)
	refuse("a source that there is not", good, 9)
	refuse("no sections", good, 0)
	write := func(to, from []uint32, texts []string, textOf []uint32) []byte {
		var w wire.Writer
		w.Uint32s(to)
		w.Uint32s(from)
		w.Sorted(texts)
		w.Uint32s(textOf)
		return w.Bytes()
	}
	refuse("fewer sources than targets", write([]uint32{1, 1}, []uint32{2}, []string{"a"}, []uint32{0, 0}), 10)
	refuse("fewer texts than targets", write([]uint32{1, 1}, []uint32{2, 2}, []string{"a"}, []uint32{0}), 10)
	refuse("a text that there is not", write([]uint32{1}, []uint32{2}, []string{"a"}, []uint32{1}), 10)
	refuse("no texts", write([]uint32{1}, []uint32{2}, nil, []uint32{0}), 10)
	refuse("texts out of order", write([]uint32{1}, []uint32{2}, []string{"b", "a"}, []uint32{0}), 10)
}
