package text

import (
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
