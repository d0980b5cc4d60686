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
// of an extract is "".
func EncodeTexts(texts []string) []byte {
	var w wire.Writer
	w.Written(texts)
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
	if err := r.Close(); err != nil {
		return err
	}
	t.origins, t.texts = origins, texts
	return nil
}

// Origin tells where the text of a summary comes from; that of a chunk is the
// chunk's own.
func (t *Tree) Origin(n model.NodeID) Origin {
	if t.IsLeaf(n) || t.origins == nil {
		return Extractive
	}
	return Origin(t.origins[t.row(n)])
}

// Text returns what a language model wrote as a summary, "" for an extract, whose
// text is its Sentences, and for a chunk. The Sentences of a written summary are the
// extract that it stands in the place of.
func (t *Tree) Text(n model.NodeID) string {
	if t.IsLeaf(n) || t.origins == nil {
		return ""
	}
	return t.texts.At(t.row(n))
}
