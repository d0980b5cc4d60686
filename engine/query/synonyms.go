package query

import (
	"unicode/utf8"

	"mycel/engine/model"
	"mycel/engine/text"
	"mycel/engine/wire"
)

// Synonyms maps words and phrases of queries to words of the corpus.
type Synonyms struct {
	from wire.Strings // keys, ascending
	end  []uint32     // from+1
	to   wire.Strings // as they are written
}

// MaxSynonymWords is the length of the longest synonym, in words.
const MaxSynonymWords = 8

// synonymWeight is the weight of a synonym; the word itself has the weight 1.
const synonymWeight = 0.9

// EncodeSynonyms writes the synonyms to for each key of from. Keys ascend strictly; see SynonymKey.
func EncodeSynonyms(from []string, to [][]string) []byte {
	ends, all := []uint32{0}, []string(nil)
	for _, list := range to {
		all = append(all, list...)
		ends = append(ends, uint32(len(all)))
	}
	var w wire.Writer
	w.Sorted(from)
	w.Offsets(ends)
	w.Strings(all)
	return w.Bytes()
}

// DecodeSynonyms reads what EncodeSynonyms wrote.
func (p *Parser) DecodeSynonyms(b []byte) error {
	r := wire.NewReader(b)
	s := &Synonyms{}
	s.from = r.Sorted(-1)
	s.end = r.Offsets(s.from.Len(), -1)
	s.to = r.Strings(int(s.end[len(s.end)-1]))
	p.synonyms = s
	return r.Close()
}

// SynonymKey returns the key of a word or phrase among the synonyms: the stems of its words, or the keys of words that
// the corpus lacks; "" without words.
func (p *Parser) SynonymKey(s string) string {
	var words []Word
	for _, token := range text.Tokens(s, MaxSynonymWords+1) {
		words = append(words, p.lookUpWord(&Query{way: everyWay}, token))
	}
	return p.synonymKey(words)
}

func (p *Parser) synonymKey(words []Word) string {
	var key []byte
	for i := range words {
		part := words[i].Key
		if words[i].Known {
			part = p.Stem(words[i].Term)
		}
		if key = append(key, part...); i+1 < len(words) {
			key = append(key, ' ')
		}
	}
	return string(key)
}

// VariantKey returns the key of a character among the synonyms for its variants.
func VariantKey(character string) string { return "=" + character }

// LinksKey is the key of the letters that link the parts of compounds, for languages that write compounds as one word.
const LinksKey = "+"

// haveCompounds tells whether a language of the corpus writes compounds as one word.
func (s *Synonyms) haveCompounds() (ok bool) {
	if s != nil {
		_, ok = s.from.Find(LinksKey)
	}
	return ok
}

// maxVariants is the most variants of a character.
const maxVariants = 8

// variants returns the other spellings of a key by variants of its characters: 浏览 for 瀏覽. The corpus may lack these
// spellings.
func (s *Synonyms) variants(key string) (spellings []string) {
	if r, _ := utf8.DecodeRuneInString(key); s == nil || !text.Unspaced(r) {
		return nil
	}
	spellings = []string{""}
	for _, r := range key {
		characters := []string{string(r)}
		if row, ok := s.from.Find(VariantKey(characters[0])); ok {
			for i := s.end[row]; i < min(s.end[row+1], s.end[row]+maxVariants); i++ {
				characters = append(characters, s.to.At(int(i)))
			}
		}
		beginnings := spellings
		spellings = nil
		for _, c := range characters {
			for _, b := range beginnings {
				spellings = append(spellings, b+c)
			}
		}
	}
	return spellings[1:] // the first is the key
}

// meaning is a synonym that the corpus has.
type meaning struct {
	text     string
	terms    []model.TermID
	spelling bool // it is the same word
}

// addSynonyms adds the synonyms of each word, and other spellings of each compound.
func (p *Parser) addSynonyms(q *Query, t Tolerance) {
	old := q.Words
	q.Words = nil
	for len(old) > 0 {
		n, row := p.longestSynonym(old)
		var meanings []meaning
		if n > 0 {
			meanings = p.meanings(row)
		} else if !t.NoTypos {
			n, meanings = p.findCompound(q, old)
		}
		n = max(n, 1)
		q.addWords(old[:n], meanings)
		old = old[n:]
	}
}

// addWords adds words and their meanings. Words that the corpus lacks are replaced by the words of the first meaning.
func (q *Query) addWords(words []Word, meanings []meaning) {
	first := len(q.Words)
	if len(meanings) == 0 || !noneKnown(words) {
		q.Words = append(q.Words, words...)
		for i := first; i < len(q.Words); i++ {
			for _, m := range meanings {
				if !m.spelling {
					q.Words[i].As = append(q.Words[i].As, m.text)
				}
				if w := &q.Words[i]; w.Known && !w.Stop {
					q.addAlternative(i, m.terms, true, synonymWeight)
				}
			}
		}
		return
	}
	end := words[len(words)-1].End
	q.Words = q.Words[:first]
	for i, t := range meanings[0].terms {
		q.Words = append(q.Words, words[0])
		w := &q.Words[first+i]
		w.End, w.Term, w.Known, w.Read = end, t, true, Synonym
		for _, m := range meanings {
			w.As = append(w.As, m.text)
		}
	}
	for _, m := range meanings[1:] {
		q.addAlternative(first, m.terms, true, synonymWeight)
	}
}

// noneKnown tells whether the corpus has none of the words.
func noneKnown(words []Word) bool {
	for i := range words {
		if words[i].Known {
			return false
		}
	}
	return true
}

// longestSynonym returns the number of words of the longest synonym at the front of words, and its row; 0 if there is
// none. Words in quotes or behind a minus have no synonyms.
func (p *Parser) longestSynonym(words []Word) (n, row int) {
	if p.synonyms == nil {
		return 0, 0
	}
	for n = min(len(words), MaxSynonymWords); n > 0; n-- {
		if w := &words[n-1]; w.Quoted || w.Excluded {
			continue
		}
		if row, ok := p.synonyms.from.Find(p.synonymKey(words[:n])); ok {
			return n, row
		}
	}
	return 0, 0
}

// meanings returns the synonyms of a row whose words the corpus all has. Their terms leave out stop words.
func (p *Parser) meanings(row int) (out []meaning) {
	for i := p.synonyms.end[row]; i < p.synonyms.end[row+1]; i++ {
		m := meaning{text: p.synonyms.to.At(int(i))}
		known := true
		for _, token := range text.Tokens(m.text, MaxSynonymWords) {
			w := p.lookUpWord(&Query{way: everyWay}, token)
			known = known && w.Known && p.DF(w.Term) > 0
			if !w.Stop {
				m.terms = append(m.terms, w.Term)
			}
		}
		if known && len(m.terms) > 0 {
			out = append(out, m)
		}
	}
	return out
}
