package shards

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/engine/corpus"
	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/text"
)

// maxPages is the most pages that a name of their titles leads to. A title of more pages names none: a query for it
// would wait for the titles of all of them.
const maxPages = 32

// maxOwner is the most words of a page's subject that may stand before the subjects of its sections, as in
// Thread.sleep. Nobody writes more.
const maxOwner = 3

// kindWords are words beside the subjects of reference pages: Class Thread, Thread Class Reference.
var kindWords = strings.Fields("annotation class constant enum exception function interface macro method mixin module namespace " +
	"object package primitive protocol record reference struct template trait type typedef union")

// declarers are words of programming languages before the identifier that a heading declares: func ReadFile, pub unsafe
// fn get_unchecked, static final int MAX.
var declarers = slices.Concat(kindWords, strings.Fields("abstract async attr attribute classmethod const constructor def default "+
	"event export extern field final fn fun func impl instance internal let macro_rules! mut new operator override "+
	"private procedure property protected pub public static staticmethod sub unsafe val var virtual"))

// minKinds is the number of titles that must have a kind beside a single word for the kind to count: a guide may have a
// page on type inference.
const minKinds = 10

// allKinds is the set of kindWords.
var allKinds = func() map[string]bool {
	all := map[string]bool{}
	for _, word := range kindWords {
		all[word] = true
	}
	return all
}()

// kinds returns the words of kindWords that many titles have beside a single word.
func (x *Index) kinds() map[string]bool {
	listed, counts := maps.Clone(allKinds), map[string]int{}
	for i := range x.Docs {
		subject := lexical.Subject(x.Docs[i].Title)
		if withoutKinds(subject, listed) == subject {
			continue
		}
		for _, word := range strings.Fields(strings.ToLower(subject)) {
			counts[word]++
		}
	}
	maps.DeleteFunc(listed, func(word string, _ bool) bool { return counts[word] < minKinds })
	return listed
}

// withoutKinds returns the only word of a title that is not a kind; other titles unchanged.
func withoutKinds(title string, kinds map[string]bool) string {
	words := strings.Fields(title)
	for len(words) > 1 && kinds[strings.ToLower(words[0])] {
		words = words[1:]
	}
	for len(words) > 1 && kinds[strings.ToLower(words[len(words)-1])] {
		words = words[:len(words)-1]
	}
	if len(words) != 1 {
		return title
	}
	return words[0]
}

// SharedNames returns the names of all sections for the root of a set, each once. The rarest term replaces the first,
// because few names have it.
func (x *Index) SharedNames() ([]lexical.Name, error) {
	words, err := x.Words()
	if err != nil {
		return nil, err
	}
	byPage, kinds, set := make([][]nameClaim, len(x.Docs)), x.kinds(), x.Postings.Set
	idf := lexical.IDF(set.DF, int(set.Passages))
	parallel.Each(len(x.Docs), func() func(int) {
		n := namer{x: x, words: words, kinds: kinds, idf: idf}
		return func(d int) { byPage[d] = n.page(d) }
	})
	var out []lexical.Name
	for _, claims := range byPage {
		for _, c := range claims {
			out = append(out, c.name)
		}
	}
	slices.SortFunc(out, func(a, b lexical.Name) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Hash, b.Hash))
	})
	return slices.Compact(out), nil
}

// nameClaim is the claim of a section to a name.
type nameClaim struct {
	name    lexical.Name
	section uint32
	by      lexical.NamedBy
	about   bool   // the subject of the page's title has all words of the name
	words   string // the keys of the whole heading or title that makes the claim; "" for a part of it
}

// sectionNames are the names of sections in the index.
type sectionNames []lexical.NameEntry

// nameSections finds the names of all sections.
func (x *Index) nameSections(words terms.Dictionary) (out sectionNames) {
	byPage, kinds := make([][]nameClaim, len(x.Docs)), x.kinds()
	parallel.Each(len(x.Docs), func() func(int) {
		n := namer{x: x, words: words, kinds: kinds}
		return func(d int) { byPage[d] = n.page(d) }
	})
	claims := slices.Concat(byPage...)
	slices.SortFunc(claims, func(a, b nameClaim) int {
		return cmp.Or(cmp.Compare(a.name.First, b.name.First), cmp.Compare(a.name.Hash, b.name.Hash), cmp.Compare(a.section, b.section))
	})
	for len(claims) > 0 {
		n := 1
		for n < len(claims) && claims[n].name == claims[0].name {
			n++
		}
		out.admit(x, claims[:n])
		claims = claims[n:]
	}
	return out
}

