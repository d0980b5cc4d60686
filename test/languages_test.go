package test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"mycel"
	"mycel/builder"
	"mycel/engine"
	"mycel/engine/query"
	"mycel/internal/must"
)

// polyglot is a site in four languages, one of which has no stemmer.
func polyglot(t *testing.T) *mycel.Bundle {
	page := func(lang, text string) string { return "---\nlang: " + lang + "\n---\n" + text }
	return corpusOf(t, map[string]string{
		"en1": page("en", "# Libraries\n\nThe libraries are open on Sunday. A son of the keeper reads there, and some coins are kept."),
		"en2": page("en-GB", "# Towers\n\nTowers stand at the shore. They are lit at night."),
		"en3": page("en", "# Boats\n\nA boat sails past the tower and the library, and then another."),
		"fr1": page("fr", "# Bibliothèques\n\nLes bibliothèques sont ouvertes le dimanche. Nous continuons avec son livre. Il faut chanter, danser, et nous chantons, dansons."),
		"fr2": page("fr", "# Coins\n\nLes coins de la tour sont ronds. Une maison et son jardin."),
		"ru1": page("ru", "# Книги\n\nВ библиотеке много книг. Читатели любят книги и журналы. Вода и рыба за домами, столами и словами; рука, нога, картотека."),
		"de1": page("de", "# Häuser\n\nDie Häuser stehen am Ufer. Sie will die Türme sehen, und was dahinter liegt."),
		"de2": page("de", "# Boote\n\nEin Haus und ein Boot."),
		"it1": page("it", "# Navi\n\nUna nave e due navi nel porto."),
	})
}

func TestLanguages(t *testing.T) {
	b := polyglot(t)
	for _, c := range []struct{ query, language, want string }{
		{"library", "", "en1 en3"}, {"library", "en", "en1 en3"}, {"library", "en-US", "en1 en3"},
		{"bibliothèque", "", "fr1"}, {"bibliothèque", "fr", "fr1"}, // by the forms that French pages have
		{"jardins", "fr", "fr2"}, // a form that no page has
		{"книгами", "", "ru1"}, {"книгами", "ru", "ru1"}, {"библиотека", "ru", "ru1"},
		{"Haus", "de", "de2"}, {"Häuser", "de", "de1"}, // no stemmer
		{"towering", "", "en2 en3"}, // English analogy
		{"navi", "it", "it1"},
		{"coin", "en", "en1"}, {"coins", "fr", "en1 fr2"},
		// A function word of one language is a word of the other.
		{"son", "en", "en1"},
		{"will Türme", "de", "de1"},
	} {
		o := engine.Options{}
		o.Read.Language, o.Read.NoTypos = c.language, true
		o.Read.Prefix = query.CompleteNever
		got := strings.Fields(documents(ask(t, b, c.query, o)))
		want := strings.Fields(c.want)
		if len(got) < len(want) {
			t.Errorf("%s (%s) finds %v, want %v", c.query, c.language, got, want)
			continue
		}
		for _, w := range want {
			must.Be(t, strings.Contains(" "+strings.Join(got, " ")+" ", " "+w+" "), "%s (%s) finds %v, want %v", c.query, c.language, got, want)
		}
	}
	stop := func(query, language string) (out string) {
		o := engine.Options{}
		o.Read.Language = language
		for _, w := range ask(t, b, query, o).Terms {
			if w.Stop {
				out += w.Word + " "
			}
		}
		return out
	}
	for _, c := range []struct{ query, language, want string }{
		{"the son of avec livres", "fr", "the son of avec "}, {"the son of avec livres", "en", "the of avec "},
		{"was will die", "de", "was will die "}, {"was will livre", "en", "was will "},
		{"книги и журналы", "ru", "и "},
	} {
		must.Equal(t, stop(c.query, c.language), c.want, "%q in %q: function words", c.query, c.language)
	}
	r := ask(t, b, "книгами", engine.Options{})
	e := r.Hits[0].Excerpt
	must.Be(t, len(e.Matches) != 0 && strings.Contains(e.Text, "книг"), "marked %v in %q", e.Matches, e.Text)
}

