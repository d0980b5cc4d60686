package text

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"mycel/engine/text/internal/foldref"
	"mycel/internal/must"
)

// Every single character of composed text has the key that the reference gives it.
func TestKeyOfEveryCharacter(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) || !norm.NFC.IsNormalString(string(r)) {
			continue
		}
		must.Equal(t, Key(string(r)), foldref.Rune(r), "Key(%U)", r)
	}
}

// The four normal forms of a text, composed, have one key, and it is the reference's.
func TestKeyOfNormalForms(t *testing.T) {
	for _, s := range []string{
		"Crème brûlée À LA CARTE", "ﬁnal straße Ærøskøbing", "Ёлка и йод", "ὈΔΥΣΣΕΎΣ",
		"データベースとプログラミング", "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽヴヷ", "한국어 검색 엔진", "ＦＵＬＬ　ｗｉｄｔｈ", "İstanbul ǅ ℌ ①②",
	} {
		want := foldref.String(s)
		for _, form := range []norm.Form{norm.NFC, norm.NFD, norm.NFKC, norm.NFKD} {
			must.Equal(t, Key(norm.NFC.String(form.String(s))), want, "Key(form %d of %q)", form, s)
		}
	}
}

func TestScanner(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"  ... !?", ""},
		{"Share data between threads.", "share data between threads"},
		{"Rust's don't WE'LL they’re", "rust don we they"},
		{"it-s we.re a_d x/m", "it s we re a d x m"},
		{"l'amour O'Brien rock'n'roll 's", "l amour o brien rock n roll s"},
		{"std::sync::Arc use_effect --output-path", "std sync arc use effect output path"},
		{"C++ and C# but F#x or g+++", "c++ and c# but f x or g"},
		{"3.14 1,000,000 1, 2. v1.2.3 V2 v8 rev1.2", "3.14 1000000 1 2 1.2.3 v2 v8 rev1.2"},
		{"用C++和C#写 C++17 C#x", "用 c++ 和 c# 写 c++ 17 c x"},
		{"ship 🚀 it 👩\u200d💻 ✅ →", "ship 🚀 it 👩 💻 ✅"},
		{"كِتَابٌ كـتـاب أَب שָׁלוֹם", "كتاب كتاب اب שלום"},
		{"إعدادات على المكتبة مستوى ١٢٣ کتابخانه‌های", "اعدادات علي مكتبه مستوي 123 كتابخانه هاي"},
		{"البيانات بالبيانات والبيانات للبيانات بيانات الان", "بيانات بيانات بيانات بيانات بيانات الان"},
		{"ज़रूरी फ़ाइल रक्\u200dषा पाँच १२", "जरूरी फाइल रक्षा पांच 12"},
		{"об'єкт обʼєкт п’ять 'слово' О'Генри", "обєкт обєкт пять слово о генри"},
		{"Daten\u00adbank Auf\u200clage \u200dx x\u00ad", "datenbank auflage x x"},
		{"サーバー ｻｰﾊﾞｰ ﾊﾟ ｶ リンゴ か\u309aき", "さー ーば ばー さー ーば ばー ぱ か りん んご か\u309aき"},
		{"東京都 は", "東京 京都 は"},
		{"เครื่องมือ ไม่ เ ำ ปะเทด ປະເທດ ខ្មែរ မြန်မာ", "เครื่ รื่อ อง งมื มือ ไม่ เ \u0e4dา ปะเท เทด ປະເທ ເທດ ខ្មែ មែរ မြန် န်မာ"},
		{"Go言語で", "go 言語 語で"},
		{"한국어", "한국 국어"},
		{"naïve Çedilla", "naive cedilla"},
		{"a\xffb", "a b"},
		{"हिन्दी", "हिन्दी"},
	} {
		var got []string
		sc := NewScanner(c.in)
		for sc.Next() {
			got = append(got, string(sc.Key()))
		}
		must.Equal(t, strings.Join(got, " "), c.want, "tokens of %q", c.in)
	}
}

// Runs of more than maxWord bytes are no tokens; the words around them are.
func TestEndlessWords(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{strings.Repeat("a", maxWord), strings.Repeat("a", maxWord)},
		{strings.Repeat("a", maxWord+1), ""},
		{"one " + strings.Repeat("aB", maxWord) + "'s two", "one two"},
		{"one " + strings.Repeat("é", maxWord/2+1) + "東京都", "one 東京 京都"},
	} {
		var got []string
		for sc := NewScanner(c.in); sc.Next(); {
			got = append(got, string(sc.Key()))
		}
		must.Equal(t, strings.Join(got, " "), c.want, "tokens of %.40q…", c.in)
	}
}

func FuzzScanner(f *testing.F) {
	for _, s := range []string{"Rust's C++ 1,000", "東京都 a\u0301b\u0301", "\xff\xfe'", "e\u0301'll 3.", strings.Repeat("ば", 5)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		sc := NewScanner(s)
		last := -1
		for n := 0; sc.Next(); n++ {
			start, end := sc.Span()
			must.Hold(t, start > last && end > start && end <= len(s), "token [%d,%d) after %d in %q", start, end, last, s)
			if len(sc.Key()) == 0 || !utf8.Valid(sc.Key()) {
				t.Fatalf("key %q of %q", sc.Key(), sc.Text())
			}
			last = start
		}
	})
}

