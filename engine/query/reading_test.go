package query

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/parts"
	"mycel/engine/wire"
	"mycel/internal/must"
)

// wordsOf makes a dictionary of words, each its own stem, whose document frequency
// stands behind a colon; a stop word ends in an exclamation mark.
func wordsOf(t testing.TB, words string) *Parser { return wordsBut(t, words, "") }

// wordsBut is wordsOf without the block of a word.
func wordsBut(t testing.TB, words, missing string) *Parser {
	t.Helper()
	list := strings.Fields(words)
	slices.Sort(list)
	var entries []lexical.Entry
	var stems []string
	var df []uint32
	for i, w := range list {
		w, stop := strings.CutSuffix(w, "!")
		w, n, _ := strings.Cut(w, ":")
		count, _ := strconv.Atoi(n)
		entries = append(entries, lexical.Entry{Form: w, Term: model.TermID(i), Stop: stop})
		stems, df = append(stems, w), append(df, uint32(max(count, 1)))
	}
	return inBlocks(t, &lexical.Words{Entries: entries, Stems: stems, DF: df}, 1000, missing)
}

// inBlocks makes a dictionary in blocks of few words. All are loaded but the block of the missing word, if there is one.
func inBlocks(t testing.TB, w *lexical.Words, passages int, missing string) *Parser {
	t.Helper()
	starts := []uint32{0}
	for i := 3; i < len(w.Stems); i += 3 + i%4 {
		starts = append(starts, uint32(i))
	}
	blocks := w.Cut(append(starts, uint32(len(w.Stems))))
	listed := slices.Collect(slices.Chunk(w.Spellings(), 7))
	d := must.Get(lexical.DecodeDictionary(blocks.EncodeCore(lexical.SpellingTops(listed)), 0, len(starts), passages, nil))(t)
	for i := range starts {
		if missing != "" && i == d.BlockOf(missing) {
			continue
		}
		var b wire.Writer
		blocks.EncodeBlock(&b, i)
		r := wire.NewReader(b.Bytes())
		d.LoadBlock(i, r)
		must.OK(t, r.Close())
		d.Blocks().SetLoaded(i)
	}
	must.Hold(t, d.Spelling().Set(parts.ID(len(starts)), len(listed)), "another number of parts of the spelling")
	for i, list := range listed {
		var b wire.Writer
		lexical.EncodeSpelling(&b, list)
		must.OK(t, d.Spelling().Load(i, b.Bytes()))
		d.Spelling().SetLoaded(i)
	}
	return NewParser(d)
}

// sharing makes a dictionary of the forms of a small corpus about sharing; "the" is a stop word.
func sharing(t testing.TB) *Parser {
	t.Helper()
	entries := []lexical.Entry{
		{Form: "data"}, {Form: "shared", Term: 1}, {Form: "sharing", Term: 1}, {Form: "the", Term: 2, Stop: true}, {Form: "thread", Term: 3}, {Form: "threads", Term: 3},
	}
	rules := []lexical.Rule{{From: "ing", To: "e"}, {From: "es", To: "e"}, {From: "s"}}
	return inBlocks(t, &lexical.Words{Entries: entries, Stems: []string{"data", "share", "the", "thread"}, DF: []uint32{3, 2, 9, 1}, Rules: rules}, 9, "")
}

func TestParseQuery(t *testing.T) {
	d := sharing(t)
	for query, want := range map[string]string{
		"":                           "",
		"the shared data":            "data share",
		"data, DATA and shared data": "data share",
		"threads sharing":            "share thread",
		"sharing threads":            "share thread",
		"the":                        "the", // nothing but stop words: they count
		"the the":                    "the",
		"the mutex":                  "",
		"\xff\x00'":                  "",
	} {
		q := d.Parse(query)
		var got []string
		for _, term := range q.Terms {
			got = append(got, d.Stem(term))
		}
		must.Equal(t, strings.Join(got, " "), want, "terms of %q", query)
	}
	long := d.Parse(strings.Repeat("é data ", 5000))
	if len(long.Text) > MaxBytes || len(long.Words) > MaxWords || len(long.Terms) != 1 {
		t.Errorf("long query: %d bytes, %d words, %d terms", len(long.Text), len(long.Words), len(long.Terms))
	}
}

