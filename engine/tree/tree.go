// Package tree holds the summary trees of the documents: extractive summaries of
// groups of chunks, and of groups of summaries (arXiv 2505.24226, section 3.1; RAPTOR's
// collapsed tree for retrieval). A summary is a list of source sentences, so each
// of its words can be cited. For some summaries a bundle may have a text by a language model instead
// (texts.go).
package tree

import (
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
	origins   []byte // nil where all are extracts
	texts     wire.Strings
	costs     []uint32 // of texts, in tokens
}

// Summary is one row, for Encode.
type Summary struct {
	Level              int // 1 is made of chunks
	LeafFirst, LeafEnd model.ChunkID
	Title              string
	Sentences          []model.SentenceID // ascending
}

// Encode writes the summaries.
func Encode(summaries []Summary) []byte {
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
	leafFirst, leafEnd, lists := make([]uint32, t.n), make([]uint32, t.n), make([][]uint32, t.n)
	for i := range lists {
		first, size := r.Uint(), r.Uint()
		if size == 0 || int(first) > t.leaves || int(size) > t.leaves-int(first) {
			r.Fail("summary of nothing, or of chunks that there are not")
		}
		ids := r.Steps(nil, int(r.Uint()), sentences)
		if !r.OK() {
			return r.Close()
		}
		leafFirst[i], leafEnd[i], lists[i] = first, first+size, ids
	}
	if err := r.Close(); err != nil {
		return err
	}
	t.level, t.titles, t.leafFirst, t.leafEnd, t.sentences = level, titles, leafFirst, leafEnd, lists
	return nil
}

// Len returns the number of summaries.
func (t *Tree) Len() int { return t.n }

// IsLeaf reports whether a node is a chunk.
func (t *Tree) IsLeaf(n model.NodeID) bool { return int(n) < t.leaves }

// Node returns the node of summary i.
func (t *Tree) Node(i int) model.NodeID { return model.NodeID(t.leaves + i) }

// row is the summary of a node.
//
//go:noinline
func (t *Tree) row(n model.NodeID) int { return int(n) - t.leaves }

// none tells whether nothing is known of a node: it is a chunk, or the summaries are not loaded.
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

// Sentences returns the sentences of a summary, ascending; nil for a chunk.
//
//go:noinline
func (t *Tree) Sentences(n model.NodeID) []uint32 {
	if t.none(n) {
		return nil
	}
	return t.sentences[t.row(n)]
}
