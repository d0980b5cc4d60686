package builder

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/stem"
	"mycel/engine/entity"
	"mycel/engine/graph"
	"mycel/engine/model"
	"mycel/engine/text"
)

// entityTables are the entities of the corpus with their occurrences.
type entityTables struct {
	entities []entity.Entity
	aliases  []entity.Alias
	mentions [][]ner.Mention // per page, in text order
	chunks   []occurrences   // per chunk: the entities it mentions
	places   [][]uint64      // parallel: where
	titles   [][]uint32      // per section: the entities it is about
	edges    []graph.Edge    // ascending
	graph    []byte          // encoded
}

// occurrences counts ids; the ids ascend.
type occurrences struct {
	ids    []uint32
	counts []uint32
}

// tally turns a list of ids, in any order, into occurrences.
func tally(ids []uint32) occurrences {
	slices.Sort(ids)
	var o occurrences
	for i, id := range ids {
		if i > 0 && id == ids[i-1] {
			o.counts[len(o.counts)-1]++
			continue
		}
		o.ids = append(o.ids, id)
		o.counts = append(o.counts, 1)
	}
	return o
}

// findEntities decides what the entities of the corpus are and where they occur.
// Where CountOverlapTwice says so, sentences in the overlap of chunks count twice in the
// graph.
func (b *build) findEntities() (*entityTables, error) {
	pages := b.pages
	lexicon := b.lexicon()
	t := &entityTables{mentions: b.findMentions(lexicon)}
	for _, e := range lexicon.Entities() {
		t.entities = append(t.entities, entity.Entity{Key: e.Key, Name: e.Name, Kind: e.Kind})
	}
	for _, a := range lexicon.Aliases() {
		t.aliases = append(t.aliases, entity.Alias{Key: a.Key, Entity: model.EntityID(a.Entity)})
	}
	if b.large() {
		for _, p := range pages {
			p.candidates = nil
		}
		b.strings = nil
	}
	if b.packs() {
		if err := b.writeTexts(); err != nil { // so that they need not be in memory from here on
			return nil, err
		}
	}
	find, err := t.linker(b.stemmer)
	if err != nil {
		return nil, err
	}
	pageChunks := make([][]occurrences, len(pages))
	pagePlaces := make([][][]uint64, len(pages))
	pageTitles := make([][][]uint32, len(pages))
	pageEdges := make([][]uint64, len(pages))
	pageGroups := make([]sentenceGroups, len(pages))
	parallel.Do(len(pages), func(i int) {
		p := pages[i].open()
		pageChunks[i], pagePlaces[i] = chunkEntities(p, t.mentions[i], find.within)
		pageTitles[i] = sectionTitles(p, t.subject(p, t.mentions[i]), find)
		if b.CountOverlapTwice {
			pageEdges[i] = pageGroups[i].chunkwise(t.mentions[i], p.chunks)
		} else {
			pageEdges[i] = pageGroups[i].cooccurrences(t.mentions[i])
		}
	})
	t.chunks = slices.Concat(pageChunks...)
	t.places = slices.Concat(pagePlaces...)
	t.titles = slices.Concat(pageTitles...)
	t.edges = mergeEdges(pageEdges, len(t.entities))
	t.graph = encodeGraph(pageGroups, len(t.entities))
	return t, nil
}

// linker finds the entities in titles and headings, by the very code that finds
// them in queries.
type linker struct {
	vocabulary *entity.Vocabulary
	stemmer    *stem.Stemmer
}

func (t *entityTables) linker(s *stem.Stemmer) (linker, error) {
	vocabulary, err := entity.Whole(t.entities, t.aliases)
	return linker{vocabulary, s}, err
}

// maxTitleTokens is how much of a title is read.
const maxTitleTokens = 64

// within returns the entities that a title names.
func (l linker) within(title string) []uint32 {
	tokens := text.Tokens(title, maxTitleTokens)
	stop := make([]bool, len(tokens))
	for i, token := range tokens {
		stop[i] = l.stemmer.IsStop(token.Key)
	}
	var ids []uint32
	for _, link := range l.vocabulary.Links(title, tokens, stop) {
		ids = append(ids, uint32(link.Entity))
	}
	return ids
}

// named appends the entities that have the title for a name: the title as it is,
// and without a trailing "(…)".
func (l linker) named(ids []uint32, title string) []uint32 {
	if title == "" {
		return ids
	}
	names := []string{title}
	if short, _, noted := strings.Cut(title, " ("); noted {
		names = append(names, short)
	}
	for _, name := range names {
		if e, ok := l.vocabulary.Find(ner.Key(name)); ok {
			ids = append(ids, uint32(e))
		} else if e, ok := l.vocabulary.Find(entity.Singular(ner.Key(name))); ok {
			ids = append(ids, uint32(e))
		}
	}
	return ids
}

// subject returns the entity that a page is about by its text: the first name in its
// first sentence, since texts introduce what they are about. Of a page with a title
// it must begin the text and be a longer or shorter form of the title (Thomas More:
// Sir Thomas More). It is nil where there is none.
func (t *entityTables) subject(p *page, mentions []ner.Mention) []uint32 {
	for _, m := range mentions {
		if m.Sentence > 0 {
			break
		}
		e := t.entities[m.Entity]
		switch title := p.ownTitle(); {
		case e.Kind == entity.Term:
		case title == "":
			return []uint32{m.Entity}
		case m.Start <= maxArticle && e.Kind != entity.Title && variant(title, e.Key):
			return []uint32{m.Entity}
		default:
			return nil
		}
	}
	return nil
}