// A word of a text is searched for if it is a form of a term of the query, and nothing else is, whatever words begin alike.
func TestBit(t *testing.T) {
	d := sharing(t)
	forms := map[string]string{"data": "data", "share": "share", "shared": "share", "sharing": "share", "the": "the", "thread": "thread", "threads": "thread"}
	for _, query := range []string{"", "threads sharing", "thread", "data", "shares", "the", "mutex", "data threads", "datas the shared"} {
		q := d.Parse(query)
		for _, key := range []string{
			"data", "shared", "sharing", "the", "thread", "threads", "share", "threaded", "thre", "threadss", "th", "t", "", "dat", "dataa", "sha", "shares", "zz",
		} {
			want := slices.IndexFunc(q.Terms, func(t model.TermID) bool { return d.Stem(t) == forms[key] })
			got := q.Bit([]byte(key))
			must.Equal(t, got, want, "%q in the query %q", key, query)
		}
	}
}

// reads compares the reading of each query with the reading that the table wants.
func reads(t *testing.T, d *Parser, queries map[string]string) {
	t.Helper()
	for query, want := range queries {
		var got []string
		for _, w := range d.Interpret(query, Tolerance{}).Words {
			got = append(got, strings.TrimSpace(string(w.Read)+" "+strings.Join(w.As, ",")))
		}
		must.Equal(t, strings.Join(got, "; "), want, "%q is read as", query)
	}
}

func TestReadings(t *testing.T) {
	d := wordsOf(t, "closure:9 closet:2 close:5 cloud:4 thread:8 trait:6 wait:7 the:99! their:50! form:3 format:4 own:9! owner:2 ownership:7 grosse:3 1953:2 hash:4 map:3 ubermut:2 spawn:1")
	reads(t, d, map[string]string{
		"closure":       "exact",
		"clos":          "prefix closure,close,closet",
		"clos ":         "typo close", // a finished word is none to complete
		"clsoure":       "typo closure",
		"colsure":       "typo closure",
		"lcosure":       "typo closure",
		"xclosure":      "typo closure",
		"ownreship":     "typo ownership",
		"owneersihp":    "typo ownership", // two errors
		"threed":        "typo thread",
		"wait trxit":    "exact; typo trait",
		"tait":          "typo trait,wait", // the same first letter before the more frequent word
		"zzzz":          "",
		"cl":            "prefix closure,close,cloud,closet",
		"c":             "", // one letter begins too much
		"form":          "exact",
		"own":           "exact",
		"thier":         "typo their",
		"1954":          "", // another number is no misspelling
		"Größe":         "exact",
		"gröse":         "typo grosse",
		"übermtu":       "typo ubermut",
		"hashMap":       "exact; exact", // an unknown compound of known words
		"hashMpa":       "",
		`"clsoure"`:     "", // quotes want the very word
		"thread -clos":  "exact; ",
		"spawm thread.": "typo spawn; exact",

		"clo* thread":   "prefix closure,close,cloud,closet; exact",
		"thread clos*":  "exact; prefix closure,close,closet",
		"clos*ure":      "typo close; ",
		`"clos*" thre*`: "; prefix thread",

		"closure OR thread":        "exact thread",
		"map OR hash OR form wait": "exact hash,form; exact",
		"wait clsoure OR thread":   "exact; typo closure,thread",
		"closure or thread":        "exact; ; exact",
		`"closure" OR thread`:      "exact; ; exact",
		"closure OR -thread":       "exact; ; exact",
		"closure OR zzzz":          "exact; ; ",
		"OR thread OR":             "; exact; ",
	})
	for query, want := range map[string]string{
		"a clsoure, threed!": "a closure, thread!", "closure": "", "clos": "", "": "",
	} {
		must.Equal(t, d.Interpret(query, Tolerance{}).DidYouMean(), want, "%q: did you mean", query)
	}
	// OR asks for one of two words: they are one term, with the readings of both.
	if q := d.Interpret("wait map OR clos thread OR clsoure", Tolerance{}); len(q.Terms) != 3 || len(q.Alternatives) != 2 || q.DidYouMean() != "" {
		t.Errorf("wait, map or close, thread or closure: terms %v, alternatives %v, did you mean %q", q.Terms, q.Alternatives, q.DidYouMean())
	}
	strict := d.Interpret("clsoure clos", Tolerance{Prefix: CompleteNever, NoTypos: true})
	must.Be(t, len(strict.Terms) == 0, "words are not taken as they are: %v", strict.Words)
}