// admit lists the sections that a name leads to, among those that claim it. A heading of more than lexical.MaxNamesakes
// sections is listed as too common.
func (n *sectionNames) admit(x *Index, claims []nameClaim) {
	var titles, headings, members, options []nameClaim
	for _, c := range claims {
		switch c.by {
		case lexical.ByWords:
			options = append(options, c)
		case lexical.ByTitle:
			titles = append(titles, c)
		case lexical.ByMember:
			members = append(members, c)
		default:
			headings = append(headings, c)
		}
	}
	for _, c := range tellApart(slices.Concat(titles, headings)) {
		*n = append(*n, lexical.NameEntry{Name: lexical.WholeName(c.name.First, strings.Split(c.words, " ")), Section: 1 + c.section, By: lexical.ByWords})
	}
	if len(headings) > lexical.MaxNamesakes {
		*n = append(*n, lexical.NameEntry{Name: claims[0].name})
		headings = x.about(headings)
	}
	if len(titles) > maxPages {
		titles = nil
	}
	members = members[:min(len(members), lexical.MaxNamesakes)] // further ones have other arguments, or other owners with that name
	if len(options) > lexical.MaxNamesakes {
		options = nil // every command of the page has it
	}
	for _, c := range slices.Concat(titles, headings, members, options) {
		*n = append(*n, lexical.NameEntry{Name: c.name, Section: 1 + c.section, By: c.by})
	}
}

// tellApart returns the claims to a name that all words of a title or heading distinguish from the others. It returns
// nil if all have the same words, and leaves out words of more than lexical.MaxNamesakes claims.
func tellApart(claims []nameClaim) (apart []nameClaim) {
	counts := map[string]int{}
	for _, c := range claims {
		counts[c.words]++
	}
	if len(counts) < 2 {
		return nil
	}
	for _, c := range claims {
		if c.words != "" && counts[c.words] <= lexical.MaxNamesakes {
			apart = append(apart, c)
		}
	}
	return apart
}

// about returns, for sections with a common heading, the claims of the pages about that heading: for each page the
// first with different spellings. It returns nil if there are more than maxPages such pages.
func (x *Index) about(headings []nameClaim) []nameClaim {
	var all, page []nameClaim
	pages := 0
	for _, c := range headings {
		if !c.about {
			continue
		}
		if len(page) == 0 || x.document(page[0].section) != x.document(c.section) {
			pages, page = pages+1, nil
		}
		same := func(had nameClaim) bool { return x.Sections[had.section].Heading == x.Sections[c.section].Heading }
		if len(page) < lexical.MaxNamesakes && !slices.ContainsFunc(page, same) {
			page, all = append(page, c), append(all, c)
		}
	}
	if pages > maxPages {
		return nil
	}
	return all
}

// document returns the document that a section is in.
func (x *Index) document(section uint32) int {
	d, _ := slices.BinarySearchFunc(x.Docs, section, func(d corpus.Document, section uint32) int {
		if d.SectionEnd <= section {
			return -1
		}
		return 1
	})
	return d
}

// split returns the names that begin with the terms of each part, in the form in which they are encoded.
func (n sectionNames) split(terms partition) [][]lexical.NameEntry {
	parts := make([][]lexical.NameEntry, terms.n)
	for _, e := range n {
		at := terms.of[e.Name.First]
		parts[at] = append(parts[at], e)
	}
	for _, entries := range parts {
		slices.SortFunc(entries, func(a, b lexical.NameEntry) int {
			return cmp.Or(cmp.Compare(a.Section, b.Section), cmp.Compare(a.Name.Hash, b.Name.Hash))
		})
	}
	return parts
}

