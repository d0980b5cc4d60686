package builder

import (
	"encoding/binary"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/method/noderag"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/builder/terms"
	"mycel/builder/trees"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/text"
)

// Limits of NodeRAG's semantic units: sentences that say little by themselves join the
// one before.
const (
	unitSentences = 3
	unitTokens    = 80
	unitAlone     = 6 // tokens from which a sentence stands alone
)

// leaning are words that refer to what was said before, where they begin a sentence, by
// language.
var leaning = map[string]string{
	"en": " he she it they his her its their him them this that these those such ",
	"de": " er sie es seine ihre sein ihr dies diese dieser dieses ",
	"fr": " il elle ils elles ce cette ces celui celle son sa ses leur leurs ",
	"es": " él ella ellos ellas este esta estos estas ese esa su sus ",
}

// nodeUnits cuts all pages into units. Units of the same words are one, which is where
// the first of them is.
func (b *build) nodeUnits(m *material) ([]noderag.Unit, error) {
	told := make([][]extract.Event, len(b.pages))
	if m.reader != nil {
		var err error
		if told, err = b.tellEvents(m); err != nil {
			return nil, err
		}
	}
	pages := make([][]noderag.Unit, len(b.pages))
	keys := make([][]string, len(b.pages))
	all := trees.NewStretch(b.pages, make([][]ner.Mention, len(b.pages)))
	words := b.forms.All()
	sections := []int{0}
	for i, p := range b.pages {
		sections = append(sections, sections[i]+len(p.Doc.Sections))
	}
	parallel.Do(len(b.pages), func(i int) {
		c := unitCutter{Page: b.pages[i], m: m, forms: words, mentions: m.entities.Mentions[i], language: b.Language, chunk: all.Chunks[i], sentence: all.SentencesBefore[i], section: sections[i], told: told[i]}
		pages[i], keys[i] = c.cut()
	})
	var out []noderag.Unit
	number := map[string]int{}
	for i, units := range pages {
		for k, u := range units {
			first, ok := number[keys[i][k]]
			if !ok {
				number[keys[i][k]] = len(out)
				out = append(out, u)
				continue
			}
			same := &out[first]
			same.Weight++
			same.Chunks = distinct(same.Chunks, u.Chunks)
			same.Subjects = distinct(same.Subjects, u.Subjects)
			same.Relations = append(same.Relations, u.Relations...)
		}
	}
	if m.reader != nil {
		for i := range out {
			b.readTerms(m, &out[i])
		}
	}
	return out, nil
}

// readTerms sets the terms of a unit that a model told.
func (b *build) readTerms(m *material, u *noderag.Unit) {
	if u.Note.Text != "" {
		u.Note.Terms = b.writtenTerms(m.vocab, u.Note.Text)
		u.Terms = u.Note.Terms
	}
}

// distinct joins two lists of ids, ascending and each once.
func distinct(a, b []uint32) []uint32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// unitCutter cuts one page into units.
type unitCutter struct {
	*analyse.Page
	m        *material
	forms    []string // keys by number
	mentions []ner.Mention
	language string          // of the corpus
	told     []extract.Event // by a model, in the order of the page

	chunk, sentence, section int // of the corpus, before the page
}

// cut returns the units of the page, and the words of each.
func (c *unitCutter) cut() (units []noderag.Unit, keys []string) {
	title := contentIDs(c.Title, c.m.vocab)
	next := 0
	for i, s := range c.Doc.Sections {
		first := next
		for next < len(c.Sentences) && c.Sentences[next] < s.End {
			next++
		}
		for first < next {
			event, until := c.next(first, next)
			end := until
			if event == nil {
				end = c.unit(first, until)
			}
			if words := c.SentenceWords(first, end); len(words) > 0 {
				u, key := c.describe(first, end), "words "+packed(words)
				u.Title, u.Subjects = title, c.m.entities.Titles[c.section+i]
				if event != nil {
					c.tell(&u, event)
					key = "told " + event.Text
				}
				units, keys = append(units, u), append(keys, key)
			}
			first = end
		}
	}
	return units, keys
}

