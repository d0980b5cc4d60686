package ner

import (
	"bytes"

	"mycel/engine/entity"
)

// span is a capitalised span or a code: the tokens [first,end) of a sentence. Links has bit i set if token first+i is a
// connector, a number or a file ending. The tokens between links are the parts of the span.
type span struct {
	first, end int
	links      uint16
	kind       entity.Kind
}

// maxLinks is the largest number of connectors in a row.
const maxLinks = 2

// spanFinder finds the spans of a sentence.
type spanFinder struct {
	s  *sentence
	at int
}

// next returns the next span; ok is false at the end of the sentence. Spans do not overlap.
func (f *spanFinder) next() (sp span, ok bool) {
	for f.at < len(f.s.tokens) {
		begin := f.at
		if end := f.identifier(begin); end > begin+1 {
			f.at = end
			if end-begin <= maxSpan {
				return span{first: begin, end: end, kind: entity.Code}, true
			}
			continue
		}
		if t := &f.s.tokens[begin]; !t.shape.proven() && t.shape&shapeCapital == 0 {
			f.at++
			continue
		}
		sp = f.extend(begin)
		f.at = sp.end
		if sp = f.trim(sp); f.keep(sp) {
			return sp, true
		}
	}
	return span{}, false
}

// identifier returns the end of the tokens from i on that are joined by underscores.
func (f *spanFinder) identifier(i int) int {
	i++
	for i < len(f.s.tokens) && f.s.tokens[i].gap == gapUnderscore {
		i++
	}
	return i
}

// extend returns the longest span that begins at token i.
func (f *spanFinder) extend(i int) span {
	t := f.s.tokens
	sp := span{first: i, end: i + 1, kind: entity.Name}
	if t[i].shape&(shapeCapital|shapeInner) == 0 { // u32, x86
		sp.kind = entity.Code
		return sp
	}
	for sp.end < len(t) {
		k := sp.end
		for k < len(t) && k-sp.end < maxLinks && t[k].class&classLink != 0 && t[k].shape.plain() &&
			(t[k].gap == gapSpace || t[k].gap == gapHyphen) {
			k++
		}
		if k == len(t) || k+1-i > maxSpan || !f.joins(k) {
			break
		}
		for l := sp.end; l < k; l++ {
			sp.links |= 1 << (l - i)
		}
		if t[k].shape.number() {
			sp.links |= 1 << (k - i)
		}
		sp.end = k + 1
	}
	if sp.end == i+1 {
		if t[i].shape.code() {
			sp.kind = entity.Code
		}
		f.ending(&sp)
	}
	return sp
}

// joins reports whether token k continues the span of the token before it, which may be a connector.
func (f *spanFinder) joins(k int) bool {
	t := f.s.tokens
	prev, cur := &t[k-1], &t[k]
	if cur.shape.number() {
		return cur.gap == gapSpace || cur.gap == gapHyphen
	}
	if cur.gap == gapApostrophe && cur.shape.plain() && prev.shape&shapeCapital != 0 && prev.end-prev.start > 1 {
		return true // Qur'an
	}
	if !cur.shape.capital() || cur.shape&shapeDigitFirst != 0 || f.pronoun(k) {
		return false
	}
	if k+1 < len(t) && t[k+1].gap == gapUnderscore {
		return false
	}
	initial := prev.end-prev.start == 1 && prev.shape&shapeCapital != 0
	switch cur.gap {
	case gapSpace, gapHyphen, gapApostrophe, gapAnd:
		return true
	case gapDot:
		return initial
	case gapDotSpace:
		return initial || prev.class&classSaint != 0
	case gapSlash:
		return prev.shape.shout() && cur.shape.shout()
	}
	return false
}

// pronoun reports whether token k is the pronoun I, not the number of a king: "Python I used", but
// "Elizabeth I of England".
func (f *spanFinder) pronoun(k int) bool {
	if key := f.s.key(k, k+1); len(key) != 1 || key[0] != 'i' || k+1 == len(f.s.tokens) {
		return false
	}
	next := &f.s.tokens[k+1]
	if next.gap != gapSpace || !next.shape.plain() {
		return false
	}
	switch string(f.s.key(k+1, k+2)) {
	case "of", "was", "is", "and", "in", "to", "by":
		return false
	}
	return true
}

// ending adds a file or domain ending to the span: Cargo.toml, Amazon.com.
func (f *spanFinder) ending(sp *span) {
	t := f.s.tokens
	k := sp.end
	if k < len(t) && t[k].gap == gapDot && t[k].shape.plain() && t[k].end-t[k].start <= 4 && t[k-1].end-t[k-1].start > 1 {
		sp.links |= 1 << (k - sp.first)
		sp.end = k + 1
		sp.kind = entity.Code
	}
}

// trim removes from the front function words, dates after a preposition, and words that cannot
// begin a name. A reference (Listing 4) is removed with its number.
func (f *spanFinder) trim(sp span) span {
	t := f.s.tokens
	for sp.first < sp.end {
		cur := &t[sp.first]
		drop := 1
		switch {
		case f.function(sp.first), cur.shape.number(), !cur.shape.capital() && !cur.shape.proven():
		case f.reference(sp):
			drop = 2
		case cur.class&classCalendar != 0 && sp.first > 0 && datePreposition(f.s.key(sp.first-1, sp.first)):
		default:
			if sp.end-sp.first == 1 && cur.shape.code() {
				sp.kind = entity.Code
			}
			return sp
		}
		sp.first += drop
		sp.links >>= drop
	}
	return sp
}

// datePreposition reports whether a month or weekday after the word is a date.
func datePreposition(key []byte) bool {
	switch string(key) {
	case "in", "on", "by", "since", "until", "from", "during", "before", "after":
		return true
	}
	return false
}

// function reports whether token i is a function word. A word in capitals (US, IT) counts as an abbreviation.
func (f *spanFinder) function(i int) bool {
	t := &f.s.tokens[i]
	return t.class&classStop != 0 && !t.shape.shout()
}

// reference reports whether the span begins with a label and its number or letter.
func (f *spanFinder) reference(sp span) bool {
	if sp.end-sp.first < 2 || f.s.tokens[sp.first].class&classLabel == 0 {
		return false
	}
	next := &f.s.tokens[sp.first+1]
	return next.shape.number() || next.end-next.start == 1
}

// keep reports whether the span can be an entity: not a function word, number,
// date or label alone, not a single character.
func (f *spanFinder) keep(sp span) bool {
	n := sp.end - sp.first
	if n <= 0 || !f.s.long(sp.first, sp.end, 1) {
		return false
	}
	if n == 1 {
		t := &f.s.tokens[sp.first]
		return t.class&classAlone == 0 && !t.shape.number() && t.end-t.start <= maxCode && !version(f.s.key(sp.first, sp.end))
	}
	if n == 2 && f.s.tokens[sp.first].weak && f.s.tokens[sp.first+1].gap == gapApostrophe && f.s.tokens[sp.first+1].shape.plain() {
		return false // Ma'am
	}
	for i := sp.first; i < sp.end; i++ {
		if t := &f.s.tokens[i]; t.class&(classStop|classCount|classCalendar) == 0 && !t.shape.number() {
			return true
		}
	}
	return false
}

// version reports whether a token is a number with letters around it (v1.2.3).
func version(key []byte) bool { return bytes.IndexByte(key, '.') >= 0 }

// maxCode bounds the bytes of a one-word entity. Longer words are hashes and data.
const maxCode = 40
