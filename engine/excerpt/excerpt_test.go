package excerpt

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mycel/engine/lexical"
	"mycel/engine/model"
	"mycel/engine/query"
	"mycel/internal/must"
)

func matcher(t testing.TB, q string) *Matcher {
	t.Helper()
	forms := []string{"lock", "locked", "locking", "mutex", "of", "thread", "threads", "東京", "京都"}
	stems := []string{"lock", "mutex", "of", "thread", "京都", "東京"}
	term := map[string]model.TermID{"lock": 0, "locked": 0, "locking": 0, "mutex": 1, "of": 2, "thread": 3, "threads": 3, "京都": 4, "東京": 5}
	var entries []lexical.Entry
	for _, f := range append(forms[:7:7], "京都", "東京") {
		entries = append(entries, lexical.Entry{Form: f, Term: term[f], Stop: f == "of"})
	}
	d := must.Get((&lexical.Words{Entries: entries, Stems: stems, DF: make([]uint32, 6)}).Whole(6, true))(t)
	d.SetIDF([]float32{1, 3, 0.1, 2, 1, 1})
	return NewMatcher(d, query.NewParser(d).Parse(q))
}

func marked(s string, spans []model.Span) string {
	var out strings.Builder
	at := uint32(0)
	for _, m := range spans {
		out.WriteString(s[at:m.Start] + "[" + s[m.Start:m.End] + "]")
		at = m.End
	}
	return out.String() + s[at:]
}

func TestSpans(t *testing.T) {
	for _, c := range []struct{ query, text, want string }{
		{"locks", "nothing", "nothing"},
		{"lock", "Locked, locking; unlocked LOCK's", "[Locked], [locking]; unlocked [LOCK]'s"},
		{"lock of threads", "the lock of a thread", "the [lock] of a [thread]"}, // stop words are not marked
		{"of", "of of", "[of] [of]"}, // unless there is nothing else
		{"東京都", "東京都です", "[東京都]です"},
	} {
		m := matcher(t, c.query)
		must.Equal(t, marked(c.text, m.Spans(c.text)), c.want, "%q in %q", c.query, c.text)
	}
}

func sentences(parts ...string) (t Text) {
	for _, p := range parts {
		t.Sentences = append(t.Sentences, len(t.Text))
		t.Text += p
	}
	return t
}

func TestBest(t *testing.T) {
	m := matcher(t, "mutex thread")
	filler := strings.Repeat("Nothing to see here at all. ", 10)
	text := sentences("A thread waits. ", filler, "The mutex guards what a thread reads. ", "It is locked. ", filler)
	e := m.Best(text)
	must.Be(t, strings.HasPrefix(e.Text, "The mutex guards") && e.CutStart && e.CutEnd && strings.HasSuffix(e.Text, "."), "excerpt %+v", e)
	got := marked(e.Text, e.Matches)
	must.Be(t, strings.HasPrefix(got, "The [mutex] guards what a [thread] reads."), "marked %s", got)
	if e := m.Lead(text); e.Start != 0 || e.CutStart || !e.CutEnd || e.Text == m.Best(text).Text {
		t.Errorf("the lead of %q is %+v", text.Text, e)
	}

	whole := sentences("  A thread. ")
	if e := m.Best(whole); e.Text != "A thread." || e.CutStart || e.CutEnd {
		t.Errorf("whole chunk: %+v", e)
	}
	if e := m.Best(Text{}); e.Text != "" || e.CutStart || e.CutEnd {
		t.Errorf("no text: %+v", e)
	}
	long := sentences(strings.Repeat("wörd ", 200) + "mutex " + strings.Repeat("wörd ", 200))
	if e := m.Best(long); width(e.Text) > MaxWidth || len(e.Matches) != 1 || !e.CutStart || !e.CutEnd || strings.HasPrefix(e.Text, "rd") {
		t.Errorf("long sentence: %+v", e)
	}
}

// coded marks the parts of a text that stand between two bars as code, those that have a line's end
// as listings.
func coded(parts ...string) Text {
	t := sentences(parts...)
	out := Text{Sentences: t.Sentences}
	for i, part := range strings.Split(t.Text, "|") {
		start := uint32(len(out.Text))
		out.Text += part
		for k, s := range out.Sentences {
			if s > len(out.Text) {
				out.Sentences[k]-- // the bar behind the part
			}
		}
		if i%2 != 0 {
			out.Code = append(out.Code, model.Code{Span: model.Span{Start: start, End: uint32(len(out.Text))}, Listing: strings.Contains(part, "\n")})
		}
	}
	return out
}

