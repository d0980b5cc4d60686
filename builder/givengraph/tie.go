package givengraph

import (
	"cmp"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/names"
	"mycel/builder/ner"
)

// Report counts the parts of a graph that were tied to the documents.
type Report struct {
	Format    string   `json:"format"`
	Entities  int      `json:"entities"`  // in the file
	ByName    int      `json:"byName"`    // tied to passages whose text or headings name them
	BySource  int      `json:"bySource"`  // tied to passages that mention them only according to the file
	Relations int      `json:"relations"` // in the file
	Related   int      `json:"related"`   // tied
	New       int      `json:"new"`       // tied relations between names that share no sentence
	Sources   int      `json:"sources"`   // passages of the file
	Found     int      `json:"found"`     // passages of the file that are in the documents
	Untied    []Untied `json:"untied,omitempty"`
}

// Untied counts the entities or relations that are left out for one reason.
type Untied struct {
	What     string   `json:"what"` // entity or relation
	Why      string   `json:"why"`
	Count    int      `json:"count"`
	Examples []string `json:"examples"` // the first
}

// mostExamples is the most examples of a reason.
const mostExamples = 3

// untied counts an entity or relation that is not tied.
func (r *Report) untied(what, why, example string) {
	i := slices.IndexFunc(r.Untied, func(u Untied) bool { return u.What == what && u.Why == why })
	if i < 0 {
		i = len(r.Untied)
		r.Untied = append(r.Untied, Untied{What: what, Why: why})
	}
	u := &r.Untied[i]
	if u.Count++; u.Count <= mostExamples {
		u.Examples = append(u.Examples, example)
	}
}

// Titles returns the names of the graph, with aliases. They become entities unless the documents have them as names
// already. A nil graph has none.
func (g *Graph) Titles() (titles []ner.Title) {
	if g == nil {
		return nil
	}
	for i := range g.Entities {
		e := &g.Entities[i]
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			titles = append(titles, ner.Title{Text: name, Doc: -1, Level: ner.Given})
		}
	}
	return titles
}

// Tied is a graph with the numbers of a corpus. A nil Tied has no statements.
type Tied struct {
	Report Report
	facts  []ChunkFacts // ascending by chunk
	pairs  [][2]uint32  // related entities, ascending
	said   map[[2]uint32]*Statement

	graph  *Graph
	places *places
	entity []int64           // by entity of the file: its entity in the corpus; −1 for none
	types  map[uint32]string // by entity of the corpus
}

// DataName is the file of a bundle with the statements of its graph, as JSON, for the next export. No engine reads it.
const DataName = "given.json"

// Statement is the text of the file about an entity or a relation.
type Statement struct {
	A      uint32 `json:"a"`
	B      uint32 `json:"b"` // the other end of a relation; A again for an entity
	Type   string `json:"type,omitempty"`
	Text   string `json:"text,omitempty"`
	Weight int    `json:"weight,omitempty"`
	Chunk  uint32 `json:"chunk"` // chunk of the statement
}

// ChunkFacts has the statements of the file that belong to a chunk.
type ChunkFacts struct {
	Chunk int
	extract.Facts
	Weights []int // of the relations
}

// Tie finds the entities of a graph among those of a corpus, and joins entities that the file has under several names.
// Names without a mention and without a source in the documents are dropped; only reports the keys of names that the
// file alone has. It runs while the texts are in memory.
func (g *Graph) Tie(c *names.Corpus, pages []*analyse.Page, only func(key string) bool) *Tied {
	if g == nil {
		return nil
	}
	t := &Tied{graph: g, places: findPlaces(g, pages), entity: make([]int64, len(g.Entities)), types: map[uint32]string{}, said: map[[2]uint32]*Statement{}}
	t.Report = Report{Format: g.Format, Entities: len(g.Entities), Relations: len(g.Relations) + len(g.Loops), Sources: len(g.Passages)}
	for _, list := range t.places.passages {
		if len(list) > 0 {
			t.Report.Found++
		}
	}
	t.joinAliases(c)
	t.dropUnknown(c, only)
	for i := range g.Entities {
		e := &g.Entities[i]
		t.entity[i] = -1
		if n, ok := c.Find(ner.Key(e.Name)); ok {
			t.entity[i] = int64(n)
			if t.types[n] == "" {
				t.types[n] = e.Type
			}
		}
	}
	return t
}

