package answer

import (
	"slices"
	"strconv"

	"mycel/engine/evidence"
	"mycel/engine/excerpt"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
)

// Evidence is the material for answering a query: passages that fit into a token budget, with the source of each
// passage.
type Evidence struct {
	Query string
	Packed
	Next      int // least larger budget with which Context changes; 0 unless Truncated
	Coverage  Coverage
	Passages  []Passage  // in the order of Context
	Citations []Citation // parallel to Passages
	Trace     Trace
}

// Packed is a context that fits into a budget of tokens.
type Packed struct {
	Reason    string     // why there is no context; "" if there is one
	Missing   []parts.ID // parts whose texts are missing; while there are any, only Missing and Waiting are final
	Waiting   bool       // parts of the index are missing: the answer has nothing else
	Context   string     // the passages or summaries in the template of docs/evidence.md
	Tokens    int        // of Context at most, ≤ the budget
	Truncated bool       // the budget left out text that was found
}

// Lacking returns the parts that are missing.
func (p *Packed) Lacking() []parts.ID { return p.Missing }

// Coverage is the share of the query that the passages cover, each 0..1. It is 0 without passages, and 1 if the query
// has no terms or entities.
type Coverage struct {
	Terms     float32  // of the weight (idf) of its terms; words that no document has weigh as the rarest term
	Entities  float32  // of its entities
	Uncovered []string // words of the query that no passage has, stop words aside
}

// Source is the document and section of a text.
type Source struct {
	Document string // stable id
	Title    string // of the document
	Heading  string // of the section, "" before the first heading
	URL      string // with the section's anchor
}

// Passage is a run of sentences of one section, or a summary that a language model wrote.
type Passage struct {
	N int // its mark in the context is [N]
	Source
	Section  model.SectionID
	Entities []string   // entities by which the ranking grouped the passage; nil for a passage without a group
	Summary  string     // the title of the summary that the passage belongs to or is; "" for no summary
	Written  []Source   // for a summary that a language model wrote: the sections below it
	At       model.Span // in the document's text; of a written summary, from its first section on
	Text     string
	Score    float32 // of its best chunk
}

// Citation is the part of a passage that answers the query best.
type Citation struct {
	N      int
	Source            // its URL leads to the quote: anchor and text fragment
	Quote  string     // an exact substring of the document's text; "" for a written summary
	At     model.Span // in the document's text
	Score  float32
}

// Trace records how the passages were found.
type Trace struct {
	*Result               // without hits
	Lists   []method.List // rankings that were fused or walked from
	Items   []TraceItem   // all ranked chunks, best first
}

// TraceItem is a ranked chunk.
type TraceItem struct {
	Source
	Chunk   model.ChunkID
	Score   float32
	Passage int // the N of the first passage that has its text; 0 if none has
	Why     Why
}

// sourceOf returns the document and address of a section.
func sourceOf(x *method.Index, s model.SectionID) Source {
	c := x.Corpus
	doc := int(c.SectionDoc(s))
	return Source{Document: c.DocID.At(doc), Title: c.DocTitle.At(doc), Heading: c.Heading.At(int(s)), URL: urlOf(x, s)}
}

// atLeast returns the items whose score is at least a share of the best score.
func atLeast(items []method.Item, share float32) []method.Item {
	best := float32(0)
	for _, it := range items {
		best = max(best, it.Score)
	}
	var out []method.Item
	for _, it := range items {
		if it.Score >= float32(share*best) {
			out = append(out, it)
		}
	}
	return out
}

// NewEvidence packs a ranking into a budget of tokens. It leaves out chunks whose score is below a share of the best
// score. It returns nil while rows of the index are missing.
func NewEvidence(t *Tables, r *method.Request, ranking *method.Ranking, budget int, minScore float32) *Evidence {
	g := &gatherer{presenter: newPresenter(t, r, ranking), ranking: ranking, budget: budget}
	g.items = atLeast(ranking.Items, minScore)
	for _, it := range g.items {
		if it.Summary > 0 {
			it.Node = it.Summary
		}
		first, end := t.Index.Tree.Leaves(it.Node)
		for c := first; c < end; c++ {
			t.Index.Corpus.ChunkText(c)
		}
	}
	if t.Missing.Rows() {
		return nil
	}
	switch c := ranking.Context; {
	case c == nil:
		g.pack()
	case c.Outline != nil:
		return g.outline(c.Outline)
	default:
		g.packContext(c)
	}
	return g.evidence()
}

// gatherer makes the evidence of one query.
type gatherer struct {
	*presenter
	ranking *method.Ranking
	items   []method.Item
	budget  int

	groups  []group // of neighbouring items with one key
	group   []int   // for each item, the number of its group from 1; 0 for no group
	packer  *evidence.Packer
	offered []int // item of each piece that was offered
	tokens  int
	awaited int    // tokens of chunks whose texts are missing
	next    int    // least budget with which the context changes
	cut     bool   // the only passage is the front of a chunk that does not fit
	front   string // of the only passage, if no whole sentence fits; "" otherwise
	tabled  string // text in front of the passages
}

