package ketrag

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"mycel/builder/summary"
	"mycel/internal/must"
)

// Pieces follow each other without a gap, 2^tau of them where there are sentences
// enough, and halves are as equal as sentences allow.
func TestPieces(t *testing.T) {
	for _, test := range []struct {
		tokens   []int
		halvings int
		want     []int
	}{
		{[]int{10, 10, 10, 10}, 0, []int{4}},
		{[]int{10, 10, 10, 10}, 1, []int{2, 4}},
		{[]int{10, 10, 10, 10}, 2, []int{1, 2, 3, 4}},
		{[]int{10, 10, 10}, 1, []int{2, 3}}, // the first half is the longer one
		{[]int{30, 10, 10}, 1, []int{1, 3}},
		{[]int{100}, 3, []int{1}},
		{[]int{5, 5}, 3, []int{1, 2}},
		{nil, 3, nil},
		{[]int{0, 0}, 1, []int{1, 2}},
	} {
		must.Equal(t, Pieces(test.tokens, test.halvings), test.want, "%v halved %d times", test.tokens, test.halvings)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		tokens := make([]int, 64+rng.IntN(100))
		for i := range tokens {
			tokens[i] = 8 + rng.IntN(5)
		}
		for halvings := range 4 {
			ends := Pieces(tokens, halvings)
			if len(ends) != 1<<halvings || ends[len(ends)-1] != len(tokens) || !slices.IsSorted(ends) {
				t.Fatalf("%d sentences halved %d times: %v", len(tokens), halvings, ends)
			}
		}
	}
}

// ring joins each of n chunks with the next, and the first with all.
func ring(n int) [][]uint32 {
	rows := make([][]uint32, n)
	join := func(a, b int) {
		rows[a], rows[b] = append(rows[a], uint32(b)), append(rows[b], uint32(a))
	}
	for i := 1; i < n; i++ {
		join(0, i)
		if i+1 < n {
			join(i, i+1)
		}
	}
	for i := range rows {
		slices.Sort(rows[i])
		rows[i] = slices.Compact(rows[i])
	}
	return rows
}

// densePageRank is the same by its definition, in float64.
func densePageRank(graph [][]uint32) []float64 {
	n := len(graph)
	p := make([]float64, n)
	for range 500 {
		next, lost := make([]float64, n), 0.0
		for i, row := range graph {
			if len(row) == 0 {
				lost += p[i]
			}
			for _, j := range row {
				next[j] += p[i] / float64(len(row))
			}
		}
		for i := range next {
			next[i] = 0.15/float64(n) + 0.85*(next[i]+lost/float64(n))
		}
		p = next
		if p[0] == 0 {
			break
		}
	}
	return p
}

func TestRanks(t *testing.T) {
	lonely := append(ring(20), nil)
	for name, graph := range map[string][][]uint32{"ring": ring(30), "isolated": lonely, "one": {nil}} {
		got, sum := Ranks(graph), 0.0
		want := densePageRank(graph)
		scale := 0.0
		for _, x := range want {
			scale += x
		}
		for i := range got {
			sum += float64(got[i])
			must.Be(t, math.Abs(float64(got[i])-want[i]/scale) <= 1e-4, "%s: rank of %d is %v, want %v", name, i, got[i], want[i]/scale)
		}
		must.Be(t, math.Abs(sum-1) <= 1e-5, "%s: sum %v", name, sum)
	}
}

func count(core []bool) (n int) {
	for _, c := range core {
		if c {
			n++
		}
	}
	return n
}

// The core has ⌈share · chunks⌉ chunks, the hub first.
func TestCore(t *testing.T) {
	for _, test := range []struct {
		chunks, want int
		share        float64
	}{{10, 8, 0.8}, {11, 9, 0.8}, {1, 1, 0.8}, {3, 1, 0.01}, {7, 7, 1}, {100, 30, 0.3}} {
		must.Equal(t, count(Core(ring(test.chunks), test.share)), test.want, "%g of %d", test.share, test.chunks)
	}
	if core := Core(ring(30), 0.01); !core[0] {
		t.Error("the hub is not in the core")
	}
	must.Be(t, count(Core(ring(5), 0)) == 0, "no core was asked for")
	must.Be(t, Core(nil, 0.8) != nil, "no chunks are no core")
}

