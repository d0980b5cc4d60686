package text

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scanner splits text into tokens:
//
//   - words: runs of letters, digits and marks, and the joiners between them. An apostrophe ends the word, but
//     for the apostrophe of Ukrainian. The tails 's, 't, 're, 've, 'll, 'd and 'm after it are dropped; other letters
//     after it begin a new word (l'amour). The key of an Arabic word lacks its article. A '.' or ',' between digits belongs to
//     the number (3.14, 1,000), but the comma not to its key, nor the v of a version
//     (v2.1). C++, C# and F# are words, and so is each emoji. A run of more than maxWord bytes is data, such as a key or a picture in
//     base64, and no token;
//   - pairs: in scripts without spaces (Han, kana, Hangul, Thai, Lao, Khmer,
//     Myanmar) every two neighbouring characters, overlapping. A single character
//     of such a script is a token. In Thai, Lao, Khmer and Myanmar a character is a consonant with its vowels and tones.
//
// A Scanner allocates only to grow its key buffer.
type Scanner struct {
	src        string
	pos        int
	start, end int
	pairEnd    int // end of the first character of the next pair, 0 outside a run
	key        []byte

	before  [2]int // span of the token before, until a hyphen joins it to this one: see Parts
	joined  bool   // a hyphen joins it
	chained bool   // and another hyphen joins that one to the token before it
}

// maxWord is the most bytes of a word. Nobody searches for longer ones, and each would be a form of its own in the
// dictionary.
const maxWord = 256

// NewScanner returns a scanner over src.
func NewScanner(src string) Scanner { return Scanner{src: src} }

// Reset starts over with src, keeping the key buffer.
func (s *Scanner) Reset(src string) { *s = Scanner{src: src, key: s.key} }

// Span returns the byte range of the current token in the text.
func (s *Scanner) Span() (start, end int) { return s.start, s.end }

// Text returns the current token as it is written.
func (s *Scanner) Text() string { return s.src[s.start:s.end] }

// Key returns the key of the current token; valid until the next call of Next.
func (s *Scanner) Key() []byte { return s.key }

// Next moves to the next token and reports whether there is one.
func (s *Scanner) Next() bool {
	for {
		if s.pairEnd > 0 {
			if s.nextPair() {
				return true
			}
			continue
		}
		if s.pos < len(s.src) && s.src[s.pos] < utf8.RuneSelf {
			if !isASCIIWord(s.src[s.pos]) {
				s.pos++
			} else if s.word() {
				return true
			}
			continue
		}
		r, n := s.character(s.pos)
		switch {
		case n == 0:
			return false
		case isEmoji(r):
			s.emit(s.pos, s.pos+n)
			s.pos += n
			return true
		case Unspaced(r):
			s.pairEnd = s.pos + n
			if s.single() {
				return true
			}
		case IsWord(r) && !unicode.IsMark(r):
			if s.word() {
				return true
			}
		default:
			s.pos += n
		}
	}
}

// peek decodes the character at i; n is 0 at the end of the text.
func (s *Scanner) peek(i int) (r rune, n int) {
	if i >= len(s.src) {
		return 0, 0
	}
	return utf8.DecodeRuneInString(s.src[i:])
}

// character decodes the character at i: a kana with its sound mark, or a consonant of Thai, Lao, Khmer or Myanmar with
// its vowels and tones. n is 0 at the end of the text.
func (s *Scanner) character(i int) (r rune, n int) {
	r, n = s.peek(i)
	if r < 0x3000 && Unspaced(r) {
		if vowel := r &^ 0x80; 0x0e40 <= vowel && vowel <= 0x0e44 { // it stands before its consonant
			if next, m := s.peek(i + n); m > 0 && Unspaced(next) {
				n += m
			}
		}
		for {
			next, m := s.peek(i + n)
			if vowel := next &^ 0x81; !unicode.IsMark(next) && vowel != 0x0e30 && vowel != 0x0e32 { // and 0x0e33; 0x0e31 is a mark
				return r, n
			}
			n += m
		}
	}
	if r >= 0x3041 {
		if mark, m := s.peek(i + n); mark == halfVoiced || mark == halfVoiced+1 || mark == 0x3099 || mark == 0x309a {
			n += m
		}
	}
	return r, n
}

