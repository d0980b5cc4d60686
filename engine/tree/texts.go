package tree

import (
	"mycel/engine/model"
	"mycel/engine/wire"
)

// Origin says where the text of a summary comes from.
type Origin byte

const (
	Extractive = Origin(wire.Extractive) // sentences of the documents
	LLM        = Origin(wire.LLM)        // written by a language model
)

// EncodeTexts writes the texts of the summaries that a language model wrote; that
// of an extract is "". costs are the tokens that each adds to a context, at most.
func EncodeTexts(texts []string, costs []uint32) []byte {
	var w wire.Writer
	w.Written(texts)
	w.Uint32s(costs)
	return w.Bytes()
}

// LoadTexts reads what EncodeTexts wrote for the summaries of t, or nothing if all are
// extracts. On an error, which wraps wire.ErrCorrupt, t is as it was.
func (t *Tree) LoadTexts(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	r := wire.NewReader(b)
	origins, texts := r.Written(t.Len())
	costs := r.Uint32s()
	if len(costs) != t.Len() {
		r.Fail("costs of wrong number")
	}
	if err := r.Close(); err != nil {
		return err
	}
	t.origins, t.texts, t.textCosts = origins, texts, costs
	return nil
}

// Origin returns the origin of a summary's text. A chunk is Extractive.
func (t *Tree) Origin(n model.NodeID) Origin {
	if t.IsLeaf(n) || t.origins == nil {
		return Extractive
	}
	return Origin(t.origins[t.row(n)])
}

// Text returns the summary that a language model wrote; "" for a chunk, and for an extract, whose text
// is its Sentences. A written summary replaces the extract that its Sentences are.
//
//go:noinline
func (t *Tree) Text(n model.NodeID) string {
	if t.IsLeaf(n) || t.origins == nil {
		return ""
	}
	return t.texts.At(t.row(n))
}

// Cost returns the tokens that a written summary adds to a context, at most; 0 for an extract and for a chunk.
//
//go:noinline
func (t *Tree) Cost(n model.NodeID) int {
	if t.IsLeaf(n) || t.origins == nil {
		return 0
	}
	return int(t.textCosts[t.row(n)])
}
