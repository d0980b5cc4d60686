package lexical

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
)

// Phrase is words that are to stand one right behind the other.
type Phrase struct {
	Keys  []string       // of the tokens
	Terms []model.TermID // of the tokens, to find passages that may have it
	Known bool           // the corpus has all of its words
	Not   bool           // passages that have it are not wanted
	Tight bool           // no white space stands between the words
}

// operator is a part of the query's text that is not to be read as mere words.
type operator struct {
	start, end int // bytes, without quotes and minus
	quoted     bool
	not        bool
}

// operators finds the quoted phrases and the excluded words of a query. Both begin
// where a word may: at the start, or behind white space or an opening bracket. A
// quote that nothing closes is none. The corner brackets of East Asia quote, and begin anywhere. A minus excludes if at least a letter and a
// letter or digit follow it, or a quote: -v and --output-path are words.
func operators(s string) []operator {
	var out []operator
	for i := 0; i < len(s); {
		o := operator{}
		at := i
		if s[at] == '-' {
			o.not = true
			at++
		}
		if n := quote(s[at:]); n > 0 {
			if end, size := closing(s[at+n:]); size > 0 {
				o.quoted, o.start, o.end = true, at+n, at+n+end
				out = append(out, o)
				i = o.end + size
				continue
			}
		} else if o.not && excludes(s[at:]) {
			o.start, o.end = at, at+spaceOf(s[at:])
			out = append(out, o)
		}
		i = nextWord(s, i)
	}
	return out
}

// spaceOf returns where the first white space of s is, or its length.
func spaceOf(s string) int {
	if n := strings.IndexFunc(s, unicode.IsSpace); n >= 0 {
		return n
	}
	return len(s)
}

// nextWord returns where, behind the one at i, a word may begin.
func nextWord(s string, i int) int {
	for first := i; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if i > first && (r == '「' || r == '『') {
			break
		}
		i += n
		if r == '(' || r == '[' || unicode.IsSpace(r) {
			break
		}
	}
	return i
}

// quote returns the length of the quotation mark at the beginning of s, 0 if there
// is none.
func quote(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '"', '“', '”', '„', '«', '»', '「', '」', '『', '』', '＂':
		return n
	}
	return 0
}

// closing returns where in s the next quotation mark is, and its length.
func closing(s string) (at, size int) {
	for at = range s {
		if size = quote(s[at:]); size > 0 {
			return at, size
		}
	}
	return 0, 0
}

// excludes tells whether what stands behind a minus is a word to exclude.
func excludes(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	next, _ := utf8.DecodeRuneInString(s[n:])
	return unicode.IsLetter(r) && (unicode.IsLetter(next) || unicode.IsDigit(next))
}

// operate marks the query's words that operators hold, and collects the phrases.
//
// In a question quotes mark names, and the answer may well be in passages without
// them: they are not read.
func (q *Query) operate() {
	all := operators(q.Text)
	question := q.question(all)
	for _, o := range all {
		if o.quoted && !o.not && question {
			continue
		}
		if o.quoted && len(q.Phrases) == maxPhrases {
			q.Cut = true
			continue
		}
		p := Phrase{Known: true, Not: o.not}
		for i := range q.Words {
			w := &q.Words[i]
			if w.Start < o.start || w.End > o.end {
				continue
			}
			w.Quoted, w.Excluded = o.quoted, o.not
			p.add(w)
			if o.not && !o.quoted && w.Known {
				q.Excluded = append(q.Excluded, w.Term)
			}
		}
		if o.quoted && len(p.Keys) > 0 {
			q.Phrases = append(q.Phrases, p)
		}
	}
	for i := range q.Words {
		if !q.Words[i].Excluded {
			return
		}
	}
	q.Excluded, q.Phrases = nil, nil // nothing would be left to search for
	for i := range q.Words {
		q.Words[i].Excluded = false
	}
}

// question tells whether a query ends in a question mark, begins with a function word, or
// has several of them outside of quotes, as sentences have.
func (q *Query) question(operators []operator) bool {
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(q.Text, "\"”»」』 ")); last == '?' || last == '？' || last == '؟' {
		return true
	}
	if len(q.Words) == 0 {
		return false
	}
	first := &q.Words[0]
	if first.Stop && strings.TrimSpace(q.Text[:first.Start]) == "" {
		return true
	}
	functionWords := 0
	for i := range q.Words {
		w := &q.Words[i]
		if w.Stop && !slices.ContainsFunc(operators, func(o operator) bool { return o.start <= w.Start && w.End <= o.end }) {
			functionWords++
		}
	}
	return functionWords >= sentenceWords
}

// sentenceWords is how many function words outside of quotes make a query a sentence.
const sentenceWords = 2

// Limits of phrases: the words that are compared, and the phrases of a query.
const (
	maxPhrase  = 64
	maxPhrases = 8
)

func (p *Phrase) add(w *Word) {
	if len(p.Keys) == maxPhrase {
		return
	}
	p.Keys = append(p.Keys, w.Key)
	p.Terms = append(p.Terms, w.Term)
	p.Known = p.Known && w.Known
}

// In tells whether a text has the words of the phrase one right behind the other.
func (p *Phrase) In(s string) bool { return text.HasRun(s, p.Keys, p.Tight) }
