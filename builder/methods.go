package builder

import (
	"fmt"

	"mycel/builder/llm"
	"mycel/builder/method"
	"mycel/builder/shards"
	"mycel/builder/terms"
	"mycel/engine/bundle"
)

// buildMethods returns the parts of the methods that were asked for, by family.
func (b *build) buildMethods(m *corpus, vectors []bundle.Section) (parts []shards.Shard, err error) {
	b.describe(m)
	if err := m.SetVectors(vectors); err != nil {
		return nil, err
	}
	for _, one := range b.With {
		if b.Extractor != nil {
			m.Reader = llm.NewReader(one.Name(), b.Extractor, b.counter.Count, b.inPhase("reading by "+b.Extractor.ModelName()))
		}
		out, err := one.Sections(b.ctx, &m.Corpus)
		if m.Reader != nil {
			b.report.Warnings = append(b.report.Warnings, m.Reader.Warnings...)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.Name(), err)
		}
		for name, n := range out.Counts {
			b.report.Counts[name] = n
		}
		parts = append(parts, shards.Shard{Family: method.Family(one), Encode: shards.EncoderOf(out.Sections...)})
		if m.Reader != nil {
			b.report.Extractions = append(b.report.Extractions, m.Reader.Said)
			m.Reader = nil
		}
		if err := b.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// describe adds what methods read besides the statistics.
func (b *build) describe(m *corpus) {
	m.Pages, m.Keys, m.Analyser, m.Language = b.pages, b.forms.All(), b.analyser, b.Language
}

// planMethods says what the methods that were asked for would have a language model read, and
// lists the texts that they would have an encoder read. Texts that depend on vectors of the
// build alone are an estimate.
func (b *build) planMethods() (usages []MethodUsage, lists [][]string, err error) {
	if len(b.With) == 0 {
		return nil, nil, nil
	}
	m := &corpus{}
	m.Vocabulary = terms.MakeVocabulary(b.pages, b.forms, b.tongues)
	m.Chunks = terms.ChunkPostings(b.pages, m.Vocabulary)
	m.IDF = m.Chunks.Idf()
	if m.Entities, err = b.findEntities(); err != nil {
		return nil, nil, err
	}
	b.describe(m)
	same, earlier := true, map[string]bool{}
	if b.Extractor != nil {
		if same, err = b.plannedVectors(m); err != nil {
			return nil, nil, err
		}
	}
	for _, one := range b.With {
		if b.Extractor != nil {
			m.Reader = llm.NewPlanner(one.Name(), b.Extractor, b.counter.Count, !same, earlier)
		}
		own, err := one.Texts(b.ctx, &m.Corpus)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", one.Name(), err)
		}
		lists = append(lists, own...)
		if m.Reader != nil {
			usages = append(usages, MethodUsage{System: m.Reader.Said.System, Usage: *m.Reader.Plan})
			m.Reader = nil
		}
	}
	return usages, lists, b.ctx.Err()
}

// plannedVectors has a dry run make vectors, if that is free. It returns false if the vectors of
// the build may be others.
func (b *build) plannedVectors(m *corpus) (bool, error) {
	o := b.vectorOptions()
	if o.IsPaid() {
		return false, nil
	}
	sections, space, err := o.Make(b.ctx, b.pages, m.Vocabulary, m.Chunks, m.IDF)
	if err == nil {
		m.Space = space
		err = m.SetVectors(sections)
	}
	return b.Summarizer == nil, err // written summaries have words, too
}
