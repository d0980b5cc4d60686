package ner

import (
	"strings"
	"unicode/utf8"

	"mycel/engine/text"
)

// token is one token of a sentence.
type token struct {
	start, end  uint32 // bytes in the document
	key, keyEnd uint32 // bytes in sentence.keys
	shape       shape
	gap         gap  // to the token before
	weak        bool // the position may require a capital
	class       class
	id          uint32 // number in the dictionary, 0 if none
}

// sentence is the tokens of one sentence; it is reused for the next.
type sentence struct {
	words  map[string]word
	tokens []token
	keys   []byte // keys of all tokens, separated by single spaces
	shout  bool   // written in capitals: tokens get the shapes of lower-case words
	scan   text.Scanner
}

// key returns the key of the tokens [i,j); valid until the next read.
func (s *sentence) key(i, j int) []byte { return s.keys[s.tokens[i].key:s.tokens[j-1].keyEnd] }

// read reads the tokens of doc[start:end].
func (s *sentence) read(doc string, start, end int) {
	s.tokens, s.keys = s.tokens[:0], s.keys[:0]
	src := doc[start:end]
	s.scan.Reset(src)
	last := 0
	for s.scan.Next() {
		a, b := s.scan.Span()
		t := token{start: uint32(start + a), end: uint32(start + b), shape: shapeOf(src[a:b])}
		if n := len(s.tokens); n > 0 {
			t.gap = gapOf(src[min(last, a):a])
			s.keys = append(s.keys, ' ')
		}
		t.key = uint32(len(s.keys))
		s.keys = append(s.keys, s.scan.Key()...)
		t.keyEnd = uint32(len(s.keys))
		known := s.words[string(s.keys[t.key:t.keyEnd])]
		t.class, t.id = known.class, known.id
		s.tokens = append(s.tokens, t)
		last = b
	}
	s.markStarts()
	if s.titleCase(src) {
		for i := range s.tokens {
			s.tokens[i].weak = true
		}
	}
	if s.shout = s.shouting(); s.shout {
		for i := range s.tokens {
			t := &s.tokens[i]
			if t.shape&(shapeCapital|shapeInner) != 0 {
				t.shape = t.shape&^(shapeCapital|shapeInner) | shapeLower
			}
		}
	}
}

// markStarts marks the tokens at positions that may require a capital: the first token, and those
// after a quote, a colon, a list mark or a full stop.
func (s *sentence) markStarts() {
	for i := range s.tokens {
		t := &s.tokens[i]
		switch {
		case i == 0, t.gap == gapStart:
			t.weak = true
		case t.gap == gapDotSpace:
			t.weak = s.tokens[i-1].class&(classTitle|classSaint) == 0
		}
	}
}

// shouting reports whether the sentence is written in capitals and does not just consist of abbreviations: most words
// are in capitals, and there are at least four, or no others, or function words among them.
func (s *sentence) shouting() bool {
	caps, cased, function := 0, 0, false
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.shape.cased() {
			cased++
		}
		if t.shape.shout() {
			caps++
			function = function || t.class&classStop != 0
		}
	}
	return caps >= 2 && caps*2 > cased && (function || caps == cased || caps >= 4)
}

// titleCase reports whether the sentence is a line of three words or more, with all longer words
// capitalised and without a full stop, as in headings, captions and table cells.
func (s *sentence) titleCase(src string) bool {
	if len(s.tokens) < 3 || !s.tokens[0].shape.capital() {
		return false
	}
	for i := range s.tokens {
		if t := &s.tokens[i]; t.end-t.start >= 4 && !t.shape.capital() {
			return false
		}
	}
	src = strings.TrimRight(src, " \n\t\"'”’)")
	return src != "" && !strings.ContainsRune(".!?", rune(src[len(src)-1]))
}

// cut reports whether token i is a piece of a word that an apostrophe divides, such as ha'nted.
func (s *sentence) cut(i int) bool {
	return s.tokens[i].gap == gapApostrophe || i+1 < len(s.tokens) && s.tokens[i+1].gap == gapApostrophe
}

// long reports whether the key of the tokens [i,j) has more than n characters.
func (s *sentence) long(i, j, n int) bool { return utf8.RuneCount(s.key(i, j)) > n }

// eachSentence calls f for every sentence of doc, in order. It accepts any starts: text before the
// first start belongs to sentence 0, and a start that is out of order makes the sentence before it
// empty. Without starts doc is one sentence.
func eachSentence(doc string, starts []int, f func(ordinal uint32, start, end int)) {
	pos := 0
	for k := range max(1, len(starts)) {
		end := len(doc)
		if k+1 < len(starts) {
			end = min(max(starts[k+1], pos), len(doc))
		}
		f(uint32(k), pos, end)
		pos = end
	}
}
