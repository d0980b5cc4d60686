package ner

import (
	"strings"

	"mycel/engine/entity"
)

// Span is one occurrence of a form.
type Span struct {
	Form       uint32 // index in Forms
	Start, End uint32 // bytes
}

// Scan reads one document. sentences are the byte offsets at which its sentences start, ascending; the first is 0, and
// the last sentence ends with the text. Sentences that begin in a listing have no runs of common nouns and no names of
// several words: the keywords of a programming language look like these. listing is called with the starts in their
// order; nil means that there are no listings. The candidates have the indices of their strings in the list. They depend on
// the arguments alone. Scan is safe for concurrent use and O(len(text)).
func Scan(text string, sentences []int, listing func(start int) bool, o Options) (list []string, c *Numbered) {
	s := docScanner{
		text: text, opt: o, lang: o.language(), terms: o.terms(), listing: listing,
		forms: make(map[string]uint32), words: make(map[string]wordSeen), runs: make(map[string]uint32),
	}
	s.sent.words = s.lang.words
	eachSentence(text, sentences, s.sentence)
	out := s.out // it keeps no reference to the text
	return s.strings, &Numbered{numbered: &out}
}

// docScanner gathers the candidates of one document.
type docScanner struct {
	text  string
	opt   Options
	lang  *language // of the options
	terms bool
	sent  sentence

	listing func(start int) bool // see Scan
	out     numbered
	strings []string // those of out, by id

	forms map[string]uint32   // by surface
	words map[string]wordSeen // by key
	runs  map[string]uint32   // by surface
}

type wordSeen struct{ index, sentence uint32 }

// number returns the ids of a surface and of its key, which are one if both are equal.
func (s *docScanner) number(surface, key string) (text, of id) {
	text = id(len(s.strings))
	if s.strings = append(s.strings, surface); key == surface {
		return text, text
	}
	s.strings = append(s.strings, key)
	return text, text + 1
}

func (s *docScanner) sentence(ordinal uint32, start, end int) {
	s.sent.read(s.text, start, end)
	listed := s.listing != nil && s.listing(start)
	f := spanFinder{s: &s.sent}
	for sp, ok := f.next(); ok; sp, ok = f.next() {
		if listed && sp.kind == entity.Name && sp.end-sp.first > 1 {
			continue
		}
		t := &s.sent.tokens[sp.first]
		s.addForm(sp, sp.kind == entity.Code && (sp.end-sp.first > 1 || t.shape.proven()))
	}
	if s.lang.unspaced {
		s.unspacedSegments(start, end)
	}
	if s.sent.shout {
		return
	}
	for i := range s.sent.tokens {
		s.addWord(i, ordinal)
	}
	if s.terms && !listed {
		r := runFinder{s: &s.sent, lang: s.lang}
		for first, end, ok := r.next(); ok; first, end, ok = r.next() {
			s.countNoun(first, end)
			if end-first > 1 || s.opt.Terms == TermsAll && s.sent.tokens[first].class&classGeneric == 0 {
				s.addRun(first, end, ordinal)
			}
		}
	}
}

// addForm adds an occurrence of a form. proven means that the form needs no evidence from elsewhere.
func (s *docScanner) addForm(sp span, proven bool) {
	t := s.sent.tokens
	start, end := t[sp.first].start, t[sp.end-1].end
	surface := s.text[start:end]
	if t[sp.end-1].gap == gapDot && strings.HasPrefix(s.text[end:], ".") {
		surface = s.text[start : end+1] // U.S.
	}
	surface = oneLine(surface)
	at, ok := s.forms[surface]
	if !ok {
		at = uint32(len(s.out.forms))
		s.forms[surface] = at
		text, key := s.number(surface, share(surface, s.sent.key(sp.first, sp.end)))
		s.out.forms = append(s.out.forms, numberedForm{text: text, key: key, kind: sp.kind, links: sp.links, proven: proven})
	}
	if f := &s.out.forms[at]; t[sp.first].weak {
		f.weak++
	} else {
		f.strong++
	}
	if s.lang.nouns && s.sent.determined(sp.first) {
		s.out.forms[at].determined++
	}
	s.out.spans = append(s.out.spans, Span{at, start, end})
}

// oneLine returns a name that the text may write over two lines as it is on one.
func oneLine(surface string) string {
	if strings.ContainsAny(surface, "\n\u00a0") {
		return strings.Join(strings.Fields(surface), " ")
	}
	return surface
}

// share returns key as a string, without a copy if it equals the surface.
func share(surface string, key []byte) string {
	if string(key) == surface {
		return surface
	}
	return string(key)
}

func (s *docScanner) addWord(i int, ordinal uint32) {
	t := &s.sent.tokens[i]
	if !t.shape.plain() || t.class&classStop != 0 {
		return
	}
	key := s.sent.key(i, i+1)
	seen, ok := s.words[string(key)]
	if !ok {
		seen = wordSeen{index: uint32(len(s.out.words)), sentence: ordinal + 1}
		word := share(s.text[t.start:t.end], key)
		s.words[word] = seen
		of, _ := s.number(word, word)
		s.out.words = append(s.out.words, numberedWord{key: of, count: 1, sentences: 1})
		return
	}
	w := &s.out.words[seen.index]
	w.count++
	if seen.sentence != ordinal+1 {
		seen.sentence = ordinal + 1
		s.words[s.strings[w.key]] = seen
		w.sentences++
	}
}

// countNoun counts the last word of a run as a noun if the word before it occurs before nouns only.
func (s *docScanner) countNoun(first, end int) {
	t := s.sent.tokens
	if end-first == 1 && (first == 0 || t[first].gap != gapSpace || t[first-1].class&(classDeterminer|classRelation|classVague) == 0) {
		return
	}
	if seen, ok := s.words[string(s.sent.key(end-1, end))]; ok {
		s.out.words[seen.index].nouns++
	}
}

func (s *docScanner) addRun(first, end int, ordinal uint32) {
	t := s.sent.tokens
	surface := oneLine(s.text[t[first].start:t[end-1].end])
	at, ok := s.runs[surface]
	if !ok {
		at = uint32(len(s.out.runs))
		s.runs[surface] = at
		text, key := s.number(surface, share(surface, s.sent.key(first, end)))
		s.out.runs = append(s.out.runs, numberedRun{text: text, key: key, first: ordinal})
	}
	r := &s.out.runs[at]
	r.count++
	r.last = ordinal
}