// A single character of a script without spaces stands for its pairs where the query has no other content. Beside known
// words it is not searched for, and no reader is told that it is unknown.
func TestLoneCharacters(t *testing.T) {
	d := wordsOf(t, "这棵:2 棵树:3 树很:1 很高:2 给:1 给我:5 template:4 the:99!")
	for query, want := range map[string]string{
		"树":            "prefix 棵树,树很",
		"树 the":        "prefix 棵树,树很; exact",
		"树 -template":  "prefix 棵树,树很; exact",
		"树 unknown":    "prefix 棵树,树很; ",
		"给":            "exact", // and its pairs
		"树 template":   "stop; exact",
		"树 tepmlate":   "stop; typo template",
		"树 很高":         "stop; exact",
		"给 template":   "exact; exact",
		`"树" template`: "; exact",
	} {
		q := d.Interpret(query, Tolerance{})
		var got []string
		for _, w := range q.Words {
			read := strings.TrimSpace(string(w.Read) + " " + strings.Join(w.As, ","))
			if w.Stop && !w.Known {
				read = "stop"
			}
			got = append(got, read)
		}
		must.Equal(t, strings.Join(got, "; "), want, "%q is read as", query)
		wants := query == "给" || strings.Contains(want, ",")
		must.Be(t, len(q.Alternatives) > 0 == wants, "%q has alternatives %v", query, q.Alternatives)
	}
}

// The pairs with a single character lie where misspellings are looked up: only a query that is read as such a character asks for
// them, and for nothing else until they are there.
func TestLoneCharacterWaits(t *testing.T) {
	d := wordsOf(t, "这棵:2 棵树:3 树很:1 很高:2 template:4")
	want := &parts.Missing{}
	e, n := d.For(want), 0
	for !e.Spelling().Set(100, n) {
		n++
	}
	for query, waits := range map[string]bool{"树": true, "树 unknown": true, "树 template": false, "树很": false, "棵树很": false} {
		e.Interpret(query, Tolerance{NoTypos: true})
		missing := want.Take()
		if waits != (len(missing) > 0) || len(missing) > 0 && missing[0] < 100 {
			t.Errorf("%q misses %v; waits for parts of the spelling: want %v", query, missing, waits)
		}
	}
}

// A query without white space is one name, unless its script is written without.
func TestOneWord(t *testing.T) {
	d := wordsOf(t, "mycel:2 open:3 响应:2 应式:2 式系:2 系统:4 use:3 effect:2 데이:2 이터:2")
	for query, want := range map[string]bool{"mycel_open": true, "mycel open": false, "响应式系统": false, "데이터": false, "响应mycel_open": false} {
		q := d.Interpret(query, Tolerance{})
		must.Be(t, (q.Whole != nil) == want, "%q is one name: %v, want %v", query, q.Whole != nil, want)
	}
}

// A word in characters that the corpus writes otherwise is read as the corpus writes it.
func TestVariants(t *testing.T) {
	d := wordsOf(t, "浏览:2 览器:2 臺灣:1 台湾:3 台北:1 台:1")
	characters := []string{"台", "湾", "瀏", "灣", "臺", "覽"}
	for i, c := range characters {
		characters[i] = VariantKey(c)
	}
	must.OK(t, d.DecodeSynonyms(EncodeSynonyms(characters, [][]string{{"臺"}, {"灣"}, {"浏"}, {"湾"}, {"台"}, {"览"}})))
	for query, want := range map[string]string{
		"瀏覽器":    "浏览 览器",
		"浏览器":    "浏览 览器",
		"台灣":     "台湾 臺灣",
		"臺北":     "台北",
		"台湾":     "台湾 臺灣",
		"覽":      "浏览 览器",
		`"瀏覽"`:   "",
		"瀏览 -臺北": "浏览",
	} {
		q := d.Interpret(query, Tolerance{NoTypos: true})
		terms := slices.Clone(q.Terms)
		for _, a := range q.Alternatives {
			terms = append(terms, a.Terms...)
		}
		var got []string
		for _, term := range terms {
			got = append(got, d.Stem(term))
		}
		slices.Sort(got)
		must.Equal(t, strings.Join(slices.Compact(got), " "), want, "%s is read as", query)
	}
}

