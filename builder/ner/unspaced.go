package ner

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mycel/engine/entity"
	"mycel/engine/text"
)

// Chinese, Japanese and Korean have no capitals. There a name is a piece of text that is repeated, and that function
// words, marks or a change of script separate from its sentence. Texts also quote names.

// separators are the function characters of Chinese. Japanese writes them in hiragana, Korean as endings of words.
const separators = "的了是在和与及或也都而被把将从到对为于以由之其这那他她它我你您们个有不没很更最又再还但却因所若则即并且吗呢吧啊着就让给向" +
	"與將從對為於這那們個沒還卻嗎著讓給"

// edges are words at the beginnings and ends of Chinese segments that belong to no name.
var edges = strings.Fields("可能 可以 需要 使用 通过 一个 一种 一起 一些 然后 现在 如下 所有 任何 多个 不同 其他 进行 包括 当前 请 可 会 要 能 来 去 一 多 当 像 中 上 下 里 时 后 前 用 等 说 做 想 该 此 每 几 两 些 样 地 得 出 到 " +
	"需要 通過 一個 一種 當 會 來 後 時 裡 說 該 個")

// particles are the endings of Korean words, the longer ones first. The first nounParticles belong to nouns alone.
var particles = strings.Fields("에서는 으로는 에서의 에서도 에서 에는 에게 한테 으로 까지 부터 을 를 의 에 와 과 은 라는 이란 이라는 처럼 보다 는 이 가 로 도 만")

// nounParticles is the number of particles that only nouns have.
const nounParticles = 16

// verbs are ends of Korean stems that are not nouns.
var verbs = strings.Fields("하 되 있 없 시키 지 하기 되기 있기 없기 하는 되는 있는 없는 할 될 한 된 것 수 때 니다 세요")

// Marks around quoted text.
const opening, closing = "《『〈「“‘【", "》』〉」”’】"

// Lengths of names without spaces, in characters.
const (
	leastUnspaced = 3
	mostUnspaced  = 20
)

// unspacedSegments adds the segments of a sentence as forms of kind Term. A quoted segment counts twice, so it needs no
// other occurrence.
func (s *docScanner) unspacedSegments(start, end int) {
	src := s.text[start:end]
	first, open := -1, -1 // bytes where a segment and a quotation begin
	var script *unicode.RangeTable
	for at := 0; at <= len(src); {
		r, n := utf8.DecodeRuneInString(src[at:])
		now := segmentScript(r)
		if s.lang.chinese && strings.ContainsRune(separators, r) {
			now = nil
		}
		if first >= 0 && now != script {
			s.addSegment(src[first:at], 1)
			first = -1
		}
		if now != nil && first < 0 {
			first, script = at, now
		}
		if i := strings.IndexRune(opening, r); i >= 0 && n > 1 {
			open = at + n
		} else if i := strings.IndexRune(closing, r); i >= 0 && n > 1 && open >= 0 {
			quoted := src[open:at]
			if r, _ := utf8.DecodeRuneInString(quoted); segmentScript(r) != nil && !strings.ContainsFunc(quoted, func(r rune) bool { return !text.Unspaced(r) }) {
				s.addSegment(quoted, 2)
			}
			open = -1
		}
		at += max(n, 1)
	}
}

// segmentScript returns the script of a character in a segment, nil for a character that ends one.
func segmentScript(r rune) *unicode.RangeTable {
	switch {
	case r == 'ー' || unicode.Is(unicode.Katakana, r):
		return unicode.Katakana
	case unicode.Is(unicode.Han, r):
		return unicode.Han
	case unicode.Is(unicode.Hangul, r):
		return unicode.Hangul
	}
	return nil
}

// addSegment adds n occurrences of a segment, without words and particles at its edges. For a Korean word, weak counts
// the particles of nouns, and links has a bit for each ending.
func (s *docScanner) addSegment(segment string, n uint32) {
	ending := 0
	if r, _ := utf8.DecodeRuneInString(segment); unicode.Is(unicode.Hangul, r) {
		ending = len(particles)
		for i, p := range particles {
			if word, ok := strings.CutSuffix(segment, p); ok && word != "" {
				segment, ending = word, i
				break
			}
		}
		if slices.ContainsFunc(verbs, func(end string) bool { return strings.HasSuffix(segment, end) }) {
			return
		}
	}
	for i := 0; i < len(edges) && s.lang.chinese; i++ {
		if rest := strings.TrimSuffix(strings.TrimPrefix(segment, edges[i]), edges[i]); rest != segment {
			segment, i = rest, -1
		}
	}
	if length := utf8.RuneCountInString(segment); length < leastUnspaced || length > mostUnspaced {
		return
	}
	at, ok := s.forms[segment]
	if !ok {
		at = uint32(len(s.out.forms))
		s.forms[segment] = at
		text, key := s.number(segment, Key(segment))
		s.out.forms = append(s.out.forms, numberedForm{text: text, key: key, kind: entity.Term})
	}
	f := &s.out.forms[at]
	f.strong += n
	f.links |= 1 << (ending % 16)
	if ending < nounParticles {
		f.weak++
	}
}

// segment is the occurrences of a segment in all documents.
type segment struct {
	key    id
	whole  uint32 // by itself
	parts  uint32 // at the beginning or the end of others
	nouns  uint32 // with a particle of nouns behind it
	docs   int
	ending uint16 // bits of its endings
}

// acceptUnspaced makes names of repeated segments. A segment is repeated by itself, or at the beginning or end of
// longer segments. A segment in many documents is a common word.
func (b *lexiconBuilder) acceptUnspaced() {
	if !b.lang.unspaced {
		return
	}
	all := map[string]*segment{}
	var list []string
	for _, doc := range b.docs {
		c := doc.open(&b.room)
		for i := range c.forms {
			f := &c.forms[i]
			if f.kind != entity.Term {
				continue
			}
			text := b.text(f.text)
			s := all[text]
			if s == nil {
				s = &segment{key: f.key}
				all[text] = s
				list = append(list, text)
			}
			s.whole, s.nouns, s.ending, s.docs = s.whole+f.strong, s.nouns+f.weak, s.ending|f.links, s.docs+1
		}
	}
	slices.Sort(list)
	for _, text := range list {
		for at := range text {
			for _, part := range []string{text[:at], text[at:]} {
				if s := all[part]; s != nil && part != text && !katakana(part) {
					s.parts += all[text].whole
				}
			}
		}
	}
	for _, text := range list {
		s := all[text]
		r, _ := utf8.DecodeRuneInString(text)
		least := uint32(leastRepeated)
		if utf8.RuneCountInString(text) == leastUnspaced || len(b.docs) > fewDocuments {
			least++
		}
		noun := !unicode.Is(unicode.Hangul, r) || s.nouns > 0 && bits.OnesCount16(s.ending) > 1
		if noun && s.whole+s.parts >= least && s.docs <= max(fewDocuments/commonDocs, len(b.docs)/commonDocs) {
			p := path{}
			if katakana(text) {
				p.rule = ruleWhole
			}
			b.accept(s.key, p, entity.Name)
		}
	}
}

// katakana reports whether a segment is a run of katakana. A piece of such a run is not a word.
func katakana(segment string) bool {
	r, _ := utf8.DecodeRuneInString(segment)
	return segmentScript(r) == unicode.Katakana
}

const (
	leastRepeated = 2 // occurrences of a name; a short name needs one more, and more than a few documents
	fewDocuments  = 50
	commonDocs    = 8 // a word in more than 1/commonDocs of the documents is common
)
