package terms

import (
	"slices"
	"unicode/utf8"

	"mycel/builder/analyse"
	"mycel/engine/model"
)

// compounding are the languages that write compounds as one word, by the base of their tag.
var compounding = []string{"da", "de", "fi", "hu", "nb", "nl", "nn", "no", "sv"}

const (
	leastPart   = 4 // letters of a part
	mostLetters = 64
)

// linking are the letters between the parts of a compound: Verwaltung-s-system, Funktion-en-liste.
var linking = []string{"", "s", "es", "n", "en"}

// findCompounds records the terms of the parts of each form that is made of other forms, in compounding languages:
// Datenbank and Verwaltung for Datenbankverwaltung. So a corpus is its own dictionary of parts.
func (v *Vocabulary) findCompounds(t *analyse.Languages) {
	for n, s := range t.Stemmers {
		if !slices.Contains(compounding, s.Base()) {
			continue
		}
		forms := map[string]analyse.Form{}
		for _, s := range v.spoken {
			if s.language == n && s.count > 0 && !s.stop && isWord(s.form) && utf8.RuneCountInString(s.form) >= leastPart {
				forms[s.form] = s.number
			}
		}
		for _, s := range v.spoken {
			if s.language != n || s.count == 0 || s.stop || !isWord(s.form) || len(s.form) > mostLetters {
				continue
			}
			for _, part := range split(s.form, forms) {
				if term := v.Term[forms[part]]; term != v.Term[s.number] && !slices.Contains(v.Parts[s.number], term) {
					v.addPart(s.number, term)
				}
			}
		}
	}
}

func (v *Vocabulary) addPart(of analyse.Form, part model.TermID) {
	if v.Parts == nil {
		v.Parts = map[analyse.Form][]model.TermID{}
	}
	v.Parts[of] = append(v.Parts[of], part)
}

// split divides a compound into forms; it returns nil for any other word. It prefers the division with fewest parts,
// then the one with the longest last part, which determines the kind of thing. The cost is quadratic in the letters of
// the word: each end of it is divided once.
func split(word string, forms map[string]analyse.Form) []string {
	return splitEnd(word, forms, map[string][]string{})
}

// splitEnd splits the end of a word. done has the parts of the ends that were split before.
func splitEnd(word string, forms map[string]analyse.Form, done map[string][]string) []string {
	if parts, ok := done[word]; ok {
		return parts
	}
	var best []string
	for at := leastPart; at <= len(word)-leastPart; at++ {
		if !utf8.RuneStart(word[at]) || utf8.RuneCountInString(word[at:]) < leastPart {
			continue
		}
		head, ok := headOf(word[:at], forms)
		if !ok {
			continue
		}
		tail := word[at:]
		var parts []string
		if _, ok := forms[tail]; ok {
			parts = []string{head, tail}
		} else if rest := splitEnd(tail, forms, done); rest != nil {
			parts = append([]string{head}, rest...)
		}
		if parts != nil && (best == nil || len(parts) < len(best)) {
			best = parts
		}
	}
	done[word] = best
	return best
}

// headOf returns the form at the beginning of a compound, without the letters that link it.
func headOf(beginning string, forms map[string]analyse.Form) (string, bool) {
	for _, link := range linking {
		if n := len(beginning) - len(link); n > 0 && beginning[n:] == link {
			if _, ok := forms[beginning[:n]]; ok && utf8.RuneCountInString(beginning[:n]) >= leastPart {
				return beginning[:n], true
			}
		}
	}
	return "", false
}

// isWord reports whether a form has no ASCII characters but letters: numbers are no parts.
func isWord(form string) bool {
	for i := range len(form) {
		if c := form[i]; c < 'a' && c < utf8.RuneSelf || c > 'z' && c < utf8.RuneSelf {
			return false
		}
	}
	return true
}
