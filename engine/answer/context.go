package answer

import (
	"strconv"
	"strings"

	"mycel/engine/evidence"
	"mycel/engine/method"
)

// packContext packs the items that a method has chosen itself: tables, then all of its items, by channels. Only the
// first item may be too large for the budget: it is cut then.
func (g *gatherer) packContext(c *method.Context) {
	g.group = make([]int, len(g.items))
	for i, it := range g.items {
		g.group[i] = int(it.Channel)
	}
	g.next = c.Next
	tables, cost := g.tables(c.Tables)
	if cost >= g.budget {
		tables, cost = "", 0
	}
	g.packer = evidence.NewPacker(g.t.Tokens, g.budget-cost, c.Channels[1:])
	for i, it := range g.items {
		piece, ok := g.piece(it)
		if !ok || piece.First == piece.End {
			continue
		}
		piece.Group = int(it.Channel)
		switch tokens, ok := g.packer.Add(piece); {
		case ok:
			g.tokens = tokens
			g.offered = append(g.offered, i)
		case len(g.offered) == 0 && len(g.out.Missing) == 0:
			g.packFront(i, piece)
			tables, cost = "", 0
		}
	}
	if g.tokens > 0 {
		g.tabled, g.tokens = tables, g.tokens+cost
	}
}

// tables renders tables, and returns an upper bound of their tokens. Rows whose texts are
// missing are left out: an answer with missing texts is not final.
func (g *gatherer) tables(tables []method.Table) (string, int) {
	var b strings.Builder
	cost := 0
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		b.WriteString(t.Head)
		b.WriteByte('\n')
		cost += t.Cost
		for i, row := range t.Rows {
			number := strconv.Itoa(i)
			b.WriteString(number)
			b.WriteString(evidence.Row(g.cells(row)))
			cost += len(number) + row.Cost
		}
		b.WriteByte('\n')
	}
	return b.String(), cost
}

// cells renders the cells of a row.
func (g *gatherer) cells(row method.Row) []string {
	cells := make([]string, len(row.Cells))
	for i, parts := range row.Cells {
		var texts []string
		for _, p := range parts {
			texts = append(texts, g.part(p))
		}
		cells[i] = strings.Join(texts, " ")
	}
	return cells
}

// part returns the text of a piece, "" if it is missing.
func (g *gatherer) part(p method.Piece) string {
	if p.Text != "" {
		return p.Text
	}
	return stretch(g.t.Sentence(p.Sentence), int(p.From), int(p.To))
}

// stretch returns the bytes [from, to) of a sentence, all of it where the range is empty or outside: a missing text is
// "".
func stretch(sentence string, from, to int) string {
	if 0 < to && to <= len(sentence) && from <= to {
		return sentence[from:to]
	}
	return sentence
}
