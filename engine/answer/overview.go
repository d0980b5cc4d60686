package answer

import (
	"slices"
	"strconv"

	"mycel/engine/bundle"
	"mycel/engine/evidence"
	"mycel/engine/excerpt"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/rank"
)

// Overview summarises the documents on a topic in their own sentences, which the summary tree has chosen.
type Overview struct {
	Topic string
	Packed
	Summaries []Summary // by document; within a document from the general to the particular
}

// Summary is a node of the summary tree.
type Summary struct {
	N        int
	Title    string   // subject of the chunks below it
	Level    int      // height: 1 stands for chunks, 2 for summaries of level 1
	Text     string   // its sentences; a blank line stands for sentences left out between them
	Sections []Source // of the sentences, in their order
	Score    float32
}

// An overview has one summary for each summaryTokens of its budget, at least one and at
// most maxSummaries. Each has an equal share.
const (
	summaryTokens = 300
	maxSummaries  = 20
)

// NewOverview summarises the documents on a topic: see engine.Engine.Overview. While parts are missing it is not final.
func NewOverview(t *Tables, s *method.Searcher, topic string, budget int) *Overview {
	o := method.Options{}
	o.SetDefaults()
	q := t.Index.Parser.Parse(topic)
	v := &overviewer{t: t, out: &Overview{Topic: q.Text}, matcher: excerpt.NewMatcher(t.Index.Dictionary, q)}
	if topic, whole := method.AsksForWhole(&method.Request{Query: q}); len(q.Words)+len(q.Symbols) == 0 || whole && topic < 0 {
		v.outline(budget)
		return v.out
	}
	want := min(max(1, budget/summaryTokens), maxSummaries)
	t.Index.HasPart(bundle.GroupTokens)
	t.Index.Corpus.Blocks.Loaded()
	t.Index.Loaded(&method.Request{Query: q})
	// One node more tells whether the budget leaves any out.
	nodes := s.Summaries(&method.Request{Query: q, Options: o}, v.titleWeight, want+1)
	if t.Missing.Rows() {
		return v.out
	}
	if len(nodes) > want {
		nodes, v.out.Truncated = nodes[:want], true
	}
	if len(nodes) == 0 {
		v.out.Reason = noSummary(t.Index, q)
		return v.out
	}
	v.summarise(nodes, budget)
	return v.out
}

// noSummary returns the reason why there is no summary.
func noSummary(x *method.Index, q *query.Query) string {
	switch {
	case x.Tree.Len() == 0:
		return "no document has a summary"
	case len(q.Terms) == 0:
		return "no document has any of the topic's words"
	}
	return "no summary has any of the topic's words"
}

// overviewer makes one overview.
type overviewer struct {
	t       *Tables
	out     *Overview
	matcher *excerpt.Matcher
	shown   []uint32 // sentences of the summaries before this one
}

// outline makes an outline of all documents.
func (v *overviewer) outline(budget int) {
	o := v.t.Index.Outline(budget, 0, func(first, end model.ChunkID) bool { return true })
	if v.t.Missing.Rows() {
		return
	}
	if len(o.Lines) == 0 {
		v.out.Reason = noneFits(budget)
		return
	}
	lines := withSentences(o, budget, v.t)
	var passages []Passage
	passages, v.out.Context = lines.passages()
	v.out.Summaries = make([]Summary, len(passages))
	for i := range passages {
		p, s := &passages[i], &v.out.Summaries[i]
		s.N, s.Title, s.Text, s.Sections, s.Score = p.N, p.Summary, p.Text, append(s.Sections, p.Source), p.Score
		s.Level = v.t.Index.Tree.Level(lines.lines[i].Node)
	}
	v.out.Tokens, v.out.Truncated = lines.tokens, o.Cut || lines.next > 0
}

// noneFits says that the budget is too small.
func noneFits(budget int) string {
	return "no summary fits into a budget of " + strconv.Itoa(budget) + " tokens"
}

// summarise shows nodes: the documents in the order of their best nodes, and within a document the most general node
// first.
func (v *overviewer) summarise(nodes []rank.Item, budget int) {
	tree := v.t.Index.Tree
	var documents []model.DocID
	for _, it := range nodes {
		documents = append(documents, v.document(it))
	}
	rank.Stable(nodes, func(a, b rank.Item) int {
		if p, q := slices.Index(documents, v.document(a)), slices.Index(documents, v.document(b)); p != q {
			return p - q
		}
		return tree.Level(model.NodeID(b.ID)) - tree.Level(model.NodeID(a.ID))
	})
	var passages []evidence.Passage
	for i, it := range nodes {
		// Tokens that a node leaves over go to the nodes behind it.
		share := (budget - v.out.Tokens) / (len(nodes) - i)
		s, label, cost := v.summary(model.NodeID(it.ID), share)
		if cost == 0 {
			continue
		}
		s.N, s.Score = len(v.out.Summaries)+1, it.Score
		v.out.Tokens += cost
		v.out.Summaries = append(v.out.Summaries, s)
		passages = append(passages, evidence.Passage{N: s.N, Label: label, Text: s.Text})
	}
	if v.t.Missing.Any() {
		return
	}
	v.out.Context = evidence.Context(passages)
	if len(passages) == 0 {
		v.out.Reason = noneFits(budget)
	}
}

