package engine

import (
	"errors"

	"mycel/engine/bundle"
	"mycel/engine/corpus"
	"mycel/engine/entity"
	"mycel/engine/evidence"
	"mycel/engine/facet"
	"mycel/engine/graph"
	"mycel/engine/lexical"
	"mycel/engine/method"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/tree"
	"mycel/engine/wire"
)

// decodeLayout reads the part of each row, and makes room for the rows.
func (s *shared) decodeLayout(b []byte) error {
	r := wire.NewReader(b)
	x, n := s.all, &s.header.Counts // a copy is filled in less code than what s points to
	s.groups = map[string][]*parts.Layout{}
	for _, group := range bundle.Groups() {
		switch group {
		case bundle.GroupText, bundle.GroupTerms, bundle.GroupEntities, bundle.GroupSpelling, bundle.GroupPlaces, bundle.GroupOutline, bundle.GroupChunks, bundle.GroupMentions, bundle.GroupTreeTerms, bundle.GroupLists, bundle.GroupSets:
			continue // may have any number of parts
		}
		first, end := s.directory.Range(group)
		var one *parts.Layout
		switch needed := group == bundle.GroupGraph || group == bundle.GroupTree || group == bundle.GroupPositions; {
		case end > first+1, end == first && needed:
			r.Fail("not one part of " + group)
		case end > first:
			one = parts.One(first, 1)
		}
		s.set(group, one)
	}
	numChunks, numSections, numTerms := x.Corpus.NumChunks(), x.Corpus.NumSections(), x.Dictionary.NumTerms()
	terms := x.Dictionary.Blocks()
	if first, end := s.directory.Range(bundle.GroupSpelling); !x.Dictionary.Spelling().Set(first, int(end-first)) {
		r.Fail("another number of parts of spelling")
	}
	places, outline := s.beside(r, terms, bundle.GroupPlaces), x.Corpus.Outline()
	// An entity lies beside a term, or in the last part.
	first := s.asMany(r, terms.Len(), bundle.GroupEntities)
	_, endKeys := s.directory.Range(bundle.GroupKeys)
	starts, homes := r.Runs(n.Entities, int(endKeys-first))
	entities := parts.Runs(first, starts, homes, int(endKeys-first), n.Entities)
	chunks := s.layout(r, numChunks, bundle.GroupChunks)
	docs, sections := s.layout(r, n.Documents, bundle.GroupChunks), s.layout(r, numSections, bundle.GroupChunks)
	mentions, titles := s.mentions(r, chunks, numChunks), s.mentions(r, sections, numSections)
	treeTerms := s.treeTerms(r, terms)
	if r.Uint() > 0 {
		x.Boosts = facet.NewBoosts(parts.Reader{Layout: outline[2]})
	}
	if n.Summaries > maxSummariesPerChunk*numChunks || n.Entities > maxEntitiesPerChunk*numChunks { // before room is made for them
		r.Fail("more rows than the chunks can have")
	}
	if err := r.Close(); err != nil {
		return err
	}
	x.Corpus.SetParts(docs, sections, chunks)
	at := func(l *parts.Layout) parts.Reader { return parts.Reader{Layout: l} }
	x.SummaryPostings = lexical.NewPostings(at(treeTerms), numTerms, n.Summaries)
	x.Postings = lexical.NewPostings(at(terms), numTerms, numChunks)
	x.Names = lexical.NewNames(numSections, terms.Len())
	last := -1 // the part of entities without a home beside a term, if there is one
	if entities.Len() > terms.Len() {
		last = terms.Len()
	}
	x.Entities = entity.NewVocabulary(at(entities), n.Entities, entities.Len(), func(w *parts.Missing, key string) int {
		if at := x.Parser.For(w).Home(key); at >= 0 {
			return at
		}
		return last
	})
	x.EntityChunks = entity.NewIndex(at(entities), n.Entities, numChunks, 1) // an entity whose row is not loaded counts as one with another mention
	x.ChunkEntities = entity.NewIndex(at(mentions), numChunks, n.Entities, 0)
	x.EntityPlaces = wire.NewPlaces(at(mentions), numChunks)
	x.Titles = entity.NewTitles(at(titles), numSections, at(entities), n.Entities)
	x.Links = &corpus.Links{}
	x.Graph, x.Tree = graph.New(n.Entities), tree.New(n.Summaries, numChunks)
	x.Corpus.Blocks.Layout = s.groups[bundle.GroupPositions][0]
	x.Layouts, x.Own, x.Sentences, x.Edges = s.groups, &method.Sections{}, n.Sentences, n.Edges
	x.Systems = method.SystemsOf(s.hasGroup)
	s.tokens, s.metadata = &evidence.Tokens{}, &facet.Metadata{}
	s.loaded = make([]*corpus.Block, x.Corpus.Blocks.Len())
	s.all = x
	s.set(bundle.GroupTerms, terms)
	s.set(bundle.GroupEntities, entities)
	s.set(bundle.GroupSpelling, x.Dictionary.Spelling().Layout)
	s.set(bundle.GroupPlaces, places)
	s.set(bundle.GroupOutline, outline...)
	s.set(bundle.GroupChunks, chunks, sections, docs)
	s.set(bundle.GroupMentions, mentions, titles)
	s.set(bundle.GroupTreeTerms, treeTerms)
	for _, group := range []string{bundle.GroupLists, bundle.GroupSets} {
		first, end := s.directory.Range(group)
		s.set(group, parts.One(first, int(end-first)))
	}
	x.Postings.SetParts(at(places), at(s.groups[bundle.GroupLists][0]), at(mentions))
	x.EntityChunks.SetApart(s.groups[bundle.GroupSets][0])
	return nil
}

