package segment

import (
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"mycel/internal/must"
)

// plain is a tokenizer whose tokens are plain to see: where they start in a text, ascending.
type plain func(s string) iter.Seq[int]

func (tokens plain) Count(s string) int {
	n := 0
	for range tokens(s) {
		n++
	}
	return n
}

// Prefix keeps all before the first character of the token after the last that fits.
func (tokens plain) Prefix(s string, limit int) int {
	n := 0
	for start := range tokens(s) {
		if n++; n > limit {
			return start
		}
	}
	return len(s)
}

// words counts runs of characters without white space.
var words = plain(func(s string) iter.Seq[int] {
	return func(yield func(start int) bool) {
		inside := false
		for i, r := range s {
			if starts := !unicode.IsSpace(r) && !inside; starts && !yield(i) {
				return
			}
			inside = !unicode.IsSpace(r)
		}
	}
})

// split returns the sentences of s without the white space around them.
func split(s string, maxTokens int) []string {
	starts := Sentences(s, 0, len(s), true, words, maxTokens)
	var list []string
	for i, start := range starts {
		end := len(s)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		list = append(list, strings.TrimSpace(s[start:end]))
	}
	return list
}

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"empty", "", nil},
		{"white space", " \n\t\n ", []string{""}},
		{"plain", "One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"closing marks", `He said "Go." She went. (They stayed.) Why?`,
			[]string{`He said "Go."`, "She went.", "(They stayed.)", "Why?"}},
		{"lower case goes on", "The vec! macro and the panic! macro. Yahoo! and others",
			[]string{"The vec! macro and the panic! macro.", "Yahoo! and others"}},
		{"quoted question", `"What?" she asked. "Nothing."`, []string{`"What?" she asked.`, `"Nothing."`}},
		{"numbers", "It is 3.14 or so. In 1999. Then", []string{"It is 3.14 or so.", "In 1999.", "Then"}},
		{"code in prose", "Call std.io.Read(x)?.Foo now. Use a!B and c?D.", []string{"Call std.io.Read(x)?.Foo now.", "Use a!B and c?D."}},
		{"no spaces between sentences", "今日は晴れ。明日は雨！本当？はい", []string{"今日は晴れ。", "明日は雨！", "本当？", "はい"}},
		{"devanagari", "यह एक है। वह दो है।", []string{"यह एक है।", "वह दो है।"}},
		{"list number", "1. Install it. 2. Run it. Type 5. Then go.", []string{"1. Install it.", "2. Run it.", "Type 5.", "Then go."}},
	} {
		must.Equal(t, split(c.in, 0), c.want, "%s", c.name)
	}
}

func TestAbbreviations(t *testing.T) {
	for _, c := range []struct {
		in   string
		want int // sentences
	}{
		{"Mr. Smith met Dr. Jones and Mrs. Brown.", 1},
		{"It works, e.g. Firefox does, i.e. Mozilla.", 1},
		{"Rust vs. Go, Roe v. Wade.", 1},
		{"All keys are Eq. One example is a number.", 2},
		{"See Fig. A and Eq. (4).", 1},
		{"See Fig. 3 and No. 5 and pp. 3 of Vol. 2.", 1},
		{"The answer is no. Really.", 2},
		{"He ate a fig. Then he slept.", 2},
		{"It began on Jan. 3 and ended in Feb. The rest is known.", 2},
		{"The U.S. Army and the U.K. Parliament agreed.", 1},
		{"He moved to the U.S. The family stayed.", 2},
		{"Apples, pears, etc. They are fruit.", 2},
		{"Apples, pears, etc. Granny Smith grows some.", 1},
		{"Apple Inc. Magazine of the year.", 1},
		{"He works at Apple Inc. He likes it.", 2},
		{`He works at Apple Inc. "The best," he says.`, 2},
		{"Martin Luther King Jr. Day is a holiday.", 1},
		{"J. R. R. Tolkien and J. A. Smith wrote.", 1},
		{"World War I. It ended in 1918.", 2},
		{"At 5 mmol/L. Some died.", 2},
		{"At 5 °C. Some died.", 2},
		{"She has a Ph.D. Students like her.", 1},
		{"She has a Ph.D. This helps.", 2},
		{"We met at 5 p.m. We left at 6 a.m. sharp.", 2},
		{"St. Louis is a city.", 1},
		{"He lives in Main St. The house is blue.", 2},
		{"(See Smith et al.) Jones disagrees.", 2},
		{"Nach Nr. 5 z.B. Berlin.", 1},
		{"Eine Stadt, z. B. Berlin, d. h. Die Hauptstadt.", 1},
		{"Das gilt bzw. Kap. 3 regelt es. Siehe Nr. 5. Am 3. Oktober geht es los.", 3},
		{"Er hat 3. Dann ging er.", 2},
		{"Los EE. UU. Las demás naciones, p. ej. España, no. Véase pág. 4.", 2},
		{"Le mot, p. ex. Paris. Il est court.", 2},
		{"Столица, т. е. Москва, см. Рис. 5. Он пришёл.", 2},
		{"Хлеб, соль и т. д. Он ушёл.", 2},
		{"Τι είναι αυτό; Είναι ένα βιβλίο. Ναι; όχι.", 3},
		{"「はい。」と言った。「いいえ。」次の文。", 3},
		{"Plan B. Then go.", 2},
		{"J. S. Bach and Johann S. Smith.", 1},
		{"The end.It has no space. Mister.", 2},
	} {
		got := split(c.in, 0)
		must.Be(t, len(got) == c.want, "got %d sentences, want %d: %q", len(got), c.want, got)
	}
}

