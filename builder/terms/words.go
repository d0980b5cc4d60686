package terms

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/order"
	"mycel/builder/parallel"
	"mycel/builder/stem"
	"mycel/engine/bundle"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
)

// Vocabulary numbers the terms of the corpus.
type Vocabulary struct {
	Entries  []lexical.Entry // ascending by form
	Stems    []string        // ascending
	rules    []lexical.Rule
	Term     []model.TermID   // by number of the form, with its language (see analyse.Languages)
	spoken   []spoken         // all forms in all languages, ascending, then by language
	ruleSets [][]lexical.Rule // by language; the first is rules
	Stop     []bool           // by term: a stop word is a form of it

	Parts map[analyse.Form][]model.TermID // by number of a compound: the terms of its parts; nil for none

	common      []string // frequent words of the languages
	occurrences []int    // by term, in texts, titles and headings
}

// MakeVocabulary stems every word form of the pages and of the texts beside.
func MakeVocabulary(pages []*analyse.Page, f *analyse.Forms, t *analyse.Languages, beside ...analyse.WordList) *Vocabulary {
	return VocabularyOf(CountForms(pages, f, beside...), f, t)
}

// VocabularyOf stems every form that occurs. counts is by number, as CountForms returns it.
func VocabularyOf(counts []int, f *analyse.Forms, t *analyse.Languages) *Vocabulary {
	used, counts := usedForms(counts, f, t)
	out := &Vocabulary{Term: make([]model.TermID, len(f.Keys)), spoken: make([]spoken, len(used))}
	all := make([]spoken, len(used))
	parallel.Do((len(used)+stemBatch-1)/stemBatch, func(batch int) {
		for i := batch * stemBatch; i < min((batch+1)*stemBatch, len(used)); i++ {
			key, language := t.Split(f.Keys[used[i]])
			s, n := t.Stemmers[language], counts[used[i]]
			written := f.Mostly(used[i], key, n)
			all[i] = spoken{used[i], key, language, n, s.Stem(written), s.IsStop(key) || t.Stop[key] || s.IsFunctionPair(written)}
		}
	})
	for k, i := range order.By(len(all), func(i int) string { return all[i].form }) {
		for k > 0 && out.spoken[k-1].form == all[i].form && out.spoken[k-1].language > all[i].language {
			out.spoken[k] = out.spoken[k-1]
			k--
		}
		out.spoken[k] = all[i]
	}
	written, stems := make([][]string, len(t.Stemmers)), make([][]string, len(t.Stemmers))
	written[0], stems[0] = make([]string, 0, len(out.spoken)), make([]string, 0, len(out.spoken))
	out.Stems = make([]string, 0, len(out.spoken))
	for _, s := range out.spoken {
		out.Stems = append(out.Stems, s.stem)
		written[s.language], stems[s.language] = append(written[s.language], s.form), append(stems[s.language], s.stem)
	}
	stemmed := out.Stems
	out.Stems, out.Stop, out.occurrences = make([]string, 0, len(stemmed)), make([]bool, 0, len(stemmed)), make([]int, 0, len(stemmed))
	for _, i := range order.By(len(stemmed), func(i int) string { return stemmed[i] }) {
		if n := len(out.Stems); n == 0 || out.Stems[n-1] != stemmed[i] {
			out.Stems, out.Stop, out.occurrences = append(out.Stems, stemmed[i]), append(out.Stop, false), append(out.occurrences, 0)
		}
		t, s := len(out.Stems)-1, &out.spoken[i]
		out.Term[s.number] = model.TermID(t)
		out.Stop[t] = out.Stop[t] || s.stop
		out.occurrences[t] += s.count
	}
	out.findCompounds(t)
	chosen := choose(out.spoken)
	out.Entries = make([]lexical.Entry, len(chosen))
	for i, s := range chosen {
		out.Entries[i] = lexical.Entry{Form: s.form, Term: out.Term[s.number], Stop: s.stop}
	}
	for _, s := range t.Stemmers {
		out.common = append(out.common, s.CommonWords()...)
	}
	slices.Sort(out.common)
	out.common = slices.Compact(out.common)
	for n := range written {
		out.ruleSets = append(out.ruleSets, suffixRules(written[n], stems[n]))
	}
	out.rules = out.ruleSets[0]
	return out
}

