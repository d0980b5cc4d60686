package stem

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/engine/text"
	"mycel/internal/must"
)

func TestStem(t *testing.T) {
	for _, c := range []struct{ tag, word, want string }{
		{"en", "sharing", "share"}, {"en-GB", "libraries", "librari"}, {"en", "café", "cafe"},
		{"fr", "continuellement", "continuel"}, {"es", "corriendo", "corr"}, {"sv", "flickorna", "flick"},
		{"ru", "книгами", "книг"}, {"nb", "havnedistrikt", "havnedistrikt"}, {"hu", "házakban", "haz"},
		{"zh", "東京", "東京"}, {"vi", "đường", "duong"}, // no stemmer: the key of the word
		{"pl", "użytkowników", "uzytkownik"}, {"pl", "serwera", "serwer"}, {"pl", "wysokiego", "wysok"}, {"pl", "wysokimi", "wysok"}, {"pl", "wdrożeniu", "wdroz"}, {"pl", "wdrożyć", "wdroz"}, {"pl", "instalacji", "instal"}, {"uk", "об'єкта", "обєкт"}, {"cs", "souborech", "soubor"},
		{"hi", "फ़ाइलों", "फाइल"}, {"bn", "ফাইলগুলি", "ফাইল"}, {"he", "בשרת", "שרת"}, {"he", "שרת", "שרת"}, {"he", "והשרתים", "שרת"}, {"he", "לו", "לו"},
		{"de", "größe", "gross"}, {"de", "größere", "grosser"}, {"de", "fehlers", "fehl"}, {"de", "Videos", "video"}, {"de", "kostenlos", "kostenlos"}, {"ta", "கோப்புகளை", "கோப்பு"},
		{"de", "häuser", "haus"}, {"de", "funktionen", "funktion"}, {"pt-BR", "autenticação", "autentic"}, {"pt", "configurações", "configur"},
		{"it", "funzioni", "funzion"}, {"nl", "instellingen", "instell"}, {"da", "funktionerne", "funktion"}, {"fi", "asetukset", "asetuks"},
		{"tr", "ayarlar", "ayar"}, {"tr", "değerlendirmek", "degerlendir"}, {"tr", "değerlendirmesi", "degerlendir"}, {"tr", "firma", "firma"}, {"ro", "funcțiile", "funct"}, {"ar", "البيانات", "بيان"},
	} {
		s := must.Get(New(c.tag))(t)
		must.Equal(t, s.Stem(c.word), c.want, "%s: Stem(%q)", c.tag, c.word)
	}
	must.Be(t, must.Err(New("not a language")) != nil, "accepted a tag that is none")
}

// Forms of a verb and the noun of its action have one stem, and words that only look so have another.
func TestVerbs(t *testing.T) {
	for family, other := range map[string]string{
		"de ändern ändert geändert geänderte änderung":                         "andere",
		"de ausführen ausführt ausgeführt ausgeführten auszuführen ausführung": "fuhr",
		"de antworten antwortet antwortete geantwortet":                        "antwerpen",
		"de zurückgeben zurückgegeben zurückzugeben":                           "geben",
		"de hinzufügen hinzugefügt hinzuzufügen":                               "fügen",
		"de testen testet getestet test":                                       "text",
		"de regel regeln":                                                      "regal",
		"de entwickeln entwickelt entwicklung":                                 "wickeln",
		"de gehören gehört":                                                    "hören",
		"de internet":                                                          "intern",
		"de planet":                                                            "planen",
		"ru почта почты":                                                       "почти",
		"ru обновить обновляет обновление обновлённый обновлено": "новый",
		"ru проверить проверяет проверка проверок":               "вера",
		"ru создать создаёт создавать создание создан":           "создатель",
		"ru сохранить сохраняет сохранение":                      "хранить",
		"ru сортировать сортирует сортировка":                    "сорт",
		"ru передать передавать":                                 "перед",
		"ru список списка":                                       "писать",
		"ru поток потоки":                                        "потом",
		"ru значение значения":                                   "значит",
		"ru состояние состояния":                                 "состоит",
		"ru применить применение":                                "примите",
	} {
		words := strings.Fields(family)
		s := must.Get(New(words[0]))(t)
		for _, w := range words[2:] {
			must.Equal(t, s.Stem(w), s.Stem(words[1]), "%s: stem of %s", words[1], w)
		}
		must.Be(t, s.Stem(other) != s.Stem(words[1]), "%s and %s have the stem %s", words[1], other, s.Stem(other))
	}
}

