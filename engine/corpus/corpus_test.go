package corpus

import (
	"errors"
	"testing"

	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
)

// sample has two documents: one of three nested sections, one of one.
func sample() ([]Document, []Section, []Chunk) {
	return []Document{{"a.md", "a.html", "A", model.Span{Start: 0, End: 30}, 3}, {"b.md", "", "B", model.Span{Start: 30, End: 40}, 4}},
		[]Section{{"", "", 0, 1}, {"One", "one", 1, 2}, {"Two", "two", 1, 3}, {"", "", 3, 4}},
		[]Chunk{{0, model.Span{Start: 0, End: 10}, 3}, {1, model.Span{Start: 10, End: 22}, 4}, {2, model.Span{Start: 22, End: 30}, 2}, {3, model.Span{Start: 30, End: 40}, 3}}
}

// load makes tables that are all there.
func load(d []Document, s []Section, c []Chunk) (*Tables, error) {
	x, err := open(d, s)
	if err != nil {
		return nil, err
	}
	return x, x.Load(upTo(len(d)), upTo(len(s)), upTo(len(c)), rows(d, s, c, 0, 0), 0, 40)
}

// open makes tables of four sections with a chunk each, with the hierarchy in one part.
func open(d []Document, s []Section) (*Tables, error) {
	x, err := Decode(Encode([]uint32{0, 2}, []uint32{0, 4}, []uint32{0, 4}), 0, 1, 1)
	if err != nil {
		return nil, err
	}
	err = x.LoadOutline(0, outlineOf(d, s))
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

func upTo(n int) []uint32 {
	rows := make([]uint32, n)
	for i := range rows {
		rows[i] = uint32(i)
	}
	return rows
}

func TestTables(t *testing.T) {
	x, err := load(sample())
	if err != nil {
		t.Fatal(err)
	}
	if x.NumDocuments() != 2 || x.NumSections() != 4 || x.NumChunks() != 4 {
		t.Fatalf("%d documents, %d sections, %d chunks", x.NumDocuments(), x.NumSections(), x.NumChunks())
	}
	if p, ok := x.Parent(2); p != 1 || !ok {
		t.Errorf("parent of section 2: %d, %v", p, ok)
	}
	if _, ok := x.Parent(1); ok {
		t.Error("section 1 is at the top")
	}
	if first, end := x.DocChunks(0); first != 0 || end != 3 {
		t.Errorf("chunks of document 0: [%d, %d)", first, end)
	}
	if s := x.ChunkSection(3); x.SectionDoc(s) != 1 || x.DocTitle.At(1) != "B" {
		t.Errorf("chunk 3 is in section %d", s)
	}
	if s := x.DocText(1); s != (model.Span{Start: 30, End: 40}) {
		t.Errorf("text of document 1: %v", s)
	}
}

// Rows of a part stay as they are when what is before it changes: they count from a base.
func TestRowsCountFromBase(t *testing.T) {
	d, s, c := sample()
	d[1].Text = model.Span{Start: 33, End: 43}
	c[3].Text = model.Span{Start: 35, End: 43}
	x, err := open(d, s)
	if err != nil {
		t.Fatal(err)
	}
	b := rows(d[1:], s[3:], c[3:], 3, 33)
	for _, base := range []uint32{33, 50} {
		if err := x.Load([]uint32{1}, []uint32{3}, []uint32{3}, b, base, 60); err != nil {
			t.Fatal(err)
		}
		if doc, chunk := x.DocText(1), x.ChunkText(3); doc.Start != base || chunk != (model.Span{Start: base + 2, End: base + 10}) {
			t.Errorf("base %d: document at %v, chunk at %v", base, doc, chunk)
		}
	}
	for _, base := range []uint32{51, 1<<32 - 1} {
		if err := x.Load([]uint32{1}, []uint32{3}, []uint32{3}, b, base, 60); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("base %d: error %v", base, err)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, change := range map[string]func(d []Document, s []Section, c []Chunk){
		"chunk beyond the text":         func(d []Document, s []Section, c []Chunk) { c[3].Text.End = 41 },
		"chunk backwards":               func(d []Document, s []Section, c []Chunk) { c[0].Text = model.Span{Start: 9, End: 8} },
		"document beyond the text":      func(d []Document, s []Section, c []Chunk) { d[1].Text.End = 41 },
		"parent behind":                 func(d []Document, s []Section, c []Chunk) { s[1].Parent = 2 },
		"more chunks than there are":    func(d []Document, s []Section, c []Chunk) { s[3].ChunkEnd = 5 },
		"fewer sections than there are": func(d []Document, s []Section, c []Chunk) { d[1].SectionEnd = 3 },
		"more sections than there are":  func(d []Document, s []Section, c []Chunk) { d[1].SectionEnd = 5 },
	} {
		d, s, c := sample()
		change(d, s, c)
		if _, err := load(d, s, c); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestBlocks(t *testing.T) {
	first := block("One. ", "Two. ")
	second := block("Three.")
	b, err := DecodeBlocks(EncodeBlocks([]uint32{0, 10, 16}, []uint32{0, 2, 3}, []uint32{0, 1, 3}))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ start, end, first, last uint32 }{
		{0, 1, 0, 1}, {0, 10, 0, 1}, {9, 11, 0, 2}, {10, 16, 1, 2}, {15, 16, 1, 2}, {4, 4, 0, 0}, {16, 16, 0, 0},
	} {
		if from, to := b.Covering(model.Span{Start: c.start, End: c.end}); uint32(from) != c.first || uint32(to) != c.last {
			t.Errorf("Covering [%d, %d) = [%d, %d)", c.start, c.end, from, to)
		}
	}
	if b.OfSentence(1) != 0 || b.OfSentence(2) != 1 {
		t.Error("sentences in the wrong blocks")
	}
	block, err := b.Decode(1, second)
	if err != nil || string(block.Text) != "Three." || block.Start != 10 || block.FirstSent != 2 {
		t.Errorf("block %+v, %v", block, err)
	}
	if b.TextLen() != 16 {
		t.Errorf("%d bytes of text", b.TextLen())
	}
	for name, try := range map[string][]byte{"another block's": second, "cut": first[:8], "nothing": nil} {
		if _, err := b.Decode(0, try); !errors.Is(err, wire.ErrCorrupt) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestDecodeBoundsRows(t *testing.T) {
	all := []uint32{0, 65}
	if _, err := Decode(Encode(all, all, all), 0, 1, 1); !errors.Is(err, wire.ErrCorrupt) {
		t.Errorf("65 rows by a byte: error %v", err)
	}
	if _, err := Decode(Encode(all, all, all), 0, 2, 100); !errors.Is(err, wire.ErrCorrupt) {
		t.Errorf("another number of parts: error %v", err)
	}
}

// Rows whose part is missing are empty, and the part is noted.
func TestOutlineMissing(t *testing.T) {
	d, s, _ := sample()
	x, err := Decode(Encode([]uint32{0, 1, 2}, []uint32{0, 3, 4}, []uint32{0, 3, 4}), 7, 2, 100)
	if err != nil {
		t.Fatal(err)
	}
	var w wire.Writer
	EncodeOutline(&w, d[1:], s[3:], 3, 3)
	if err := x.LoadOutline(1, w.Bytes()); err != nil {
		t.Fatal(err)
	}
	for _, l := range x.Outline() {
		l.SetLoaded(1)
	}
	want := &parts.Want{}
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
		if missing := want.Take(); len(missing) != 1 || missing[0] != 7 {
			t.Errorf("%s: missing %v", name, missing)
		}
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
			if int(x.ChunkSection(model.ChunkID(c))) >= x.NumSections() {
				t.Fatalf("chunk %d is in no section", c)
			}
		}
	})
}

func FuzzBlock(f *testing.F) {
	f.Add(block("One. ", "Two. "))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := DecodeBlocks(EncodeBlocks([]uint32{0, 10}, []uint32{0, 2}, []uint32{0, 1}))
		if err != nil {
			t.Fatal(err)
		}
		block, err := b.Decode(0, raw)
		if err == nil && (len(block.Text) != 10 || len(block.SentStart) != 2) {
			t.Fatalf("block %+v", block)
		}
	})
}

func FuzzRows(f *testing.F) {
	d, s, c := sample()
	f.Add(rows(d, s, c, 0, 0), uint32(0))
	f.Fuzz(func(t *testing.T, b []byte, base uint32) {
		x, err := open(d, s)
		if err != nil {
			t.Fatal(err)
		}
		if x.Load(upTo(2), upTo(4), upTo(4), b, base, 40) != nil {
			return
		}
		for i := range model.ChunkID(4) {
			if at := x.ChunkText(i); at.Start > at.End || at.End > 40 {
				t.Fatalf("chunk %d at %v", i, at)
			}
		}
	})
}

// rows is the section that EncodeRows writes.
func rows(docs []Document, sections []Section, chunks []Chunk, first, base uint32) []byte {
	var w wire.Writer
	EncodeRows(&w, docs, sections, chunks, first, base)
	return w.Bytes()
}

// block is the section that EncodeBlock writes.
func block(sentences ...string) []byte {
	var w wire.Writer
	EncodeBlock(&w, sentences, nil)
	return w.Bytes()
}
