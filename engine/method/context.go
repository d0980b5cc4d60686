package method

import "mycel/engine/model"

// Some methods choose the content of a context for a language model themselves: tables from their graph, then passages
// in channels, all within Request.Budget. The ranking of such a method for a request for chunks has a Context; the
// engine prints it.

// Context is what a method has chosen for a budget.
type Context struct {
	Tables   []Table  // in front of the passages
	Channels []string // headings of the passages, by Item.Channel; the first belongs to no channel
	Next     int      // a larger budget that holds more; 0 if nothing was left out
	Outline  *Outline // replaces all other fields; Item.Channel is then a line, from 1
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
	Cost  int // tokens of the line without its number, at most; see evidence.Row
}

// Piece is a part of a cell; a space stands between pieces.
type Piece struct {
	Text     string // the text itself; "" for words of the corpus:
	Sentence model.SentenceID
	From, To uint32 // bytes of the sentence; all of it if To is 0
}

// Fit adds a row if it takes at most left tokens, together with the head before the first row. It returns their
// tokens.
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

// PassageCost bounds the tokens of the n-th passage: its mark, the label of its section, and its sentences.
func PassageCost(c Costs, section model.SectionID, first, end model.SentenceID, n int) int {
	cost := len("[]") + Digits(n) + c.Label(section)
	for s := first; s < end; s++ {
		cost += c.Sentence(s)
	}
	return cost
}

// Tokens returns an upper bound of the table's tokens.
func (t *Table) Tokens() int {
	sum := t.Cost
	for i := range t.Rows {
		sum += t.Rows[i].Cost + Digits(i)
	}
	return sum
}

// Digits returns the number of digits of n ≥ 0.
func Digits(n int) int {
	d := 1
	for n >= 10 {
		n /= 10
		d++
	}
	return d
}
