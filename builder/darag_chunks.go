package builder

import (
	"strings"

	"mycel/builder/extract"
	"mycel/builder/method/darag"
	"mycel/builder/shards"
)

// chunkTexts returns the title of each chunk with its description behind it, of which its
// second vector is made; nil where chunks have none. Where a language model reads for
// the bundle it writes both, of the names that the chunk has; chunks of which it says
// nothing that can be read are described by sentences.
func (b *build) chunkTexts(m *material, c *darag.Corpus) ([]spacedText, error) {
	if !b.DARAG.DescribeChunks || m.space == nil && m.reader == nil {
		return nil, nil
	}
	names := make([]string, len(m.entities.Entities))
	for e := range names {
		names[e] = m.entities.Entities[e].Name
	}
	written, err := b.writtenPortraits(m, c, names)
	if err != nil {
		return nil, err
	}
	at := newSentenceTexts(b.pages)
	texts := make([]spacedText, len(c.Chunks))
	for i, p := range c.Portraits(names) {
		title, parts := p.Title, []string{""}
		if w, ok := written[i]; ok {
			title, p.Sentences, parts = w.Names, nil, append(parts, w.Text)
			texts[i].terms = b.writtenTerms(m.vocab, w.Text)
		}
		var list []string
		for _, e := range title {
			list = append(list, names[e])
			texts[i].terms = append(texts[i].terms, nameIDs(m.entities.Entities[e].Key, m.vocab)...)
		}
		if len(list) > 0 {
			parts[0] = strings.Join(list, ", ") + "."
		}
		for _, s := range p.Sentences {
			parts = append(parts, strings.TrimSpace(at.text(int(s))))
			texts[i].terms = appendTerms(texts[i].terms, c.Sentences[s].Terms)
		}
		texts[i].text = strings.TrimSpace(strings.Join(parts, " "))
	}
	return texts, nil
}

// writtenPortraits asks the model about all chunks that mention an entity; it returns what
// it says by chunk.
func (b *build) writtenPortraits(m *material, c *darag.Corpus, names []string) (map[int]extract.Subject, error) {
	if m.reader == nil {
		return nil, nil
	}
	var chunks []int // in the order of the questions
	asked := b.chunksToRead(m, func(chunk int) bool { return true })
	at, next := newSentenceTexts(b.pages), 0
	inquiries := make([]inquiry, len(asked))
	for i := range asked {
		for c.Chunks[next].First != asked[i].first || c.Chunks[next].End != asked[i].end {
			next++
		}
		chunks = append(chunks, next)
		next++
		var sentences []string
		for s := asked[i].first; s < asked[i].end; s++ {
			sentences = append(sentences, at.text(s))
		}
		inquiries[i] = inquiry{extract.SubjectPrompt(shards.Pick(names, asked[i].names), sentences), extract.NoteTokens, asked[i].about}
	}
	replies, err := m.reader.ask(inquiries)
	if err != nil {
		return nil, err
	}
	out := map[int]extract.Subject{}
	for i, r := range replies {
		s := extract.ParseSubject(r.text(), r.answer.Cut, m.entities.Among(asked[i].names))
		m.reader.said.Dropped += s.Dropped
		if s.Text == "" {
			m.reader.fallback(inquiries[i], r)
			continue
		}
		m.reader.said.Written++
		out[chunks[i]] = s
	}
	return out, nil
}
