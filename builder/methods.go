package builder

import (
	"fmt"

	"mycel/builder/llm"
	"mycel/builder/shards"
)

// buildMethods returns the shards of the methods in the configuration, by group.
func buildMethods(r *run, a *analysed, c *corpus) (parts []shards.Shard, err error) {
	a.describe(c, r.Language)
	for _, one := range r.With {
		if r.Extractor != nil {
			c.Reader = llm.NewReader(one.Name, r.Extractor, r.counter.Count, r.inPhase("reading by "+r.Extractor.ModelName()))
		}
		out, err := one.Sections(one.Work(r.ctx, &c.Corpus))
		if c.Reader != nil {
			r.report.Warnings = append(r.report.Warnings, c.Reader.Warnings...)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.Name, err)
		}
		for name, n := range out.Counts {
			r.report.Counts[name] = n
		}
		parts = append(parts, shards.Shard{Group: one.Group(), Encode: shards.EncoderOf(out.Sections...)})
		if c.Reader != nil {
			r.report.Extractions = append(r.report.Extractions, c.Reader.Said)
			c.Reader = nil
		}
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// describe adds the pages to the statistics: methods read both.
func (a *analysed) describe(c *corpus, language string) {
	c.Given = a.tied
	c.Pages, c.Keys, c.Analyser, c.Language = a.pages, a.forms.All(), a.analyser, language
}

// planMethods returns the texts that a language model would read for the methods in the configuration, and those that
// an encoder would read. Texts that depend on vectors of the build are only estimated.
func planMethods(r *run, a *analysed) (usages []MethodUsage, lists [][]string, err error) {
	if len(r.With) == 0 {
		return nil, nil, nil
	}
	c := &corpus{}
	c.addTerms(a)
	c.Entities = findEntities(r, a)
	linkEntities(r, a, c.Entities)
	a.describe(c, r.Language)
	same, earlier := true, map[string]bool{}
	if r.Extractor != nil {
		if same, err = plannedVectors(r, a, c); err != nil {
			return nil, nil, err
		}
	}
	for _, one := range r.With {
		if r.Extractor != nil {
			c.Reader = llm.NewPlanner(one.Name, r.Extractor, r.counter.Count, !same, earlier)
		}
		own, err := one.Texts(one.Work(r.ctx, &c.Corpus))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", one.Name, err)
		}
		lists = append(lists, own...)
		if c.Reader != nil {
			usages = append(usages, MethodUsage{System: c.Reader.Said.System, Usage: *c.Reader.Plan})
			c.Reader = nil
		}
	}
	return usages, lists, r.ctx.Err()
}

// plannedVectors makes the vectors in a dry run, if that is free. It returns false if the vectors of the build may
// differ.
func plannedVectors(r *run, a *analysed, c *corpus) (bool, error) {
	if r.vectorOptions().IsPaid() {
		return false, nil
	}
	_, err := addVectors(r, a, c)
	return r.Summarizer == nil && r.Questioner == nil, err // words of summaries and questions change vectors, too
}
