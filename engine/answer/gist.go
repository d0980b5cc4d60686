package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/bundle"
	"mycel/engine/model"
)

// Lengths of a sentence that can stand for a document, in bytes.
const (
	shortestGist = 40
	longestGist  = 240
)

// Gist returns a sentence of prose that says what a document is about: see engine.Engine.Gist. Missing parts are noted.
func (t *Tables) Gist(d model.DocID) string {
	first, end := t.Index.Corpus.DocChunks(d)
	var chosen []uint32
	tree, level := t.Index.Tree, 0
	if !t.Index.HasPart(bundle.GroupTree) {
		return ""
	}
	for i := range tree.Len() {
		node := tree.Node(i)
		if from, to := tree.Leaves(node); from >= first && to <= end && tree.Level(node) > level {
			level, chosen = tree.Level(node), tree.Sentences(node)
		}
	}
	for _, id := range chosen {
		if text := t.Sentence(model.SentenceID(id)); isProse(text) || t.Missing.Any() {
			return strings.Join(strings.Fields(text), " ")
		}
	}
	for c := first; c < end; c++ {
		shown, ok := t.OfChunk(c)
		if !ok {
			return ""
		}
		for i, from := range shown.Sentences {
			if text := shown.Text[from:shown.End(i)]; isProse(text) {
				return strings.Join(strings.Fields(text), " ")
			}
		}
	}
	return ""
}

// isProse tells whether a text looks like a sentence of prose: it begins with a letter, ends with a mark of the end,
// has one line and the length of a sentence.
func isProse(s string) bool {
	s = strings.TrimSpace(s)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return len(s) >= shortestGist && len(s) <= longestGist && unicode.IsLetter(first) && strings.ContainsRune(".!?。！？؟", last) &&
		!strings.ContainsAny(s, "\n{};")
}
