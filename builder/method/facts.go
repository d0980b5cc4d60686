package method

import (
	"context"
	"slices"
	"strings"

	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/llm"
)

// ChunkQuestion asks a language model about a chunk.
type ChunkQuestion struct {
	llm.Question
	First, End int      // sentences of the corpus
	Names      []uint32 // entities of the chunk that the prompt names, ascending
}

// ChunkQuestions makes a question about each chunk that want accepts and that mentions an entity.
func (c *Corpus) ChunkQuestions(want func(chunk int) bool) (out []ChunkQuestion) {
	chunk, sentence := 0, 0
	for i, p := range c.Pages {
		for _, own := range p.Chunks {
			if want(chunk) && own.First < own.End {
				if q := c.chunkQuestion(i, own.First, own.End); len(q.Names) > 0 {
					q.First, q.End = sentence+own.First, sentence+own.End
					out = append(out, q)
				}
			}
			chunk++
		}
		sentence += len(p.Sentences)
	}
	return out
}

// chunkQuestion makes the question about sentences of a page.
func (c *Corpus) chunkQuestion(page, first, end int) (q ChunkQuestion) {
	p := c.Pages[page]
	var names []string
	for _, mention := range entities.MentionsWithin(c.Entities.Mentions[page], first, end) {
		if e := mention.Entity; !mention.Nested && !slices.Contains(q.Names, e) && len(names) < extract.MaxNames {
			q.Names = append(q.Names, e)
			names = append(names, c.Entities.Entities[e].Name)
		}
	}
	slices.Sort(q.Names)
	text := p.Doc.Text[p.Sentences[first]:p.SentenceEnd(end-1)]
	q.Question = llm.Question{Prompt: extract.Prompt(text, names), Tokens: extract.Tokens(len(names)), About: p.Doc.ID, Usable: func(answer string, cut bool) bool {
		facts := extract.Parse(answer, cut, c.Entities.Among(q.Names))
		return len(facts.Entities)+len(facts.Relations) > 0
	}}
	return q
}

// ReadFacts returns the facts that the model finds in chunks; nil for an answer that cannot be read.
func (c *Corpus) ReadFacts(ctx context.Context, chunks []ChunkQuestion) ([]*extract.Facts, error) {
	questions := make([]llm.Question, len(chunks))
	for i := range chunks {
		questions[i] = chunks[i].Question
	}
	replies, err := c.Reader.Ask(ctx, questions)
	if err != nil {
		return nil, err
	}
	out := make([]*extract.Facts, len(chunks))
	for i, q := range chunks {
		facts := extract.Parse(replies[i].Text(), replies[i].Cut(), c.Entities.Among(q.Names))
		c.Reader.Said.Dropped += facts.Dropped
		if len(facts.Entities)+len(facts.Relations) > 0 {
			out[i] = &facts
		} else {
			c.Reader.Fallback(q.Question, replies[i])
		}
	}
	return out, nil
}

// maxStatement bounds the tokens of an entity's description that is joined from several chunks.
const maxStatement = 150

// Statements collects the facts of chunks by entity and by pair of entities.
type Statements struct {
	Entities map[uint32][]string
	Pairs    map[[2]uint32]*Statement
}

// NewStatements returns an empty collection.
func NewStatements() *Statements {
	return &Statements{Entities: map[uint32][]string{}, Pairs: map[[2]uint32]*Statement{}}
}

// Statement is the relation of a pair.
type Statement struct {
	Texts    []string
	Chunks   int // chunks that state the fact
	Weight   int // in a given graph
	Sentence int // of the first of these chunks, as sentence returned it
}

// Add adds the facts of a chunk. sentence returns a sentence of the chunk for a pair; nil for no sentences.
func (w *Statements) Add(f extract.Facts, sentence func(a, b uint32) int) {
	for _, e := range f.Entities {
		w.Entities[e.ID] = append(w.Entities[e.ID], e.Text)
	}
	for _, r := range f.Relations {
		pair := [2]uint32{r.A, r.B}
		s := w.Pairs[pair]
		if s == nil {
			s = &Statement{}
			if sentence != nil {
				s.Sentence = sentence(r.A, r.B)
			}
			w.Pairs[pair] = s
		}
		s.Texts = append(s.Texts, r.Text)
		s.Chunks++
	}
}

// JoinStatements joins texts, each once, up to 150 tokens. The first text is always kept.
func (c *Corpus) JoinStatements(texts []string) string {
	var out []string
	room := maxStatement
	for _, t := range texts {
		if n := c.Count(t); !slices.Contains(out, t) && (n <= room || len(out) == 0) {
			out = append(out, t)
			room -= n
		}
	}
	return strings.Join(out, " ")
}