// group is the key that neighbouring items share: entities, as positions in the query's entities, or a summary.
type group struct {
	entities []int
	summary  model.NodeID
}

// findGroups finds the groups of neighbouring items.
func (g *gatherer) findGroups() {
	g.group = make([]int, len(g.items))
	for i, it := range g.items {
		if len(it.Group) == 0 && it.Summary == 0 {
			continue
		}
		n := len(g.groups)
		if n == 0 || g.groups[n-1].summary != it.Summary || !slices.Equal(g.groups[n-1].entities, it.Group) {
			g.groups = append(g.groups, group{it.Group, it.Summary})
		}
		g.group[i] = len(g.groups)
	}
}

// key returns the name of a group in a context.
func (g *gatherer) key(i int) string {
	s := g.groups[i-1].summary
	if s == 0 {
		return evidence.Key(g.members(i))
	}
	by := "Summary of "
	if _, cost := g.t.Index.Tree.Text(s); cost > 0 {
		by = "Summary by a language model of "
	}
	return by + g.t.Index.Tree.Title(s)
}

// pack chooses the passages. First it packs whole chunks until one does not fit, then excerpts of the other chunks, so
// that a long chunk leaves no budget empty. For a brief ranking only the first chunk comes whole; excerpts of the
// others follow, and then their whole texts: a small context has the best sentences of many sections.
func (g *gatherer) pack() {
	g.findGroups()
	keys := make([]string, len(g.groups))
	for i := range keys {
		keys[i] = g.key(i + 1)
	}
	g.packer = evidence.NewPacker(g.t.Tokens, g.budget, keys)
	whole := len(g.items)
	if g.ranking.Brief {
		whole = min(whole, 1)
	}
	rest := 0
	for rest < whole && g.offer(rest, false) {
		rest++
	}
	misfits := 0
	for i := rest; i < len(g.items) && misfits < mostMisfits && !g.cut; i++ {
		if !g.offer(i, true) {
			misfits++
		}
	}
	for i := 1; g.ranking.Brief && i < len(g.items) && !g.t.Missing.Any() && g.offer(i, false); i++ {
	}
}

const (
	excerptTokens = excerpt.MaxWidth / 4 // approximate tokens of an excerpt
	mostMisfits   = 4                    // the context is full after so many excerpts did not fit
)

// offer puts an item, or the excerpt of its chunk, into the context. It reports whether the item fits; while the text
// is missing, whether its token count fits.
func (g *gatherer) offer(i int, brief bool) bool {
	it := g.items[i]
	pieces, ok := g.pieces(it)
	if !ok {
		// The sentences of the item are missing.
		tokens, room := int(g.t.Index.Corpus.ChunkTokens(model.ChunkID(it.Node))), g.budget
		if brief {
			tokens, room = min(tokens, excerptTokens), room+room/2
		}
		g.awaited += tokens
		return g.tokens+g.awaited <= room
	}
	for _, piece := range pieces {
		if piece.First == piece.End && piece.Written == 0 {
			continue
		}
		if brief && piece.Written == 0 {
			g.shorten(&piece)
		}
		piece.Group = g.group[i]
		tokens, ok := g.packer.Add(piece)
		if ok {
			g.tokens = tokens
			g.offered = append(g.offered, i)
			continue
		}
		if g.next == 0 || tokens < g.next {
			g.next = tokens
		}
		if brief && len(g.offered) == 0 && piece.Written == 0 && !g.t.Missing.Any() {
			g.packFront(i, piece)
			g.cut = true
		}
		return false
	}
	return true
}

// shorten reduces a piece to the sentences of its excerpt.
func (g *gatherer) shorten(piece *evidence.Piece) {
	at := g.t.sentenceSpan(piece.First, piece.End)
	text, _ := g.t.Of(at)
	best := g.matcher.Best(text)
	start := at.Start + uint32(best.Start)
	for g.t.sentenceAt(piece.First).End <= start {
		piece.First++
	}
	for g.t.sentenceAt(piece.End-1).Start >= start+uint32(len(best.Text)) {
		piece.End--
	}
}

