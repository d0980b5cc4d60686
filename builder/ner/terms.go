package ner

import "strings"

// maxTermWords is the largest number of words in a term. Of a longer run the last words are the term.
const maxTermWords = 3

// runFinder finds runs of common nouns in an English sentence.
type runFinder struct {
	s    *sentence
	lang *language
	at   int
}

// next returns the tokens [first,end) of the next run of one to three words; ok is false at the end of the sentence.
func (f *runFinder) next() (first, end int, ok bool) {
	for f.at < len(f.s.tokens) {
		first = f.at
		if !f.noun(first, true) {
			f.at++
			continue
		}
		end = first + 1
		for end < len(f.s.tokens) && (f.s.tokens[end].gap == gapSpace || f.s.tokens[end].gap == gapHyphen) && f.noun(end, false) {
			end++
		}
		f.at = end
		if end-first == 1 && f.s.participle(first) {
			continue
		}
		return max(first, end-maxTermWords), end, true
	}
	return 0, 0, false
}

// noun reports whether token i can be in a run: at its front, or after a word of it. Without a
// tagger, neighbours decide about participles. At the front a participle modifies a noun if a
// determiner stands before it ("a linked list"). After a noun, -ing ends a compound ("pattern
// matching") unless an object follows ("code using the list"), and -ed is a verb.
func (f *runFinder) noun(i int, front bool) bool {
	t := &f.s.tokens[i]
	if !t.shape.plain() || t.end-t.start < 3 || f.s.cut(i) || t.class&(classStop|classVerb|classVague|classCount|classCalendar) != 0 {
		return false
	}
	key := f.s.keys[t.key:t.keyEnd]
	switch {
	case adverb(key), thirdPerson(f.lang, key):
		return false
	case gerund(key):
		if front {
			return f.after(i, classDeterminer)
		}
		return f.last(i)
	case past(key):
		return front && f.after(i, classDeterminer|classRelation)
	}
	return true
}

// after reports whether the token before i is of class c.
func (f *runFinder) after(i int, c class) bool {
	return i > 0 && f.s.tokens[i].gap == gapSpace && f.s.tokens[i-1].class&c != 0
}

// last reports whether token i is followed by nothing on which it could act.
func (f *runFinder) last(i int) bool {
	if i+1 == len(f.s.tokens) || f.s.tokens[i+1].gap != gapSpace {
		return true
	}
	next := &f.s.tokens[i+1]
	return next.class&classStop != 0 && next.class&classDeterminer == 0
}

// participle reports whether token i ends in -ing or -ed as verbs do.
func (s *sentence) participle(i int) bool {
	key := s.key(i, i+1)
	return gerund(key) || past(key)
}

// gerund reports whether a word ends in -ing after a syllable: not string or thing.
func gerund(key []byte) bool {
	stem, ok := strings.CutSuffix(string(key), "ing")
	return ok && strings.ContainsAny(stem, "aeiouy")
}

// past reports whether a word looks like a past participle: not embed, seed or need.
func past(key []byte) bool {
	stem, ok := strings.CutSuffix(string(key), "ed")
	return ok && len(stem) >= 3 && stem[len(stem)-1] != 'e' && strings.ContainsAny(stem, "aeiouy") && string(key) != "embed"
}

// adverb reports whether a word ends in -ly and is not a listed noun.
func adverb(key []byte) bool {
	if len(key) < 5 || string(key[len(key)-2:]) != "ly" {
		return false
	}
	switch string(key) {
	case "assembly", "family", "anomaly", "monopoly", "reply", "supply":
		return false
	}
	return true
}

// thirdPerson reports whether a word is a listed verb with the ending -s.
func thirdPerson(l *language, key []byte) bool {
	n := len(key)
	if n < 4 || key[n-1] != 's' {
		return false
	}
	if l.class(string(key[:n-1]))&classVerb != 0 {
		return true
	}
	return string(key[n-2:]) == "es" && l.class(string(key[:n-2]))&classVerb != 0
}
