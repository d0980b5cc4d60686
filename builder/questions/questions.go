// Package questions makes a language model write the questions that the chunks of a corpus answer (doc2query: Nogueira
// et al. 2019, "Document Expansion by Query Prediction"). Readers use words that a page lacks; such a question may have
// them. A question that its chunk does not support is dropped.
package questions

import (
	"context"
	"slices"

	"mycel/builder/analyse"
	"mycel/builder/extract"
	"mycel/builder/llm"
	"mycel/builder/terms"
	"mycel/engine/model"
	"mycel/engine/text"
)

// minWords is the least number of words in a chunk that gets questions. The heading of a shorter chunk names it well
// enough, and a request would cost as much.
const minWords = 12

// Corpus is the pages, and the tables of their words.
type Corpus struct {
	Pages     []*analyse.Page
	Forms     *analyse.Forms
	Analyser  *analyse.Analyser
	Languages *analyse.Languages
}

// asked is a chunk about which a question was put to the model.
type asked struct {
	page, chunk int
	question    llm.Question
}

// Ask sets the questions of the pages. In a dry run it only counts requests.
func Ask(ctx context.Context, r *llm.Reader, c Corpus) error {
	var all []asked
	var requests []llm.Question
	for n, p := range c.Pages {
		parents := analyse.Parents(p.Doc.Sections)
		for i, chunk := range p.Chunks {
			if p.WordsBefore(chunk.End)-p.WordsBefore(chunk.First) < minWords {
				continue
			}
			q := llm.Question{
				Prompt: extract.QuestionsPrompt(p.Path(chunk.Section, parents), p.Doc.Text[chunk.Start:chunk.To]),
				Tokens: extract.QuestionTokens, About: p.Doc.ID, Usable: usable,
			}
			all, requests = append(all, asked{n, i, q}), append(requests, q)
		}
	}
	replies, err := r.Ask(ctx, requests)
	if err != nil || r.Plan != nil {
		return err
	}
	for _, p := range c.Pages {
		p.Questions = make([][]analyse.Question, len(p.Chunks))
	}
	for i, a := range all {
		texts, dropped := extract.ParseQuestions(replies[i].Text(), replies[i].Cut())
		if r.Said.Dropped += dropped; len(texts) == 0 {
			r.Unusable(a.question, replies[i], "a section has no questions")
		}
		p := c.Pages[a.page]
		for _, t := range texts {
			p.Questions[a.chunk] = append(p.Questions[a.chunk], analyse.Question{Text: t, Words: c.Analyser.WordsBeside(t, p.Doc.Lang, c.Forms)})
		}
	}
	c.dropUnsupported(r)
	return nil
}

// usable reports whether an answer has a question.
func usable(text string, cut bool) bool {
	questions, _ := extract.ParseQuestions(text, cut)
	return len(questions) > 0
}

// dropUnsupported drops the questions that their chunks do not support.
func (c Corpus) dropUnsupported(r *llm.Reader) {
	v := terms.MakeVocabulary(c.Pages, c.Forms, c.Languages)
	for _, p := range c.Pages {
		parents := analyse.Parents(p.Doc.Sections)
		for i, list := range p.Questions {
			if len(list) == 0 {
				continue
			}
			own := ownTerms(v, p, p.Chunks[i], parents)
			p.Questions[i] = slices.DeleteFunc(list, func(q analyse.Question) bool { return !supported(v, own, q) })
			r.Said.Written += len(p.Questions[i])
			r.Said.Dropped += len(list) - len(p.Questions[i])
		}
	}
}

// ownTerms returns the terms of a chunk, of its headings and of the title.
func ownTerms(v *terms.Vocabulary, p *analyse.Page, chunk analyse.Chunk, parents []int) map[model.TermID]bool {
	own := map[model.TermID]bool{}
	add := func(words analyse.WordList) {
		for _, w := range words {
			own[v.Term[w]] = true
		}
	}
	add(p.SentenceWords(chunk.First, chunk.End))
	add(p.Title)
	for s := range analyse.Around(parents, chunk.Section) {
		add(p.Heading[s])
	}
	return own
}

// supported reports whether a chunk with these terms may answer a question: it has at least half of the question's terms,
// and all of them that are names of code or have digits. A model invents such names.
func supported(v *terms.Vocabulary, own map[model.TermID]bool, q analyse.Question) bool {
	seen, found := map[model.TermID]bool{}, 0
	i := 0
	for sc := text.NewScanner(q.Text); sc.Next(); {
		t, parts := v.Term[q.Words[i]], len(sc.Parts())
		i += 1 + parts
		if v.Stop[t] || seen[t] {
			continue
		}
		seen[t] = true
		if own[t] {
			found++
		} else if parts > 0 || slices.ContainsFunc([]byte(sc.Text()), isDigit) {
			return false
		}
	}
	return found > 0 && 2*found >= len(seen)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
