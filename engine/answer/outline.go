package answer

import (
	"slices"
	"strings"

	"mycel/engine/evidence"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// outlined is an outline with a sentence for some of its lines.
type outlined struct {
	t         *Tables
	lines     []method.Line
	sentences []model.SentenceID // for each line, its sentence from 1; 0 for no sentence
	tokens    int                // upper bound of the tokens of all lines
	next      int                // least larger budget with more sentences; 0 for none
}

// withSentences gives each line its most telling sentence while the budget lasts: first the lines with most
// chunks.
func withSentences(o *method.Outline, budget int, t *Tables) *outlined {
	out := &outlined{t: t, lines: o.Lines, sentences: make([]model.SentenceID, len(o.Lines)), tokens: o.Cost, next: o.Next}
	order := make([]rank.Item, len(o.Lines))
	for i := range order {
		order[i] = rank.Item{ID: uint32(i), Score: float32(o.Lines[i].Size)}
	}
	rank.Sort(order, rank.Compare)
	for _, it := range order {
		s, ok := out.gist(o.Lines[it.ID].Node)
		if !ok || slices.Contains(out.sentences, s+1) {
			continue
		}
		cost := out.tokens + t.Tokens.Sentence(s)
		if cost <= budget {
			out.sentences[it.ID], out.tokens = s+1, cost
		} else if out.next == 0 || cost < out.next {
			out.next = cost
		}
	}
	return out
}

// gist returns the most telling sentence of a summary, or the first sentence of a chunk. ok is false if there
// is no sentence or its text is missing.
func (o *outlined) gist(n model.NodeID) (s model.SentenceID, ok bool) {
	t := o.t
	if !t.Index.Tree.IsLeaf(n) {
		return t.Index.Tree.Gist(n)
	}
	first, end, ok := t.sentences(t.Index.Corpus.ChunkText(model.ChunkID(n)))
	return first, ok && first < end
}

// passages describes the lines as passages, and renders them as a context.
func (o *outlined) passages() (list []Passage, context string) {
	t, x := o.t, o.t.Index
	shown := make([]evidence.Passage, len(o.lines))
	list = make([]Passage, len(o.lines))
	for i := range o.lines {
		line, p := &o.lines[i], &list[i]
		at := x.Corpus.ChunkText(line.First)
		p.Section, at.End = x.Corpus.ChunkSection(line.First), at.Start
		if end := o.sentences[i]; end > 0 && t.hasSentences(end-1, end) {
			at = t.sentenceSpan(end-1, end)
			shown, _ := t.Of(at)
			from, to := evidence.Trim(shown.Text)
			p.Text, p.Section = shown.Text[from:to], sectionBelow(x, line.Node, at.Start)
			at.Start, at.End = at.Start+uint32(from), at.Start+uint32(to)
		}
		p.N, p.Source, p.Summary, p.Score = i+1, sourceOf(x, p.Section), x.Tree.Title(line.Node), 1
		start := x.Corpus.DocText(x.Corpus.SectionDoc(p.Section)).Start
		p.At = model.Span{Start: at.Start - start, End: at.End - start}
		shown[i] = evidence.Passage{N: p.N, Label: evidence.Label(line.Title, strings.Join(line.Phrases, ", ")), Text: p.Text}
	}
	return list, evidence.Context(shown)
}

// outline answers with an outline.
func (g *gatherer) outline(outline *method.Outline) *Evidence {
	g.packer, g.next = &evidence.Packer{}, outline.Next
	out := g.evidence()
	if len(outline.Lines) == 0 {
		return out
	}
	o := withSentences(outline, g.budget, g.t)
	out.Passages, out.Context = o.passages()
	out.Citations = make([]Citation, len(out.Passages))
	for i := range out.Passages {
		p, c := &out.Passages[i], &out.Citations[i]
		c.N, c.Source, c.Quote, c.At, c.Score = p.N, p.Source, p.Text, p.At, p.Score
		c.URL = evidence.Fragment(p.URL, p.Text)
	}
	for i := range g.items {
		out.Trace.Items[i].Passage = int(g.items[i].Channel)
	}
	out.Tokens, out.Next, out.Truncated = o.tokens, o.next, o.next > 0 || outline.Cut
	out.Coverage.Terms, out.Coverage.Entities, out.Reason = 1, 1, ""
	return out
}
