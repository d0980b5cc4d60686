package darag

import (
	"strings"

	"mycel/builder/extract"
	"mycel/builder/llm"
	"mycel/builder/shards"
	"mycel/builder/vectors"
)

// chunkTexts returns the title of each chunk, followed by its description: the chunk's second
// vector is made of this text. It returns nil if chunks have no second vector. A language model
// that reads for the bundle writes title and description. Sentences describe the chunks for
// which it has no usable answer.
func (b *builder) chunkTexts(c *Corpus) ([]vectors.Text, error) {
	if !b.DescribeChunks || b.Space == nil && b.Reader == nil {
		return nil, nil
	}
	names := make([]string, len(b.Entities.Entities))
	for e := range names {
		names[e] = b.Entities.Entities[e].Name
	}
	written, err := b.writtenPortraits(c, names)
	if err != nil {
		return nil, err
	}
	texts := make([]vectors.Text, len(c.Chunks))
	for i, p := range c.Portraits(names) {
		title, parts := p.Title, []string{""}
		if w, ok := written[i]; ok {
			title, p.Sentences, parts = w.Names, nil, append(parts, w.Text)
			texts[i].Terms = b.Corpus.Terms(w.Text)
		}
		var list []string
		for _, e := range title {
			list = append(list, names[e])
			texts[i].Terms = append(texts[i].Terms, b.TermsOfKey(b.Entities.Entities[e].Key)...)
		}
		if len(list) > 0 {
			parts[0] = strings.Join(list, ", ") + "."
		}
		for _, s := range p.Sentences {
			parts = append(parts, strings.TrimSpace(b.Sentences.Text(int(s))))
			texts[i].Terms = appendTerms(texts[i].Terms, c.Sentences[s].Terms)
		}
		texts[i].Text = strings.TrimSpace(strings.Join(parts, " "))
	}
	return texts, nil
}

// writtenPortraits asks the model about all chunks that mention an entity; it returns what
// it says by chunk.
func (b *builder) writtenPortraits(c *Corpus, names []string) (map[int]extract.Subject, error) {
	if b.Reader == nil {
		return nil, nil
	}
	var chunks []int // in the order of the questions
	asked := b.ChunkQuestions(func(chunk int) bool { return true })
	next := 0
	questions := make([]llm.Question, len(asked))
	for i := range asked {
		for c.Chunks[next].First != asked[i].First || c.Chunks[next].End != asked[i].End {
			next++
		}
		chunks = append(chunks, next)
		next++
		var sentences []string
		for s := asked[i].First; s < asked[i].End; s++ {
			sentences = append(sentences, b.Sentences.Text(s))
		}
		questions[i] = llm.Question{Prompt: extract.SubjectPrompt(shards.Pick(names, asked[i].Names), sentences), Tokens: extract.NoteTokens, About: asked[i].About, Usable: func(answer string, cut bool) bool {
			return extract.ParseSubject(answer, cut, b.Entities.Among(asked[i].Names)).Text != ""
		}}
	}
	replies, err := b.Reader.Ask(b.Context, questions)
	if err != nil {
		return nil, err
	}
	out := map[int]extract.Subject{}
	for i, r := range replies {
		s := extract.ParseSubject(r.Text(), r.Cut(), b.Entities.Among(asked[i].Names))
		b.Reader.Said.Dropped += s.Dropped
		if s.Text == "" {
			b.Reader.Fallback(questions[i], r)
			continue
		}
		b.Reader.Said.Written++
		out[chunks[i]] = s
	}
	return out, nil
}
