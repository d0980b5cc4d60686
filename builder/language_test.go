package builder

import (
	"strconv"
	"testing"

	"golang.org/x/text/unicode/norm"

	"mycel/builder/ingest/document"
	"mycel/engine"
	"mycel/engine/method"
	"mycel/engine/query"
	"mycel/internal/must"
)

// The main language is that of the front page or of most text, whatever the order of the pages.
func TestCommonLanguage(t *testing.T) {
	page := func(id, lang, text string) document.Document {
		return document.Document{ID: id, Lang: lang, Text: text}
	}
	for name, c := range map[string]struct {
		docs []document.Document
		want string
	}{
		"nothing":                            {nil, ""},
		"one page of four declares":          {[]document.Document{page("a", "", "1234"), page("b", "", "1234"), page("c", "zh", "1234")}, ""},
		"most text, not most pages":          {[]document.Document{page("a", "de", "1"), page("b", "de", "1"), page("c", "fr", "1234")}, "fr"},
		"a tie":                              {[]document.Document{page("a", "fr", "12"), page("b", "de", "12")}, "de"},
		"a tie with pages that declare none": {[]document.Document{page("a", "", "12"), page("b", "nb", "12")}, "nb"},
		"a tie with the front page":          {[]document.Document{page("de/index.html", "de", "12"), page("index.html", "fr", "12")}, "fr"},
		"a longer translation":               {[]document.Document{page("de/index.html", "de", "123456"), page("index.html", "en", "1234")}, "en"},
		"a front page in a language of none": {[]document.Document{page("index.html", "fr", "1"), page("a.html", "de", "123456789")}, "de"},
		"tags that are none":                 {[]document.Document{page("a", "klingon!", "123"), page("b", "fr", "1234")}, "fr"},
	} {
		must.Equal(t, commonLanguage(c.docs), c.want, "%s", name)
	}
}

// Readers find a word in each of its spellings and forms, first, without tolerance for errors (in German, with it: compounds
// need it). The first text of a row has the word.
func TestSpellingsOfLanguages(t *testing.T) {
	for language, rows := range map[string][][]string{
		"zh": {
			{"压缩图像文件的工具。", "壓縮", "圖像", "压缩 圖"},
			{"臺北的氣象資料。", "台北", "气象"},
			{"「列车时刻表」每天更新。", "「列车时刻」"},
		},
		"ja": {
			{"鉄道の発車時刻。", "鐵道", "發車"},
			{"ﾎﾞﾀﾝを押す。", "ボタン", "ﾎﾞﾀﾝ"},
			{"みかんの皮。", "ミカン"},
		},
		"ko": {{"밀물과 썰물의 시간표.", norm.NFD.String("썰물"), norm.NFD.String("시간표")}},
		"ar": {
			{"أسعار التذاكر المتاحة في المدينة ٤٥", "اسعار", "تذاكر", "والمدينه", "45"},
			{"رسـالـة إلى مستشفى", "رساله", "مستشفي"},
		},
		"fa": {{"برنامه‌های کشتی", "برنامه", "كشتي"}},
		"he": {{"סֵפֶר חָדָשׁ", "ספר"}, {"והגשרים", "גשר"}},
		"pl": {{"Rozkład pociągów", "pociąg"}},
		"pt": {{"Publicações e navegação", "publicação"}}, // a rule of one form
		"de": {{"Verleih von Fahrrädern", "Fahrradverleih"}, {"Die Höhe der Brücke", "Hoehe"}, {"Eine höhere Brücke", "höheres"}, {"Das Tor wird abends geschlossen und versperrt", "versperren"}},
		"hi": {{"बाज़ार में चाँद दिखा। रक्‍षक ४५", "बाजार", "चांद", "रक्षक", "45"}, {"टिकटों के दाम", "टिकट"}},
		"uk": {{"Пам’ять і здоров'я", "памʼять", "здоровʼя"}, {"Розклад поїздів", "поїзд"}},
	} {
		var records []record
		for i, row := range rows {
			records = append(records, record{ID: strconv.Itoa(i), Text: row[0]})
		}
		b := index(t, records, func(c *Config) { c.Language, c.With = language, nil })
		for i, row := range rows {
			for _, asked := range row[1:] {
				o := engine.Options{Options: method.Options{Read: query.Tolerance{NoTypos: language != "de", Prefix: query.CompleteNever}}}
				ids, _ := found(t, b, asked, o)
				must.Be(t, len(ids) != 0 && ids[0] == strconv.Itoa(i), "%s: %q finds %v, want %d, %s", language, asked, ids, i, row[0])
			}
		}
	}
}

// Where no spaces part words, pairs of function words and pairs across their borders neither rank nor count as words that are
// missing. A query of nothing else finds them.
func TestFunctionPairs(t *testing.T) {
	for language, c := range map[string]struct{ query, content, function string }{
		"ja": {"時刻表のために", "時刻表のページ。", "駅のために、出口のために、切符のために。"},
		"zh": {"列车的时刻了", "列车时刻。", "车的门开了的时候了，票的价了的。"},
		"ko": {"시간표 어떻게 하나요", "시간표.", "어떻게 하나요 표를 어떻게 하나요 어떻게."},
		"th": {"ตารางเวลาของเรา", "ตารางเวลา.", "ของเรา โดย ของเขา หรือ ของเธอ."},
	} {
		b := index(t, []record{{ID: "function", Text: c.function}, {ID: "content", Text: c.content}}, func(c *Config) { c.Language, c.With = language, nil })
		if ids, _ := found(t, b, c.query, engine.Options{}); len(ids) == 0 || ids[0] != "content" {
			t.Errorf("%s: %q finds %v", language, c.query, ids)
		}
		alone := map[string]string{"ja": "ために", "zh": "的时候了", "ko": "어떻게", "th": "ของ"}[language]
		if ids, _ := found(t, b, alone, engine.Options{}); len(ids) != 1 || ids[0] != "function" {
			t.Errorf("%s: %q finds %v", language, alone, ids)
		}
	}
}