func TestOptions(t *testing.T) {
	for heading, want := range map[string]string{
		"-q, --quiet LEVEL":      "-q --quiet",
		"--watch[=[host:]port]":  "--watch",
		"--[no-]color":           "--no-color --color",
		"--depth=<n> | -d <n>":   "--depth -d",
		"--name <text>":          "--name",
		"-Xss<size>":             "-Xss",
		"The --quiet option":     "",
		"quiet(level)":           "",
		"- a list":               "",
		"--":                     "",
		"--env FILE / --environ": "--env --environ",
	} {
		must.Equal(t, strings.Join(Options(heading), " "), want, "%q", heading)
	}
	for query, want := range map[string]string{"--quiet": "--quiet", " --quiet=3": "--quiet", "-q": "-q", "quiet": "", "--quiet level": "", "-": ""} {
		must.Equal(t, Option(query), want, "%q: option", query)
	}
}

func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		s    string
		want []string
	}{
		{"a === b", []string{"==="}},
		{"The `?` operator", []string{"?"}},
		{"Logical AND (&&)", []string{"&&"}},
		{"Ternary (`? :`)", []string{"?", ":"}},
		{"() => {}", []string{"()", "=>", "{}"}},
		{"the \"...\", too", []string{"..."}},
		{"a?.b, x::y and #[derive]", nil},
		{"was? – ¿", nil},
		{"~~~~~~~~~", nil},
		{"'", []string{"'"}},
		{"", nil},
	} {
		var got []string
		for _, at := range Symbols(c.s) {
			got = append(got, c.s[at[0]:at[1]])
		}
		must.Equal(t, got, c.want, "%q", c.s)
	}
}

func TestSearchOperators(t *testing.T) {
	for query, want := range map[string]string{
		`"red house" big`:       `+red house`,
		`-"red house" big`:      `-red house`,
		`big -house`:            `-house`,
		`big-house -2 -v --out`: ``,
		`big +house c++ +2 + 1`: `!house`,
		`+"red house" big`:      `!red house`,
		`5" by 6" boards`:       ``,
		`“red house”`:           `+red house`,
		`"not closed`:           ``,
		`("red house")`:         `+red house`,
		"「red house」":           `+red house`,
		"赤い『red house』の色":       `+red house`,
		"「not closed":           ``,
		"a「x」「y」":               `+x +y`,
		"＂red house＂":           `+red house`,
		`"" x`:                  `+`,
		`-`:                     ``,
	} {
		var got []string
		for _, o := range SearchOperators(query) {
			sign := "+"
			if o.Not {
				sign = "-"
			} else if o.Must {
				sign = "!"
			}
			got = append(got, sign+query[o.Start:o.End])
		}
		must.Equal(t, strings.Join(got, " "), want, "%s", query)
	}
}

// slowDistance counts edits by their definition: an insertion, a deletion, a replacement, or two neighbours exchanged.
func slowDistance(a, b []rune) int {
	switch {
	case len(a) == 0 || len(b) == 0:
		return len(a) + len(b)
	case a[0] == b[0]:
		return slowDistance(a[1:], b[1:])
	}
	n := 1 + min(slowDistance(a[1:], b), slowDistance(a, b[1:]), slowDistance(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		n = min(n, 1+slowDistance(a[2:], b[2:]))
	}
	return n
}

func TestDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	word := func() (w []rune) {
		for range rng.IntN(6) {
			w = append(w, rune('a'+rng.IntN(3)))
		}
		return w
	}
	for range 5_000 {
		a, b := word(), word()
		for most := range 3 {
			if got, want := Distance(a, b, most), slowDistance(a, b); got != want && (got <= most || want <= most) {
				t.Fatalf("%q and %q, at most %d: got %d, want %d", string(a), string(b), most, got, want)
			}
		}
	}
	long := []rune(strings.Repeat("ö", MaxLetters))
	for n := range 3 * MaxLetters {
		other := []rune(strings.Repeat("ö", n))
		apart := max(n-MaxLetters, MaxLetters-n)
		must.Equal(t, Distance(long, other, 2), min(apart, 3), "%d and %d letters", MaxLetters, n)
	}
}