// A function word that is none in another language of the corpus is not searched for as that.
func TestFunctionWordOfAnotherLanguage(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"de": "---\nlang: de\n---\n# Sie will die Türme\n\nDie Türme will sie sehen.",
		"en": "---\nlang: en\n---\n# A will to die\n\nA will, and a will.",
		"up": "---\nlang: en\n---\n# Towers\n\nTürme, Türme, Türme; a will to die and a will.",
	})
	for _, query := range []string{"Sie will die Türme", "A will to die", "die Türme, die will", "will"} {
		for _, language := range []string{"", "de", "en"} {
			o := engine.Options{}
			o.Read.Language = language
			q := b.Engine().Request(query, o).Query
			for _, a := range q.Alternatives {
				if a.Bit < 0 || a.Bit >= len(q.Terms) {
					t.Errorf("%s (%s): an alternative stands for term %d of %d", query, language, a.Bit, len(q.Terms))
				}
			}
			must.Be(t, len(ask(t, b, query, o).Hits) != 0, "%s (%s) finds nothing", query, language)
		}
	}
}

// A compound of a language that writes it as one word is found by its parts, behind the words themselves, and finds texts that have
// the parts, linked or not.
func TestCompounds(t *testing.T) {
	const german, swedish = "---\nlang: de\n---\n", "---\nlang: sv\n---\n"
	for _, c := range []struct {
		pages       map[string]string
		query, want string
	}{
		{map[string]string{
			"a": german + "# Hafen\n\nDer Lotsenturm am Hafen ist alt, die Boote sind jung.", "b": german + "# Kai\n\nDer Turm am Hafen ist alt, die Lotsen sind jung.", "c": german + "# Boote\n\nSie fahren aus.",
		}, "Turm", "b a"},
		{map[string]string{
			"a": german + "# Wetterdienstplan\n\nEr hängt aus.", "b": german + "# Hafen\n\nDas Wetter ist gut. Der Dienst beginnt.", "c": german + "# Plan\n\nEin Plan.",
		}, "Wetter Plan", "a"},
		{map[string]string{
			"a": swedish + "# Hus\n\nEn tornvaktare går runt. Vid havet brinner elden.", "b": swedish + "# Ön\n\nEn vaktare går runt. Vid ett torn brinner fyren.", "c": swedish + "# Båtar\n\nDe seglar.",
		}, "vaktare", "b a"},
		{map[string]string{
			"a": german + "# Kai\n\nDie Hafenverwaltung hat geschlossen.", "b": german + "# Turm\n\nIm Turm sitzt die Verwaltung, die für den Hafen sorgt.", "c": german + "# Hafen\n\nEin Hafen.",
		}, "Hafenverwaltung", "a b"},
		{map[string]string{
			"a": german + "# Turm\n\nIm Turm sitzt die Verwaltung.", "b": german + "# Hafen\n\nEin Hafen.", "c": german + "# Büro\n\nDie Verwaltung.",
		}, "in welchem Stockwerk sitzt der Verwaltungsturm", "a"},
		{map[string]string{
			"a": "# Lighthouse\n\nIt stands there.", "b": "# Harbour\n\nThe house is old, the light is bright.",
		}, "house", "b"},
		{map[string]string{"a": "# Lighthouse\n\nIt stands there.", "b": "# Harbour\n\nThe light of the house."}, "lighthouse", "a"},
	} {
		got := documents(ask(t, corpusOf(t, c.pages), c.query, engine.Options{}))
		must.Be(t, strings.HasPrefix(got, c.want) && (!strings.HasSuffix(c.query, "house") || len(got) == 1), "%q finds %q, want %q first", c.query, got, c.want)
	}
}

