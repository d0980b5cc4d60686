// Package tree holds the summary trees of the documents: extractive summaries of groups of chunks, and of groups of
// summaries (arXiv 2505.24226, section 3.1; RAPTOR's collapsed tree for retrieval). A summary is a list of source
// sentences, so each of its words can be cited. For some summaries a bundle may have a text by a language model instead
// (LoadTexts).
package tree

import (
	"strings"

	"mycel/engine/model"
	"mycel/engine/wire"
)

// Tree holds all summaries. Together with the chunks they are the nodes of the
// collapsed tree: node ids below the number of chunks are chunks.
type Tree struct {
	leaves    int
	n         int
	level     []byte // nil before the summaries are loaded
	leafFirst []uint32
	leafEnd   []uint32
	titles    wire.Strings
	sentences [][]uint32
	outline   []outline
	texts     wire.Texts // empty if all summaries are extracts
}

// outline has the data of a summary for an outline.
type outline struct {
	back, children uint32   // the summaries directly below: their distance back, and their number
	gist           uint32   // position of the most telling sentence
	costs          []uint32 // of the phrases of the title, in tokens
}

// Summary is one row, for Encode.
type Summary struct {
	Level              int // 1 is made of chunks
	LeafFirst, LeafEnd model.ChunkID
	Back, Children     int                // the summaries directly below: their distance back, and their number
	Title              string             // phrases, with ", " between them
	Sentences          []model.SentenceID // ascending
	Gist               int                // position of the most telling sentence; 0 if there is none
}

// Encode writes the summaries. count bounds the tokens that a phrase of a title adds to a line of phrases.
func Encode(summaries []Summary, count func(phrase string) int) []byte {
	level := make([]byte, len(summaries))
	titles := make([]string, len(summaries))
	for i, s := range summaries {
		level[i] = byte(min(s.Level, 255))
		titles[i] = s.Title
	}
	var w wire.Writer
	w.Raw(level)
	w.Strings(titles)
	for _, s := range summaries {
		w.Uint(uint32(s.LeafFirst))
		w.Uint(uint32(s.LeafEnd - s.LeafFirst))
		w.Uint(uint32(len(s.Sentences)))
		steps := make([]uint32, len(s.Sentences))
		for i, id := range s.Sentences {
			steps[i] = uint32(id)
		}
		w.Steps(steps)
		w.Uint(uint32(s.Back))
		w.Uint(uint32(s.Children))
		w.Uint(uint32(s.Gist))
		for _, phrase := range phrases(s.Title) {
			w.Uint(uint32(count(phrase)))
		}
	}
	return w.Bytes()
}

// New makes room for n summaries of a corpus with this number of chunks; Load fills it.
//
//go:noinline
func New(n, chunks int) *Tree {
	return &Tree{leaves: chunks, n: n}
}

// Load reads the summaries of a corpus with this number of sentences.
func (t *Tree) Load(b []byte, sentences int) error {
	r := wire.NewReader(b)
	level := r.Raw()
	titles := r.Strings(t.Len())
	if len(level) != t.Len() {
		r.Fail("wrong number of summaries")
	}
	if !r.OK() {
		return r.Close()
	}
	leafFirst, leafEnd, lists := make([]uint32, t.n), make([]uint32, t.n), make([][]uint32, t.n)
	outlines := make([]outline, t.n)
	for i := range lists {
		first, size := r.Uint(), r.Uint()
		if size == 0 || int(first) > t.leaves || int(size) > t.leaves-int(first) {
			r.Fail("summary of nothing, or of chunks that there are not")
		}
		ids := r.Steps(nil, int(r.Uint()), sentences)
		o := &outlines[i]
		o.back, o.children, o.gist = r.Uint(), r.Uint(), r.Uint()
		if int(o.back) > i || o.children > o.back || int(o.gist) >= max(1, len(ids)) {
			r.Fail("children that are not before their summary, or a gist that is none of its sentences")
		}
		for range phrases(titles.At(i)) {
			o.costs = append(o.costs, min(r.Uint(), maxCost))
		}
		if !r.OK() {
			return r.Close()
		}
		leafFirst[i], leafEnd[i], lists[i] = first, first+size, ids
	}
	if err := r.Close(); err != nil {
		return err
	}
	t.level, t.titles, t.leafFirst, t.leafEnd, t.sentences, t.outline = level, titles, leafFirst, leafEnd, lists, outlines
	return nil
}

