package builder

import (
	"fmt"
	"mycel/engine/method/ketrag"
	"mycel/engine/method/noderag"
	"slices"
	"strings"

	"mycel/builder/entities"
	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/engine/bundle"
	"mycel/engine/method/darag"
	"mycel/engine/vector"
)

// A system is a way of retrieval whose sections a bundle has only if Config.With names
// it. It goes by the name of its mode (strategy.Systems).
type system struct {
	name string
	// family is that of the part that it makes.
	family string
	// build makes the sections of the family, as bundle.Sections lists them, of what the build has, which is final and not to be
	// changed. It may use all cores: systems are built one after the other.
	build func(*build, *material) ([][]byte, error)
	// texts are what build has vectors made of, in lists as they are handed over; nil for
	// a system without. In a dry run there are no vectors of chunks yet: what depends on
	// them is an estimate.
	texts func(*build, *material) [][]string
}

// systems lists them in the order in which their sections are written.
var systems = []system{
	{ketrag.Mode, bundle.FamilyKET, buildKET, textsOfKET},
	{noderag.Mode, bundle.FamilyNodes, buildNode, textsOfNode},
	{darag.Mode, bundle.FamilyDARAG, (*build).buildDARAG, textsOfDARAG},
}

// readingSystems are those that a language model can read for.
var readingSystems = []string{ketrag.Mode, noderag.Mode, darag.Mode}

// Systems lists the names that Config.With takes.
func Systems() []string {
	var names []string
	for _, s := range systems {
		names = append(names, s.name)
	}
	return names
}

// material is what is known of the corpus when systems add to it, besides the pages.
type material struct {
	vocab    *terms.Vocabulary
	chunks   *terms.PostingLists              // numbered through all pages, as everything here
	idf      []float32                        // by term
	words    func() (terms.Dictionary, error) // made once
	entities *entities.Tables
	nodes    []trees.Node
	vectors  *vector.Table // of chunks; nil for none
	space    vectorSpace   // of the vectors; nil for none
	reader   *reader       // a language model; nil for none
}

// checkWith refuses names of systems that there are not, and puts the others in
// order, each once.
func (c *Config) checkWith() error {
	var want []string
	for _, name := range c.With {
		if !slices.Contains(Systems(), name) {
			return fmt.Errorf("%w: no system %q, want some of %s", ErrConfig, name, strings.Join(Systems(), ", "))
		}
	}
	for _, name := range Systems() {
		if slices.Contains(c.With, name) {
			want = append(want, name)
		}
	}
	c.With = want
	return nil
}

// buildSystems returns the parts of the systems that were asked for, by family.
func (b *build) buildSystems(m *material, vectors []bundle.Section) (parts []shards.Shard, err error) {
	if err := m.setVectors(vectors); err != nil {
		return nil, err
	}
	for _, s := range systems {
		if !slices.Contains(b.With, s.name) {
			continue
		}
		if slices.Contains(readingSystems, s.name) {
			m.reader = b.newReader(s.name)
		}
		own, err := s.build(b, m)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		parts = append(parts, shards.Shard{Family: s.family, Encode: shards.EncoderOf(own...)})
		if m.reader != nil {
			b.report.Extractions = append(b.report.Extractions, m.reader.said)
			m.reader = nil
		}
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// setVectors finds the vectors of the chunks among the sections of the vectors.
func (m *material) setVectors(sections []bundle.Section) (err error) {
	for _, s := range sections {
		switch s.Name {
		case bundle.SectionVectors:
			m.vectors, err = vector.Decode(s.Data, len(m.chunks.Length))
		case bundle.FamilySigns:
			err = m.vectors.Load(s.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// plannedVectors has a dry run make vectors, if that is free. It returns false where
// those of the build may be others.
func (b *build) plannedVectors(m *material) (bool, error) {
	var sections []bundle.Section
	var err error
	if _, paid := b.Encoder.(planned); paid {
		return false, nil
	}
	switch {
	case b.Encoder != nil:
		sections, m.space, err = b.encodeVectors(m.vocab)
	case b.Vectors:
		sections, m.space, err = trainVectors(b.ctx, b.pages, m.vocab, m.chunks, m.idf)
	}
	if err == nil {
		err = m.setVectors(sections)
	}
	return b.Summarizer == nil, err // written summaries have words, too
}

// systemTexts lists what the systems that were asked for have an encoder read, and what
// they have a language model read.
func (b *build) systemTexts() (readers []*reader, lists [][]string, err error) {
	if len(b.With) == 0 {
		return nil, nil, nil
	}
	m := &material{vocab: terms.MakeVocabulary(b.pages, b.forms, b.tongues)}
	m.chunks = terms.ChunkPostings(b.pages, m.vocab)
	m.idf = m.chunks.Idf()
	if m.entities, err = b.findEntities(); err != nil {
		return nil, nil, err
	}
	same, earlier := true, map[string]bool{}
	if b.Extractor != nil {
		if same, err = b.plannedVectors(m); err != nil {
			return nil, nil, err
		}
	}
	for _, s := range systems {
		if !slices.Contains(b.With, s.name) || s.texts == nil {
			continue
		}
		if slices.Contains(readingSystems, s.name) {
			if m.reader = b.newReader(s.name); m.reader != nil {
				m.reader.plan, m.reader.guess, m.reader.earlier = &Usage{Model: m.reader.said.Model}, !same, earlier
				readers = append(readers, m.reader)
			}
		}
		lists = append(lists, s.texts(b, m)...)
		m.reader = nil
	}
	return readers, lists, b.ctx.Err()
}
