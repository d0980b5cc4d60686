package ner

import "strings"

// Title is the title of a page or a heading on it.
type Title struct {
	Text  string
	Doc   int // index of the page in the candidates given to NewLexicon
	Level int // 0 the page's title, 1..6 a heading, Kept or Given

	parsed *parsedTitle
}

// Kept is the level of a name that a user has made an entity. It belongs to no page.
const Kept = -1

// Given is the level of a name from a graph made elsewhere. It is like Kept, unless it is a name already. Its capitals
// may be in no text.
const Given = -2

// maxTitleTokens bounds the titles in the gazetteer. Longer titles are sentences, which no text repeats.
const maxTitleTokens = 12

// templateHeadings is the number of pages with a heading at which it counts as part of a template
// ("Early life", "Return value"), not as a subject.
const templateHeadings = 3

// heading is a parsed title or heading, or an alias of one.
type heading struct {
	text    string
	key     string
	tokens  int
	content int    // tokens other than function words
	breaks  uint16 // bit i: a hard gap stands before token i
	common  bool   // two content words or more, all but the first in lower case; or one in lower case
	verb    bool   // one word that is a verb far more often than a noun, or specifies nothing
	bare    bool   // every content word is a number, a number word or a date
	capital bool   // every word has a capital
}

// parseHeading parses s; ok is false if it has no token or too many.
func parseHeading(sent *sentence, s string) (h heading, ok bool) {
	sent.read(s, 0, len(s))
	n := len(sent.tokens)
	if n == 0 || n > maxTitleTokens {
		return heading{}, false
	}
	h = heading{text: s, key: string(sent.key(0, n)), tokens: n, common: true, bare: true, capital: true}
	for i := range sent.tokens {
		t := &sent.tokens[i]
		if i > 0 && !t.gap.soft() {
			h.breaks |= 1 << i
		}
		h.capital = h.capital && t.shape&shapeCapital != 0
		if t.class&classStop != 0 {
			continue
		}
		if !t.shape.plain() && (h.content > 0 || n == 1) {
			h.common = false
		}
		h.content++
		h.bare = h.bare && (t.class&(classCount|classCalendar) != 0 || t.shape.number())
	}
	h.verb = n == 1 && sent.tokens[0].class&(classVerb|classVague) != 0
	h.common = h.common && !h.verb && h.content > 0 && (h.content > 1 || n == 1)
	return h, true
}

// entity reports whether the title can be an entity: it does not name a part of a document, is not
// a number or date, and has content words, or only words with capitals (The Who).
func (h heading) entity() bool {
	if documentParts()[h.key] || h.content > 0 && h.bare {
		return false
	}
	if h.tokens == 1 {
		return h.content == 1 && len([]rune(h.key)) > 1
	}
	return h.content > 0 || h.capital
}

// subject returns the part of a heading that can be an entity, without numbers and an article at the front. ok is false
// if the rest begins with a function word or a verb, contains marks, or has fewer than two content words.
func subject(sent *sentence, s string, o Options) (h heading, ok bool) {
	sent.read(s, 0, len(s))
	i := 0
	for i < len(sent.tokens) && (sent.tokens[i].shape.number() || article(sent.key(i, i+1))) {
		i++
	}
	if i == len(sent.tokens) || sent.tokens[i].class&(classStop|classVerb) != 0 || o.language().english && sent.participle(i) {
		return heading{}, false
	}
	h, ok = parseHeading(sent, s[sent.tokens[i].start:])
	return h, ok && h.tokens <= maxSpan && h.content >= 2 && h.breaks == 0 && h.entity()
}

func article(key []byte) bool {
	return string(key) == "the" || string(key) == "a" || string(key) == "an"
}

// WithoutArticle returns the words of a name behind its article, if there are several: one word alone may be any word.
func WithoutArticle(name string) (rest string, ok bool) {
	first, rest, _ := strings.Cut(name, " ")
	return rest, article([]byte(strings.ToLower(first))) && strings.Contains(rest, " ")
}

// withoutNote returns a title without a trailing "(...)".
func withoutNote(s string) string {
	s = strings.TrimSpace(s)
	if !strings.HasSuffix(s, ")") {
		return s
	}
	if i := strings.LastIndexByte(s, '('); i > 0 {
		if base := strings.TrimSpace(s[:i]); base != "" {
			return base
		}
	}
	return s
}

// otherForms returns a title without a trailing note, without an English article
// at the front, and with "and" and "&" exchanged.
func otherForms(s string) (forms []otherForm) {
	base := withoutNote(s)
	if base != s {
		forms = append(forms, otherForm{text: base})
	}
	if first, rest, ok := strings.Cut(base, " "); ok && article([]byte(strings.ToLower(first))) {
		forms = append(forms, otherForm{text: rest, short: true})
	}
	if strings.Contains(base, " & ") {
		forms = append(forms, otherForm{text: strings.ReplaceAll(base, " & ", " and ")})
	}
	if strings.Contains(base, " and ") {
		forms = append(forms, otherForm{text: strings.ReplaceAll(base, " and ", " & ")})
	}
	return forms
}