// joinAliases makes the aliases of an entity lead to it.
func (t *Tied) joinAliases(c *names.Corpus) {
	to := c.Same()
	for i := range t.graph.Entities {
		e := &t.graph.Entities[i]
		owner, ok := c.Find(ner.Key(e.Name))
		for _, alias := range e.Aliases {
			if n, known := c.Find(ner.Key(alias)); ok && known && n != owner {
				to[n] = owner
			}
		}
	}
	c.Join(names.Roots(to))
}

// dropUnknown drops the names of the file that no text has, unless a source is found.
func (t *Tied) dropUnknown(c *names.Corpus, only func(key string) bool) {
	mentioned := make([]bool, len(c.Entities))
	for _, mentions := range c.Mentions {
		for _, m := range mentions {
			mentioned[m.Entity] = true
		}
	}
	to := c.Same()
	for i := range t.graph.Entities {
		e := &t.graph.Entities[i]
		n, ok := c.Find(ner.Key(e.Name))
		if ok && !mentioned[n] && only(c.Entities[n].Key) && len(t.places.chunks(e.Passages, e.Places)) == 0 {
			to[n] = names.Gone
		}
	}
	c.Join(to)
}

// Link adds to the tables the knowledge that only the file has: passages that mention an entity by its source, just as
// passages under a heading mention the entities of the heading. It returns the pairs of related entities, ascending,
// and places the texts of the file.
func (t *Tied) Link(tables *entities.Tables) [][2]uint32 {
	at := t.mentionedIn(tables)
	for i := range t.graph.Entities {
		t.linkEntity(i, at, tables)
	}
	for i := range t.graph.Entities {
		e, n := &t.graph.Entities[i], uint32(t.entity[i])
		if t.entity[i] >= 0 && (len(e.Texts) > 0 || t.types[n] != "") && len(at[n]) > 0 {
			t.say(n, n, t.chunkOf(e.Passages, e.Places, at[n], nil), e.Texts).Type = t.types[n]
		}
	}
	for _, name := range t.graph.Loops {
		t.Report.untied("relation", "it joins a name with itself", name)
	}
	for i := range t.graph.Relations {
		l := &t.graph.Relations[i]
		a, b, ok := t.ends(l)
		if !ok {
			continue
		}
		t.pairs = append(t.pairs, [2]uint32{min(a, b), max(a, b)})
		t.Report.Related++
		if len(l.Texts) > 0 {
			s := t.say(min(a, b), max(a, b), t.chunkOf(l.Passages, l.Places, at[a], at[b]), l.Texts)
			s.Weight = min(s.Weight+l.Weight, mostWeight)
		}
	}
	t.setFacts()
	slices.SortFunc(t.pairs, comparePairs)
	t.pairs = slices.Compact(t.pairs)
	t.places = nil // no longer needed
	return t.pairs
}

// say adds texts about an entity or a relation. All of them belong to the first chunk with a statement about it.
func (t *Tied) say(a, b uint32, chunk int, texts []string) *Statement {
	s := t.said[[2]uint32{a, b}]
	if s == nil {
		s = &Statement{A: a, B: b, Chunk: uint32(chunk)}
		t.said[[2]uint32{a, b}] = s
	}
	s.Text = extract.Bounded(strings.Join(append([]string{s.Text}, texts...), " "), mostWords, mostTextSize)
	return s
}

// Statements returns the statements of the file, in the order of the entities; nil without a file.
func (t *Tied) Statements() (list []*Statement) {
	if t == nil {
		return nil
	}
	for _, s := range t.said {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *Statement) int { return comparePairs([2]uint32{a.A, a.B}, [2]uint32{b.A, b.B}) })
	return list
}

// setFacts sorts the statements by their chunks. The text about an entity follows its type.
func (t *Tied) setFacts() {
	list := slices.DeleteFunc(t.Statements(), func(s *Statement) bool { return s.Text == "" })
	slices.SortStableFunc(list, func(a, b *Statement) int { return cmp.Compare(a.Chunk, b.Chunk) })
	for i, s := range list {
		if i == 0 || list[i-1].Chunk != s.Chunk {
			t.facts = append(t.facts, ChunkFacts{Chunk: int(s.Chunk)})
		}
		f := &t.facts[len(t.facts)-1]
		switch {
		case s.A < s.B:
			f.Relations, f.Weights = append(f.Relations, extract.Relation{A: s.A, B: s.B, Text: s.Text}), append(f.Weights, s.Weight)
		case s.Type != "":
			f.Entities = append(f.Entities, extract.Entity{ID: s.A, Text: extract.Bounded(s.Type+": "+s.Text, mostWords, mostTextSize)})
		default:
			f.Entities = append(f.Entities, extract.Entity{ID: s.A, Text: s.Text})
		}
	}
}