// set registers which rows the parts of a group have.
//
//go:noinline
func (s *shared) set(group string, layouts ...*parts.Layout) { s.groups[group] = layouts }

// The most summaries and entities of a chunk. A larger number is damage, and gets no room.
const maxSummariesPerChunk, maxEntitiesPerChunk = 4, 1 << 12

// layout reads which part of a group has each row.
func (s *shared) layout(r *wire.Reader, rows int, group string) *parts.Layout {
	first, end := s.directory.Range(group)
	return parts.Ranges(first, r.Offsets(int(end-first), rows))
}

// beside returns the layout of a group with the same rows in each part as another group.
func (s *shared) beside(r *wire.Reader, others *parts.Layout, group string) *parts.Layout {
	return parts.Ranges(s.asMany(r, others.Len(), group), others.Starts())
}

// mentions reads the layout of rows beside mentions. If the layout is stored empty, each part has the rows of two parts
// of others.
func (s *shared) mentions(r *wire.Reader, others *parts.Layout, rows int) *parts.Layout {
	starts := r.Offsets(-1, -1)
	if len(starts) <= 1 {
		starts = others.Pairs()
	}
	n := len(starts) - 1
	if int(starts[n]) != rows {
		r.Fail("offsets do not cover their array")
	}
	return parts.Ranges(s.asMany(r, n, bundle.GroupMentions), starts)
}

// asMany returns the first part of a group. The group must have n parts, one beside each part of another group.
func (s *shared) asMany(r *wire.Reader, n int, group string) parts.ID {
	first, end := s.directory.Range(group)
	if int(end-first) != n {
		r.Fail("another number of parts of " + group)
	}
	return first
}

// treeTerms returns the layout of the summaries that have a term. Part i of the terms has them in part i modulo the
// number of parts; the layout is empty if there are no parts.
func (s *shared) treeTerms(r *wire.Reader, terms *parts.Layout) *parts.Layout {
	first, end := s.directory.Range(bundle.GroupTreeTerms)
	if int(end-first) > max(1, terms.Len()) {
		r.Fail("another number of parts of treeterms")
		end = first
	}
	return terms.Modulo(first, int(end-first))
}

// hasGroup tells whether the index has parts of a group.
func (s *shared) hasGroup(name string) bool {
	first, end := s.directory.Range(name)
	return end > first
}

// NumParts returns the number of parts, texts included.
func (e *Engine) NumParts() int { return e.directory.Len() }

// Directory describes the parts.
func (e *Engine) Directory() *bundle.Directory { return e.directory }

// AddPart hands over part id, uncompressed. The engine borrows b and checks all of it. Errors wrap bundle.ErrPart and
// name the part, which then stays missing. AddPart may be called while other forks answer.
func (e *Engine) AddPart(id parts.ID, b []byte) error {
	sections, err := e.directory.Open(id, b)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	group, at := e.directory.Group(id)
	if err := e.load(group, at, sections); err != nil {
		return e.directory.Corrupt(id, err.Error())
	}
	for _, l := range e.groups[group] {
		l.SetLoaded(at)
	}
	return nil
}

