// Package excerpt chooses the sentences of a chunk that answer a query best, and finds the words in them that match.
package excerpt

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/engine/text"
)

// MaxWidth is the width of an excerpt in columns; letters of East Asia are two wide. A longer single sentence is cut at
// borders of cells or words.
const MaxWidth = 320

// codeWeight is the weight of a match in a listing; a match in prose weighs 1. As in rankings, code must not outvote
// the prose that explains it.
const codeWeight = 0.3

// Text is a text of whole sentences.
type Text struct {
	Text      string
	Sentences []int        // ascending offsets at which its sentences begin
	Code      []model.Code // ascending; no two overlap
}

// End returns where sentence i ends.
func (t *Text) End(i int) int {
	if i+1 < len(t.Sentences) {
		return t.Sentences[i+1]
	}
	return len(t.Text)
}

// Cut returns the text from one byte to another. A sentence that begins before from begins at from in the result.
func (t *Text) Cut(from, to int) Text {
	out := Text{Text: t.Text[from:to]}
	for _, s := range t.Sentences {
		if s < to {
			out.Sentences = append(out.Sentences, max(0, s-from))
		}
	}
	for _, c := range t.Code {
		if start, end := max(int(c.Start), from), min(int(c.End), to); start < end {
			c.Span = model.Span{Start: uint32(start - from), End: uint32(end - from)}
			out.Code = append(out.Code, c)
		}
	}
	return out
}

// listing reports whether the first visible character in [start, end) is part of a listing.
func (t *Text) listing(start, end int) bool {
	start = end - len(strings.TrimLeft(t.Text[start:end], " \n\t"))
	for _, c := range t.Code {
		if int(c.End) > start {
			return c.Listing && int(c.Start) <= start
		}
	}
	return false
}

// Excerpt is an exact substring of a document's text.
type Excerpt struct {
	Text     string
	Start    int          // of Text in the chunk
	Matches  []model.Span // bytes in Text, ascending
	Code     []model.Span // bytes in Text that are code, ascending
	CutStart bool         // the chunk has text before it
	CutEnd   bool         // the chunk has text after it
}

// Matcher finds the words of a query in texts, in all their forms.
type Matcher struct {
	d *lexical.Dictionary
	q *query.Query
}

// NewMatcher prepares the search for the query's words.
func NewMatcher(d *lexical.Dictionary, q *query.Query) *Matcher {
	return &Matcher{d: d, q: q}
}

// match is an occurrence of a term.
type match struct {
	span model.Span
	term model.TermID
}

func (m *Matcher) matches(s string) []match {
	var out []match
	sc := text.NewScanner(s)
	for sc.Next() {
		start, end := sc.Span()
		if x, ok := m.match(sc.Key(), start, end); ok {
			for i := range m.q.Words {
				if w := &m.q.Words[i]; w.Lone() && m.q.BitOf(w) == m.q.Bit(sc.Key()) {
					x.span = character(w.Key, sc.Text(), x.span)
				}
			}
			out = append(out, x)
			continue
		}
		for _, p := range sc.Parts() {
			if x, ok := m.match([]byte(text.Key(p.Text)), p.Start, p.End); ok {
				out = append(out, x)
			}
		}
	}
	return out
}

// character returns the span of one character of a pair of characters; span is that of the pair.
func character(key, pair string, span model.Span) model.Span {
	if _, n := utf8.DecodeRuneInString(pair); text.Key(pair[:n]) == key {
		span.End = span.Start + uint32(n)
	} else {
		span.Start += uint32(n)
	}
	return span
}

// inText returns the matches in a text, together with the symbols of the query in its code.
func (m *Matcher) inText(t *Text) []match {
	out := m.matches(t.Text)
	for _, c := range t.Code {
		for _, s := range m.q.Symbols {
			symbol := m.q.Text[s.Start:s.End]
			for at := int(c.Start); ; {
				n := strings.Index(t.Text[at:c.End], symbol)
				if n < 0 {
					break
				}
				start := at + n
				at = start + len(symbol)
				if !text.Joined(t.Text[c.Start:c.End], start-int(c.Start), at-int(c.Start)) {
					out = append(out, match{model.Span{Start: uint32(start), End: uint32(at)}, s.Term})
				}
			}
		}
	}
	for i := range out { // few: a sort function would make the download larger
		for ; i > 0 && out[i].span.Start < out[i-1].span.Start; i-- {
			out[i], out[i-1] = out[i-1], out[i]
		}
	}
	return out
}