// A compound finds its other spellings, where the corpus has them.
func TestCompounds(t *testing.T) {
	d := wordsOf(t, "check:3 in:99! point:4 checkpoint:2 base:5 data:7 line:3 time:4 real:3 feedback:2 a:99! way:5 away:2 command:4 com:1 and:99!")
	reads(t, d, map[string]string{
		"check point":                  "exact; exact",
		"check-point":                  "exact; exact",
		"feed back":                    "synonym feedback",
		"database":                     "synonym data base; synonym data base",
		"realtime x":                   "synonym real time; synonym real time; ",
		"checkin":                      "synonym check in; synonym check in",
		"a way":                        "exact; exact", // a function word begins no compound
		"comand":                       "typo command", // nor ends one of a word that long
		"check. point":                 "exact; exact",
		`"check point"`:                "exact; exact",
		"waybase and data and command": "; exact; exact; exact; exact", // a sentence
		"dataless":                     "",
		"checkpoint":                   "exact",
	})
}

// A common word of the language is no misspelling of a word of the corpus, nor a correction of one.
func TestCommonWords(t *testing.T) {
	words := &lexical.Words{Common: []string{"elephant", "generous", "mail", "main"}}
	for i, w := range []string{"generals", "mail"} {
		words.Entries = append(words.Entries, lexical.Entry{Form: w, Term: model.TermID(i)})
		words.Stems, words.DF = append(words.Stems, w), append(words.DF, 1)
	}
	d := inBlocks(t, words, 10, "")
	reads(t, d, map[string]string{
		"main mial": "; typo mail", "Main x": "; ", "generous x": "; ", "genersls x": "typo generals; ", "geneross x": "typo generals; ",
		"mail": "exact",
	})
	listed := words.Spellings()
	must.Be(t, len(listed) == 2*2+2, "%v: want each word of the corpus twice, and the common ones that are near to these", listed)
}

// alignment is the distance of optimal string alignment, by the whole table (Damerau 1964).
func alignment(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// The lists of beginnings and ends have all near words that comparing with every word finds. They
// lack words with an edit at the beginning and another at the end.
func TestNearAgainstAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	letters := []rune("abcéя")
	word := func(n int) (w []rune) {
		for range n {
			w = append(w, letters[rng.IntN(len(letters))])
		}
		return w
	}
	common := func(a, b []rune) (n int) {
		for n < min(len(a), len(b)) && a[n] == b[n] {
			n++
		}
		return n
	}
	pairs := [3]int{}
	for range 40 {
		var words []string
		for range 300 {
			words = append(words, string(word(1+rng.IntN(11))))
		}
		slices.Sort(words)
		words = slices.Compact(words)
		d := wordsOf(t, strings.Join(words, " "))
		for range 30 {
			key := []rune(words[rng.IntN(len(words))])
			for range 2 {
				key[rng.IntN(len(key))] = letters[rng.IntN(len(letters))]
			}
			if lexical.Edits(key) == 0 {
				continue
			}
			for most := 1; most <= lexical.Edits(key); most++ {
				got := map[string]int{}
				d.Spelling().Near(key, most, func(c lexical.Candidate) { got[c.Form] = c.Edits })
				for _, w := range words {
					other := []rune(w)
					n := alignment(key, other)
					front := common(key, other)
					slices.Reverse(other)
					back := slices.Clone(key)
					slices.Reverse(back)
					want := n <= most && len(other) > 2 && (most == 1 || max(front, common(back, other)) >= 2)
					e, found := got[w]
					if found && e != n || want && !found || found && n > most {
						t.Fatalf("%s and %s: %d edits, found %v with %d", string(key), w, n, found, e)
					}
					if want {
						pairs[most]++
					}
				}
			}
		}
	}
	must.Be(t, pairs[1] >= 100 && pairs[2] >= 100, "only %v words were near", pairs)
}

