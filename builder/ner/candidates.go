package ner

import (
	"strings"
	"sync"

	"mycel/engine/entity"
)

// Candidates are the possible entities of one document, in order of first appearance. They depend
// only on the text, the sentences and the options.
type Candidates struct {
	Forms []Form // spellings of names and codes
	Spans []Span // their occurrences, in text order, not overlapping
	Words []Word // words in lower case
	Runs  []Run  // runs of two common nouns or more; under TermsAll also single nouns
}

// Form is a spelling of a name or code.
type Form struct {
	Text   string      // as in the document
	Key    string      // keys of its tokens, joined by single spaces
	Kind   entity.Kind // Term of a segment of a text without spaces
	Links  uint16      // bit i: token i is a connector, a number or a file ending
	Proven bool        // an entity without evidence from elsewhere: a code by its shape, or an external mention
	Strong uint32      // occurrences with a capital where the position requires none
	Weak   uint32      // other occurrences

	Determined uint32 // occurrences behind an article, if nouns have capitals in the language
}

// Span is one occurrence of a form.
type Span struct {
	Form       uint32 // index in Forms
	Start, End uint32 // bytes
}

// Word is a word in lower case other than a function word.
type Word struct {
	Key       string
	Count     uint32 // occurrences
	Sentences uint32 // sentences with it
	Nouns     uint32 // occurrences as the last word of a run that is a noun phrase by its length or the word before it
}

// Run is a run of common nouns as it is written.
type Run struct {
	Text        string
	Key         string
	Count       uint32
	First, Last uint32 // ordinals of the first and the last sentence with it
}

// Scan reads one document. sentences are the byte offsets at which its sentences start, ascending; the first is 0, and
// the last sentence ends with the text. Sentences that begin in a listing have no runs of common nouns and no names of
// several words: the keywords of a programming language look like these. listing is called with the starts in their
// order; nil means that there are no listings. Scan is safe for concurrent use and O(len(text)).
func Scan(text string, sentences []int, listing func(start int) bool, o Options) *Candidates {
	s := scanners.Get().(*docScanner)
	defer scanners.Put(s)
	s.start(text, o)
	s.listing = listing
	eachSentence(text, sentences, s.sentence)
	return s.finish()
}

var scanners = sync.Pool{New: func() any {
	return &docScanner{forms: make(map[string]uint32), words: make(map[string]wordSeen), runs: make(map[string]uint32)}
}}

// docScanner gathers the candidates of one document.
type docScanner struct {
	text  string
	opt   Options
	lang  *language // of the options
	terms bool
	sent  sentence

	listing func(start int) bool // see Scan
	out     Candidates           // reused for the next document

	forms map[string]uint32   // by surface
	words map[string]wordSeen // by key
	runs  map[string]uint32   // by surface
}

type wordSeen struct{ index, sentence uint32 }

// maxKept bounds the maps kept for the next document: clearing costs their size.
const maxKept = 1 << 12

func (s *docScanner) start(text string, o Options) {
	s.text, s.opt, s.lang, s.terms = text, o, o.language(), o.terms()
	s.out.Forms, s.out.Spans, s.out.Words, s.out.Runs = s.out.Forms[:0], s.out.Spans[:0], s.out.Words[:0], s.out.Runs[:0]
	s.sent.words = s.lang.words
	if len(s.words) > maxKept {
		s.forms, s.words, s.runs = make(map[string]uint32), make(map[string]wordSeen), make(map[string]uint32)
	}
	clear(s.forms)
	clear(s.words)
	clear(s.runs)
}

// finish returns the candidates in slices of exact size, and keeps no reference to the text.
func (s *docScanner) finish() *Candidates {
	out := &Candidates{
		Forms: append([]Form(nil), s.out.Forms...), Spans: append([]Span(nil), s.out.Spans...),
		Words: append([]Word(nil), s.out.Words...), Runs: append([]Run(nil), s.out.Runs...),
	}
	s.text, s.listing = "", nil
	clear(s.out.Forms)
	clear(s.out.Words)
	clear(s.out.Runs)
	s.sent.scan.Reset("")
	clear(s.forms)
	clear(s.words)
	clear(s.runs)
	return out
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
		at = uint32(len(s.out.Forms))
		s.forms[surface] = at
		s.out.Forms = append(s.out.Forms, Form{
			Text: surface, Key: share(surface, s.sent.key(sp.first, sp.end)),
			Kind: sp.kind, Links: sp.links, Proven: proven,
		})
	}
	if f := &s.out.Forms[at]; t[sp.first].weak {
		f.Weak++
	} else {
		f.Strong++
	}
	if s.lang.nouns && s.sent.determined(sp.first) {
		s.out.Forms[at].Determined++
	}
	s.out.Spans = append(s.out.Spans, Span{at, start, end})
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
		seen = wordSeen{index: uint32(len(s.out.Words)), sentence: ordinal + 1}
		word := share(s.text[t.start:t.end], key)
		s.words[word] = seen
		s.out.Words = append(s.out.Words, Word{Key: word, Count: 1, Sentences: 1})
		return
	}
	w := &s.out.Words[seen.index]
	w.Count++
	if seen.sentence != ordinal+1 {
		seen.sentence = ordinal + 1
		s.words[w.Key] = seen
		w.Sentences++
	}
}

// countNoun counts the last word of a run as a noun if the word before it occurs before nouns only.
func (s *docScanner) countNoun(first, end int) {
	t := s.sent.tokens
	if end-first == 1 && (first == 0 || t[first].gap != gapSpace || t[first-1].class&(classDeterminer|classRelation|classVague) == 0) {
		return
	}
	if seen, ok := s.words[string(s.sent.key(end-1, end))]; ok {
		s.out.Words[seen.index].Nouns++
	}
}

func (s *docScanner) addRun(first, end int, ordinal uint32) {
	t := s.sent.tokens
	surface := oneLine(s.text[t[first].start:t[end-1].end])
	at, ok := s.runs[surface]
	if !ok {
		at = uint32(len(s.out.Runs))
		s.runs[surface] = at
		s.out.Runs = append(s.out.Runs, Run{Text: surface, Key: share(surface, s.sent.key(first, end)), First: ordinal})
	}
	r := &s.out.Runs[at]
	r.Count++
	r.Last = ordinal
}