// Scripts without spaces between words are searched by pairs of characters.
func TestUnspacedScripts(t *testing.T) {
	b := corpusOf(t, map[string]string{
		"ja":    "# 検潮所\n\n東京大学の検潮所は港の近くにあります。潮位を毎分記録するｶﾒﾗを使います。データはJSON形式で保存されます。",
		"ja2":   "# 京都\n\n京都は東の都ではない。大きな学校がある。",
		"zh":    "# 全文搜索\n\n本手册介绍如何在浏览器中进行全文搜索，不需要服务器。索引文件可以压缩。",
		"zh2":   "# 文件\n\n全部文件的搜集与索取。",
		"ko":    "# 검색 엔진\n\n한국어 문서를 브라우저에서 검색할 수 있습니다. 색인은 WebAssembly로 읽습니다.",
		"th":    "# การค้นหา\n\nเอกสารภาษาไทยสามารถค้นหาได้ในเบราว์เซอร์โดยไม่ต้องใช้เซิร์ฟเวอร์",
		"lo":    "# ການຄົ້ນຫາ\n\nເອກະສານພາສາລາວສາມາດຄົ້ນຫາໄດ້",
		"km":    "# ការស្វែងរក\n\nឯកសារភាសាខ្មែរអាចស្វែងរកបាន",
		"my":    "# ရှာဖွေခြင်း\n\nမြန်မာစာရွက်စာတမ်းများကို ရှာဖွေနိုင်သည်",
		"mixed": "# Vue組件\n\nVue組件的props在Vue3中使用。版本２０２４發佈。",
		"latin": "# Components\n\nA component has props.",
	})
	for _, c := range []struct{ query, first, marked string }{
		{"東京大学", "ja", "東京大学"},
		{"検潮所", "ja", "検潮所"},
		{"潮", "ja", "潮"},         // one character
		{"ｶﾒﾗ", "ja", "ｶﾒﾗ"},     // half width
		{"カメラ", "ja", "ｶﾒﾗ"},     // full width for half
		{"ＪＳＯＮ形式", "ja", "JSON"}, // and the other way round
		{"全文搜索", "zh", "全文搜索"},
		{`"全文搜索"`, "zh", "全文搜索"},
		{"浏览器 搜索", "zh", "浏览器"},
		{"如何压缩索引", "zh", "索引"},
		{"한국어 검색", "ko", "검색"},
		{"브라우저", "ko", "브라우저"}, // with a particle behind it
		{"ค้นหาเอกสาร", "th", "ค้นหา"},
		{"ภาษาไทย", "th", "ภาษาไทย"},
		{"ພາສາລາວ", "lo", "ພາສາລາວ"},
		{"ភាសាខ្មែរ", "km", "ភាសាខ្មែរ"},
		{"မြန်မာ", "my", "မြန်မာ"},
		{"Vue組件", "mixed", "組件"},
		{"vue3", "mixed", "Vue3"},
		{"2024", "mixed", "２０２４"},
		{"組件props", "mixed", "props"},
	} {
		r := ask(t, b, c.query, engine.Options{})
		if len(r.Hits) == 0 || strings.TrimSuffix(r.Hits[0].Document, ".md") != c.first {
			t.Errorf("%s finds %q, want %s first", c.query, documents(r), c.first)
			continue
		}
		h := &r.Hits[0]
		var marks []string
		for _, m := range h.Excerpt.Matches {
			marks = append(marks, h.Excerpt.Text[m.Start:m.End])
		}
		for _, m := range h.TitleMatches {
			marks = append(marks, h.Title[m.Start:m.End])
		}
		must.Be(t, strings.Contains(strings.Join(marks, "|"), c.marked), "%s marks %q in %q, want %q", c.query, marks, h.Excerpt.Text, c.marked)
	}
	for query, want := range map[string]string{
		`"京大学"`:     "ja", // runs on within words: there are none
		`"大学東京"`:    "",
		`"搜索全文"`:    "",
		`東 -検潮所`:    "ja2",
		`"검색 엔진"`:   "ko",
		`-"東京大学" 京`: "ja2",
	} {
		must.Equal(t, documents(ask(t, b, query, engine.Options{})), want, "%s finds", query)
	}
}