// corpus makes sentences of texts in which names are marked: "[0|Edvard Lund] was …".
func corpus(texts ...string) (sentences []Sentence, idf []float32) {
	terms := map[string]uint32{}
	for i, marked := range texts {
		s := Sentence{ID: uint32(10 + i)}
		for marked != "" {
			before, rest, found := strings.Cut(marked, "[")
			s.Text += before
			if !found {
				break
			}
			name, after, _ := strings.Cut(rest, "]")
			id, name, _ := strings.Cut(name, "|")
			s.Mentions = append(s.Mentions, Mention{Entity: uint32(id[0] - '0'), Start: len(s.Text), End: len(s.Text) + len(name)})
			s.Text += name
			marked = after
		}
		words := strings.Fields(strings.ToLower(s.Text))
		s.Bag.Tokens = len(words)
		for _, w := range words {
			if _, ok := terms[w]; !ok {
				terms[w] = uint32(len(terms))
			}
			if !slices.ContainsFunc(s.Bag.Terms, func(c summary.TermCount) bool { return c.Term == terms[w] }) {
				s.Bag.Terms = append(s.Bag.Terms, summary.TermCount{Term: terms[w], Count: 1})
			}
		}
		slices.SortFunc(s.Bag.Terms, func(a, b summary.TermCount) int { return int(a.Term) - int(b.Term) })
		sentences = append(sentences, s)
	}
	idf = make([]float32, len(terms))
	for i := range idf {
		idf[i] = 1
	}
	return sentences, idf
}

func TestDefines(t *testing.T) {
	for rest, want := range map[string]bool{
		" is a town.": true, " (born 1901) was the first": true, ", an engineer,": true, ", the keeper": true,
		" island": false, ", anchor": false, " wasn't": false, "": false, " (": false, ". Is a": false,
	} {
		must.Equal(t, defines(rest), want, "%q", rest)
	}
}

// A description prefers the sentence that says what something is, has at most three, and
// says nothing of what is never mentioned.
func TestDescribe(t *testing.T) {
	long := strings.Repeat("and the harbour again ", 6)
	sentences, idf := corpus(
		"Ships of all sizes and many flags came to the small harbour of [0|Brask] every year.",
		"[0|Brask] is a town on the northern coast with a harbour of its own.",
		long+"at [0|Brask].",
		long+"near [0|Brask] once more.",
		"The [1|float gauge] hung in a well behind the old lock for years.",
	)
	got := Describe(sentences, 3, idf)
	must.Be(t, len(got[0]) != 0 && len(got[0]) <= 3 && slices.Contains(got[0], 1) && slices.IsSorted(got[0]), "Brask is described by %v", got[0])
	must.Be(t, slices.Equal(got[1], []int{4}) && len(got[2]) == 0, "the others by %v", got[1:])
}

// Pairs need two sentences or more than chance; names in each other are no pair.
func TestRelate(t *testing.T) {
	sentences, idf := corpus(
		"[0|Edvard Lund] learned clockmaking in [1|Brask] with his uncle.",
		"[0|Edvard Lund], of whom much is known, and [1|Brask] have streets of one name.",
		"The [2|sea] was calm.", "The [2|sea] and [3|Skarv].", "The [2|sea].", "The [2|sea].",
	)
	got := Relate(sentences, 4, idf)
	must.Hold(t, len(got) == 2, "got %+v", got)
	first := got[0]
	must.Be(t, first.A == 0 && first.B == 1 && first.Weight == 2, "got %+v", first)
	text := sentences[first.Sentence].Text[first.From:first.To]
	must.Be(t, text == "Edvard Lund learned clockmaking in Brask" || first.Sentence != 0, "between the names stands %q", text)
	must.Be(t, got[1].A == 2 && got[1].B == 3 && got[1].To == 0, "got %+v: no verb stands between the two", got[1])
	nested := []Sentence{{Text: "Lund Bay", Mentions: []Mention{{0, 0, 8}, {1, 0, 4}}}}
	if got := Relate(nested, 2, nil); len(got) != 0 {
		t.Errorf("a name in a name: %+v", got)
	}
	// In every sentence together and apart as often as by chance: no information.
	var common []string
	for range 8 {
		common = append(common, "[4|Sea] stays [5|sea].")
	}
	sentences, idf = corpus(common[:1]...)
	if got := Relate(sentences, 6, idf); len(got) != 0 {
		t.Errorf("one sentence that all the corpus is: %+v", got)
	}
	sentences, idf = corpus(common...)
	if got := Relate(sentences, 6, idf); len(got) != 1 || got[0].Weight != 8 {
		t.Errorf("eight sentences: %+v", got)
	}
}

// No entity has more than 30 relations.
func TestRelationsAreLimited(t *testing.T) {
	s := []Sentence{}
	for i := range 50 {
		s = append(s, Sentence{Text: "C"})
		s = append(s, Sentence{Text: "A B", Mentions: []Mention{{0, 0, 1}, {uint32(i + 1), 2, 3}}})
	}
	must.Equal(t, len(Relate(s, 51, nil)), maxRelations)
}