// All returns the statements of the file, by chunk; nil without a file.
func (t *Tied) All() []ChunkFacts {
	if t == nil {
		return nil
	}
	return t.facts
}

// Related returns the pairs of related entities, ascending; nil without a file.
func (t *Tied) Related() [][2]uint32 {
	if t == nil {
		return nil
	}
	return t.pairs
}

// Descriptions returns the text of the file about each entity.
func (t *Tied) Descriptions() map[uint32]string {
	all := map[uint32]string{}
	for _, f := range t.All() {
		for _, e := range f.Entities {
			all[e.ID] = strings.TrimSpace(all[e.ID] + " " + e.Text)
		}
	}
	return all
}

func comparePairs(a, b [2]uint32) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// mentionedIn lists the chunks that mention each entity of the file, ascending.
func (t *Tied) mentionedIn(tables *entities.Tables) map[uint32][]int {
	at := map[uint32][]int{}
	for _, n := range t.entity {
		if n >= 0 {
			at[uint32(n)] = nil
		}
	}
	for chunk, o := range tables.Chunks {
		for _, n := range o.IDs {
			if _, ok := at[n]; ok {
				at[n] = append(at[n], chunk)
			}
		}
	}
	return at
}

// linkEntity ties an entity to its sources. It ties a source of several chunks by its first chunk, unless another of
// them has the name.
func (t *Tied) linkEntity(i int, at map[uint32][]int, tables *entities.Tables) {
	e := &t.graph.Entities[i]
	n := uint32(t.entity[i])
	if t.entity[i] < 0 {
		t.Report.untied("entity", "no text has the name, and no source of it is found", e.Name)
		return
	}
	byName := len(at[n]) > 0
	for _, list := range t.places.chunks(e.Passages, e.Places) {
		if !slices.ContainsFunc(list, func(chunk int) bool { return has(at[n], chunk) }) {
			k, _ := slices.BinarySearch(at[n], list[0])
			at[n] = slices.Insert(at[n], k, list[0])
			tables.Mention(list[0], n)
		}
	}
	switch {
	case byName:
		t.Report.ByName++
	case len(at[n]) > 0:
		t.Report.BySource++
	default: // a name that occurs only within longer names, or the title of a page without text
		t.entity[i] = -1
		t.Report.untied("entity", "no passage mentions it", e.Name)
	}
}

func has(ascending []int, n int) bool {
	_, ok := slices.BinarySearch(ascending, n)
	return ok
}

// ends returns the entities of a relation; ok is false unless both are tied.
func (t *Tied) ends(l *Relation) (a, b uint32, ok bool) {
	ends := [2]*Entity{&t.graph.Entities[l.A], &t.graph.Entities[l.B]}
	x, y := t.entity[l.A], t.entity[l.B]
	example := ends[0].Name + " – " + ends[1].Name
	switch {
	case x < 0 || y < 0:
		t.Report.untied("relation", "an end of it is not tied", example)
	case x == y:
		t.Report.untied("relation", "the documents have both ends as one name", example)
	default:
		return uint32(x), uint32(y), true
	}
	return 0, 0, false
}

// chunkOf returns the chunk of a statement about one or two entities. Among its sources, or else all chunks with the
// entities, it is the first chunk that mentions both, or else one of them.
func (t *Tied) chunkOf(passages []int, names []string, first, second []int) int {
	best, most := -1, -1
	try := func(chunk int) {
		n := 0
		if has(first, chunk) {
			n++
		}
		if second != nil && has(second, chunk) {
			n++
		}
		if n > most {
			best, most = chunk, n
		}
	}
	for _, list := range t.places.chunks(passages, names) {
		for _, chunk := range list {
			try(chunk)
		}
	}
	if best >= 0 {
		return best
	}
	few, many := first, second
	if len(few) > len(many) {
		few, many = many, few
	}
	for _, chunk := range few {
		if has(many, chunk) {
			return chunk
		}
	}
	return first[0]
}