// Completions are those of all words, wherever the blocks begin.
func TestCompletionsOfBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		var list []string
		for range 150 {
			w := make([]byte, 1+rng.IntN(6))
			for i := range w {
				w[i] = "abc"[rng.IntN(3)]
			}
			list = append(list, string(w))
		}
		slices.Sort(list)
		list = slices.Compact(list)
		df := map[string]int{}
		for i, w := range list {
			df[w] = 1 + rng.IntN(9)
			list[i] += ":" + strconv.Itoa(df[w])
		}
		d := wordsOf(t, strings.Join(list, " "))
		for range 30 {
			key := list[rng.IntN(len(list))]
			key = key[:1+rng.IntN(len(key)-2)] // of the word
			if key = strings.TrimRight(key, ":"); len(key) < 2 {
				continue
			}
			var want []string
			for w := range df {
				if strings.HasPrefix(w, key) {
					want = append(want, w)
				}
			}
			slices.SortFunc(want, func(a, b string) int { return cmp.Or(df[b]-df[a], strings.Compare(a, b)) })
			want = want[:min(len(want), lexical.MaxCompletions)]
			_, got := d.completions(key, &Word{})
			must.Hold(t, slices.Equal(got, want), "%s is completed by %v, want %v", key, got, want)
		}
	}
}

// A block that is missing is noted, and what the query has of other blocks waits for it.
func TestMissingBlock(t *testing.T) {
	d := wordsBut(t, "closure:9 cloud:4 form:3 hash:4 map:3 own:9 spawn:1 the:99! thread:8 trait:6 wait:7", "thread")
	want := &parts.Missing{}
	e, at := d.For(want), d.BlockOf("thread")
	for _, c := range []struct {
		query   string
		partial bool
	}{{"closure form", false}, {"closure the", false}, {"closure thread", true}, {"threadz", true}} {
		q := e.Interpret(c.query, Tolerance{})
		missing := want.Take()
		if q.Partial != c.partial || c.partial != slices.Equal(missing, []parts.ID{parts.ID(at)}) {
			t.Errorf("%q: partial %v, missing %v; want partial %v of block %d", c.query, q.Partial, missing, c.partial, at)
		}
	}
}

func FuzzInterpret(f *testing.F) {
	d := wordsOf(f, "closure:9 close:5 thread:8 the:99! hash:4 map:3 größe:2 東京:1")
	f.Add(`"the close" -thread hashMap`)
	f.Add("clsoure cl")
	f.Add("„größe” -\"a b\"")
	f.Fuzz(func(t *testing.T, s string) {
		q := d.Interpret(s, Tolerance{})
		must.Hold(t, slices.IsSorted(q.Terms) && len(q.Terms) <= lexical.MaxTerms, "terms %v", q.Terms)
		for i := range q.Words {
			w := &q.Words[i]
			must.Hold(t, w.Start >= 0 && w.End <= len(q.Text) && w.Start < w.End && (w.Read != Unread) == w.Known, "word %+v of %q", w, q.Text)
			must.Hold(t, w.Key != "" || !utf8.ValidString(s) || !w.Known, "a word without key is known: %+v", w)
		}
		for i := range q.Phrases {
			q.Phrases[i].In(s)
		}
		q.DidYouMean()
	})
}

// In a question quotes mark names, whatever the question mark.
func TestQuotesOfQuestions(t *testing.T) {
	d := wordsOf(t, "red:3 house:2")
	for query, phrases := range map[string]int{"「red house」": 1, "「red house」？": 0, "「red house？」": 0, `"red house"؟`: 0, `"red house"?`: 0, `+"red house"?`: 1, `"red" OR "house" OR "red"`: 3, "red？「house」": 1} {
		q := d.Interpret(query, Tolerance{})
		must.Be(t, len(q.Phrases) == phrases, "%s has %d phrases, want %d", query, len(q.Phrases), phrases)
	}
}

