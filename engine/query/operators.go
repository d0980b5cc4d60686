package query

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
)

// Phrase is a run of words that must follow each other directly.
type Phrase struct {
	Keys  []string       // of the tokens in Keys; they find passages that may have the phrase
	Terms []model.TermID // of the tokens, to find passages that may have it
	Known bool           // the corpus has all of its words
	Not   bool           // passages with the phrase are excluded
	Tight bool           // no white space stands between the words
	Forms bool           // a word that counts in all its forms
}

// markOperators marks the query's words to which operators apply, and collects the phrases.
//
// In a question it ignores quotation marks: there they mark names, and passages without the quotation may
// have the answer.
func (q *Query) markOperators() {
	all := text.SearchOperators(q.Text)
	question := q.isQuestion(all)
	for _, o := range all {
		if o.Quoted && !o.Not && !o.Must && question {
			continue
		}
		if (o.Quoted || o.Must) && len(q.Phrases) == maxPhrases {
			q.Cut = true
			continue
		}
		p := Phrase{Known: true, Not: o.Not, Forms: !o.Quoted}
		for i := range q.Words {
			w := &q.Words[i]
			if w.Start < o.Start || w.End > o.End {
				continue
			}
			w.Quoted, w.Excluded = !p.Forms || o.Must, o.Not
			p.add(w)
			if o.Not && p.Forms && w.Known {
				q.Excluded = append(q.Excluded, w.Term)
			}
		}
		if (o.Quoted || o.Must) && len(p.Keys) > 0 {
			q.Phrases = append(q.Phrases, p)
		}
	}
	for i := range q.Words {
		if !q.Words[i].Excluded {
			return
		}
	}
	q.Excluded, q.Phrases = nil, nil // nothing else is left to search for
	for i := range q.Words {
		q.Words[i].Excluded = false
	}
}

// isQuestion tells whether a query ends in a question mark, begins with a function word, or has several
// function words outside of quotes, as sentences have.
func (q *Query) isQuestion(operators []text.SearchOperator) bool {
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
		if w.Stop && !q.isOr(w) && !slices.ContainsFunc(operators, func(o text.SearchOperator) bool { return o.Start <= w.Start && w.End <= o.End }) {
			functionWords++
		}
	}
	return functionWords >= sentenceWords
}

// isOr tells whether a word is the operator OR: a passage needs the word before it or the word behind it.
func (q *Query) isOr(w *Word) bool { return !w.Quoted && q.Text[w.Start:w.End] == "OR" }

// searchable tells whether a word is read as one term, and no operator applies to it.
func (w *Word) searchable() bool { return w.Known && !w.Stop && w.plain() }

// joinAlternatives joins words with OR between them to one word with several readings.
func (q *Query) joinAlternatives() {
	for i := 1; i < len(q.Words)-1; i++ {
		a, b := &q.Words[i-1], &q.Words[i+1]
		if !q.isOr(&q.Words[i]) || !a.searchable() || !b.searchable() {
			continue
		}
		q.addAlternative(i-1, []model.TermID{b.Term}, false, 1)
		a.As = append(a.As, b.Key)
		for j := range q.Alternatives {
			if at := &q.Alternatives[j].Bit; *at > i {
				*at -= 2
			}
		}
		q.Words = append(q.Words[:i], q.Words[i+2:]...)
		i--
	}
}

// sentenceWords is the number of function words outside of quotes from which a query is a sentence.
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

// In tells whether the words of the phrase follow each other directly in a text.
func (p *Phrase) In(s string) bool { return text.HasRun(s, p.Keys, p.Tight) }