// maxArticle is how many bytes may stand before a name that begins a text: "The ".
const maxArticle = 4

// variant tells whether a name has at least half of the words of a title, a note in
// parentheses not counted.
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

// sectionTitles returns for each section of a page the entities it is about: those
// that its heading or the page's title names, and the subject of a page without one.
func sectionTitles(p *page, subject []uint32, l linker) [][]uint32 {
	page := l.named(subject, p.ownTitle())
	out := make([][]uint32, len(p.doc.Sections))
	for i, s := range p.doc.Sections {
		ids := slices.Clone(page)
		if s.Heading != p.ownTitle() {
			ids = l.named(ids, s.Heading)
		}
		out[i] = tally(ids).ids
	}
	return out
}

// chunkEntities counts and places the entities of each chunk of a page. As with
// words, a chunk is also about what the page's title and its section's heading
// name.
func chunkEntities(p *page, mentions []ner.Mention, find func(string) []uint32) ([]occurrences, [][]uint64) {
	title := find(p.ownTitle())
	headings := make([][]uint32, len(p.doc.Sections))
	for i, s := range p.doc.Sections {
		if s.Heading != p.doc.Title {
			headings[i] = find(s.Heading)
		}
	}
	out := make([]occurrences, len(p.chunks))
	places := make([][]uint64, len(p.chunks))
	var all []uint64 // entity, then place
	for i, c := range p.chunks {
		all = all[:0]
		for _, ids := range [][]uint32{title, headings[c.section]} {
			for _, e := range ids {
				all = append(all, uint64(e)<<32)
			}
		}
		for _, m := range mentionsWithin(mentions, c.first, c.end) {
			all = append(all, uint64(m.Entity)<<32|uint64(min(int(m.Sentence)-c.first+1, 63)))
		}
		out[i], places[i] = tallyPlaces(all)
	}
	return out, places
}

// tallyPlaces is tally for entities with the places of their occurrences, up to 63, in
// the lower half. It returns the set of each entity's places, too.
func tallyPlaces(all []uint64) (o occurrences, places []uint64) {
	slices.Sort(all)
	n := 0
	for i := range all {
		if i == 0 || all[i]>>32 != all[i-1]>>32 {
			n++
		}
	}
	if n == 0 {
		return o, nil
	}
	o.ids, o.counts, places = make([]uint32, 0, n), make([]uint32, 0, n), make([]uint64, 0, n)
	for i, x := range all {
		if i == 0 || x>>32 != all[i-1]>>32 {
			o.ids, o.counts, places = append(o.ids, uint32(x>>32)), append(o.counts, 0), append(places, 0)
		}
		o.counts[len(o.counts)-1]++
		places[len(places)-1] |= 1 << uint32(x)
	}
	return o, places
}

// mentionsWithin returns the mentions in the sentences [first, end).
func mentionsWithin(mentions []ner.Mention, first, end int) []ner.Mention {
	before := func(m ner.Mention, sentence int) int { return cmp.Compare(int(m.Sentence), sentence) }
	from, _ := slices.BinarySearchFunc(mentions, first, before)
	to, _ := slices.BinarySearchFunc(mentions, end, before)
	return mentions[from:to]
}

// mergeEdges sums equal pairs of so many entities into weighted edges.
func mergeEdges(pages [][]uint64, entities int) []graph.Edge {
	ends := make([]int, entities+1) // of the pairs of each first entity; first, where they begin
	for _, pairs := range pages {
		for _, pair := range pairs {
			ends[pair>>32+1]++
		}
	}
	for u := range entities {
		ends[u+1] += ends[u]
	}
	others := make([]uint32, ends[entities])
	for _, pairs := range pages {
		for _, pair := range pairs {
			u := pair >> 32
			others[ends[u]] = uint32(pair)
			ends[u]++
		}
	}
	var edges []graph.Edge
	first := 0
	for u, end := range ends[:entities] {
		list := others[first:end]
		first = end
		slices.Sort(list)
		for i, v := range list {
			if i > 0 && v == list[i-1] {
				edges[len(edges)-1].Weight++
				continue
			}
			edges = append(edges, graph.Edge{U: uint32(u), V: v, Weight: 1})
		}
	}
	return edges
}

// transpose turns rows of columns into columns of rows.
func transpose(rows []occurrences, columns int) []occurrences {
	out := make([]occurrences, columns)
	for r, o := range rows {
		for i, c := range o.ids {
			out[c].ids = append(out[c].ids, uint32(r))
			out[c].counts = append(out[c].counts, o.counts[i])
		}
	}
	return out
}

// titles lists the title and headings of page number doc, for the gazetteer.
func (p *page) titles(doc int) []ner.Title {
	var titles []ner.Title
	if title := p.ownTitle(); title != "" {
		titles = append(titles, ner.Title{Text: title, Doc: doc})
	}
	for _, s := range p.doc.Sections {
		if s.Heading != "" && s.Heading != p.doc.Title {
			titles = append(titles, ner.Title{Text: s.Heading, Doc: doc, Level: max(1, s.Level)})
		}
	}
	return titles
}
