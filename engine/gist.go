package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/excerpt"
	"mycel/engine/model"
	"mycel/engine/parts"
)

// Lengths of a sentence that can stand for a document, in bytes.
const (
	shortestGist = 40
	longestGist  = 240
)

// Gist returns a sentence of prose that says what a document is about: the first one that its
// summary tree has chosen, or else the first one of its text; "" if there is neither. It
// returns the parts that it waits for. O(summaries + text of the document).
func (e *Engine) Gist(d model.DocID) (text string, missing []parts.ID) {
	missing, _ = e.Ask(func() { text = gist(e, d) })
	return text, missing
}

func gist(e *Engine, d model.DocID) string {
	first, end := e.index.Corpus.DocChunks(d)
	var chosen []uint32
	tree, level := e.index.Tree, 0
	if !e.index.TreeAt.Loaded() {
		return ""
	}
	for i := range tree.Len() {
		node := tree.Node(i)
		if from, to := tree.Leaves(node); from >= first && to <= end && tree.Level(node) > level {
			level, chosen = tree.Level(node), tree.Sentences(node)
		}
	}
	for _, id := range chosen {
		if text := e.tables.Sentence(model.SentenceID(id)); isProse(text) || e.missing.Any() {
			return strings.Join(strings.Fields(text), " ")
		}
	}
	for c := first; c < end; c++ {
		shown, ok := e.tables.OfChunk(c)
		if !ok {
			return ""
		}
		for i, from := range shown.Sentences {
			to := len(shown.Text)
			if i+1 < len(shown.Sentences) {
				to = shown.Sentences[i+1]
			}
			if isProse(shown.Text[from:to]) {
				return strings.Join(strings.Fields(shown.Text[from:to]), " ")
			}
		}
	}
	return ""
}

// isProse tells whether a sentence reads as one: it begins with a letter, ends with a mark of
// the end, has one line and the length of a sentence.
func isProse(s string) bool {
	s = strings.TrimSpace(s)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return len(s) >= shortestGist && len(s) <= longestGist && unicode.IsLetter(first) && strings.ContainsRune(".!?。！？؟", last) &&
		!strings.ContainsAny(s, "\n{};")
}

// Text returns a range of the corpus's texts and where its sentences begin, or the parts that it waits for.
func (e *Engine) Text(at model.Span) (text excerpt.Text, missing []parts.ID) {
	missing, _ = e.Ask(func() { text, _ = e.tables.Of(at) })
	return text, missing
}