// single emits a run of one unspaced character as a token. It leaves a longer run to nextPair.
func (s *Scanner) single() bool {
	if r, n := s.character(s.pairEnd); n > 0 && Unspaced(r) {
		return false
	}
	s.emit(s.pos, s.pairEnd)
	s.pos, s.pairEnd = s.pairEnd, 0
	return true
}

// nextPair emits the pair of characters at pos. At the last character of a run it ends the run and returns false.
func (s *Scanner) nextPair() bool {
	r, n := s.character(s.pairEnd)
	if n == 0 || !Unspaced(r) {
		s.pos, s.pairEnd = s.pairEnd, 0
		return false
	}
	s.emit(s.pos, s.pairEnd+n)
	s.pos, s.pairEnd = s.pairEnd, s.pairEnd+n
	return true
}

// word emits the word at pos. It skips a word that is too long, and returns false.
func (s *Scanner) word() bool {
	start, i := s.pos, s.pos
	prev := rune(0)
loop:
	for {
		for i < len(s.src) && isASCIIWord(s.src[i]) {
			prev = rune(s.src[i])
			i++
		}
		r, n := s.peek(i)
		switch {
		case r >= utf8.RuneSelf && IsWord(r) && !Unspaced(r):
			prev = r
		case s.joins(prev, r, i+n):
		case (r == '.' || r == ',') && isDigit(prev) && i+n < len(s.src) && isDigit(rune(s.src[i+n])):
		default:
			break loop
		}
		i += n
	}
	i = s.symbolTail(start, i)
	s.pos = s.skipClitic(i)
	if i-start > maxWord {
		return false
	}
	s.emit(start, i)
	return true
}

// joins reports whether a sign stands within a word, between prev and the character at i: a soft hyphen, a joiner, the
// apostrophe of Ukrainian. In Arabic script the non-joiner is a half space, which separates words.
func (s *Scanner) joins(prev, r rune, i int) bool {
	switch r {
	case 0xad, 0x200d:
	case 0x200c:
		if 0x0600 <= prev && prev <= 0x06ff {
			return false
		}
	case '\'', '’':
		next, _ := s.peek(i)
		return 0x0400 <= prev && prev <= 0x052f && strings.ContainsRune("яюєїеёіЯЮЄЇЕЁІ", next)
	default:
		return false
	}
	next, n := s.peek(i)
	return n > 0 && IsWord(next) && !Unspaced(next)
}

// symbolTail returns the end of a one-letter word including the signs of C++, C# and F#.
func (s *Scanner) symbolTail(start, end int) int {
	if end-start != 1 {
		return end
	}
	rest := s.src[end:]
	tail := 0
	switch {
	case len(rest) >= 2 && rest[:2] == "++":
		tail = 2
	case len(rest) >= 1 && rest[0] == '#':
		tail = 1
	default:
		return end
	}
	if r, n := s.peek(end + tail); n > 0 && (IsWord(r) && !isDigit(r) && !Unspaced(r) || r == '+' || r == '#') {
		return end
	}
	return end + tail
}

// skipClitic returns the position after 's, 't, 're, 've, 'll, 'd or 'm, if one of them is at i.
func (s *Scanner) skipClitic(i int) int {
	r, n := s.peek(i)
	if r != '\'' && r != '’' {
		return i
	}
	j := i + n
	for j < len(s.src) && j-i-n < 3 && isASCIILetter(s.src[j]) {
		j++
	}
	if r, m := s.peek(j); m > 0 && IsWord(r) {
		return i
	}
	switch tail := s.src[i+n : j]; len(tail) {
	case 1:
		switch tail[0] | 0x20 {
		case 's', 't', 'd', 'm':
			return j
		}
	case 2:
		switch string([]byte{tail[0] | 0x20, tail[1] | 0x20}) {
		case "re", "ve", "ll":
			return j
		}
	}
	return i
}