// match reports whether the query searches for a word, in this form or another, and returns the match with the term of
// the query's word.
func (m *Matcher) match(key []byte, start, end int) (x match, ok bool) {
	bit := m.q.Bit(key)
	if bit < 0 {
		return x, false
	}
	return match{model.Span{Start: uint32(start), End: uint32(end)}, m.q.Terms[bit]}, true
}

// Spans returns the byte ranges in s of the words for which the query searches.
func (m *Matcher) Spans(s string) []model.Span {
	var spans []model.Span
	for _, x := range m.matches(s) {
		spans = append(spans, x.span)
	}
	return join(spans)
}

// Terms returns the query's terms that occur in s, in order of appearance. It is kept out of line for the
// size of the browser's engine.
//
//go:noinline
func (m *Matcher) Terms(s string) []model.TermID {
	var terms []model.TermID
	for _, x := range m.matches(s) {
		terms = append(terms, x.term)
	}
	return terms
}

// join merges overlapping spans: tokens that are pairs of characters overlap.
func join(spans []model.Span) []model.Span {
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else {
			out = append(out, s)
		}
	}
	return out
}

// Best returns the excerpt of a chunk: the run of whole sentences within MaxWidth whose distinct matching terms weigh
// most. A term weighs its idf; a repetition weighs a tenth, and a match in a listing codeWeight. Of equal runs it takes
// the earliest. It begins in prose if prose has a match, or introduces a listing that has one.
func (m *Matcher) Best(chunk Text) Excerpt {
	found := m.inText(&chunk)
	return m.excerpt(&chunk, found, found)
}

// Lead returns the excerpt at the beginning of a chunk, or of its prose, if it has any.
func (m *Matcher) Lead(chunk Text) Excerpt {
	return m.excerpt(&chunk, m.inText(&chunk), nil)
}

// excerpt returns the best excerpt for the matches in by; it marks all matches in found.
func (m *Matcher) excerpt(chunk *Text, found, by []match) Excerpt {
	first, end := m.window(chunk, by)
	if width(chunk.Text[first:end]) > MaxWidth {
		first, end = m.cutLong(chunk, first, end, by)
	}
	first, end = trim(chunk.Text, first, end)
	e := Excerpt{
		Text:     chunk.Text[first:end],
		Start:    first,
		CutStart: strings.TrimSpace(chunk.Text[:first]) != "",
		CutEnd:   strings.TrimSpace(chunk.Text[end:]) != "",
	}
	for _, x := range found {
		if int(x.span.Start) >= first && int(x.span.End) <= end {
			e.Matches = append(e.Matches, model.Span{Start: x.span.Start - uint32(first), End: x.span.End - uint32(first)})
		}
	}
	e.Matches = join(e.Matches)
	shown := chunk.Cut(first, end)
	for _, c := range shown.Code {
		e.Code = append(e.Code, c.Span)
	}
	return e
}

// window returns the byte range of the best run of sentences.
func (m *Matcher) window(t *Text, found []match) (int, int) {
	if len(t.Sentences) == 0 {
		return 0, len(t.Text)
	}
	first, end, weight := m.runs(t, found, true)
	if weight < 0 || weight == 0 && len(found) > 0 {
		first, end, _ = m.runs(t, found, false)
	}
	return first, end
}

