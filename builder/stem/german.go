package stem

import "strings"

// separable are the prefixes of German verbs that stand apart from ge and zu: ausgeführt and auszuführen are forms of ausführen.
// Of two that a word begins with the longer is first.
var separable = [...]string{"zusammen", "herunter", "zuruck", "bereit", "heraus", "weiter", "wieder", "hinzu", "durch", "unter", "uber",
	"frei", "fest", "hoch", "nach", "teil", "auf", "aus", "bei", "dar", "ein", "los", "mit", "vor", "weg", "ab", "an", "um", "zu"}

// Letters of German stems.
const (
	leastVerb = 4 // of a verb, without the endings that Snowball leaves
	leastRoot = 3 // of a verb behind its prefix and ge or zu
)

// germanVerb takes off a stem of Snowball what tells a verb's participle, its third person and its infinitive with zu from its infinitive.
// Nouns that end as these do lose it in all of their forms. action tells that the word is a noun in -ung.
func germanVerb(stem string, action bool) string {
	if strings.HasSuffix(stem, "eln") {
		stem = stem[:len(stem)-1]
	}
	verb, hard := strings.CutSuffix(stem, "et")
	finite := hard && endsHard(verb)
	if hard = finite; !hard {
		verb, finite = strings.CutSuffix(stem, "t")
		finite = finite && endsVerb(verb)
	}
	if !finite {
		verb = stem
	}
	verb = withoutInfix(verb, finite)
	if begin, ok := strings.CutSuffix(verb, "t"); hard && ok && endsVerb(begin) {
		verb = begin // as of antworten
	}
	if !finite || len(verb) >= leastVerb {
		stem = verb
	}
	if finite || action {
		if begin, ok := strings.CutSuffix(stem, "er"); ok && len(begin) >= leastRoot && !strings.HasSuffix(begin, "i") {
			return begin // as of ändern
		}
	}
	if n := len(stem); action && n > leastVerb && stem[n-1] == 'l' && strings.IndexByte("bcdfgkmnpstz", stem[n-2]) >= 0 {
		return stem[:n-1] + "el" // Entwicklung, entwickeln
	}
	return stem
}

// endsHard tells whether a verb has an e before its t: rechnet, verwendet.
func endsHard(verb string) bool {
	n := len(verb)
	if n < leastVerb {
		return false
	}
	switch verb[n-1] {
	case 't', 'd':
		return true
	case 'n', 'm':
		return strings.IndexByte("aeiourlmn", verb[n-2]) < 0 && (verb[n-2] != 'h' || verb[n-3] == 'c')
	}
	return false
}

// endsVerb tells whether a verb may end so before a t.
func endsVerb(verb string) bool {
	n := len(verb)
	if n < leastVerb {
		return false
	}
	switch verb[n-1] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 's':
		return verb[n-2] == 's'
	case 'n':
		return strings.IndexByte("aeo", verb[n-2]) < 0
	}
	return true
}

// withoutInfix takes ge and zu behind a separable prefix off a stem, and of a participle in t ge at the beginning.
func withoutInfix(stem string, participle bool) string {
	for _, prefix := range separable {
		root, ok := strings.CutPrefix(stem, prefix)
		if !ok {
			continue
		}
		if len(root) >= leastRoot+2 && (root[:2] == "ge" || root[:2] == "zu") {
			return prefix + root[2:]
		}
		return stem
	}
	if participle && len(stem) >= leastVerb+2 && stem[:2] == "ge" && !strings.HasSuffix(stem, "ier") {
		return stem[2:]
	}
	return stem
}