func (s *Scanner) emit(start, end int) {
	s.chained = s.joined
	s.joined = s.start < s.end && s.end < start && IsHyphen(s.src[s.end:start])
	s.before = [2]int{s.start, s.end}
	s.start, s.end = start, end
	s.key = AppendKey(s.key[:0], s.src[start:end])
	if c := s.src[start]; '0' <= c && c <= '9' {
		s.key = dropCommas(s.key)
	} else if isVersion(s.key) {
		s.key = s.key[1:]
	} else if 0xd8 <= c && c <= 0xd9 {
		s.key = append(s.key[:0], withoutArticle(s.key)...)
	}
}

// withoutArticle returns the key of an Arabic word without the article, and without a letter for and, in, as or so
// before it, if at least three letters remain.
func withoutArticle(key []byte) []byte {
	const letter = len("ا")
	rest := key
	if len(key) > letter && strings.Contains("وبكف", string(key[:letter])) {
		rest = key[letter:]
	}
	for _, article := range [...]string{"ال", "لل"} {
		if word, ok := bytes.CutPrefix(rest, []byte(article)); ok && len(word) >= 3*letter {
			return word
		}
	}
	return key
}

// isVersion reports whether a key is a v and a number of several parts.
func isVersion(key []byte) bool {
	return len(key) > 3 && key[0] == 'v' && isDigit(rune(key[1])) && bytes.IndexByte(key, '.') > 0
}

// isEmoji reports whether r is a picture.
func isEmoji(r rune) bool {
	return 0x2600 <= r && r <= 0x27bf || 0x2b50 <= r && r <= 0x2b55 || 0x1f1e6 <= r && r <= 0x1faff
}

func dropCommas(key []byte) []byte {
	out := key[:0]
	for _, c := range key {
		if c != ',' {
			out = append(out, c)
		}
	}
	return out
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isASCIIWord(c byte) bool { return isASCIILetter(c) || '0' <= c && c <= '9' }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// IsWord reports whether r can stand inside a word.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return isASCIIWord(byte(r))
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// Unspaced reports whether the script of r puts no spaces between words: its tokens are pairs of characters.
func Unspaced(r rune) bool {
	if r < 0x0e00 {
		return false
	}
	switch {
	case 0x0e00 <= r && r <= 0x0eff, // Thai, Lao
		0x1000 <= r && r <= 0x109f,   // Myanmar
		0x1780 <= r && r <= 0x17ff,   // Khmer
		0x3005 <= r && r <= 0x3007,   // iteration marks, ideographic zero
		0x3041 <= r && r <= 0x30ff,   // Hiragana, Katakana
		0x31f0 <= r && r <= 0x31ff,   // small Katakana
		0x3400 <= r && r <= 0x4dbf,   // Han extension A
		0x4e00 <= r && r <= 0x9fff,   // Han
		0xac00 <= r && r <= 0xd7a3,   // Hangul
		0xf900 <= r && r <= 0xfaff,   // Han compatibility
		0xff66 <= r && r <= 0xff9f,   // half-width Katakana
		0x20000 <= r && r <= 0x3ffff: // Han extensions
		return r != 0x30fb && IsWord(r) // not the middle dot
	}
	return false
}

// Token is a token with its key, for callers that store tokens.
type Token struct {
	Start, End int // bytes in the text
	Key        string
}

// Tokens returns at most limit tokens of s.
func Tokens(s string, limit int) []Token {
	var tokens []Token
	sc := NewScanner(s)
	for len(tokens) < limit && sc.Next() {
		start, end := sc.Span()
		tokens = append(tokens, Token{Start: start, End: end, Key: string(sc.Key())})
	}
	return tokens
}