// namer finds the names of sections. It is not safe for concurrent use.
type namer struct {
	x      *Index
	words  terms.Dictionary
	kinds  map[string]bool // see indexer.kinds
	scan   text.Scanner
	read   []lexical.NameWord
	claims []nameClaim
	idf    []float32 // by term, for SharedNames; else nil
}

// page returns the claims of the sections of a document.
func (n *namer) page(d int) []nameClaim {
	n.claims = n.claims[:0]
	doc, first, chunk := n.x.Docs[d], uint32(0), uint32(0)
	if doc.Title == doc.ID {
		doc.Title = "" // see page.ownTitle
	}
	if d > 0 {
		first = n.x.Docs[d-1].SectionEnd
	}
	if first > 0 {
		chunk = n.x.Sections[first-1].ChunkEnd
	}
	subject, head := lexical.Subject(doc.Title), true
	owner := withoutKinds(subject, n.kindsOf(first, doc.SectionEnd))
	owners := []string{owner}
	if owner != subject || strings.Contains(owner, "::") && !strings.Contains(owner, " ") {
		owners = append(owners, unqualified(owner)...)
	}
	var owning []string // subjects under which members are named
	if owner != "" && len(strings.Fields(owner)) <= maxOwner {
		owning = owners
	}
	var terms []model.TermID // of the subject
	for s := first; s < doc.SectionEnd; s++ {
		heading, anchor := n.x.Sections[s].Heading, n.x.Sections[s].Anchor
		if n.x.Labelled[s] {
			heading, anchor = "", ""
		}
		declares := declared(heading, anchor)
		end, from := n.x.Sections[s].ChunkEnd, len(n.claims)
		if end == chunk {
			if heading != "" && !(head && heading == doc.Title) && n.introduces(s, doc.SectionEnd, chunk) {
				n.claim(nameClaim{section: s, by: lexical.ByHeading}, from, nil, heading, lexical.Subject(heading))
			}
			continue
		}
		chunk = end
		if head {
			n.claim(nameClaim{section: s, by: lexical.ByTitle}, from, nil, append([]string{doc.Title, subject}, owners...)...)
		}
		if heading != "" && !(head && heading == doc.Title) {
			if terms == nil {
				for _, w := range n.wordsOf(subject) {
					terms = append(terms, w.Terms...)
				}
			}
			n.claim(nameClaim{section: s, by: lexical.ByHeading}, from, terms, heading, lexical.Subject(heading))
			n.claim(nameClaim{section: s, by: lexical.ByHeading}, from, terms, declares)
			n.claimOptions(s, heading)
		}
		if heading != doc.Title {
			n.claim(nameClaim{section: s, by: lexical.ByMember}, from, nil, members(owning, cmp.Or(declares, lexical.Subject(heading)), anchor)...)
		}
		head = false
	}
	return slices.Clone(n.claims)
}

// leastMembers is the number of sections with declarations from which the kind in a page's title counts.
const leastMembers = 3

// kindsOf returns the kinds that a page with the given sections may have: a page of members may have any kind.
func (n *namer) kindsOf(first, end uint32) map[string]bool {
	members := 0
	for s := first; s < end && members < leastMembers; s++ {
		if declared(n.x.Sections[s].Heading, n.x.Sections[s].Anchor) != "" {
			members++
		}
	}
	if members < leastMembers {
		return n.kinds
	}
	return allKinds
}

// members returns the names of a member: behind each name of its page, and behind the qualifier in its anchor.
func members(owners []string, member, anchor string) (names []string) {
	if member == "" {
		return nil
	}
	for _, owner := range owners {
		names = append(names, owner+"."+member)
	}
	if class := qualifier(anchor, member); class != "" {
		names = append(names, class+"."+member)
	}
	return names
}

