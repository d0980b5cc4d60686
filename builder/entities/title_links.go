package entities

import (
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/ner"
	"mycel/builder/stem"
	"mycel/engine/entity"
	"mycel/engine/text"
)

// titleLinks has the entities that the title and the headings of a page name; all lists ascend.
type titleLinks struct {
	title    []uint32   // entities that the title contains
	headings [][]uint32 // per section, entities that its heading contains; empty if the heading repeats the title
	About    [][]uint32 // per section: the entities that it is about, see sectionTitles
}

// Link finds the entities that titles of a page name. The result depends on the titles, on the mentions, and on the
// entities whose keys and aliases begin with a word of the titles, or its singular.
func (t *Tables) Link(p *analyse.Page, mentions []ner.Mention, find Linker) *titleLinks {
	title := p.OwnTitle()
	if len(t.Mentions) == 1 {
		title = "" // a title of the only page would be an entity of every chunk
	}
	l := &titleLinks{title: find.within(title), headings: make([][]uint32, len(p.Doc.Sections))}
	for i, s := range p.Doc.Sections {
		if s.Heading != p.Doc.Title {
			l.headings[i] = find.within(s.Heading)
		}
	}
	l.About = sectionTitles(p, find.named(t.subject(p, mentions), title), find)
	return l
}

// Linker finds the entities in titles and headings, with the code that finds them in queries.
type Linker struct {
	Vocabulary *entity.Vocabulary
	Stemmer    *stem.Stemmer
}

// maxTitleTokens is the most tokens of a title that are read.
const maxTitleTokens = 64

// within returns the entities that a title contains, ascending.
func (l Linker) within(title string) []uint32 {
	tokens := text.Tokens(title, maxTitleTokens)
	stop := make([]bool, len(tokens))
	for i, token := range tokens {
		stop[i] = l.Stemmer.IsStop(token.Key)
	}
	var ids []uint32
	for _, link := range l.Vocabulary.Links(title, tokens, stop) {
		ids = append(ids, uint32(link.Entity))
	}
	slices.Sort(ids)
	return ids
}

// named appends the entities whose name is the title, as it is or without a trailing "(…)".
func (l Linker) named(ids []uint32, title string) []uint32 {
	if title == "" {
		return ids
	}
	names := []string{title}
	if short, _, noted := strings.Cut(title, " ("); noted {
		names = append(names, short)
	}
	for _, name := range names {
		if e, ok := l.Vocabulary.Find(ner.Key(name)); ok {
			ids = append(ids, uint32(e))
		} else if e, ok := l.Vocabulary.Find(entity.Singular(ner.Key(name))); ok {
			ids = append(ids, uint32(e))
		}
	}
	return ids
}

// subject returns the subject of a page by its text: the first name in its first sentence, because texts introduce
// their subject. If the page has a title, the name must begin the text and be a longer or shorter form of the title
// (Thomas More: Sir Thomas More). Without such a name it returns nil.
func (t *Tables) subject(p *analyse.Page, mentions []ner.Mention) []uint32 {
	for _, m := range mentions {
		if m.Sentence > 0 {
			break
		}
		e := t.Entities[m.Entity]
		switch title := p.OwnTitle(); {
		case e.Kind == entity.Term:
		case title == "":
			return []uint32{m.Entity}
		case m.Start <= MaxArticle && e.Kind != entity.Title && variant(title, e.Key):
			return []uint32{m.Entity}
		default:
			return nil
		}
	}
	return nil
}

// MaxArticle is the most bytes before a name that begins a text: "The ".
const MaxArticle = 4

// variant tells whether a name has at least half of the words of a title, without a note in parentheses.
func variant(title, key string) bool {
	title, _, _ = strings.Cut(title, " (")
	words, of := strings.Fields(key), strings.Fields(ner.Key(title))
	shared := 0
	for _, w := range of {
		if slices.Contains(words, w) {
			shared++
		}
	}
	return shared > 0 && 2*shared >= len(of)
}

// sectionTitles returns, for each section of a page, the entities that it is about: the entities of the page, and those
// that its heading names.
func sectionTitles(p *analyse.Page, page []uint32, l Linker) [][]uint32 {
	out := make([][]uint32, len(p.Doc.Sections))
	for i, s := range p.Doc.Sections {
		ids := slices.Clone(page)
		if s.Heading != p.OwnTitle() {
			ids = l.named(ids, s.Heading)
		}
		out[i] = Tally(ids).IDs
	}
	return out
}