// next returns the event that begins with a sentence, and its end, at most end; nil and
// where the next begins, if none does.
func (c *unitCutter) next(first, end int) (*extract.Event, int) {
	for len(c.told) > 0 && c.told[0].First < first {
		c.told = c.told[1:]
	}
	if len(c.told) == 0 || c.told[0].First >= end {
		return nil, end
	}
	if e := &c.told[0]; e.First == first {
		return e, min(e.End, end)
	}
	return nil, c.told[0].First
}

// packed makes a string of words, to compare texts by.
func packed(words analyse.WordList) string {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, uint32(w))
	}
	return string(b)
}

// unit returns the end of the unit that begins with a sentence, at most end: it lies in
// every chunk that has the sentence.
func (c *unitCutter) unit(first, end int) int {
	for _, chunk := range c.Chunks {
		if chunk.First <= first && first < chunk.End {
			end = min(end, chunk.End)
		}
	}
	tokens := c.Tokens[first]
	last := first + 1
	for last < end && last-first < unitSentences && tokens+c.Tokens[last] <= unitTokens && c.leans(last) {
		tokens += c.Tokens[last]
		last++
	}
	return last
}

// leans tells whether a sentence says little without the one before.
func (c *unitCutter) leans(sentence int) bool {
	words := c.SentenceWords(sentence, sentence+1)
	if c.Tokens[sentence] < unitAlone || len(words) == 0 {
		return true
	}
	word, language, foreign := strings.Cut(c.forms[words[0]], "\x00") // see tongues
	if !foreign {
		language = c.language
	}
	language, _, _ = strings.Cut(language, "-")
	return strings.Contains(leaning[language], " "+word+" ")
}

// describe collects what is known of the unit of sentences [first, end).
func (c *unitCutter) describe(first, end int) noderag.Unit {
	u := noderag.Unit{
		UnitRow: heterograph.UnitRow{First: model.SentenceID(c.sentence + first), Size: end - first},
		Weight:  1, Terms: contentIDs(c.SentenceWords(first, end), c.m.vocab),
	}
	for k := first; k < end; k++ {
		u.Tokens += c.Tokens[k]
	}
	for i, chunk := range c.Chunks {
		if chunk.First <= first && first < chunk.End {
			u.Chunks = append(u.Chunks, uint32(c.chunk+i))
		}
	}
	start := uint32(c.Sentences[first])
	before := start
	for _, m := range entities.MentionsWithin(c.mentions, first, end) {
		if m.Nested || m.Start < before {
			continue
		}
		u.Mentions = append(u.Mentions, noderag.Mention{
			Entity: m.Entity, Start: m.Start - start, End: m.End - start, Gap: countWords(c.Doc.Text[before:m.Start]),
		})
		before = m.End
	}
	return u
}

func countWords(s string) (n int) {
	for scanner := text.NewScanner(s); scanner.Next(); {
		n++
	}
	return n
}

// contentIDs returns the terms of words, stop words left out.
func contentIDs(words analyse.WordList, v *terms.Vocabulary) []uint32 {
	var ids []uint32
	for _, w := range words {
		if t := v.Term[w]; !v.Stop[t] {
			ids = append(ids, uint32(t))
		}
	}
	return ids
}

// nameIDs returns the terms of the words of a name, stop words left out, and words that no
// page has. It asks for the words and not for their numbers: a table from the cache has
// numbers for words of pages that are gone, and no terms.
func nameIDs(key string, v *terms.Vocabulary) []uint32 {
	var ids []uint32
	for word := range strings.SplitSeq(key, " ") {
		if t, ok := v.Find(word); ok && !v.Stop[t] {
			ids = append(ids, uint32(t))
		}
	}
	return ids
}