// stemBatch is the number of forms that are stemmed together.
const stemBatch = 1 << 12

// CountForms returns, by number, the occurrences of each form in the pages and in the texts beside.
func CountForms(pages []*analyse.Page, f *analyse.Forms, beside ...analyse.WordList) []int {
	counts := make([]int, len(f.Keys))
	count := func(words analyse.WordList) {
		for _, w := range words {
			counts[w]++
		}
	}
	documentation := isDocumentation(pages)
	for _, p := range analyse.Opened(pages) {
		count(p.Words)
		count(p.Title)
		if documentation {
			count(p.Symbols)
			count(p.Description)
			for _, words := range p.Links {
				count(words)
			}
		}
		for _, h := range p.Heading {
			count(h)
		}
		for _, asked := range p.Questions {
			for _, q := range asked {
				count(q.Words)
			}
		}
	}
	for _, words := range beside {
		count(words)
	}
	return counts
}

// usedForms returns the forms that occur, and the counts, extended for the forms that it adds. It adds the stop words,
// so that queries can drop them even if the corpus lacks them.
func usedForms(counts []int, f *analyse.Forms, t *analyse.Languages) (used []analyse.Form, _ []int) {
	var stop []analyse.Form
	for n, s := range t.Stemmers {
		words := slices.Clone(s.StopWords())
		for i := range words {
			words[i] = t.Marked(words[i], n)
		}
		stop = append(stop, f.Number(words)...)
	}
	counts = append(counts, make([]int, len(f.Keys)-len(counts))...)
	used = make([]analyse.Form, 0, len(counts)+len(stop))
	for w, n := range counts {
		if n > 0 {
			used = append(used, analyse.Form(w))
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

// Limits of the suffix rules.
const (
	minRuleForms = 2    // least forms of the corpus that follow a rule; a small corpus needs one
	smallCorpus  = 1000 // forms: a corpus with fewer is small
	maxRules     = 512  // rules that are kept
)

// suffixRules learns from the forms and stems of the corpus how to stem unseen forms: each pair that differs is a rule
// "replace this suffix by that one". The shortest suffix is tried first, because the least change is most often right
// ("headers" is a form of "header", not of "head"); ties go to the most frequent. The first rule changes nothing: it
// finds a stem if the corpus has only other forms of it.
func suffixRules(forms, stems []string) []lexical.Rule {
	counts := map[lexical.Rule]int{}
	if !slices.Equal(forms, stems) {
		counts[lexical.Rule{}] = len(forms)
	}
	for i, form := range forms {
		n := lexical.CommonPrefix(form, stems[i])
		if n < len(form) && n > 0 {
			counts[lexical.Rule{From: form[n:], To: stems[i][n:]}]++
		}
	}
	var rules []lexical.Rule
	for rule, n := range counts {
		if n >= minRuleForms || len(forms) < smallCorpus {
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

// Weights of words that a chunk does not contain but is about, in occurrences.
const (
	titleWeight   = 2
	headingWeight = 2
	parentWeight  = 1 // headings of enclosing sections
)

// ChunkPostings indexes every chunk: its text, its section's headings and its document's title. A page's first heading
// usually repeats the title. It still counts, so that the words of a title find the head of the page before its other
// sections. Further down the repetition would add nothing.
func ChunkPostings(pages []*analyse.Page, v *Vocabulary) *PostingLists {
	l := NewPostingLists(len(v.Stems))
	l.expect(v.occurrences, len(pages))
	var called []map[int][]call // by page and chunk: texts of links from other pages
	if isDocumentation(pages) {
		l.Fields = newFieldCounts(len(v.Stems), len(v.Term))
		called = calls(pages)
	}
	for n, p := range analyse.Opened(pages) {
		parents := analyse.Parents(p.Doc.Sections)
		for i, c := range p.Chunks {
			for k := c.First; k < c.End; k++ {
				l.Add(v, p.SentenceWords(k, k+1), 1, k-c.First+1)
			}
			l.Add(v, p.Title, titleWeight, 0)
			l.Add(v, p.Heading[c.Section], headingWeight, 0)
			for s := c.Section; parents[s] != s; {
				s = parents[s]
				if p.Doc.Sections[s].Heading != p.Doc.Title {
					l.Add(v, p.Heading[s], parentWeight, 0)
				}
			}
			if l.Fields != nil {
				l.addFields(v, p, c, i == 0, parents, called[n][i])
				l.addSymbols(v, p, c)
			}
			if p.Questions != nil {
				l.addQuestions(v, p.Questions[i])
			}
			l.Next()
		}
		if l.Fields != nil {
			for s := range p.Heading {
				l.Fields.heading = append(l.Fields.heading, slices.Clone(headingOf(p, s)))
			}
		}
	}
	return l.Done()
}

// spoken is a form in one language.
type spoken struct {
	number   analyse.Form
	form     string
	language int
	count    int
	stem     string
	stop     bool
}

// choose returns, for each form, the entry for the dictionary: that of the corpus's language, or else the most
// frequent. all ascends by form, then by language.
func choose(all []spoken) []spoken {
	if !slices.ContainsFunc(all, func(s spoken) bool { return s.language > 0 }) {
		return all // with one language no form occurs twice
	}
	out := make([]spoken, 0, len(all))
	for _, s := range all {
		if n := len(out); n == 0 || out[n-1].form != s.form {
			out = append(out, s)
		} else if out[n-1].language > 0 && s.count > out[n-1].count {
			out[n-1] = s
		}
	}
	return out
}

// EncodeLanguages writes the terms of forms in the other languages of the corpus. It makes no section if there is one
// language.
func (v *Vocabulary) EncodeLanguages(t *analyse.Languages) []bundle.Section {
	if len(t.Stemmers) == 1 {
		return nil
	}
	readings := make([]query.LanguageReading, len(t.Stemmers))
	for _, s := range v.spoken {
		i, _ := slices.BinarySearchFunc(v.Entries, s.form, func(e lexical.Entry, form string) int { return strings.Compare(e.Form, form) })
		term, _ := slices.BinarySearch(v.Stems, s.stem)
		if e := v.Entries[i]; e.Term != model.TermID(term) || e.Stop != s.stop {
			r := &readings[s.language]
			r.Forms = append(r.Forms, uint32(i))
			r.Terms = append(r.Terms, uint32(term))
			r.Stop = append(r.Stop, s.stop)
		}
	}
	for n := 1; n < len(readings); n++ {
		readings[n].Rules = v.ruleSets[n]
	}
	languages := map[string]int{}
	for tag, n := range t.Of {
		if tag != "" {
			if s, err := stem.New(tag); err == nil {
				languages[s.Base()] = n
			}
		}
	}
	languages[t.Stemmers[0].Base()] = 0
	return []bundle.Section{{Name: bundle.SectionLanguages, Data: query.EncodeLanguages(languages, readings)}}
}

// others returns the forms whose terms in some language differ from the dictionary's, in their order.
func (v *Vocabulary) others() (all []lexical.Entry) {
	e := 0
	for _, s := range v.spoken {
		for v.Entries[e].Form < s.form {
			e++
		}
		if t := v.Term[s.number]; t != v.Entries[e].Term {
			all = append(all, lexical.Entry{Form: s.form, Term: t, Stop: s.stop})
		}
	}
	return all
}

// Find returns the term of a form of the corpus.
func (v *Vocabulary) Find(key string) (model.TermID, bool) {
	i, ok := slices.BinarySearchFunc(v.Entries, key, func(e lexical.Entry, key string) int { return strings.Compare(e.Form, key) })
	if !ok {
		return 0, false
	}
	return v.Entries[i].Term, true
}
