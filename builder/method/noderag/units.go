package noderag

import (
	"encoding/binary"
	"slices"
	"strings"

	"mycel/builder/analyse"
	"mycel/builder/entities"
	"mycel/builder/extract"
	"mycel/builder/ner"
	"mycel/builder/parallel"
	"mycel/engine/method/noderag/heterograph"
	"mycel/engine/model"
	"mycel/engine/text"
)

// Limits of semantic units: a short sentence joins the one before.
const (
	unitSentences = 3
	unitTokens    = 80
	unitAlone     = 6 // tokens from which a sentence stands alone
)

// leaning lists, by language, words that refer to the sentence before when they begin a sentence.
var leaning = map[string]string{
	"en": " he she it they his her its their him them this that these those such ",
	"de": " er sie es seine ihre sein ihr dies diese dieser dieses ",
	"fr": " il elle ils elles ce cette ces celui celle son sa ses leur leurs ",
	"es": " él ella ellos ellas este esta estos estas ese esa su sus ",
}

// units cuts all pages into units. Units with the same words become one, at the place of the first.
func (b *builder) units() ([]Unit, error) {
	told := make([][]extract.Event, len(b.Pages))
	if b.Reader != nil {
		var err error
		if told, err = b.tellEvents(); err != nil {
			return nil, err
		}
	}
	pages := make([][]Unit, len(b.Pages))
	keys := make([][]string, len(b.Pages))
	sections, chunks := []int{0}, []int{0}
	for i, p := range b.Pages {
		sections = append(sections, sections[i]+len(p.Doc.Sections))
		chunks = append(chunks, chunks[i]+len(p.Chunks))
	}
	parallel.Do(len(b.Pages), func(i int) {
		c := unitCutter{Page: b.Pages[i], b: b, mentions: b.Entities.Mentions[i], chunk: chunks[i], sentence: b.Sentences.First[i], section: sections[i], told: told[i]}
		pages[i], keys[i] = c.cut()
	})
	var out []Unit
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
	if b.Reader != nil {
		for i := range out {
			b.readTerms(&out[i])
		}
	}
	b.addGiven(out)
	return out, nil
}

// addGiven adds the relations of a given graph to units. Of the units of the chunk where the graph states a relation,
// it takes the first that names both ends, or else one of them.
func (b *builder) addGiven(units []Unit) {
	of := map[int][]int{} // units by chunk
	for i := range units {
		for _, chunk := range units[i].Chunks {
			of[int(chunk)] = append(of[int(chunk)], i)
		}
	}
	for _, f := range b.Given.All() {
		list := of[f.Chunk]
		for _, r := range f.Relations {
			best, most := -1, -1
			for _, i := range list {
				n := 0
				for _, e := range []uint32{r.A, r.B} {
					if units[i].names(e) {
						n++
					}
				}
				if n > most {
					best, most = i, n
				}
			}
			if best >= 0 {
				units[best].Relations = append(units[best].Relations, Said(r))
			}
		}
	}
}

// names reports whether a unit names an entity.
func (u *Unit) names(e uint32) bool {
	return slices.ContainsFunc(u.Mentions, func(m Mention) bool { return m.Entity == e })
}

// readTerms sets the terms of a model's text.
func (b *builder) readTerms(u *Unit) {
	if u.Note.Text != "" {
		u.Note.Terms = b.Corpus.Terms(u.Note.Text)
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
	b        *builder
	mentions []ner.Mention
	told     []extract.Event // events of a model, in the order of the page

	chunk, sentence, section int // of the corpus, before the page
}

// cut returns the units of the page, and the words of each.
func (c *unitCutter) cut() (units []Unit, keys []string) {
	title := c.b.TermsOf(c.Title)
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
				u.Title, u.Subjects = title, c.b.Entities.Titles[c.section+i]
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

// next returns the event that begins with a sentence, and its end, at most end. If no event begins there, it returns
// nil and the beginning of the next event.
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

// packed makes a string of words, to compare texts.
func packed(words analyse.WordList) string {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, uint32(w))
	}
	return string(b)
}

// unit returns the end of the unit that begins with a sentence, at most end. The unit lies within every chunk that has
// the sentence.
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

// leans reports whether a sentence depends on the sentence before.
func (c *unitCutter) leans(sentence int) bool {
	words := c.SentenceWords(sentence, sentence+1)
	if c.Tokens[sentence] < unitAlone || len(words) == 0 {
		return true
	}
	word, language, foreign := strings.Cut(c.b.Keys[words[0]], "\x00") // see analyse.Languages
	if !foreign {
		language = c.b.Language
	}
	language, _, _ = strings.Cut(language, "-")
	return strings.Contains(leaning[language], " "+word+" ")
}

// describe returns the unit of the sentences [first, end).
func (c *unitCutter) describe(first, end int) Unit {
	u := Unit{
		UnitRow: heterograph.UnitRow{First: model.SentenceID(c.sentence + first), Size: end - first},
		Weight:  1, Terms: c.b.TermsOf(c.SentenceWords(first, end)),
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
		u.Mentions = append(u.Mentions, Mention{
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