func TestParts(t *testing.T) {
	for word, want := range map[string]string{
		"useEffect": "use Effect", "HashMap": "Hash Map", "HTTPServer": "HTTP Server", "parseJSON": "parse JSON",
		"utf8Decoder": "utf8 Decoder", "ÜberGröße": "Über Größe", "größeÄndern": "größe Ändern",
		"isEmpty": "Empty", "iPhone": "Phone", "RefCellB": "Ref Cell", "baseURLs": "base", "allJSONs": "all JSONs",
		"100ms": "100 ms", "1.5GB": "1.5 GB", "TLS1.3": "TLS 1.3", "python3.11": "python 3.11", "5µs": "5 µs",
		"v2.10": "", "sha256": "", "a1.x": "", "py3.11b": "", "TLS1,3": "", "3D1": "", "20kelvin": "", "0x1f": "", "1.3": "",
		"word": "", "Word": "", "WORD": "", "": "", "éa": "", "URLs": "", "aB": "", "mRNAs": "", "pH": "", "HeLa": "",
	} {
		var got []string
		for _, p := range Parts(word) {
			got = append(got, word[p[0]:p[1]])
		}
		must.Equal(t, strings.Join(got, " "), want, "Parts(%q)", word)
	}
}

// A hyphen makes one word of two, not of three, nor of numbers alone.
func TestJoinedWords(t *testing.T) {
	for in, want := range map[string]string{
		"a hand-off.": "handoff", "E-Mail": "EMail", "Wi\u2011Fi-": "WiFi", "utf-8": "utf8", "useA-Effect": "useAEffect",
		"state-of-the-art": "", "2024-05": "", "a - b": "", "a--b": "", "中-文": "", "one-two-3": "", "v-for": "",
	} {
		var got []string
		for sc := NewScanner(in); sc.Next(); {
			for _, p := range sc.Parts() {
				if strings.ContainsAny(in[p.Start:p.End], "-\u2011") {
					got = append(got, p.Text)
				}
			}
		}
		must.Equal(t, strings.Join(got, " "), want, "%q", in)
	}
}

// Whatever the word, parts ascend, do not overlap and lie inside it.
func FuzzParts(f *testing.F) {
	f.Add("HTTPServerÄB")
	f.Fuzz(func(t *testing.T, word string) {
		at := 0
		for _, p := range Parts(word) {
			must.Hold(t, p[0] >= at && p[1] > p[0] && p[1] <= len(word), "%q: part %v behind %d", word, p, at)
			at = p[1]
		}
	})
}

// A run is words one right behind the other, with anything between them; a tight one is a whole name without white space.
func TestHasRun(t *testing.T) {
	for _, c := range []struct {
		text, run    string
		loose, tight bool
	}{
		{"set work_mem to 4", "work mem", true, true}, {"set work mem", "work mem", true, false}, {"set work\nmem", "work mem", true, false},
		{"maintenance_work_mem", "work mem", true, false}, {"work_mem_more", "work mem", true, false}, {"work-mem", "work mem", true, true},
		{"work_mem_more, work_mem", "work mem", true, true}, {"work and mem", "work mem", false, false}, {"work", "work mem", false, false}, {"", "work", false, false},
		{"a a b", "a b", true, false}, {"a a a-b", "a a b", true, false}, {"東京都", "東京 京都", true, true}, {"mem work", "work mem", false, false},
	} {
		keys := strings.Fields(c.run)
		if loose, tight := HasRun(c.text, keys, false), HasRun(c.text, keys, true); loose != c.loose || tight != c.tight {
			t.Errorf("%q in %q: got %v, tight %v", c.run, c.text, loose, tight)
		}
	}
}

// The first word of a compound has three bytes at least, both have five, and a space or a hyphen stands between them.
func TestMayJoin(t *testing.T) {
	for words, want := range map[string]bool{
		"hand| |off": true, "hand|-|off": true, "hand|\u2010|off": true, "hand||off": false, "hand|, |off": false, "hand|  |off": false,
		"set| |up": true, "in| |put": false, "in| |vitro": false, "lay| |x": false, "layo| |x": true,
	} {
		p := strings.Split(words, "|")
		must.Equal(t, MayJoin(p[0], p[1], p[2]), want, "%q", words)
	}
	for word, want := range map[string][]string{
		"handoff": {"han doff", "hand off", "hando ff"}, "setup": {"set up"}, "able": nil, "readable": {"rea dable", "reada ble", "readab le"}, // able is a suffix
		"größe": {"grö ße"}, "mostly": {"mos tly", "most ly"},
	} {
		var got []string
		for _, at := range Splits(word) {
			got = append(got, word[:at]+" "+word[at:])
		}
		must.Equal(t, got, want, "%q", word)
	}
}

// A symbol stands alone only where no other sign joins it.
func TestJoined(t *testing.T) {
	for s, want := range map[string]bool{"a|?|b": false, "a|?|.b": true, "f(.|..|x)": true, "|?|": false, "|?|?": true, "(|?|)": false, "\x7f|?|a": false} {
		p := strings.Split(s, "|")
		must.Equal(t, Joined(p[0]+p[1]+p[2], len(p[0]), len(p[0])+len(p[1])), want, "%q", s)
	}
	for s, want := range map[string][]string{
		"a === b": {"==="}, "a+b": nil, "x?.y ->": {"?.", "->"}, "": nil, "::": {"::"}, strings.Repeat("=", maxSymbol+1) + " =>": {"=>"},
	} {
		must.Equal(t, Operators(s), want, "%q", s)
	}
}