// pieces returns the texts that an item adds to a context: the sentences of a chunk, the runs of sentences of a
// summary, or a written text. It notes the blocks that are missing; ok is then false.
func (g *gatherer) pieces(it method.Item) ([]evidence.Piece, bool) {
	tree := g.t.Index.Tree
	if it.Summary == 0 {
		piece, ok := g.piece(it)
		return []evidence.Piece{piece}, ok
	}
	if _, cost := tree.Text(it.Summary); cost > 0 {
		first, _ := tree.Leaves(it.Summary)
		return []evidence.Piece{{Section: g.t.Index.Corpus.ChunkSection(first), Written: cost}}, true
	}
	var pieces []evidence.Piece
	ready := true
	for _, id := range tree.Sentences(it.Summary) {
		s := model.SentenceID(id)
		if ready = g.t.hasSentences(s, s+1) && ready; !ready {
			continue
		}
		section := sectionBelow(g.t.Index, it.Summary, g.t.sentenceAt(s).Start)
		if n := len(pieces); n > 0 && pieces[n-1].End == s && pieces[n-1].Section == section {
			pieces[n-1].End++
			continue
		}
		pieces = append(pieces, evidence.Piece{Section: section, First: s, End: s + 1})
	}
	return pieces, ready
}

// packFront packs the front of a piece that is too large for the budget.
func (g *gatherer) packFront(item int, piece evidence.Piece) {
	g.offered = append(g.offered, item)
	var ok bool
	if g.tokens, g.next, ok = g.packer.AddFront(piece); ok {
		return
	}
	// Not even one sentence fits; g.next is its token count.
	sentence := g.t.Sentence(piece.First)
	start, end := evidence.Trim(sentence)
	cost := g.t.Tokens.Sentence(piece.First)
	header := g.next - cost
	front, cost, next := evidence.Cut(sentence[start:end], cost, g.budget-header)
	g.next = header + next
	if front == "" {
		g.offered, g.tokens = nil, 0
		return
	}
	piece.End = piece.First + 1
	g.packer.Runs = []evidence.Run{{Piece: piece, Offers: []int{0}}}
	g.front, g.tokens = front, header+cost
}

// piece returns the sentences of an item, or notes the missing blocks.
func (g *gatherer) piece(it method.Item) (evidence.Piece, bool) {
	c, chunk := g.t.Index.Corpus, model.ChunkID(it.Node)
	first, end, ok := g.t.sentences(c.ChunkText(chunk))
	if it.End > 0 {
		first, end = it.First, it.End
		ok = g.t.hasSentences(first, end)
	}
	return evidence.Piece{Section: c.ChunkSection(chunk), First: first, End: end}, ok
}

// members returns the names of the entities of a group.
func (g *gatherer) members(group int) []string {
	if group == 0 || g.groups == nil {
		return nil
	}
	var names []string
	for _, i := range g.groups[group-1].entities {
		names = append(names, g.out.Entities[i].Name)
	}
	return names
}

// evidence presents the packed passages.
func (g *gatherer) evidence() *Evidence {
	out := &Evidence{Query: g.out.Query, Packed: Packed{Tokens: g.tokens, Truncated: g.next > 0}, Next: g.next}
	out.Trace = Trace{Result: g.out, Lists: g.ranking.Lists}
	passageOf := make([]int, len(g.items))
	var shown []evidence.Passage
	group := 0
	for i, run := range g.packer.Runs {
		var p Passage
		var text excerpt.Text
		if run.Written > 0 {
			p = g.written(i+1, run)
		} else {
			p, text = g.passage(i+1, run)
		}
		for _, offer := range run.Offers {
			item := g.offered[offer]
			if passageOf[item] == 0 {
				passageOf[item] = p.N
			}
			p.Score = max(p.Score, g.items[item].Score)
		}
		line := evidence.Passage{N: p.N, Label: evidence.Label(p.Title, p.Heading), Text: p.Text}
		if run.Group != group {
			group = run.Group
			line.Key = g.packer.Key(group)
		}
		shown = append(shown, line)
		out.Passages = append(out.Passages, p)
		out.Citations = append(out.Citations, g.citation(&p, text))
	}
	if len(shown) > 0 {
		out.Context = g.tabled + evidence.Context(shown)
	}
	for i, it := range g.items {
		chunk := model.ChunkID(it.Node)
		out.Trace.Items = append(out.Trace.Items, TraceItem{
			Source: sourceOf(g.t.Index, g.t.Index.Corpus.ChunkSection(chunk)), Chunk: chunk, Score: it.Score, Passage: passageOf[i], Why: g.why(it),
		})
	}
	if len(out.Passages) > 0 {
		out.Coverage = g.coverage(out.Passages)
	} else if !g.t.Missing.Any() {
		out.Reason = g.nothing()
	}
	return out
}