// load reads a part into the tables.
func (s *shared) load(group string, at int, b [][]byte) error {
	x := &s.all
	switch group {
	case bundle.GroupText:
		block, err := x.Corpus.Blocks.Decode(model.BlockID(at), b[0])
		s.loaded[at] = block
		if err != nil {
			s.loaded[at] = nil
		}
		return err
	case bundle.GroupTerms:
		r, rows := wire.NewReader(b[0]), s.groups[group][0].Rows(at)
		x.Dictionary.LoadBlock(at, r)
		err := r.Close()
		if err == nil {
			err = x.Names.Load(at, b[2])
		}
		if err == nil {
			err = x.Postings.LoadRows(rows, b[1], b[3], func(t uint32) int { return int(x.Dictionary.DF(model.TermID(t))) })
		}
		return err
	case bundle.GroupEntities:
		return s.loadEntities(at, b[0], nil)
	case bundle.GroupSpelling:
		return x.Dictionary.Spelling().Load(at, b[0])
	case bundle.GroupPlaces:
		return x.Postings.LoadPlaces(s.groups[group][0].Rows(at), wire.NewReader(b[0]))
	case bundle.GroupOutline:
		err := x.Corpus.LoadOutline(at, b[0])
		if err == nil && x.Boosts != nil {
			err = x.Boosts.Load(at, b[1])
		}
		return err
	case bundle.GroupSets:
		return x.EntityChunks.LoadApart(at, b[0])
	case bundle.GroupLists:
		return x.Postings.LoadList(at, b[0])
	case bundle.GroupKeys:
		// This part is the last part of entities.
		entities := s.groups[bundle.GroupEntities][0]
		at = entities.Len() - 1
		err := s.loadEntities(at, b[0], nil)
		if err == nil {
			entities.SetLoaded(at)
		}
		return err
	case bundle.GroupHubs:
		return s.loadEntities(-1, b[0], nil)
	case bundle.GroupChunks:
		return x.Corpus.Load(at, b[0])
	case bundle.GroupMentions:
		return s.loadMentions(at, b)
	case bundle.GroupLinks:
		return x.Links.Load(b[0], x.Corpus.NumSections())
	case bundle.GroupMetadata:
		return s.metadata.Load(b[0], x.Corpus.NumDocuments())
	}
	if s.loadRest == nil {
		return errors.New("this engine does not know such parts")
	}
	return s.loadRest(group, at, b)
}

// loadEntities reads the entities whose home is part at. If at is negative, it reads copies: rows of the entities in
// among, for the walk over entities. It skips the copies if the homes of all entities are loaded.
func (s *shared) loadEntities(at int, b []byte, among []uint32) error {
	x, r, layout := &s.all, wire.NewReader(b), s.groups[bundle.GroupEntities][0]
	if at < 0 && x.Entities.Complete() {
		return nil
	}
	var rows []uint32
	if at >= 0 {
		rows = layout.Rows(at)
	} else {
		r.Among = among
		rows = r.Steps(nil, int(r.Uint()), x.Entities.Len())
		r.Among = nil
	}
	x.Entities.Read(rows, r)
	if at >= 0 {
		x.Entities.ReadAliases(at, rows, r)
	}
	x.EntityChunks.ReadSized(rows, r, at >= 0)
	x.Titles.ReadAbout(rows, r)
	err := r.Close()
	if err == nil && at < 0 {
		layout.SetCopied(rows)
	}
	return err
}

func (s *shared) loadMentions(at int, b [][]byte) error {
	x, rows := &s.all, s.groups[bundle.GroupMentions]
	chunks := rows[0].Rows(at)
	r := wire.NewReader(b[0])
	r.Among = r.Steps([]uint32{}, int(r.Uint()), x.Entities.Len()) // the entities of this part
	x.ChunkEntities.ReadSized(chunks, r, true)
	x.Titles.ReadOwn(rows[1].Rows(at), r)
	err := r.Close()
	if err == nil {
		places := wire.NewReader(b[1])
		x.EntityPlaces.Load(chunks, places, x.ChunkEntities.Len)
		err = places.Close()
	}
	if err == nil {
		err = s.loadEntities(-1, b[2], r.Among)
	}
	if err == nil {
		err = x.Postings.LoadRests(chunks, b[3])
	}
	return err
}

// loadOther reads the parts that the search engine does not need: those of registered methods, and those that several
// methods read.
func (s *shared) loadOther(group string, at int, b [][]byte) error {
	for _, m := range method.Registered() {
		if m.Group == group {
			return s.all.LoadOwn(m, b)
		}
	}
	x := &s.all
	numSentences := s.header.Counts.Sentences
	switch group {
	case bundle.GroupPositions:
		return x.Corpus.LoadPositions(b[0], numSentences, s.loaded)
	case bundle.GroupTreeTerms:
		return x.SummaryPostings.Load(s.groups[group][0].Rows(at), b[0])
	case bundle.GroupGraph:
		return x.Graph.Load(b[0], s.header.Counts.Edges)
	case bundle.GroupTree:
		err := x.Tree.Load(b[0], numSentences)
		if err == nil {
			err = x.Tree.LoadTexts(b[1])
		}
		return err
	case bundle.GroupTokens:
		return s.tokens.Load(b[0], numSentences, x.Corpus.NumSections())
	case bundle.GroupSigns:
		if x.Vectors == nil {
			return errors.New("the index has no vectors")
		}
		return x.Vectors.Load(b[0])
	}
	return nil // a group of a later version
}
