package stem

import (
	"strings"
	"unicode/utf8"

	"github.com/kljensen/snowball/russian"
)

// Letters of Russian stems, in bytes: each has two.
const (
	leastRussian = 4 * 2 // of a stem
	leastVerbal  = 7 * 2 // of a stem without ов, but for those in иров
)

// stemRussian stems as Snowball does, and joins what that leaves apart: the aspects of a verb and the noun of its action (обновить,
// обновлять, обновление; проверить, проверять, проверка), and forms with a fleeting vowel (список, списка).
func stemRussian(word string) string {
	word = strings.ReplaceAll(word, "ё", "е")
	stem := russian.Stem(word, true)
	if stem == "значен" || stem == "состоян" {
		return stem // value and state; their verbs mean other things
	}
	ending, _ := strings.CutPrefix(word, stem)
	if second, noun := strings.CutPrefix(ending, "и"); ending == "" || strings.HasPrefix(ending, "н") || noun && second != "" && strings.Contains("еяюий", second[:2]) {
		if verb, ok := cutAny(stem, "ен", "ян"); ok { // of обновление, обновлённый
			stem = verb
		} else if verb, ok := strings.CutSuffix(stem, "н"); ok && strings.HasSuffix(verb, "а") { // of создание
			stem = verb
		}
	}
	stem = withoutVowel(stem)
	if n := len(stem); n > leastRussian+2 && strings.HasSuffix(stem, "л") {
		if r, _ := utf8.DecodeLastRuneInString(stem[:n-2]); strings.ContainsRune("бвмпф", r) {
			stem = stem[:n-2]
		}
	}
	stem, _ = cutAny(stem, "ок", "ек", "к")
	if verb, ok := strings.CutSuffix(stem, "ов"); ok && (strings.HasSuffix(verb, "ир") || len(verb) >= leastVerbal) {
		stem = verb
	}
	return strings.TrimSuffix(stem, "й")
}

// withoutVowel takes off a verb's stem the vowel before its endings, with the letters of lasting actions: удаля, записыва.
func withoutVowel(stem string) string {
	if verb, ok := strings.CutSuffix(stem, "дава"); ok {
		stem = verb + "да"
	}
	if verb, ok := strings.CutSuffix(stem, "да"); ok && strings.ContainsAny(verb[max(0, len(verb)-2):], "аезиы") {
		return stem // передать would be перед
	}
	if verb, ok := cutAny(stem, "ыва", "ива", "а", "я"); ok {
		return verb
	}
	return stem
}

// cutAny takes off the first ending that a stem has, where enough of it stays.
func cutAny(stem string, endings ...string) (string, bool) {
	for _, ending := range endings {
		if begin, ok := strings.CutSuffix(stem, ending); ok {
			if len(begin) < leastRussian {
				return stem, false
			}
			return begin, true
		}
	}
	return stem, false
}