func TestLineEnds(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"blank line", "A title\n\nno full stop\n \t\nlast", []string{"A title", "no full stop", "last"}},
		{"goes on", "This is a line\nthat goes on. And\nends.", []string{"This is a line\nthat goes on.", "And\nends."}},
		{"wrapped prose",
			"The quick brown fox jumps over the lazy dog, said\nMr. John\u00a0Smith, and many others agree that\nAmerican. The end",
			[]string{"The quick brown fox jumps over the lazy dog, said\nMr. John\u00a0Smith, and many others agree that\nAmerican.", "The end"}},
		{"windows", "This is a line\r\nthat goes on.\r\n\r\nNext", []string{"This is a line\r\nthat goes on.", "Next"}},
		{"list with marks", "- first\n- second\n* third\n12) fourth\nb) fifth", []string{"- first", "- second", "* third", "12) fourth", "b) fifth"}},
		{"list without marks", "Apples from the garden of my dear old aunt\nPears\nBread and butter",
			[]string{"Apples from the garden of my dear old aunt", "Pears", "Bread and butter"}},
		{"table", "Name | Age\nanna | 5\nben | 6", []string{"Name | Age", "anna | 5", "ben | 6"}},
		{"dots in a table", "(expr, ...) | Tuple. More\n{...} | Block", []string{"(expr, ...) | Tuple.", "More", "{...} | Block"}},
		{"tabs", "name\tage\nanna\t5", []string{"name\tage", "anna\t5"}},
		{"code", "fn main() {\n    let x = 5;\n    println!(\"Hello, world! Bye. Now\");\n}",
			[]string{"fn main() {", "let x = 5;", `println!("Hello, world!`, `Bye.`, `Now");`, "}"}},
		{"python", "import os\nimport sys\nprint(os)", []string{"import os", "import sys", "print(os)"}},
		{"shell", "$ cargo run\nwarning: unused\n# done", []string{"$ cargo run", "warning: unused", "# done"}},
	} {
		must.Equal(t, split(c.in, 0), c.want, "%s", c.name)
	}
}

// Every line of a text whose source had markup is a block of its own, whatever it looks like.
func TestLinesOfMarkup(t *testing.T) {
	in := "Rye flour mixes with lukewarm water overnight\nand wheat flour mixes with cold water at dawn\nor spelt. It rests\n\nlast"
	want := []string{"Rye flour mixes with lukewarm water overnight\n", "and wheat flour mixes with cold water at dawn\n", "or spelt. ", "It rests\n\n", "last"}
	var got []string
	starts := Sentences(in, 0, len(in), false, words, 0)
	for i, start := range starts {
		end := len(in)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		got = append(got, in[start:end])
	}
	must.Equal(t, got, want)
	must.Equal(t, len(Sentences(in, 0, len(in), true, words, 0)), 3, "lines that may be wrapped")
}

func TestLongSentences(t *testing.T) {
	for _, c := range []struct {
		name, in string
		max      int
		want     []string
	}{
		{"fits", "a b c d", 4, []string{"a b c d"}},
		{"words", "a b c d e f g h i", 4, []string{"a b c d", "e f g h", "i"}},
		{"semicolon", "a b; c d e f", 4, []string{"a b;", "c d e f"}},
		{"last semicolon", "a; b; c d e f", 4, []string{"a; b;", "c d e f"}},
		{"line end", "A b\nc d e f g", 4, []string{"A b", "c d e f", "g"}},
		{"white space is no token", "a b c d" + strings.Repeat(" ", 1000), 4, []string{"a b c d"}},
		{"white space before", strings.Repeat(" ", 1000) + "a b c d e", 4, []string{"a b c d", "e"}},
		{"white space between", "a" + strings.Repeat(" ", 1000) + "b c d e f", 4, []string{"a" + strings.Repeat(" ", 1000) + "b c d", "e f"}},
	} {
		must.Equal(t, split(c.in, c.max), c.want, "%s", c.name)
	}
}