// A match weighs the idf of its term: 0.3 of it in a listing, a tenth of it where the term was before, and nothing outside.
func TestWeight(t *testing.T) {
	m := matcher(t, "mutex lock thread")
	for _, c := range []struct {
		text Text
		want float32
	}{
		{coded("A lock. "), 1}, {coded("A mutex. "), 3}, {coded("A lock of a mutex. "), 4}, {coded("A lock, locked. "), 1.1}, {coded("Nothing. "), 0},
		{coded("A |lock| of a mutex."), 4}, {coded("|lock()\n|"), 0.3}, {coded("A lock: |lock()\n|"), 1.03}, {coded("|mutex()\n|", "A mutex. "), 1.2},
	} {
		got := m.weight(&c.text, m.inText(&c.text), 0, len(c.text.Text))
		must.Be(t, got >= c.want-1e-6 && got <= c.want+1e-6, "%q: got %v, want %v", c.text.Text, got, c.want)
	}
	text := sentences("A lock. ", "A mutex. ", "A lock. ")
	for _, c := range []struct {
		start, end int
		want       float32
	}{{0, 8, 1}, {8, 17, 3}, {8, 25, 4}, {17, 25, 1}, {0, 2, 0}, {3, 8, 0}} {
		must.Equal(t, m.weight(&text, m.inText(&text), c.start, c.end), c.want, "[%d, %d)", c.start, c.end)
	}
}

// A piece of a text has its sentences and its code, as far as they are in it.
func TestCutOfTexts(t *testing.T) {
	text := coded("A lock. ", "|mutex()\n| ", "The end. ", "A |thread|.")
	whole := text.Cut(0, len(text.Text))
	if whole.Text != text.Text || !slices.Equal(whole.Sentences, text.Sentences) || !slices.Equal(whole.Code, text.Code) {
		t.Errorf("all of it is %+v, want %+v", whole, text)
	}
	for from := range len(text.Text) {
		for to := from; to <= len(text.Text); to++ {
			got := text.Cut(from, to)
			var begins []int
			for i, s := range text.Sentences {
				if s < to && (s >= from || text.End(i) > from || i == 0) {
					begins = append(begins, max(0, s-from))
				}
			}
			if last := slices.Compact(slices.Clone(got.Sentences)); got.Text != text.Text[from:to] || !slices.Equal(last, slices.Compact(begins)) {
				t.Fatalf("[%d, %d) of %q begins sentences at %d, want %d", from, to, text.Text, got.Sentences, begins)
			}
			code := 0
			for _, c := range got.Code {
				must.Hold(t, c.Start < c.End && int(c.End) <= to-from, "[%d, %d) of %q has the code %v", from, to, text.Text, c)
				code += int(c.End - c.Start)
			}
			for _, c := range text.Code {
				code -= max(0, min(int(c.End), to)-max(int(c.Start), from))
			}
			must.Hold(t, code == 0, "[%d, %d) of %q: %d bytes of code too many", from, to, text.Text, code)
		}
	}
	e := matcher(t, "mutex").Best(Text{Text: "A mutex."})
	must.Be(t, e.Text == "A mutex.", "a text that is no sentence: %+v", e)
}

// A long sentence is cut where its matches weigh most, to whole cells, and letters of East Asia count twice.
func TestCutOfLongSentences(t *testing.T) {
	filler := strings.Repeat("nothing to see ", 40)
	if e := matcher(t, "lock mutex").Best(sentences("A lock, " + filler + "a mutex, " + filler + "one lock of a mutex, " + filler)); !strings.Contains(e.Text, "one lock of a mutex") {
		t.Errorf("the densest place is not in %q", e.Text)
	}
	if e := matcher(t, "lock mutex").Best(sentences("A lock, " + filler + "a mutex, " + filler)); !strings.Contains(e.Text, "a mutex") {
		t.Errorf("the rarer word is not in %q", e.Text)
	}
	cells := strings.Repeat("an empty cell | ", 30)
	if e := matcher(t, "mutex").Best(sentences(cells + "the mutex cell | " + cells)); !strings.HasPrefix(e.Text, "an empty cell | ") || !strings.HasSuffix(e.Text, " | an empty cell") {
		t.Errorf("cells are cut: %q", e.Text)
	}
	for unit, most := range map[string]int{"字": MaxWidth / 2, "ж": MaxWidth} {
		e := matcher(t, "東京").Best(sentences(strings.Repeat(unit, 400) + " 東京 " + strings.Repeat(unit, 400)))
		n := utf8.RuneCountInString(e.Text)
		must.Be(t, n <= most && n >= most/2 && utf8.ValidString(e.Text), "%s: got %d characters, want about %d", unit, n, most)
	}
}

// An excerpt begins in prose that has a match, then in prose that introduces code with a match, and
// last in code.
func TestBestOfCode(t *testing.T) {
	m := matcher(t, "mutex thread lock")
	filler := strings.Repeat("Nothing to see here at all. ", 12)
	for _, c := range []struct {
		name, want string
		text       Text
	}{
		{"prose", "A [thread] waits here.", coded("|lock(mutex, thread)\n|", filler, "A thread waits here. ", filler)},
		{"the prose around", "Use this:\n[lock]([mutex])", coded(filler, "Use this:\n", "|lock(mutex)\n|", filler)},
		{"code", "[lock]([mutex])", coded(filler, "Use this:\n", "|"+strings.Repeat("x = y;\n", 60), "lock(mutex)\n|", filler)},
		{"code ends where matches end", "A [thread]:\n[lock]()", coded(filler, "A thread:\n", "|lock()\n", "x = y\n", "z = y\n|")},
		{"inline code is prose", "|[mutex]| guards.", coded("|x()\n|", filler, "|mutex| guards. ", filler)},
	} {
		e := m.Best(c.text)
		got := strings.ReplaceAll(marked(e.Text, e.Matches), "|", "")
		must.Be(t, strings.HasPrefix(got, strings.ReplaceAll(c.want, "|", "")), "%s: %q, want %q", c.name, got, c.want)
		for _, span := range e.Code {
			must.Be(t, int(span.End) <= len(e.Text) && span.Start < span.End, "%s: code %v in %q", c.name, span, e.Text)
		}
	}
	lead := coded("|lock(mutex)\n|", "Words. ", "A |thread| waits.")
	if e := m.Lead(lead); e.Text != "Words. A thread waits." || len(e.Code) != 1 || e.Text[e.Code[0].Start:e.Code[0].End] != "thread" {
		t.Errorf("the lead of %q is %+v", lead.Text, e)
	}
}

