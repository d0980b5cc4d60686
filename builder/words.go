package builder

import (
	"cmp"
	"slices"

	"mycel/builder/order"
	"mycel/builder/parallel"
	"mycel/engine/lexical"
	"mycel/engine/model"
)

// vocabulary numbers the terms of the corpus.
type vocabulary struct {
	entries  []lexical.Entry // ascending by form
	stems    []string        // ascending
	rules    []lexical.Rule
	term     []model.TermID   // by number of the form, with its language (see tongues)
	spoken   []spoken         // all forms in all languages, ascending, then by language
	ruleSets [][]lexical.Rule // by language; the first is rules
	stop     []bool           // by term: a stop word is a form of it

	occurrences []int // by term, in texts, titles and headings
}

// makeVocabulary stems every word form of the pages and of the texts beside them.
func makeVocabulary(pages []*page, f *forms, t *tongues, beside ...wordList) *vocabulary {
	used, counts := countForms(pages, f, t, beside)
	out := &vocabulary{term: make([]model.TermID, len(f.keys)), spoken: make([]spoken, len(used))}
	all := make([]spoken, len(used))
	parallel.Do((len(used)+stemBatch-1)/stemBatch, func(batch int) {
		for i := batch * stemBatch; i < min((batch+1)*stemBatch, len(used)); i++ {
			key, tongue := t.split(f.keys[used[i]])
			s, n := t.stemmers[tongue], counts[used[i]]
			all[i] = spoken{used[i], key, tongue, n, s.Stem(f.mostly(used[i], key, n)), s.IsStop(key)}
		}
	})
	for k, i := range order.By(len(all), func(i int) string { return all[i].form }) {
		for k > 0 && out.spoken[k-1].form == all[i].form && out.spoken[k-1].tongue > all[i].tongue {
			out.spoken[k] = out.spoken[k-1]
			k--
		}
		out.spoken[k] = all[i]
	}
	written, stems := make([][]string, len(t.stemmers)), make([][]string, len(t.stemmers))
	written[0], stems[0] = make([]string, 0, len(out.spoken)), make([]string, 0, len(out.spoken))
	out.stems = make([]string, 0, len(out.spoken))
	for _, s := range out.spoken {
		out.stems = append(out.stems, s.stem)
		written[s.tongue], stems[s.tongue] = append(written[s.tongue], s.form), append(stems[s.tongue], s.stem)
	}
	stemmed := out.stems
	out.stems, out.stop, out.occurrences = make([]string, 0, len(stemmed)), make([]bool, 0, len(stemmed)), make([]int, 0, len(stemmed))
	for _, i := range order.By(len(stemmed), func(i int) string { return stemmed[i] }) {
		if n := len(out.stems); n == 0 || out.stems[n-1] != stemmed[i] {
			out.stems, out.stop, out.occurrences = append(out.stems, stemmed[i]), append(out.stop, false), append(out.occurrences, 0)
		}
		t, s := len(out.stems)-1, &out.spoken[i]
		out.term[s.number] = model.TermID(t)
		out.stop[t] = out.stop[t] || s.stop
		out.occurrences[t] += s.count
	}
	chosen := choose(out.spoken)
	out.entries = make([]lexical.Entry, len(chosen))
	for i, s := range chosen {
		out.entries[i] = lexical.Entry{Form: s.form, Term: out.term[s.number], Stop: s.stop}
	}
	for n := range written {
		out.ruleSets = append(out.ruleSets, suffixRules(written[n], stems[n]))
	}
	out.rules = out.ruleSets[0]
	return out
}

// stemBatch is how many forms are stemmed at a time.
const stemBatch = 1 << 12

// countForms returns the forms that the pages and the texts beside them have, and by
// number how often. Stop words are among them, so that queries are rid of them even if
// the corpus lacks them.
func countForms(pages []*page, f *forms, t *tongues, beside []wordList) (used []form, counts []int) {
	var stop []form
	for n, s := range t.stemmers {
		words := slices.Clone(s.StopWords())
		for i := range words {
			words[i] = t.marked(words[i], n)
		}
		stop = append(stop, f.number(words)...)
	}
	counts = make([]int, len(f.keys))
	count := func(words wordList) {
		for _, w := range words {
			counts[w]++
		}
	}
	for _, p := range opened(pages) {
		count(p.words)
		count(p.title)
		for _, h := range p.heading {
			count(h)
		}
	}
	for _, words := range beside {
		count(words)
	}
	used = make([]form, 0, len(counts)+len(stop))
	for w, n := range counts {
		if n > 0 {
			used = append(used, form(w))
		}
	}
	for _, w := range stop {
		if counts[w] == 0 {
			used = append(used, w)
		}
	}
	slices.Sort(used)
	return slices.Compact(used), counts
}

// Limits of the suffix rules: a rule is followed by at least so many forms of
// the corpus, and so many rules are kept.
const (
	minRuleForms = 2
	maxRules     = 512
)

// suffixRules learns from the forms and stems of the corpus how unseen forms are
// to be stemmed: each pair that differs says "replace this suffix by that one".
// The shortest suffix is tried first, because the least change is most often right
// ("headers" is a form of "header", not of "head"); of equal ones the most frequent.
func suffixRules(forms, stems []string) []lexical.Rule {
	counts := map[lexical.Rule]int{}
	for i, form := range forms {
		n := commonPrefix(form, stems[i])
		if n < len(form) && n > 0 {
			counts[lexical.Rule{From: form[n:], To: stems[i][n:]}]++
		}
	}
	var rules []lexical.Rule
	for rule, n := range counts {
		if n >= minRuleForms {
			rules = append(rules, rule)
		}
	}
	byUse := func(a, b lexical.Rule) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}
	slices.SortFunc(rules, byUse)
	rules = rules[:min(len(rules), maxRules)]
	slices.SortStableFunc(rules, func(a, b lexical.Rule) int { return len(a.From) - len(b.From) })
	return rules
}

func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Weights of the words that a chunk does not contain itself but is about. Title
// words count twice, headings as much.
const (
	titleWeight   = 2
	headingWeight = 2
	parentWeight  = 1 // headings of enclosing sections
)

// chunkPostings indexes every chunk: its text, its section's headings and its
// document's title. A page's first heading usually repeats the title; it counts
// all the same, so that the words of a title find the head of the page before its
// other sections. Further down the repetition would add nothing.
func chunkPostings(pages []*page, v *vocabulary) *postingLists {
	l := newPostingLists(len(v.stems))
	l.expect(v.occurrences, len(pages))
	for _, p := range opened(pages) {
		parents := parents(p.doc.Sections)
		for _, c := range p.chunks {
			for k := c.first; k < c.end; k++ {
				l.add(v, p.sentenceWords(k, k+1), 1, k-c.first+1)
			}
			l.add(v, p.title, titleWeight, 0)
			l.add(v, p.heading[c.section], headingWeight, 0)
			for s := c.section; parents[s] != s; {
				s = parents[s]
				if p.doc.Sections[s].Heading != p.doc.Title {
					l.add(v, p.heading[s], parentWeight, 0)
				}
			}
			l.next()
		}
	}
	return l.done()
}