// Without white space the cut is between characters, if need be behind each.
func TestLongWords(t *testing.T) {
	bytes := plain(func(s string) iter.Seq[int] {
		return func(yield func(start int) bool) {
			for start, r := range s { // all bytes of a character are cut off with its first
				for range utf8.RuneLen(r) {
					if !yield(start) {
						return
					}
				}
			}
		}
	})
	for _, c := range []struct {
		in        string
		max       int
		low, high int // parts
	}{
		{"é" + strings.Repeat("aé", 50), 10, 16, 20},
		{strings.Repeat("字", 50), 10, 17, 17},
		{strings.Repeat("字", 50), 1, 50, 50},
	} {
		starts := Sentences(c.in, 0, len(c.in), true, bytes, c.max)
		must.Be(t, len(starts) >= c.low && len(starts) <= c.high, "%q: got %d parts, want %d to %d", c.in, len(starts), c.low, c.high)
		for i, at := range starts {
			end := len(c.in)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			if part := c.in[at:end]; len(part) > max(c.max, 3) || !utf8.ValidString(part) {
				t.Errorf("%q, part %d: got %q, want valid UTF-8 of at most %d bytes", c.in, i, part, c.max)
			}
		}
	}
}

// The sentences of a range do not depend on the text around it.
func TestSentencesOfRange(t *testing.T) {
	in := "- x. Go\n  let a = b.c(); One. Two\n\nThree e.g. four. Five\nsix. 7. Eight"
	for start := range len(in) {
		for end := start; end <= len(in); end++ {
			got := Sentences(in, start, end, true, words, 3)
			want := Sentences(in[start:end], 0, end-start, true, words, 3)
			for i := range want {
				want[i] += start
			}
			must.Equal(t, got, want, "[%d:%d] of %q", start, end, in)
		}
	}
}

// checkPartition checks what Sentences promises of any text.
func checkPartition(t *testing.T, s string, maxTokens int) {
	t.Helper()
	starts := Sentences(s, 0, len(s), true, words, maxTokens)
	if s == "" {
		must.Hold(t, starts == nil, "empty text: got %d, want none", starts)
		return
	}
	must.Hold(t, len(starts) != 0 && starts[0] == 0, "%q: got starts %d, want the first at 0", s, starts)
	valid := utf8.ValidString(s)
	for i, start := range starts {
		end := len(s)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		must.Hold(t, start < end, "%q: got starts %d, want them ascending below %d", s, starts, len(s))
		part := s[start:end]
		r, _ := utf8.DecodeRuneInString(part)
		must.Hold(t, start <= 0 || !unicode.IsSpace(r), "%q: sentence %q begins with white space", s, part)
		must.Hold(t, !valid || utf8.ValidString(part), "%q: sentence %q cuts a character", s, part)
		n := words.Count(part)
		must.Hold(t, maxTokens <= 0 || n <= maxTokens, "%q: sentence %q has %d tokens, want at most %d", s, part, n, maxTokens)
	}
}

func TestSentencesPartition(t *testing.T) {
	pieces := []string{"a", "B", "the ", "The ", ". ", "?", "! ", "e.g. ", "U.S. ", "J. ", "5", "; ", "\n", "\n\n", "\r\n", " ", "\t", "    ",
		"\"", ")", "(", "- ", "|", "{", "é", "字", "。", "\u2028", "\u0085", "\u00a0", "\u0301", "\u200d", "…", "\U0001f600"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var b strings.Builder
		for range rng.IntN(30) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		checkPartition(t, b.String(), rng.IntN(6))
	}
}

// The rules of UAX #29 look ahead from every closing mark and space: with these
// runs unbounded, the time is quadratic in their length.
func TestSentencesOfRuns(t *testing.T) {
	for _, head := range []string{"a.", "a. ", "a?", "A.\"1"} {
		for _, unit := range []string{")", " ", "\"", ".", "1", "-", "J. ", "e.g. ", "\n", ") ", "(\n", "»", "x\n"} {
			s := head + strings.Repeat(unit, 30_000/len(unit))
			checkPartition(t, s, 400)
			flat := flatten(s)
			must.Hold(t, len(flat) == len(s), "flatten(%q…): got %d bytes, want %d", s[:9], len(flat), len(s))
			run := 0
			for _, r := range flat {
				run++
				if isWordCharacter(r) {
					run = 0
				}
				must.Hold(t, run <= longestRun, "flatten(%q…): got a longer run than %d", s[:9], longestRun)
			}
		}
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("Mr. Smith went. He came!\n\n- item\n- item two\n", 3)
	f.Add("fn main() {\n\tlet x = 1;\n}\r\n\r\nDone.", 0)
	f.Add("a.\"))) \xff\xfe. B\u2028c", 1)
	f.Add("字0"+strings.Repeat("\xa4", 1000), 73)
	f.Fuzz(func(t *testing.T, s string, maxTokens int) { checkPartition(t, s, maxTokens) })
}