func TestPhraseIn(t *testing.T) {
	for _, c := range []struct {
		phrase, text string
		tight, want  bool
	}{
		{"red house", "a Red House.", false, true},
		{"red house", "red, house", false, true},
		{"red house", "the red big house", false, false},
		{"red red house", "red red red house", false, true},
		{"house", "houses", false, false},
		{"std sync arc", "use std::sync::Arc;", true, true},
		{"std sync arc", "std, sync, arc", true, false},
		{"sync arc", "std::sync::Arc", true, true},
		{"work mem", "maintenance_work_mem", true, false},
		{"work mem", "work_mem_size", true, false},
		{"work mem", "work_mem_size or work_mem", true, true},
		{"work mem", "_work_mem_", true, true},
		{"work mem", "maintenance_work_mem", false, true},
		{"red", "", false, false},
	} {
		p := Phrase{Keys: strings.Fields(c.phrase), Tight: c.tight}
		must.Equal(t, p.In(c.text), c.want, "%q in %q", c.phrase, c.text)
	}
}

// A passage with the word itself comes before all that have only a completion, and
// counts by one reading of a word.
func TestOtherReadings(t *testing.T) {
	d := wordsOf(t, "form:2 format:2 formal:1")
	order := map[string][]lexical.Posting{
		"form":   {{Passage: 1, Level: 100}},
		"format": {{Passage: 2, Level: 250}, {Passage: 3, Level: 250}},
		"formal": {{Passage: 0, Level: 200}, {Passage: 3, Level: 170}},
	}
	var sorted [][]lexical.Posting
	for i := range d.NumTerms() {
		sorted = append(sorted, order[d.Stem(model.TermID(i))])
	}
	p := lexical.NewPostings(parts.Reader{}, 3, 4)
	must.OK(t, p.Load([]uint32{0, 1, 2}, lexical.EncodePostings(sorted)))
	a := lexical.NewAccumulator(4)
	q := d.Interpret("form", Tolerance{Prefix: CompleteAlways})
	a.Add(p, &q.TermQuery, &d.Dictionary)
	if len(q.Terms) != 1 || len(q.Alternatives) != 1 || len(q.Alternatives[0].Terms) != 2 || len(a.Touched) != 4 {
		t.Fatalf("terms %v, alternatives %v, touched %v", q.Terms, q.Alternatives, a.Touched)
	}
	got := q.Readings(0)
	must.Be(t, len(got) == 1, "readings %v: completions of a word that there is have no weight", got)
	for _, other := range []int{0, 2, 3} {
		if a.Score[other] <= 0 || a.Score[other] >= a.Score[1] {
			t.Errorf("passage %d scores %v, the one with the word %v", other, a.Score[other], a.Score[1])
		}
	}
}

func FuzzDictionary(f *testing.F) {
	words := &lexical.Words{
		Entries: []lexical.Entry{{Form: "a", Stop: true}, {Form: "bell", Term: 1}, {Form: "bells", Term: 1}},
		Stems:   []string{"a", "bell"}, DF: []uint32{1, 2}, Rules: []lexical.Rule{{From: "s"}},
	}
	blocks, listed := words.Cut([]uint32{0, 1, 2}), words.Spellings()
	var first, second, spelt wire.Writer
	blocks.EncodeBlock(&first, 0)
	blocks.EncodeBlock(&second, 1)
	lexical.EncodeSpelling(&spelt, listed)
	f.Add(blocks.EncodeCore(lexical.SpellingTops([][]lexical.Spelt{listed})), first.Bytes(), second.Bytes(), spelt.Bytes(), "bels bell")
	f.Fuzz(func(t *testing.T, core, first, second, spelt []byte, key string) {
		d, err := lexical.DecodeDictionary(core, 0, 2, 3, nil)
		if err != nil || !d.Spelling().Set(2, 1) {
			return
		}
		for i, b := range [][]byte{first, second} {
			r := wire.NewReader(b)
			if d.LoadBlock(i, r); r.Close() != nil {
				return
			}
			d.Blocks().SetLoaded(i)
		}
		if d.Spelling().Load(0, spelt) != nil {
			return
		}
		d.Spelling().SetLoaded(0)
		term, _, ok := d.Lookup(key)
		must.Hold(t, !ok || int(term) < d.NumTerms(), "term %d of %d", term, d.NumTerms())
		p := NewParser(d)
		p.Interpret(key, Tolerance{})
		p.NamesOf(p.Parse(key))
	})
}

