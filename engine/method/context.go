package method

import "mycel/engine/model"

// Some methods say themselves what goes into a context for a language model: tables of
// what their graph knows, then passages in channels, all within Request.Budget. A
// ranking of theirs for a request for chunks has a Context; the engine prints it.

// Context is what a method has chosen for a budget.
type Context struct {
	Tables   []Table  // in front of the passages
	Channels []string // headings of the passages, by Item.Channel; the first is of none
	Next     int      // a budget that holds more, 0 if nothing was left out
	Outline  *Outline // in the place of all these; Item.Channel is then a line, from 1
}

// Table is rows about entities, relations or the like.
type Table struct {
	Head string // its name, and the names of its columns on a line of their own
	Cost int    // tokens of the head with its line breaks, at most
	Rows []Row
}

// Row is a line of a table: its number, from 0, and its cells, with "|" between them.
type Row struct {
	Cells [][]Piece
	Cost  int // tokens of the line but its number, at most; see evidence.Row
}

// Piece is a part of a cell; a space stands between pieces.
type Piece struct {
	Text     string // as it is; "" for words of the corpus:
	Sentence model.SentenceID
	From, To uint32 // bytes of the sentence; all of it if To is 0
}

// Fit adds a row if it, and the head before the first row, take at most left tokens. It returns their tokens.
func (t *Table) Fit(r Row, left int) (cost int, ok bool) {
	cost = r.Cost + Digits(len(t.Rows))
	if len(t.Rows) == 0 {
		cost += t.Cost
	}
	if ok = cost <= left; ok {
		t.Rows = append(t.Rows, r)
	}
	return cost, ok
}

// NamePieces lists names of entities, with commas between them.
func NamePieces(list []model.EntityID, name func(model.EntityID) string) (out []Piece) {
	for i, e := range list {
		text := name(e)
		if i+1 < len(list) {
			text += ","
		}
		out = append(out, Piece{Text: text})
	}
	return out
}

// PassageCost bounds the tokens of sentences of a section as the n-th passage: its mark, its label, and its sentences.
func PassageCost(c Costs, section model.SectionID, first, end model.SentenceID, n int) int {
	cost := len("[]") + Digits(n) + c.Label(section)
	for s := first; s < end; s++ {
		cost += c.Sentence(s)
	}
	return cost
}

// tokens is what the table takes at most.
func (t *Table) Tokens() int {
	sum := t.Cost
	for i := range t.Rows {
		sum += t.Rows[i].Cost + Digits(i)
	}
	return sum
}

// digits is the number of digits of n ≥ 0.
func Digits(n int) int {
	d := 1
	for n >= 10 {
		n /= 10
		d++
	}
	return d
}
