package analyse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/text"
)

// findPoor finds the sentences of a page that read badly in a summary: speech, code, lines of tables and of contents,
// headings that run into the next sentence, questions, and beginnings without an end. isStop tells function words.
func (p *Page) findPoor(isStop func(word string) bool) {
	p.Poor = make([]bool, len(p.Sentences))
	listings, spoken := p.Listings(), quotations{}
	for i, start := range p.Sentences {
		sentence := p.Doc.Text[start:p.SentenceEnd(i)]
		code, speech := listings(start), spoken.most(sentence)
		p.Poor[i] = code || speech || !whole(sentence) || lists(sentence, isStop)
	}
}

// quotations follows quotation marks through a text.
type quotations struct{ open, low bool }

// most tells whether more than a third of the letters of the next sentence are in quotation marks.
func (q *quotations) most(sentence string) bool {
	letters, quoted := 0, 0
	last := rune(0)
	for _, r := range sentence {
		switch r {
		case '"', '«', '»':
			q.open = !q.open
		case '„', '「', '『':
			q.open, q.low = true, r == '„'
		case '“':
			q.open, q.low = !q.low, false
		case '”', '」', '』':
			q.open = false
		case '\n':
			q.open = q.open && last != '\n' // speech ends with the paragraph
		}
		last = r
		if unicode.IsLetter(r) {
			letters++
			if q.open {
				quoted++
			}
		}
	}
	return 3*quoted > letters
}

// whole tells whether a text begins as a sentence does, and ends as a statement does.
func whole(sentence string) bool {
	s := strings.TrimRight(strings.TrimSpace(sentence), "\"'”’»«“)]")
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return (unicode.IsLetter(first) && !unicode.IsLower(first) || unicode.IsNumber(first)) && strings.ContainsRune(".!…。！।", last)
}

// lists tells whether a text is a list of names rather than a sentence. A list has cells of a table, or capitals at
// the beginning of more than 60 % of its words. A function word with a capital inside also makes a list, because a
// heading runs into a sentence there.
func lists(sentence string, isStop func(word string) bool) bool {
	if strings.Contains(sentence, " | ") {
		return true
	}
	capitals, n, end := 0, 0, 0
	for sc := text.NewScanner(sentence); sc.Next(); n++ {
		from, to := sc.Span()
		word := sentence[from:to]
		if first, size := utf8.DecodeRuneInString(word); unicode.IsUpper(first) {
			capitals++
			before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(sentence[end:from], " \n"))
			rest := word[size:]
			if n > 0 && (before == utf8.RuneError || before == ')') && rest != "" && rest == strings.ToLower(rest) && isStop(strings.ToLower(word)) {
				return true
			}
		}
		end = to
	}
	return n >= leastWords && 10*capitals > 6*n
}

// leastWords is the fewest words of a text for which the share of capitals counts.
const leastWords = 4