// unqualified returns a qualified name without its first qualifiers: HashMap and collections::HashMap for
// std::collections::HashMap, http for net/http. It returns nil for names without qualifiers.
func unqualified(name string) (shorter []string) {
	rest := name
	for len(shorter) < 2 {
		i := strings.LastIndexAny(rest, `.:/\`)
		if i < 0 || i+1 == len(name) {
			break
		}
		shorter = append(shorter, name[i+1:])
		rest = strings.TrimRight(rest[:i], ":")
	}
	return shorter
}

// declared returns the identifier that the heading of a code reference declares; "" for other headings.
func declared(heading, anchor string) string {
	start, end := lexical.Declared(heading, anchor)
	if rest := heading[end:]; strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "<") {
		return heading[start:end]
	}
	before := heading[:start]
	if opened, behind, ok := strings.Cut(before, "("); ok { // func (*File) Read
		_, behind, _ = strings.Cut(behind, ")")
		before = opened + behind
	}
	words := strings.Fields(before)
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(declarers, strings.ToLower(w)) }) {
		return ""
	}
	return heading[start:end]
}

// introduces tells whether a section without text has sections below it, and the given chunk is in the first of them
// with text.
func (n *namer) introduces(section, end, chunk uint32) bool {
	for s := section + 1; s < end && n.isBelow(s, section); s++ {
		if n.x.Sections[s].ChunkEnd > chunk {
			return true
		}
	}
	return false
}

// isBelow tells whether a section is below another, at any depth.
func (n *namer) isBelow(section, other uint32) bool {
	for section != other {
		up := uint32(n.x.Sections[section].Parent)
		if up == section {
			return false
		}
		section = up
	}
	return true
}

// qualifier returns the name before a member in its anchor: dict for dict.items, QuerySet for
// django.db.models.query.QuerySet.filter; or "".
func qualifier(anchor, member string) string {
	qualified, ok := strings.CutSuffix(anchor, "."+member)
	name := qualified[strings.LastIndexByte(qualified, '.')+1:]
	if !ok || slices.Contains(kindWords, name) { // method.push
		return ""
	}
	return name
}

// claim claims the names in titles, except those that the section has claimed already, from position from on. subject
// is the terms of the page's subject.
func (n *namer) claim(c nameClaim, from int, subject []model.TermID, titles ...string) {
	for i, title := range titles {
		if i > 0 && title == titles[i-1] {
			continue
		}
		c.words = ""
		if i == 0 && c.by != lexical.ByMember {
			c.words = strings.Join(lexical.Keys(title), " ")
		}
		words := lexical.Telling(n.wordsOf(title))
		names := n.words.NamesFrom(words)
		if len(names) == 0 {
			continue
		}
		c.name = names[0]
		if n.idf != nil {
			c.name.First = rarest(words, n.idf)
		}
		c.about = !slices.ContainsFunc(words, func(w lexical.NameWord) bool { return !slices.Contains(subject, w.Terms[0]) })
		if !slices.ContainsFunc(n.claims[from:], func(had nameClaim) bool { return had.name == c.name }) {
			n.claims = append(n.claims, c)
		}
	}
}

// claimOptions claims the names of the options that a heading is about.
func (n *namer) claimOptions(section uint32, heading string) {
	for _, option := range text.Options(heading) {
		words := lexical.Telling(n.wordsOf(option))
		if names := n.words.NamesFrom(words); len(names) > 0 {
			first := names[0].First
			if n.idf != nil {
				first = rarest(words, n.idf)
			}
			n.claims = append(n.claims, nameClaim{name: lexical.WholeName(first, []string{option}), section: section, by: lexical.ByWords})
		}
	}
}

// rarest returns the term of words with the greatest idf; of a word with several terms the first counts.
func rarest(words []lexical.NameWord, idf []float32) model.TermID {
	best := words[0].Terms[0]
	for _, w := range words[1:] {
		if t := w.Terms[0]; idf[t] > idf[best] || idf[t] == idf[best] && t < best {
			best = t
		}
	}
	return best
}

// wordsOf returns the words of a title; valid until the next call. A word that is only a part of the text's word, as in
// subjects, may be no form; then it has no term.
func (n *namer) wordsOf(title string) []lexical.NameWord {
	n.read = n.read[:0]
	for n.scan.Reset(title); n.scan.Next(); {
		var w lexical.NameWord
		if form, ok := n.words.Table.Find(string(n.scan.Key())); ok {
			w = lexical.NameWord{Terms: []model.TermID{n.words.Term(form)}, Stop: n.words.IsStop(form)}
		}
		n.read = append(n.read, w)
	}
	return n.read
}
