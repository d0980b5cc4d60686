package stem

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// light has stemmers for languages without a Snowball stemmer. They remove the longest ending of a list. In Hebrew they
// also remove the letters for and, the, in, to, from, that and as before a word. At least leastStem letters stay.
var light = map[string]snowball{
	"bn": listed("bn", lightStemmer("", "গুলির গুলোর গুলিতে গুলোতে গুলি গুলো দের েরা রা ের টির টি টা কে তে র ে")),
	"cs": listed("cs", lightStemmer("", "atech etem atům ech ich ích ého emi ěmi ému ete eti iho ího ími imu ami ové ovi ými em es ém ím ům at ám os us ým mi ou ách ata aty ých ama ám a e i y o u é í ý á ě ů")),
	"he": listed("he", lightStemmer("והבלמשכ", "ים ות")),
	"hi": listed("hi", lightStemmer("", "ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयाँ ाइयों ाइयां ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियाँ ियों ियां "+
		"ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ाँ ां ों ें ो े ू ु ी ि ा")),
	"pl": listed("pl", lightStemmer("", "owaniami owaniach owaniom owaniem owanie owania owaniu owań owano owany owana owane owanego owanej owanemu owaną owanym owanych owanymi ować "+
		"aniami aniach aniom aniem anie ania aniu ań ieniami ieniach ieniom ieniem ienie ienia ieniu ień eniami eniach eniom eniem enie enia eniu eń acjami acjach acjom acja acje acji acją acjo acyjny "+
		"iać ać yć ić eć ąć iami iach ia iu ią ię ii iom owie iego iemu iach iami ami ach ego emu owi iej ymi imi ych ich iem em om ie ów ej ym im ą ę a e i o u y")),
	"uk": listed("uk", lightStemmer("", "ами ями ові еві єві ого ому ими ах ях ою ею єю ів їв ом ем єм ам ям ий ій их им а я у ю і ї е є о и й ь")),
	"vi": listed("vi", lightStemmer("", "")),
}

// leastStem is the fewest letters of a stem.
const leastStem = 3

// lightStemmer returns a stemmer. It removes each letter of before from the front of a word, one after the other. So a
// word that begins with such a letter itself has one stem, with and without other letters before it.
func lightStemmer(before, endings string) func(string) string {
	longestFirst := strings.Fields(endings)
	slices.SortStableFunc(longestFirst, func(a, b string) int { return len(b) - len(a) })
	return func(word string) string {
		for _, e := range longestFirst {
			if stem, ok := strings.CutSuffix(word, e); ok && utf8.RuneCountInString(stem) >= leastStem {
				word = stem
				break
			}
		}
		for {
			r, n := utf8.DecodeRuneInString(word)
			if !strings.ContainsRune(before, r) || utf8.RuneCountInString(word) <= leastStem {
				return word
			}
			word = word[n:]
		}
	}
}
