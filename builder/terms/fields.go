package terms

import (
	"math"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/fields"
	"mycel/engine/model"
	"mycel/engine/text"
)

// The most occurrences that a profile counts in prose and listings, and in other fields. More would change scores
// little, because they saturate.
const (
	mostLong  = 31
	mostShort = 15
)

// fieldCounts counts the fields of passages in which terms are.
type fieldCounts struct {
	counts   []fields.Profile // by term: of the passage being added
	numbers  map[fields.Profile]uint32
	profiles []fields.Profile // by number, in the order in which they were met
	own      []uint32         // by term: number of passages that have it themselves
	once     []uint32         // by form: 1 + the only passage that has it itself; several for more, 0 for none

	prose, listing []uint32 // by passage: words
	heading        []analyse.WordList
}

// several stands for more than one passage.
const several = math.MaxUint32

func newFieldCounts(terms, forms int) *fieldCounts {
	return &fieldCounts{counts: make([]fields.Profile, terms), own: make([]uint32, terms), once: make([]uint32, forms), numbers: map[fields.Profile]uint32{}}
}

// count counts a term of the current passage in a field.
func (f *fieldCounts) count(t model.TermID, field fields.Field) {
	most := uint8(mostShort)
	if field == fields.Prose || field == fields.Fenced || field == fields.Output {
		most = mostLong
	}
	if n := &f.counts[t][field]; *n < most {
		*n++
	}
}

// meet records that the current passage has a form itself.
func (f *fieldCounts) meet(w analyse.Form) { meetIn(&f.once[w], uint32(len(f.prose))) }

// meetIn records that a passage, counted from 1, has a form.
func meetIn(once *uint32, passage uint32) {
	if *once == 0 {
		*once = passage
	} else if *once != passage {
		*once = several
	}
}

// findOnce records the forms that only one passage has, while other passages have their terms.
func (v *Vocabulary) findOnce(l *PostingLists) {
	if l.Fields == nil {
		return
	}
	e := 0
	for _, s := range v.spoken {
		for v.Entries[e].Form < s.form {
			e++
		}
		if passage := l.Fields.once[s.number]; passage > 0 {
			meetIn(&v.Entries[e].Once, passage)
		}
	}
	for e := range v.Entries {
		if x := &v.Entries[e]; x.Once == several || x.Stop || l.Rows[x.Term].N == 1 {
			x.Once = 0
		}
	}
}

// take returns the number of a term's profile in the current passage, and clears the profile.
func (f *fieldCounts) take(t model.TermID) uint32 {
	p := f.counts[t]
	f.counts[t] = fields.Profile{}
	n, ok := f.numbers[p]
	if !ok {
		n = uint32(len(f.profiles))
		f.numbers[p] = n
		f.profiles = append(f.profiles, p)
	}
	if p.Own() {
		f.own[t]++
	}
	return n
}

// addFields counts the words of a chunk in their fields, and the texts of links to it. l counts all of these
// words already, except those of links and the description.
func (l *PostingLists) addFields(v *Vocabulary, p *analyse.Page, c analyse.Chunk, first bool, parents []int, links []call) {
	f := l.Fields
	count := func(words analyse.WordList, written string, field fields.Field) {
		i := 0
		for sc := text.NewScanner(written); sc.Next(); {
			f.count(v.Term[words[i]], field)
			if field == fields.Heading || field == fields.Anchor {
				f.meet(words[i])
			}
			for _, part := range v.Parts[words[i]] {
				f.count(part, fields.Part)
			}
			i++
			for range sc.Parts() {
				f.count(v.Term[words[i]], fields.Part)
				i++
			}
		}
	}
	var prose, listing uint32
	f.prose, f.listing = append(f.prose, 0), append(f.listing, 0)
	for i := p.WordsBefore(c.First); i < p.WordsBefore(c.End); i++ {
		field := wordFields[p.Kinds[i]]
		t := v.Term[p.Words[i]]
		switch field {
		case fields.NumFields:
			continue
		case fields.Part:
		case fields.Inline:
			f.count(t, fields.Prose)
			prose++
		case fields.Prose:
			prose++
		default:
			listing++
		}
		f.count(t, field)
		f.meet(p.Words[i])
		for _, part := range v.Parts[p.Words[i]] {
			f.count(part, fields.Part)
		}
	}
	f.prose[len(f.prose)-1], f.listing[len(f.listing)-1] = prose, listing
	count(p.Title, p.OwnTitle(), fields.Title)
	if h := p.Doc.Sections[c.Section].Heading; h == "" && c.Section == 0 {
		count(p.Title, p.OwnTitle(), fields.Heading)
	} else {
		count(p.Heading[c.Section], h, fields.Heading)
	}
	for s := c.Section; parents[s] != s; {
		s = parents[s]
		if p.Doc.Sections[s].Heading != p.Doc.Title {
			count(p.Heading[s], p.Doc.Sections[s].Heading, fields.Ancestors)
		}
	}
	if first {
		count(p.Description, p.Doc.About(), fields.Description)
		l.Add(v, p.Description, 1, 0)
	}
	for _, link := range links {
		count(link.words, link.text, fields.Anchor)
		l.addNew(v, link.words)
	}
	l.addAround(v, links)
}