// Len returns the number of summaries.
func (t *Tree) Len() int { return t.n }

// IsLeaf reports whether a node is a chunk.
func (t *Tree) IsLeaf(n model.NodeID) bool { return int(n) < t.leaves }

// Node returns the node of summary i.
func (t *Tree) Node(i int) model.NodeID { return model.NodeID(t.leaves + i) }

// row returns the number of a node's summary.
//
//go:noinline
func (t *Tree) row(n model.NodeID) int { return int(n) - t.leaves }

// none tells whether there is no summary for a node: it is a chunk, or the summaries are not loaded.
//
//go:noinline
func (t *Tree) none(n model.NodeID) bool { return t.IsLeaf(n) || t.level == nil }

// Leaves returns the chunks [first, end) below a node; a chunk is below itself.
//
//go:noinline
func (t *Tree) Leaves(n model.NodeID) (first, end model.ChunkID) {
	if t.IsLeaf(n) {
		return model.ChunkID(n), model.ChunkID(n) + 1
	}
	if t.level == nil {
		return 0, 0
	}
	i := t.row(n)
	return model.ChunkID(t.leafFirst[i]), model.ChunkID(t.leafEnd[i])
}

// Level returns the height of a node; chunks have level 0.
func (t *Tree) Level(n model.NodeID) int {
	if t.none(n) {
		return 0
	}
	return int(t.level[t.row(n)])
}

// Title returns the title of a summary, "" for a chunk.
//
//go:noinline
func (t *Tree) Title(n model.NodeID) string {
	if t.none(n) {
		return ""
	}
	return t.titles.At(t.row(n))
}

// Phrases returns the phrases of a summary's title, and for each an upper bound of the tokens that it adds to a line of
// phrases; nil for a chunk.
func (t *Tree) Phrases(n model.NodeID) (list []string, costs []uint32) {
	if !t.none(n) {
		list, costs = phrases(t.Title(n)), t.outline[t.row(n)].costs
	}
	return list, costs
}

// phrases splits a title into its phrases.
func phrases(title string) (list []string) {
	for title != "" {
		end := strings.Index(title, ", ")
		if end < 0 {
			return append(list, title)
		}
		list, title = append(list, title[:end]), title[end+len(", "):]
	}
	return list
}

// maxCost is greater than the cost of any phrase. It bounds the sums of costs.
const maxCost = 1 << 20

// Gist returns the most telling sentence of a summary; ok is false for a chunk and for a summary without sentences.
func (t *Tree) Gist(n model.NodeID) (s model.SentenceID, ok bool) {
	list := t.Sentences(n)
	if len(list) == 0 {
		return 0, false
	}
	return model.SentenceID(list[t.outline[t.row(n)].gist]), true
}

// Below returns the range of the summaries directly below a summary, as their numbers; empty if chunks are below it.
func (t *Tree) Below(n model.NodeID) (first, end int) {
	if t.none(n) {
		return 0, 0
	}
	o := &t.outline[t.row(n)]
	first = t.row(n) - int(o.back)
	return first, first + int(o.children)
}

// Sentences returns the sentences of a summary, ascending; nil for a chunk.
//
//go:noinline
func (t *Tree) Sentences(n model.NodeID) []uint32 {
	if t.none(n) {
		return nil
	}
	return t.sentences[t.row(n)]
}

// LoadTexts reads a language model's summaries, with the tokens that each adds to a context. wire.EncodeTexts wrote
// them for the summaries of t; b is empty if all are extracts. On an error, which wraps wire.ErrCorrupt, t does not
// change.
func (t *Tree) LoadTexts(b []byte) error { return t.texts.Load(b, t.Len()) }

// Text returns a language model's summary for a node, and an upper bound of the tokens that it adds to a context. It
// returns "" and 0 for a chunk, and for an extract, whose text is its Sentences. The summary replaces the extract.
func (t *Tree) Text(n model.NodeID) (text string, cost int) {
	if t.IsLeaf(n) {
		return "", 0
	}
	return t.texts.At(t.row(n))
}