// Whatever the text, the excerpt is a piece of it, valid where it is, and the
// matches lie inside.
func FuzzBest(f *testing.F) {
	f.Add("The mutex. A thread.", 11)
	f.Add(strings.Repeat("é", 1000)+"mutex", 500)
	f.Fuzz(func(t *testing.T, s string, border int) {
		m := matcher(t, "mutex thread 東京")
		starts := []int{0}
		if border > 0 && border < len(s) {
			starts = append(starts, border)
		}
		e := m.Best(Text{s, starts, nil})
		must.Hold(t, strings.Contains(s, e.Text), "%q is not in %q", e.Text, s)
		if utf8.ValidString(s) && (border <= 0 || border >= len(s) || utf8.RuneStart(s[border])) && !utf8.ValidString(e.Text) {
			t.Fatalf("split character in %q", e.Text)
		}
		for _, x := range e.Matches {
			must.Hold(t, x.Start < x.End && int(x.End) <= len(e.Text), "match %v in %q", x, e.Text)
		}
	})
}

// A break is at the end of a cell, else of a word, else of a character; the end of a text is one.
func TestLastBreak(t *testing.T) {
	for _, c := range []struct {
		s              string
		limit, i, want int
	}{
		{"one two", 0, 7, 7}, {"one two", 0, 6, 3}, {"one" + cellBorder + "two x", 0, 8, 3}, {"öö", 0, 3, 2}, {"öö", 2, 3, 2}, {" ab", 0, 2, 2}, {"a b", 2, 3, 3},
	} {
		must.Equal(t, lastBreak(c.s, c.limit, c.i), c.want, "%q from %d to %d", c.s, c.limit, c.i)
	}
}

// A long sentence is cut at its own matches, whatever stands before and behind it.
func TestCutWithinTheSentence(t *testing.T) {
	filler := strings.Repeat("nothing to see ", 40)
	chunk := sentences("A mutex of a thread. ", filler+"one lock, "+filler, "A mutex of a thread.")
	m := matcher(t, "lock mutex thread")
	first, end := chunk.Sentences[1], chunk.Sentences[2]
	start, to := m.cutLong(&chunk, first, end, m.inText(&chunk))
	got := chunk.Text[start:to]
	must.Be(t, start >= first && to <= end && strings.Contains(got, "one lock") && !strings.Contains(got, "mutex"), "cut to %q", got)
}

// What a word was read as is marked, whole; of a compound the part that matches.
func TestSpansOfReadings(t *testing.T) {
	words := []string{"effect", "hash", "hashmap", "lock", "locking", "map", "mutex", "use", "useeffect", "树很", "棵树"}
	var entries []lexical.Entry
	for i, w := range words {
		entries = append(entries, lexical.Entry{Form: w, Term: model.TermID(i)})
	}
	n := len(words)
	df := make([]uint32, n)
	for i := range df {
		df[i] = 1
	}
	d := must.Get((&lexical.Words{Entries: entries, Stems: words, DF: df}).Whole(n, true))(t)
	for _, c := range []struct{ query, text, want string }{
		{"mut", "A Mutex, two mutexes", "A [Mutex], two mutexes"}, // beginnings
		{"lock", "lock and locking", "[lock] and locking"},
		{"lockin", "lock and locking", "lock and [locking]"},
		{"muetx ", "the MUTEX of mut", "the [MUTEX] of mut"}, // misspellings
		{"effect", "call useEffect(…) for effect", "call use[Effect](…) for [effect]"},
		{"useEffect", "call useEffect, use effect", "call [useEffect], [use] [effect]"},
		{"use map", "HashMap, hashmap, map", "Hash[Map], hashmap, [map]"},
		{"hash -map", "a HashMap", "a [Hash]Map"},
		{"树", "这棵树很高", "这棵[树]很高"}, // a lone character, in the pairs with it
		{"树很", "这棵树很高", "这棵[树很]高"},
		{`"hash map" mutex`, "hash, map, mutex", "[hash], [map], [mutex]"},
	} {
		m := NewMatcher(d, query.NewParser(d).Interpret(c.query, query.Tolerance{}))
		must.Equal(t, marked(c.text, m.Spans(c.text)), c.want, "%q in %q", c.query, c.text)
	}
}
