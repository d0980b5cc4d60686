package query

import (
	"maps"
	"math"
	"slices"
	"strings"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// Languages has the stems of forms in a corpus of several languages. The dictionary has one stem for every form;
// stems that differ are here, by way of stemming. The first way is that of the dictionary.
type Languages struct {
	tag     wire.Strings // languages, ascending
	way     []uint32     // by language
	end     []uint32     // ways+1
	form    []uint32     // forms of the dictionary, ascending within a way
	term    []uint32     // parallel to form
	flag    []byte       // parallel to form
	ruleEnd []uint32     // ways+1
	rules   lexical.Rules
}

// LanguageReading lists the forms that a way of stemming reads differently from the dictionary, and its rules for
// forms that the corpus lacks.
type LanguageReading struct {
	Forms []uint32 // of the dictionary, ascending
	Terms []uint32
	Stop  []bool
	Rules []lexical.Rule
}

// EncodeLanguages writes the languages with their ways of stemming, and the readings of each way.
func EncodeLanguages(way map[string]int, readings []LanguageReading) []byte {
	tags := slices.Sorted(maps.Keys(way))
	ways := make([]uint32, len(tags))
	for i, tag := range tags {
		ways[i] = uint32(way[tag])
	}
	ends, ruleEnds := []uint32{0}, []uint32{0}
	var forms, terms []uint32
	var flags []byte
	var from, to []string
	for _, r := range readings {
		forms, terms = append(forms, r.Forms...), append(terms, r.Terms...)
		for _, stop := range r.Stop {
			flag := byte(0)
			if stop {
				flag = stopFlag
			}
			flags = append(flags, flag)
		}
		for _, rule := range r.Rules {
			from, to = append(from, rule.From), append(to, rule.To)
		}
		ends, ruleEnds = append(ends, uint32(len(forms))), append(ruleEnds, uint32(len(from)))
	}
	var w wire.Writer
	w.Sorted(tags)
	w.Uint32s(ways)
	w.Offsets(ends)
	for _, numbers := range [][]uint32{forms, terms} {
		last := 0
		for i, n := range numbers {
			numbers[i], last = wire.Zigzag(int(n)-last), int(n)
		}
		w.Uint32s(numbers)
	}
	w.Raw(flags)
	w.Offsets(ruleEnds)
	w.Strings(from)
	w.Strings(to)
	return w.Bytes()
}

// DecodeLanguages reads what EncodeLanguages wrote.
func (p *Parser) DecodeLanguages(b []byte) error {
	r := wire.NewReader(b)
	l := &Languages{}
	l.tag = r.Sorted(-1)
	ways := r.Uint32s()
	l.end = r.Offsets(-1, -1)
	n := len(l.end) - 1
	l.form = steps(r, int(l.end[n]), p.NumForms())
	l.term = steps(r, len(l.form), p.NumTerms())
	l.flag = r.Raw()
	l.ruleEnd = r.Offsets(n, -1)
	l.rules.From = r.Strings(int(l.ruleEnd[len(l.ruleEnd)-1]))
	l.rules.To = r.Strings(l.rules.From.Len())
	if len(l.flag) != len(l.form) || len(ways) != l.tag.Len() {
		r.Fail("arrays of different lengths")
	}
	for _, w := range ways {
		if int(w) >= n {
			r.Fail("way out of range")
			break
		}
	}
	l.way = ways
	p.languages = l
	return r.Close()
}

// steps reads n numbers below limit, each as its distance from the one before.
func steps(r *wire.Reader, n, limit int) []uint32 {
	numbers, last := r.IDs(n, math.MaxInt), 0
	for i, step := range numbers {
		if last += wire.Unzigzag(step); uint(last) >= uint(limit) {
			r.Fail("number out of range")
		}
		numbers[i] = uint32(last)
	}
	return numbers
}

const stopFlag = 1 // of a form

// everyWay stands for all ways of stemming.
const everyWay = -1

// wayOf returns the way of a language, a BCP 47 tag; everyWay for "" and for a language that the corpus does not
// have.
func (l *Languages) wayOf(language string) int {
	if l == nil || language == "" {
		return everyWay
	}
	base, _, _ := strings.Cut(text.Key(language), "-")
	if i, ok := l.tag.Find(base); ok {
		return int(l.way[i])
	}
	return everyWay
}

// readAs returns the term of a form in a way that reads it differently from the dictionary; ok is false if it does
// not.
func (l *Languages) readAs(form, way int) (t model.TermID, stop, ok bool) {
	first := int(l.end[way])
	i, ok := slices.BinarySearch(l.form[first:l.end[way+1]], uint32(form))
	if !ok {
		return 0, false, false
	}
	return model.TermID(l.term[first+i]), l.flag[first+i]&stopFlag != 0, true
}

// addLanguages adds to words of the query their terms in each language of the corpus.
func (p *Parser) addLanguages(q *Query) {
	if p.languages == nil || q.way != everyWay {
		return
	}
	stopOnly := q.stopOnly()
	for i := range q.Words {
		if q.Words[i].Stop && !stopOnly {
			continue // the word is not searched for
		}
		if form, ok := p.Form(q.Words[i].Key); ok {
			for way := range len(p.languages.end) - 1 {
				if t, _, ok := p.languages.readAs(form, way); ok {
					q.addAlternative(i, []model.TermID{t}, true, 1)
				}
			}
		}
	}
}

// Lookup finds the term of a key in any language. stop tells whether the form is a stop word.
func (p *Parser) Lookup(key string) (t model.TermID, stop, ok bool) { return p.lookUpAs(key, everyWay) }

// lookUpAs finds the term of a key in a way of stemming.
func (p *Parser) lookUpAs(key string, way int) (t model.TermID, stop, ok bool) {
	l := p.languages
	if l != nil && way > 0 {
		if form, found := p.Form(key); found {
			if t, stop, ok = l.readAs(form, way); ok {
				return t, stop, true
			}
		}
	}
	t, stop, ok = p.Exact(key)
	if !ok && p.AnyMissing() {
		return t, stop, ok
	}
	if !ok && way <= 0 {
		t, ok = p.ByRules(key)
	}
	if !ok && l != nil && way != 0 {
		first, end := 0, l.rules.From.Len()
		if way > 0 {
			first, end = int(l.ruleEnd[way]), int(l.ruleEnd[way+1])
		}
		t, ok = p.ByOtherRules(key, &l.rules, first, end)
	}
	return t, stop, ok
}