func TestStopWords(t *testing.T) {
	en, _ := New("en")
	for _, w := range en.StopWords() {
		must.Be(t, en.IsStop(w), "%q is listed and no stop word", w)
	}
	// Every stop word of the library with at most three letters is listed.
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a' - 1; b <= 'z'; b++ {
			for c := 'a' - 1; c <= 'z'; c++ {
				w := ""
				for _, r := range []rune{a, b, c} {
					if r >= 'a' {
						w += string(r)
					}
				}
				must.Be(t, len(w) <= 1 || !en.isStop(w) || slices.Contains(en.StopWords(), w), "%q is a stop word and not listed", w)
			}
		}
	}
	es, _ := New("es")
	must.Be(t, es.IsStop("estaba") && !es.IsStop("estado") && !es.IsStop("estados"), "Spanish stop words")
	for tag, words := range map[string][]string{
		"de": {"für", "fur", "welche", "beim"}, "es": {"más", "mas", "qué"}, "fr": {"avec", "même", "meme"}, "hu": {"és", "es"}, "nb": {"på", "pa"}, "sv": {"för", "for"}, "ru": {"какой", "какои"}, "pt-BR": {"não", "quando"}, "it": {"perché", "come"}, "nl": {"waarom"}, "da": {"hvordan"},
		"fi": {"miksi"}, "tr": {"nasıl", "da"}, "pl": {"jest", "się"}, "hi": {"में"}, "vi": {"của"}, "cs": {"který"}, "uk": {"який"}, "he": {"של"}, "bn": {"এবং"}, "ro": {"în"}, "ar": {"كيف"},
	} {
		s, _ := New(tag)
		for _, w := range words {
			must.Be(t, s.IsStop(w) && slices.Contains(s.StopWords(), text.Key(w)), "%s: %q is no stop word", tag, w)
		}
		must.Be(t, !s.IsStop("index"), "%s: index is a stop word", tag)
	}
	is, _ := New("is")
	must.Be(t, !is.IsStop("og") && is.StopWords() == nil, "Icelandic has no list")
}

// Pairs of Chinese, Japanese and Korean function words say nothing. They are no stop words that the dictionary lists without a
// document that has them.
func TestFunctionPairs(t *testing.T) {
	for tag, want := range map[string]string{
		"zh-TW": "件的 了解 么用", "ja": "して ます 値を を使 名は 하는 합니", "ko": "して ます 値を を使 名は 하는 합니",
	} {
		s, _ := New(tag)
		for token := range strings.FieldsSeq("件的 了解 么用 组件 して ます 値を を使 名は 使い まと 要素 スル 하는 합니 컴포 index") {
			must.Equal(t, s.IsFunctionPair(token), slices.Contains(strings.Fields(want), token), "%s: %q is a pair of a function word", tag, token)
		}
		must.Be(t, !s.IsStop("して") && s.StopWords() == nil, "%s: pairs are stop words", tag)
	}
	en, _ := New("en")
	must.Be(t, !en.IsFunctionPair("を使"), "English has pairs")
}

// Common words are keys in ascending order, long enough to be corrected, and no listed stop words.
func TestCommonWords(t *testing.T) {
	languages := 0
	for line := range strings.Lines(commonWords) {
		tag, _, _ := strings.Cut(line, " ")
		if tag == "#" {
			continue
		}
		languages++
		s := must.Get(New(tag))(t)
		words := s.CommonWords()
		must.Be(t, len(words) >= 400 && slices.IsSorted(words), "%s: %d words, want 400 in ascending order", tag, len(words))
		for _, w := range words {
			must.Be(t, text.Key(w) == w && utf8.RuneCountInString(w) >= 4 && !slices.Contains(s.StopWords(), w), "%s: %q is in the list", tag, w)
		}
	}
	must.Be(t, languages >= 10, "%d languages", languages)
	for _, c := range []struct{ tag, word string }{{"en-GB", "main"}, {"nb", "adresse"}, {"de", "abbrechen"}} {
		if s, _ := New(c.tag); !slices.Contains(s.CommonWords(), c.word) {
			t.Errorf("%s: %q is not in the list", c.tag, c.word)
		}
	}
	if s, _ := New("ja"); s.CommonWords() != nil {
		t.Error("Japanese has a list")
	}
}
