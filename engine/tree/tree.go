// Package tree holds the summary trees of the documents: extractive summaries of
// groups of chunks, and of groups of summaries (E2GraphRAG, section 3.1; RAPTOR's
// collapsed tree for retrieval). A summary is a list of source sentences, so each
// of its words can be cited. A bundle may say of some of them what a language model
// wrote in the place of these sentences (texts.go).
package tree

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Tree holds all summaries. Together with the chunks they are the nodes of the
// collapsed tree: node ids below the number of chunks are chunks.
type Tree struct {
	leaves    int
	level     []byte
	leafFirst []uint32
	leafEnd   []uint32
	titles    wire.Strings
	sentOff   []uint32
	sentences []uint32
	origins   []byte // nil where all are extracts
	texts     wire.Strings
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
	n := len(summaries)
	level := make([]byte, n)
	first, end := make([]uint32, n), make([]uint32, n)
	titles := make([]string, n)
	off := make([]uint32, 1, n+1)
	var sentences []uint32
	for i, s := range summaries {
		level[i] = byte(min(s.Level, 255))
		first[i], end[i] = uint32(s.LeafFirst), uint32(s.LeafEnd)
		titles[i] = s.Title
		for _, id := range s.Sentences {
			sentences = append(sentences, uint32(id))
		}
		off = append(off, uint32(len(sentences)))
	}
	var w wire.Writer
	w.Raw(level)
	w.Uint32s(first)
	w.Uint32s(end)
	w.Strings(titles)
	w.Uint32s(off)
	w.Uint32s(sentences)
	return w.Bytes()
}

// Decode reads the summaries of a corpus of the given numbers of chunks and
// sentences.
func Decode(b []byte, chunks, sentences int) (*Tree, error) {
	r := wire.NewReader(b)
	t := &Tree{leaves: chunks}
	t.level = r.Raw()
	n := len(t.level)
	t.leafFirst = r.IDs(n, chunks+1)
	t.leafEnd = r.IDs(n, chunks+1)
	t.titles = r.Strings(n)
	t.sentOff = r.Offsets(n, -1)
	t.sentences = r.IDs(int(t.sentOff[len(t.sentOff)-1]), sentences)
	if err := r.Close(); err != nil {
		return nil, err
	}
	for i := range n {
		if t.leafFirst[i] >= t.leafEnd[i] {
			r.Fail("summary of nothing")
			break
		}
	}
	return t, r.Close()
}

// Len returns the number of summaries.
func (t *Tree) Len() int { return len(t.level) }

// IsLeaf tells whether a node is a chunk.
func (t *Tree) IsLeaf(n model.NodeID) bool { return int(n) < t.leaves }

// Node returns the node of summary i.
func (t *Tree) Node(i int) model.NodeID { return model.NodeID(t.leaves + i) }

func (t *Tree) row(n model.NodeID) int { return int(n) - t.leaves }

// Leaves returns the chunks [first, end) below a node; a chunk is below itself.
func (t *Tree) Leaves(n model.NodeID) (first, end model.ChunkID) {
	if t.IsLeaf(n) {
		return model.ChunkID(n), model.ChunkID(n) + 1
	}
	i := t.row(n)
	return model.ChunkID(t.leafFirst[i]), model.ChunkID(t.leafEnd[i])
}

// Level returns the height of a node; chunks have level 0.
func (t *Tree) Level(n model.NodeID) int {
	if t.IsLeaf(n) {
		return 0
	}
	return int(t.level[t.row(n)])
}

// Title returns the title of a summary, "" for a chunk.
func (t *Tree) Title(n model.NodeID) string {
	if t.IsLeaf(n) {
		return ""
	}
	return t.titles.At(t.row(n))
}

// Sentences returns the sentences of a summary, ascending; none for a chunk.
func (t *Tree) Sentences(n model.NodeID) []uint32 {
	if t.IsLeaf(n) {
		return nil
	}
	i := t.row(n)
	return t.sentences[t.sentOff[i]:t.sentOff[i+1]]
}