// addAround counts the words of the sentences around links to a section, once for each page. Words that only one
// page has there are about that page.
func (l *PostingLists) addAround(v *Vocabulary, links []call) {
	said := map[model.TermID][2]int{} // the first page and the last
	for _, link := range links {
		for _, w := range link.around {
			t := v.Term[w]
			pages, known := said[t]
			if v.Stop[t] || known && pages[1] == link.from {
				continue
			}
			if !known {
				said[t] = [2]int{link.from, link.from}
				continue
			}
			if pages[0] == pages[1] {
				l.Fields.count(t, fields.Around) // for the first page
			}
			l.Fields.count(t, fields.Around)
			said[t] = [2]int{pages[0], link.from}
			if l.counts[t].tf == 0 {
				l.AddTerm(t, 1, 0)
			}
		}
	}
}

// addQuestions counts the words of the questions that a chunk answers, each once: models repeat themselves.
func (l *PostingLists) addQuestions(v *Vocabulary, asked []analyse.Question) {
	for _, q := range asked {
		if l.Fields != nil {
			for _, w := range q.Words {
				l.Fields.counts[v.Term[w]][fields.Questions] = 1
			}
		}
		l.addNew(v, q.Words)
	}
}

// addNew counts the words that the current passage lacks, once.
func (l *PostingLists) addNew(v *Vocabulary, words analyse.WordList) {
	for _, w := range words {
		if l.counts[v.Term[w]].tf == 0 {
			l.AddTerm(v.Term[w], 1, 0)
		}
	}
}

// headingOf returns the words of a section's heading. A first section without a heading has the words of the
// page's title.
func headingOf(p *analyse.Page, section int) analyse.WordList {
	if section == 0 && len(p.Heading[0]) == 0 {
		return p.Title
	}
	return p.Heading[section]
}

// wordFields maps kinds of words to fields.
var wordFields = [...]fields.Field{
	analyse.Prose: fields.Prose, analyse.Inline: fields.Inline, analyse.Fenced: fields.Fenced, analyse.Output: fields.Output,
	analyse.Part: fields.Part, analyse.CodePart: fields.NumFields,
}

// call is the text of a link from a page to a section of another.
type call struct {
	from   int // page
	text   string
	words  analyse.WordList
	around analyse.WordList // words of the sentence that has the link
}

// calls returns, for each page, the texts of links to its sections from other pages: by the first chunk of each
// section or, for a section without text, the next chunk.
func calls(pages []*analyse.Page) []map[int][]call {
	out := make([]map[int][]call, len(pages))
	refs := references(pages)
	for n, p := range analyse.Opened(pages) {
		for ; len(refs) > 0 && refs[0].from == n; refs = refs[1:] {
			r := refs[0]
			if out[r.to] == nil {
				out[r.to] = map[int][]call{}
			}
			chunk := firstChunk(pages[r.to], r.section)
			link := p.Doc.Links[r.link]
			out[r.to][chunk] = append(out[r.to][chunk], call{n, link.Text, slices.Clone(p.Links[r.link]), slices.Clone(sentenceAt(p, link.At))})
		}
	}
	return out
}

// sentenceAt returns the words of the sentence at an offset of a page's text.
func sentenceAt(p *analyse.Page, offset int) analyse.WordList {
	s, begins := slices.BinarySearch(p.Sentences, offset)
	if !begins {
		s--
	}
	if s < 0 {
		return nil
	}
	return p.SentenceWords(s, s+1)
}

// firstChunk returns the first chunk of a section; for a section without chunks the next chunk of
// the page, or else its last.
func firstChunk(p *analyse.Page, section int) int {
	if section == 0 {
		return 0
	}
	chunks := p.Sizes().Chunks
	return min(p.Open().ChunkEnd[section-1], int(chunks)-1)
}