func TestParseShared(t *testing.T) {
	if _, ok := ParseShared("stem key 12345678\n"); ok {
		t.Error("a line of eight signs is read")
	}
	if all, ok := ParseShared("stem key aaaaaaaaa\n"); !ok || len(all) != 1 || all[0].Stem != "stem" || all[0].Key != "key" {
		t.Errorf("got %+v", all)
	}
}

// A query has the symbols that the corpus has, as far as they belong to no sentence.
func TestQuerySymbols(t *testing.T) {
	stems := []string{"&", "-", "===", "?", "?.", "oper"}
	var entries []lexical.Entry
	for i, stem := range stems {
		entries = append(entries, lexical.Entry{Form: stem, Term: model.TermID(i)})
	}
	entries[5].Form = "operator"
	d := inBlocks(t, &lexical.Words{Entries: entries, Stems: stems, DF: []uint32{1, 1, 1, 1, 1, 1}}, 3, "")
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"===", []string{"==="}},
		{"operator ===?", []string{"==="}},
		{"? operator", []string{"?"}},
		{"operator ?", nil},
		{"operator `?`", []string{"?"}},
		{"a - operator", nil},
		{"-", []string{"-"}},
		{"operator & operator", nil},
		{"operator `&` operator", []string{"&"}},
		{"& operator", []string{"&"}},
		{"operator !==", nil},
		{"a?.b", nil},
	} {
		q := d.Parse(c.query)
		var got []string
		for _, s := range q.Symbols {
			got = append(got, q.Text[s.Start:s.End])
			must.Be(t, slices.Contains(q.Terms, s.Term), "%s: %s is not searched for", c.query, got[len(got)-1])
		}
		must.Equal(t, got, c.want, "%s: symbols", c.query)
	}
}

// namesOf lists names by the words that they were made of.
func namesOf(d *Parser, query string) (stems []string) {
	known := map[lexical.Name]string{}
	for _, a := range []model.TermID{0, 1, 2, 3} {
		for _, name := range d.NamesFrom([]lexical.NameWord{{Terms: []model.TermID{a}}}) {
			known[name] = d.Stem(a)
		}
		for _, b := range []model.TermID{0, 1, 2, 3} {
			for _, name := range d.NamesFrom([]lexical.NameWord{{Terms: []model.TermID{a}}, {Terms: []model.TermID{b}}}) {
				known[name] = d.Stem(a) + " " + d.Stem(b)
			}
		}
	}
	for _, name := range d.NamesOf(d.Interpret(query, Tolerance{})) {
		stems = append(stems, known[name])
	}
	return stems
}

func TestNamesOfQueries(t *testing.T) {
	d := sharing(t)
	for query, want := range map[string]string{
		"thread":           "thread",
		"Shared threads":   "share thread",
		"threads, sharing": "thread share", // another name
		"the threads":      "thread",
		"the":              "the", // nothing but function words
		"the the":          "the the",
		"thread -data":     "thread",
		"thread mutex":     "", // the corpus has no such word
		"":                 "",
		"thredd":           "thread",
		"shaerd data":      "share data",
	} {
		must.Equal(t, strings.Join(namesOf(d, query), ", "), want, "%q is named", query)
	}
	if got := d.NamesOf(d.Parse(strings.Repeat("data ", lexical.MaxNameWords+1))); got != nil {
		t.Errorf("a query of %d words may be %d names", lexical.MaxNameWords+1, len(got))
	}
	if got := d.NamesOf(d.Parse(strings.Repeat("the data ", lexical.MaxNameWords))); len(got) != 1 {
		t.Errorf("a query of %d words and as many function words may be %d names, want 1", lexical.MaxNameWords, len(got))
	}
}