// passage describes a run. Its text has no white space around it.
func (g *gatherer) passage(n int, run evidence.Run) (p Passage, text excerpt.Text) {
	c := g.t.Index.Corpus
	at := g.t.sentenceSpan(run.First, run.End)
	text, _ = g.t.Of(at)
	from, to := evidence.Trim(text.Text)
	if g.front != "" {
		to = from + len(g.front)
	}
	text = text.Cut(from, to)
	start := at.Start - c.DocText(c.SectionDoc(run.Section)).Start + uint32(from)
	p = Passage{
		N: n, Source: sourceOf(g.t.Index, run.Section), Section: run.Section, Entities: g.members(run.Group),
		At: model.Span{Start: start, End: start + uint32(to-from)}, Text: text.Text,
	}
	if run.Group > 0 && g.groups != nil {
		if s := g.groups[run.Group-1].summary; s > 0 {
			p.Summary = g.t.Index.Tree.Title(s)
		}
	}
	return p, text
}

// written describes a summary that a language model wrote.
func (g *gatherer) written(n int, run evidence.Run) Passage {
	x := g.t.Index
	s := g.groups[run.Group-1].summary
	first, end := x.Tree.Leaves(s)
	section := x.Corpus.ChunkSection(first)
	p := Passage{N: n, Source: sourceOf(g.t.Index, section), Section: section, Summary: x.Tree.Title(s)}
	p.Text, _ = x.Tree.Text(s)
	document := x.Corpus.DocText(x.Corpus.SectionDoc(section))
	p.At = model.Span{Start: x.Corpus.ChunkText(first).Start - document.Start, End: min(x.Corpus.ChunkText(end-1).End, document.End) - document.Start}
	for c := first; c < end; c++ {
		if section := x.Corpus.ChunkSection(c); c == first || section != x.Corpus.ChunkSection(c-1) {
			p.Written = append(p.Written, sourceOf(g.t.Index, section))
		}
	}
	return p
}

// citation quotes the sentences of a passage that answer best.
func (g *gatherer) citation(p *Passage, text excerpt.Text) Citation {
	c := Citation{N: p.N, Source: p.Source, At: p.At, Score: p.Score}
	if p.Written != nil {
		return c // no sentence of a document
	}
	quote := g.matcher.Best(text)
	c.Quote = quote.Text
	c.URL = evidence.Fragment(p.URL, quote.Text)
	c.At.Start = p.At.Start + uint32(quote.Start)
	c.At.End = c.At.Start + uint32(len(quote.Text))
	return c
}

// coverage compares the words and entities of the query with those of the passages.
func (g *gatherer) coverage(passages []Passage) Coverage {
	found := map[model.TermID]bool{}
	for _, p := range passages {
		for _, s := range []string{p.Title, p.Heading, p.Text} {
			for _, t := range g.matcher.Terms(s) {
				found[t] = true
			}
		}
	}
	c := Coverage{Terms: 1, Entities: 1}
	if weight, all := g.weigh(found, &c); all > 0 {
		c.Terms = weight / all
	}
	if len(g.r.Entities) > 0 {
		n := 0
		for _, l := range g.r.Entities {
			if g.mentions(uint32(l.Entity)) {
				n++
			}
		}
		c.Entities = float32(n) / float32(len(g.r.Entities))
	}
	return c
}

// weigh sums the weights of the query's distinct words: weight of the found words, all of all words. It lists the other
// words in c.
func (g *gatherer) weigh(found map[model.TermID]bool, c *Coverage) (weight, all float32) {
	rarest := float32(0)
	seen := map[string]bool{}
	for i := range g.r.Query.Words {
		w := &g.r.Query.Words[i]
		key := w.Key
		switch {
		case w.Excluded, w.Known && !g.r.Query.Searches(w.Term), seen[key]:
			continue
		case w.Known:
			key = g.t.Index.Dictionary.Stem(w.Term)
			if seen[key] {
				continue
			}
			idf := g.t.Index.Dictionary.IDF(w.Term)
			all += idf
			if found[w.Term] {
				weight += idf
			}
		default:
			if rarest == 0 {
				rarest = g.t.Index.Dictionary.Rarest()
			}
			all += rarest
		}
		seen[w.Key], seen[key] = true, true
		if !w.Known || !found[w.Term] {
			c.Uncovered = append(c.Uncovered, g.r.Query.Text[w.Start:w.End])
		}
	}
	return weight, all
}

// mentions tells whether a chunk that was packed mentions an entity.
func (g *gatherer) mentions(entity uint32) bool {
	set := g.t.Index.EntityChunks.Set(entity)
	for _, item := range g.offered {
		if set.Contains(uint32(g.items[item].Node)) {
			return true
		}
	}
	return false
}

// nothing returns the reason why there is no passage.
func (g *gatherer) nothing() string {
	switch {
	case g.next > 0:
		return "the best passage does not fit into a budget of " + strconv.Itoa(g.budget) + " tokens"
	case len(g.ranking.Items) > 0:
		return "what was found has a title but no text"
	case len(g.r.Query.Words) == 0:
		return "the query has no words"
	case len(g.r.Query.Terms) == 0:
		return "no document has any of the query's words"
	}
	return g.ranking.Reason
}
