package noderag

import (
	"mycel/engine/method"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/rank"
)

// A context of mode node has the found nodes by type: elements, attributes, units, relations, texts. Each turn takes
// the next node of the type that is farthest behind its share of the tokens, until a node does not fit. So types keep
// about their shares with every budget, tokens that one type leaves over go to the others, and a greater budget has
// everything that a smaller one has. No sentence is there twice.

// channel is a part of a context.
type channel struct {
	t     heterograph.Type
	share int // of 100 tokens
	head  string
}

var channels = [...]channel{
	{heterograph.Element, 10, "High-level elements"},
	{heterograph.Attribute, 15, "Attributes"},
	{heterograph.Unit, 35, "Semantic units"},
	{heterograph.Relation, 10, "Relationships"},
	{heterograph.Text, 30, "Texts"},
}

// packer fills a context.
type packer struct {
	*query
	queues [len(channels)][]*Found
	used   [len(channels)]int // tokens
	taken  map[model.SentenceID]bool
	tables [len(channels)]method.Table // tables of the texts that a language model wrote
	headed [len(channels)]bool         // whether a channel has an item
	items  []method.Item
	tokens int
}

// fillContext fills a context of Request.Budget tokens.
func (q *query) fillContext(out *method.Ranking) {
	p := &packer{query: q, taken: map[model.SentenceID]bool{}}
	for c := range channels {
		p.tables[c].Head = channels[c].head + rowHead
		p.tables[c].Cost = len(p.tables[c].Head) + len("\n\n") // a token has a byte at least
	}
	for i := range q.found {
		for c := range channels {
			if channels[c].t == q.found[i].Type {
				p.queues[c] = append(p.queues[c], &q.found[i])
			}
		}
	}
	out.Context = &method.Context{Channels: make([]string, len(channels)+1), Next: p.pack()}
	for _, t := range p.tables {
		if len(t.Rows) > 0 {
			out.Context.Tables = append(out.Context.Tables, t)
		}
	}
	if Format(q.o.Word(paramFormat)) == FormatTypes {
		for c := range channels {
			out.Context.Channels[c+1] = channels[c].head
		}
	} else {
		for i := range p.items {
			p.items[i].Channel = 0
		}
	}
	out.Items = p.items
	rank.Stable(out.Items, func(a, b method.Item) int { return int(a.Channel - b.Channel) })
}

// pack takes nodes in turns. It returns the tokens that the first node without room would need; 0 if all fit. It takes
// the very first node even without room: the caller cuts it.
func (p *packer) pack() (next int) {
	for {
		c := p.turn()
		if c < 0 {
			return 0
		}
		f := p.queues[c][0]
		p.queues[c] = p.queues[c][1:]
		if f.Text != "" {
			if next = p.row(f, c); next == 0 {
				continue
			}
			if p.tokens > 0 {
				return next
			}
		}
		pieces := p.pieces(f, c+1)
		if len(pieces) == 0 {
			continue
		}
		cost := p.cost(pieces)
		if !p.headed[c] && Format(p.o.Word(paramFormat)) == FormatTypes {
			cost += len(channels[c].head) + len(":\n")
		}
		if p.tokens+cost > p.r.Budget {
			next = p.tokens + cost
			if len(p.items) == 0 {
				p.items = pieces[:1]
			}
			return next
		}
		p.tokens += cost
		p.used[c] += cost
		p.headed[c] = true
		p.take(pieces)
	}
}

// rowHead is the head of a table of written texts, behind the name of the channel.
const rowHead = "\nid|about|text"

// row puts a language model's text about a node into the table of its channel. It returns 0, or the tokens that the row
// would need if it does not fit.
func (p *packer) row(f *Found, c int) (next int) {
	about := method.NamePieces(f.Names, p.x.Entities.Name) // empty where an element has no title
	cost, ok := p.tables[c].Fit(method.Row{Cost: f.cost, Cells: [][]method.Piece{about, {{Text: f.Text}}}}, p.r.Budget-p.tokens)
	if !ok {
		return p.tokens + cost
	}
	p.tokens += cost
	p.used[c] += cost
	return 0
}

// turn returns the channel that is farthest behind its share, of equals the first; −1 if no node is left.
func (p *packer) turn() int {
	best := -1
	for c := range channels {
		if len(p.queues[c]) > 0 && (best < 0 || p.used[c]*channels[best].share < p.used[best]*channels[c].share) {
			best = c
		}
	}
	return best
}

// pieces returns the runs of a node's sentences that are not taken, as items.
func (p *packer) pieces(f *Found, channel int) []method.Item {
	var out []method.Item
	run := func(c model.ChunkID, first, end model.SentenceID) {
		for s := first; s < end; s++ {
			if p.taken[s] {
				continue
			}
			from := s
			for s < end && !p.taken[s] {
				s++
			}
			it := p.item(c, p.relative(f), f)
			it.First, it.End, it.Channel = from, s, int32(channel)
			out = append(out, it)
		}
	}
	if f.Type == heterograph.Text {
		if c := model.ChunkID(f.Node); p.r.Wants(f.Node) {
			first, end := p.g.ChunkSentences(c)
			run(c, first, end)
		}
		return out
	}
	for _, u := range p.unitsOf(f.Node) {
		if c, last := p.g.Chunks(u); c < last && p.r.Wants(uint32(c)) {
			first, end := p.g.Sentences(u)
			run(c, first, end)
		}
	}
	return out
}

// cost bounds the tokens of pieces: each has a mark, the label of its section, and its sentences. Pieces that the
// engine joins to one passage cost less.
func (p *packer) cost(pieces []method.Item) int {
	sum := 0
	for i := range pieces {
		it := &pieces[i]
		sum += method.PassageCost(p.x.Costs, p.x.Corpus.ChunkSection(model.ChunkID(it.Node)), it.First, it.End, len(p.items)+i+1)
	}
	return sum
}

// take puts pieces into the context.
func (p *packer) take(pieces []method.Item) {
	for i := range pieces {
		for s := pieces[i].First; s < pieces[i].End; s++ {
			p.taken[s] = true
		}
	}
	p.items = append(p.items, pieces...)
}