// withSynonyms builds pages with a file of synonyms.
func withSynonyms(t *testing.T, synonyms string, pages map[string]string) (*mycel.Bundle, error) {
	t.Helper()
	out, file := filepath.Join(t.TempDir(), "bundle"), must.File(t, "synonyms.txt", synonyms)
	if _, err := builder.Build(context.Background(), builder.Config{Docs: []string{markdown(t, pages)}, Output: out, Version: "0", Synonyms: file}); err != nil {
		return nil, err
	}
	return mycel.Open(out)
}

func TestSynonyms(t *testing.T) {
	b := must.Get(withSynonyms(t, `
# what people type
k8s, kubernetes
js => javascript   # one way
ci, continuous integration
lighthouse => tower of light, light house
bike => velocipede
`, map[string]string{
		"kube":  "# Clusters\n\nA cluster of Kubernetes has nodes.",
		"js":    "# Scripts\n\nThe page runs JavaScript.",
		"both":  "# Short\n\nSome write js and some do not.",
		"build": "# Builds\n\nWe use continuous integration for each change.",
		"other": "# Calculus\n\nA continuous function. Its integral is the integration of it.",
		"ci":    "# Checks\n\nThe ci runs for each change.",
		"tower": "# Towers\n\nA tower of light stands at the shore.",
	}))(t)
	for query, want := range map[string]string{
		"k8s":                    "kube",
		"k8s nodes":              "kube",
		"js":                     "both js",
		"javascript":             "js", // not the other way round
		"ci":                     "ci build other",
		"CI change":              "ci build other",
		"continuous integration": "other build ci",
		"lighthouse":             "tower",
		"bike":                   "", // the corpus has no such meaning
		`"js"`:                   "both",
		"kubernetes":             "kube",
	} {
		got := documents(ask(t, b, query, engine.Options{Options: noTypos}))
		if want == "ci build other" && (got == "ci build" || got == "build ci other") {
			continue
		}
		must.Equal(t, got, want, "%s finds", query)
	}
	r := ask(t, b, "k8s nodes", engine.Options{})
	if w := r.Terms[0]; w.Read != query.Synonym || w.Known || strings.Join(w.As, ",") != "kubernetes" || r.DidYouMean != "" {
		t.Errorf("k8s: %+v, did you mean %q", w, r.DidYouMean)
	}
	e := r.Hits[0].Excerpt
	must.Be(t, len(e.Matches) == 2 && e.Text[e.Matches[0].Start:e.Matches[0].End] == "Kubernetes", "marked %v in %q", e.Matches, e.Text)
	if r = ask(t, b, "js ", engine.Options{}); r.Terms[0].Read != query.Exact || !r.Terms[0].Known || r.Terms[0].As[0] != "javascript" {
		t.Errorf("js: %+v", r.Terms[0])
	}
}

// Errors name the file and the line.
func TestBadSynonyms(t *testing.T) {
	for file, want := range map[string]string{
		"a, b\nalone\n":                       "synonyms.txt:2: got \"alone\" alone",
		"a, , b":                              "synonyms.txt:1: got \"\", want a word",
		"\n\nof js =>":                        "synonyms.txt:3: got \"of js\" with nothing behind the arrow",
		"=> js":                               "synonyms.txt:1:",
		"a, …":                                "synonyms.txt:1: got \"…\"",
		"x, " + strings.Repeat("w ", 9):       "at most 8 words",
		"js => javascript => ecma # two ways": "synonyms.txt:1: got two arrows",
	} {
		must.Say(t, must.Err(withSynonyms(t, file, map[string]string{"a": "# A\n\nA page."})), want, "%q", file)
	}
}