// runs returns the byte range of the best run of sentences, and its weight, −1 without a run. If
// prose is set, the run begins with a sentence of prose.
func (m *Matcher) runs(t *Text, found []match, prose bool) (bestStart, bestEnd int, best float32) {
	best = -1
	to := []int{0} // the width of all sentences before one
	for i, start := range t.Sentences {
		to = append(to, to[i]+width(t.Text[start:t.End(i)]))
	}
	for i, start := range t.Sentences {
		listing := t.listing(start, t.End(i))
		if prose && listing {
			continue
		}
		last := i
		for last+1 < len(t.Sentences) && to[last+2]-to[i] <= MaxWidth {
			last++
		}
		for !listing && last > i && t.listing(t.Sentences[last], t.End(last)) && m.weight(t, found, t.Sentences[last], t.End(last)) == 0 {
			last--
		}
		w := m.weight(t, found, start, t.End(last))
		if m.weight(t, found, start, t.End(i)) == 0 && !(prose && last > i && t.listing(t.Sentences[i+1], t.End(i+1))) {
			w = 0 // an excerpt begins with a sentence that has a match, if there is one
		}
		if w > best {
			bestStart, bestEnd, best = start, t.End(last), w
		}
	}
	return bestStart, bestEnd, best
}

// weight sums the weights of the distinct terms in t.Text[start:end]; see Best.
func (m *Matcher) weight(t *Text, found []match, start, end int) float32 {
	sum := float32(0)
	for i, x := range found {
		if int(x.span.Start) < start || int(x.span.Start) >= end {
			continue
		}
		w := m.d.IDF(x.term)
		if t.listing(int(x.span.Start), int(x.span.End)) {
			w = float32(w * codeWeight)
		}
		for _, y := range found[:i] {
			if y.term == x.term && int(y.span.Start) >= start {
				w = float32(w * 0.1)
				break
			}
		}
		sum += w
	}
	return sum
}

// cutLong shortens one long sentence to MaxWidth where its distinct matches weigh most. It cuts a row of a table
// between cells, if it can.
func (m *Matcher) cutLong(t *Text, first, end int, found []match) (bestStart, bestEnd int) {
	bestStart, bestEnd = first, lastBreak(t.Text, first, fit(t.Text, first, end))
	best := float32(0)
	for _, x := range found {
		at, stop := int(x.span.Start), int(x.span.End)
		if at < first || stop > end {
			continue
		}
		start := at
		for lead := 0; start > first && lead < MaxWidth/4; lead += columns(t.Text[start]) {
			start--
		}
		to := fit(t.Text, start, end)
		if start > first {
			start = nextBreak(t.Text, start, at)
		}
		if to < end {
			to = lastBreak(t.Text, min(stop, to), to)
		}
		if w := m.weight(t, found, start, to); w > best {
			bestStart, bestEnd, best = start, to, w
		}
	}
	return bestStart, bestEnd
}

// fit returns the end of the longest text from start on that fits into MaxWidth, at most end.
func fit(s string, start, end int) int {
	for room := MaxWidth; start < end; start++ {
		if room -= columns(s[start]); room < 0 {
			break
		}
	}
	return start
}

// width returns the columns of s.
func width(s string) (n int) {
	for i := range len(s) {
		n += columns(s[i])
	}
	return n
}

// columns returns the width of the character that begins with byte c: 2 for most characters of three or four bytes, as
// in East Asia, 1 for others. Bytes within a character count 0.
func columns(c byte) int {
	switch {
	case c >= 0xe3:
		return 2
	case c&0xc0 == 0x80:
		return 0
	}
	return 1
}

// cellBorder stands between the cells of a row.
const cellBorder = " | "

// nextBreak returns the first position from i on, but not beyond limit, at which a cell begins, or
// else a word, or else a character.
func nextBreak(s string, i, limit int) int {
	if j := strings.Index(s[i:limit], cellBorder); j >= 0 {
		return i + j + len(cellBorder)
	}
	if j := strings.IndexAny(s[i:limit], " \n\t"); j >= 0 {
		return i + j + 1
	}
	for i < limit && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// lastBreak returns the last position before i, but not before limit, at which a cell ends, or
// else a word, or else a character.
func lastBreak(s string, limit, i int) int {
	if i == len(s) {
		return i
	}
	if j := strings.LastIndex(s[limit:i], cellBorder); j > 0 {
		return limit + j
	}
	if j := strings.LastIndexAny(s[limit:i], " \n\t"); j > 0 {
		return limit + j
	}
	for i > limit && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func trim(s string, first, end int) (int, int) {
	t := strings.TrimLeft(s[first:end], " \n\t")
	first = end - len(t)
	return first, first + len(strings.TrimRight(t, " \n\t"))
}
