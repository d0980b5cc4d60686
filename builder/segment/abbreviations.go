package segment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// abbreviation tells when the full stop of an abbreviation ends a sentence.
type abbreviation uint8

const (
	// never: a name or an explanation follows (Mr. Smith, e.g. this).
	never abbreviation = iota + 1
	// beforeNumber: it belongs to a number that follows; without a number it ends the sentence (No. 5, Jan. 3).
	beforeNumber
	// maybe: it ends the sentence only if the next word often opens sentences and has
	// no other reason for its capital (Inc. The, but not Inc. Magazine).
	maybe
)

// Letter case counts: "fig." is a fruit at the end of a sentence, "Fig." is not.
var abbreviations = makeAbbreviations(map[abbreviation]string{
	never: `Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Msgr Hon Gen Col Lt Sgt Cpl Capt Cmdr Maj Adm Gov Sen Rep Pres Supt
		Mt Ft Mme Mlle Hr Sra Dra Fig Figs v vs cf Cf viz ca approx e.g E.g i.e I.e
		vgl Vgl ggf evtl bspw inkl exkl sog Ud Uds Vd Vds Srta Exmo Sig Sigg Dott Ing см напр ср`,
	beforeNumber: `No Nos no nos Nr Vol vol Vols vols Ch ch Chap chap Sec sec Sect sect Art art Par par Pt pt p pp
		fig figs Eq Eqs eq eqs Ref Refs Ver ver Op op Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec
		Abb Abs Kap Bd núm Núm pág págs Pág cap Cap pag Pag рис Рис стр гл табл Табл п пп ст`,
	maybe: `etc Inc Ltd Co Corp Bros Cos Jr Sr St Ste Ave Blvd Rd Dept Univ Assn Est est al ed eds repr trans PhD usw bzw ecc тыс млн млрд др`,
})

func makeAbbreviations(lists map[abbreviation]string) map[string]abbreviation {
	all := make(map[string]abbreviation)
	for kind, list := range lists {
		for _, word := range strings.Fields(list) {
			all[word] = kind
		}
	}
	return all
}

// sentenceOpeners are words that seldom have a capital inside a sentence. After an abbreviation that may end a sentence
// they show that it did. "No" and "So" are missing because they are mostly names.
var sentenceOpeners = makeSet(`The This That These Those There Here A An He She It They We You I His Her Its Their
	Our My Your What Who When Where Why How Which While If As At In On By For From With Without Within To Of Into
	During After Before Since Until Because Although Though Despite However Moreover Therefore Thus Hence Then Also
	And But Or Not Some Many Most Much More All Each Every Both Several Few Such Another Other One Two Once Under
	Over Through Between Among According Later Now Today Meanwhile Finally Unlike Like
	Yet Instead Neither`)

func makeSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// endsInAbbreviation reports whether the full stop at the end of sentence belongs to an abbreviation and does not also
// end the sentence. next is the text after the white space that follows. Besides the listed abbreviations these count:
// initials (J.), short parts with full stops between them (U.S., Ph.D., z.B.), and the number of a list item that
// begins the sentence (1.).
func endsInAbbreviation(sentence, next string) bool {
	body := sentence[:len(sentence)-1]
	at := wordStart(body)
	word := body[at:]
	if len(word) == len(body) && isItemNumber(word) {
		return true
	}
	if inSpacedAbbreviation(body, word, next) || isDigits(word) && germanMonths[firstWord(next)] {
		return true
	}
	kind := abbreviations[word]
	if kind == 0 && (isInitial(word) && standsFree(body[:at]) || isDotted(word) || isDoubled(word)) {
		kind = maybe
	}
	switch kind {
	case never:
		return true
	case beforeNumber:
		return beginsDigit(strings.TrimLeftFunc(next, isBracket))
	case maybe:
		return !opensSentence(next)
	}
	return false
}

// spaced are abbreviations of several words, which have a full stop and a space behind each.
var spaced = []string{"z. B", "d. h", "u. a", "i. d. R", "o. ä", "p. ej", "p. ex", "т. е", "т. к", "т. н"}

// germanMonths follow the number of a day: am 3. Oktober.
var germanMonths = makeSet(`Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember Jahrhundert`)

// inSpacedAbbreviation reports whether the full stop behind body, whose last word is word, belongs to an abbreviation with
// spaces (z. B.), or to letters that are doubled for a plural, as in EE. UU.
func inSpacedAbbreviation(body, word, next string) bool {
	part := firstWord(next)
	if strings.HasPrefix(next[len(part):], ".") && (utf8.RuneCountInString(word) == 1 && utf8.RuneCountInString(part) == 1 || isDoubled(word) && isDoubled(part)) {
		return true
	}
	body = strings.ReplaceAll(body, "\u00a0", " ")
	for _, s := range spaced {
		if begin, ok := strings.CutSuffix(body, s); ok && standsFree(begin) {
			return true
		}
		if first, rest, _ := strings.Cut(s, ". "); word == first && strings.HasPrefix(next, rest+".") {
			return true
		}
	}
	return false
}

// isDoubled reports whether word is a capital letter twice.
func isDoubled(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && word[n:] == word[:n]
}

// firstWord returns the letters at the beginning of s.
func firstWord(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) {
			return s[:i]
		}
	}
	return s
}

// wordStart returns the start of the last word of s; full stops belong to the word.
func wordStart(s string) int {
	for i := len(s); i > 0; {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return i
		}
		i -= n
	}
	return 0
}

// isItemNumber reports whether word can be the number of a list item.
func isItemNumber(word string) bool {
	return len(word) <= 3 && isDigits(word)
}

func isDigits(word string) bool {
	for i := range len(word) {
		if !isDigit(word[i]) {
			return false
		}
	}
	return word != ""
}

// isInitial reports whether word is a single capital letter.
func isInitial(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return n == len(word) && unicode.IsUpper(r)
}

// standsFree reports whether a single letter after left can be a person's initial: not in mmol/L, R&B or °C.
func standsFree(left string) bool {
	r, n := utf8.DecodeLastRuneInString(left)
	return n == 0 || r == '-' || unicode.IsSpace(r) || isBracket(r)
}

// isDotted reports whether word consists of two or more parts of one or two letters with full stops between them.
func isDotted(word string) bool {
	if !strings.Contains(word, ".") {
		return false
	}
	for part := range strings.SplitSeq(word, ".") {
		letters := 0
		for _, r := range part {
			if !unicode.IsLetter(r) {
				return false
			}
			letters++
		}
		if letters < 1 || letters > 2 {
			return false
		}
	}
	return true
}

// opensSentence reports whether s begins with a sentence opener, ignoring quotation marks and
// brackets. A letter with a full stop is an initial, not a word.
func opensSentence(s string) bool {
	s = strings.TrimLeftFunc(s, isBracket)
	n := 0
	for n < len(s) && 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z' {
		n++
	}
	return sentenceOpeners[s[:n]] && !strings.HasPrefix(s[n:], ".")
}