// document returns the first document below a node.
func (v *overviewer) document(node rank.Item) model.DocID {
	first, _ := v.t.Index.Tree.Leaves(model.NodeID(node.ID))
	c := v.t.Index.Corpus
	return c.SectionDoc(c.ChunkSection(first))
}

// summary shows a node: the sentences that say most about the topic, as many as fit, without those that earlier
// summaries have. cost bounds the tokens of the sentences and the label; it is 0 if no sentence fits.
func (v *overviewer) summary(node model.NodeID, budget int) (s Summary, label string, cost int) {
	x := v.t.Index
	s, label = Summary{Title: x.Tree.Title(node), Level: x.Tree.Level(node)}, v.label(node)
	// The label counts a token a byte: the builder has not counted it.
	cost = len("[99] \n") + len(label)
	chosen, tokens := v.choose(node, budget-cost)
	if len(chosen) == 0 {
		return s, "", 0
	}
	for len(chosen) > 0 {
		n := 1
		for n < len(chosen) && chosen[n] == chosen[n-1]+1 {
			n++
		}
		v.add(&s, node, chosen[:n])
		chosen = chosen[n:]
	}
	return s, label, cost + tokens
}

// choose picks the sentences of a summary that have most of the topic, in the order of the document, and bounds their
// tokens. It leaves out sentences without a word of the topic, unless the title has one. It stops at the first sentence
// that does not fit.
func (v *overviewer) choose(node model.NodeID, budget int) (chosen []uint32, tokens int) {
	about := v.titleWeight(node) > 0
	var all []rank.Item
	for _, id := range v.t.Index.Tree.Sentences(node) {
		if slices.Contains(v.shown, id) {
			continue
		}
		weight := v.weight(model.SentenceID(id))
		if weight > 0 || about {
			all = append(all, rank.Item{ID: id, Score: weight})
		}
	}
	rank.Sort(all, rank.Compare)
	for _, it := range all {
		cost := v.t.Tokens.Sentence(model.SentenceID(it.ID))
		if tokens+cost > budget {
			v.out.Truncated = true
			break
		}
		tokens += cost
		chosen = append(chosen, it.ID)
		v.shown = append(v.shown, it.ID)
	}
	rank.Sort(chosen, func(a, b uint32) int { return int(a) - int(b) })
	return chosen, tokens
}

// weight sums the idf of the topic's terms in a sentence, or notes the missing block.
func (v *overviewer) weight(s model.SentenceID) float32 {
	return v.termWeight(v.t.Sentence(s))
}

// titleWeight sums the idf of the topic's terms in the title of a summary, and twice those in the title of its
// document: the author gave it.
func (v *overviewer) titleWeight(node model.NodeID) float32 {
	title := v.t.Index.Corpus.DocTitle.At(int(v.document(rank.Item{ID: uint32(node)})))
	return (float32(2*v.termWeight(title)) + v.termWeight(v.t.Index.Tree.Title(node))) / lexical.MostBM25
}

// label names a summary: the title of its document, and its own.
func (v *overviewer) label(node model.NodeID) string {
	x := v.t.Index
	first, _ := x.Tree.Leaves(node)
	return evidence.Label(sourceOf(v.t.Index, x.Corpus.ChunkSection(first)).Title, x.Tree.Title(node))
}

// termWeight sums the idf of the topic's different terms in a text.
func (v *overviewer) termWeight(text string) float32 {
	var seen []model.TermID
	sum := float32(0)
	for _, t := range v.matcher.Terms(text) {
		if !slices.Contains(seen, t) {
			seen = append(seen, t)
			sum += v.t.Index.Dictionary.IDF(t)
		}
	}
	return sum
}

// add appends a run of sentences to a summary.
func (v *overviewer) add(s *Summary, node model.NodeID, run []uint32) {
	if v.t.Missing.Any() {
		return
	}
	at := v.t.sentenceSpan(model.SentenceID(run[0]), model.SentenceID(run[len(run)-1]+1))
	shown, _ := v.t.Of(at)
	from, to := evidence.Trim(shown.Text)
	if s.Text != "" {
		s.Text += "\n\n"
	}
	s.Text += shown.Text[from:to]
	for _, id := range run {
		from := sourceOf(v.t.Index, sectionBelow(v.t.Index, node, v.t.sentenceAt(model.SentenceID(id)).Start))
		if n := len(s.Sections); n == 0 || s.Sections[n-1] != from {
			s.Sections = append(s.Sections, from)
		}
	}
}

// sectionBelow returns the section at a text position below a node.
func sectionBelow(x *method.Index, node model.NodeID, offset uint32) model.SectionID {
	c := x.Corpus
	first, end := x.Tree.Leaves(node)
	for chunk := first; chunk < end; chunk++ {
		if offset < c.ChunkText(chunk).End {
			return c.ChunkSection(chunk)
		}
	}
	return c.ChunkSection(end - 1)
}

// AppendJSON appends the overview as JSON.
func (o *Overview) AppendJSON(dst []byte) []byte {
	w := jsonWriter{dst}
	o.begin(&w, "topic", o.Topic)
	w.objects("summaries", len(o.Summaries), func(i int) {
		s := &o.Summaries[i]
		w.key("n").num(s.N)
		w.key("title").str(s.Title)
		w.key("level").num(s.Level)
		w.key("text").str(s.Text)
		w.objects("sections", len(s.Sections), func(k int) { w.source(&s.Sections[k]) })
		w.key("score").float(s.Score)
	})
	w.close('}')
	return w.dst
}
