// Package excerpt chooses the sentences of a chunk that answer a query best, and finds the
// words in them that match.
package excerpt

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/text"
)

// MaxBytes is the length for which an excerpt aims. A longer single sentence is cut at word
// borders.
const MaxBytes = 320

// Excerpt is an exact substring of a document's text.
type Excerpt struct {
	Text     string
	Start    int          // of Text in the chunk
	Matches  []model.Span // bytes in Text, ascending
	CutStart bool         // the chunk has text before it
	CutEnd   bool         // the chunk has text after it
}

// Matcher finds the words of a query in texts, in all their forms.
type Matcher struct {
	d *lexical.Dictionary
	q *lexical.Query
}

// NewMatcher prepares the search for the query's words.
func NewMatcher(d *lexical.Dictionary, q *lexical.Query) *Matcher {
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
			out = append(out, x)
			continue
		}
		if word := s[start:end]; text.Compound(word) {
			for _, p := range text.Parts(word) {
				if x, ok := m.match([]byte(text.Key(word[p[0]:p[1]])), start+p[0], start+p[1]); ok {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// match reports whether the query searches for a word, in this form or another, and returns the
// occurrence of the term for which the query's word stands.
func (m *Matcher) match(key []byte, start, end int) (x match, ok bool) {
	if !m.q.May(key) {
		return x, false
	}
	bit := m.q.Bit(m.d, string(key))
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

// Terms returns the query's terms that occur in s, in order of appearance.
func (m *Matcher) Terms(s string) []model.TermID {
	var terms []model.TermID
	for _, x := range m.matches(s) {
		terms = append(terms, x.term)
	}
	return terms
}

// join merges overlapping spans, which tokens that are pairs of characters make.
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

// Best returns the excerpt of a chunk. sentences are the ascending offsets at
// which its sentences begin. It takes the run of whole sentences within MaxBytes
// whose distinct matching terms weigh most (by idf), repeats counting a tenth;
// among equals the earliest.
func (m *Matcher) Best(chunk string, sentences []int) Excerpt {
	found := m.matches(chunk)
	return m.excerpt(chunk, sentences, found, found)
}

// Lead returns the excerpt at the beginning of a chunk.
func (m *Matcher) Lead(chunk string, sentences []int) Excerpt {
	return m.excerpt(chunk, sentences, m.matches(chunk), nil)
}

// excerpt returns the excerpt that is best by the matches in by; it marks all matches in found.
func (m *Matcher) excerpt(chunk string, sentences []int, found, by []match) Excerpt {
	first, end := m.window(chunk, sentences, by)
	if end-first > MaxBytes {
		first, end = cutLong(chunk, first, end, by)
	}
	first, end = trim(chunk, first, end)
	e := Excerpt{
		Text:     chunk[first:end],
		Start:    first,
		CutStart: strings.TrimSpace(chunk[:first]) != "",
		CutEnd:   strings.TrimSpace(chunk[end:]) != "",
	}
	for _, x := range found {
		if int(x.span.Start) >= first && int(x.span.End) <= end {
			e.Matches = append(e.Matches, model.Span{Start: x.span.Start - uint32(first), End: x.span.End - uint32(first)})
		}
	}
	e.Matches = join(e.Matches)
	return e
}

// window returns the byte range of the best run of sentences.
func (m *Matcher) window(chunk string, sentences []int, found []match) (int, int) {
	if len(sentences) == 0 {
		return 0, len(chunk)
	}
	endOf := func(i int) int {
		if i+1 < len(sentences) {
			return sentences[i+1]
		}
		return len(chunk)
	}
	bestFirst, bestLast, best := 0, 0, float32(-1)
	for i := range sentences {
		last := i
		for last+1 < len(sentences) && endOf(last+1)-sentences[i] <= MaxBytes {
			last++
		}
		w := m.weight(found, sentences[i], endOf(last))
		if m.weight(found, sentences[i], endOf(i)) == 0 {
			w = 0 // an excerpt begins with a sentence that has a match, if there is one
		}
		if w > best {
			bestFirst, bestLast, best = i, last, w
		}
	}
	return sentences[bestFirst], endOf(bestLast)
}

// weight sums the idf of the distinct terms in chunk[start:end]; repeats count a tenth.
func (m *Matcher) weight(found []match, start, end int) float32 {
	sum := float32(0)
	for i, x := range found {
		if int(x.span.Start) < start || int(x.span.Start) >= end {
			continue
		}
		w := m.d.IDF(x.term)
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

// cutLong shortens one long sentence to MaxBytes around its first match.
func cutLong(chunk string, first, end int, found []match) (int, int) {
	at := first
	for _, x := range found {
		if int(x.span.Start) >= first && int(x.span.End) <= end {
			at = int(x.span.Start)
			break
		}
	}
	start := max(first, min(at-MaxBytes/4, end-MaxBytes))
	stop := min(start+MaxBytes, end)
	if start > first {
		start = nextBreak(chunk, start, at)
	}
	if stop < end {
		stop = lastBreak(chunk, at, stop)
	}
	return start, stop
}

// nextBreak returns the first position from i on, but not beyond limit, at which a word begins, or
// else a character.
func nextBreak(s string, i, limit int) int {
	if j := strings.IndexAny(s[i:limit], " \n\t"); j >= 0 {
		return i + j + 1
	}
	for i < limit && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// lastBreak returns the last position before i, but not before limit, at which a word ends, or
// else a character.
func lastBreak(s string, limit, i int) int {
	if j := strings.LastIndexAny(s[limit:i], " \n\t"); j > 0 {
		return limit + j
	}
	for i > limit && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func trim(s string, first, end int) (int, int) {
	t := strings.TrimLeft(s[first:end], " \n\t")
	first = end - len(t)
	return first, first + len(strings.TrimRight(t, " \n\t"))
}
