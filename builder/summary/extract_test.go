package summary

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mycel/internal/must"
)

func TestExtract(t *testing.T) {
	text := []string{
		"fungi trade sugar with the roots of old trees",     // 9 tokens
		"fungi trade sugar with the roots of the old trees", // 10, nearly the same, and closer to the next
		"the roots of trees give sugar to fungi",            // 8
		"my uncle bought a blue bicycle in spring",          // 8
		"see below", // 2
	}
	sentences, idf := fixture(text...)
	for _, c := range []struct {
		name   string
		budget int
		o      Options
		want   []int
	}{
		{"no budget", 0, Options{}, nil},
		{"one", 10, Options{}, []int{1}},
		{"no near copy", 27, Options{}, []int{1, 2, 3}},
		{"passes over what does not fit", 8, Options{}, []int{2}},
		{"nothing fits", 1, Options{}, []int{1}},
		{"short ones left out", 100, Options{}, []int{1, 2, 3}},
	} {
		must.Equal(t, Extract(sentences, idf, c.budget, c.o), c.want, "%s", c.name)
	}
	if got := Extract(nil, nil, 10, Options{}); got != nil {
		t.Errorf("no sentences: got %d, want none", got)
	}
}

// The bonus decides between sentences that are equally central.
func TestExtractLead(t *testing.T) {
	sentences, idf := fixture("one two three four five", "six seven eight nine ten")
	if got := Extract(sentences, idf, 5, Options{}); !slices.Equal(got, []int{0}) {
		t.Errorf("equal sentences: got %d, want the first", got)
	}
	sentences[1].Lead = true
	if got := Extract(sentences, idf, 5, Options{}); !slices.Equal(got, []int{1}) {
		t.Errorf("second is a lead: got %d, want it", got)
	}
}

// simpleExtract is the definition, computed anew at every step.
func simpleExtract(sentences []Sentence, idf []float32, budget int, o Options) []int {
	o = o.withDefaults()
	rank := LexRank(sentences, idf)
	low, high := slices.Min(rank), slices.Max(rank)
	var chosen []int
	for {
		best, highest := -1, 0.0
		for i, s := range sentences {
			if s.Tokens < minSentence || s.Tokens > maxSentence || s.Tokens > budget || len(s.Terms) == 0 {
				continue
			}
			relevance, nearest := 0.0, 0.0
			if high > low {
				relevance = (rank[i] - low) / (high - low)
			}
			if s.Lead {
				relevance += o.LeadBonus
			}
			for _, j := range chosen {
				nearest = max(nearest, denseCosine(s, sentences[j], idf))
			}
			score := o.Lambda*relevance - (1-o.Lambda)*nearest
			if slices.Contains(chosen, i) || nearest > maxCosine {
				continue
			}
			if best < 0 || score > highest+1e-12 {
				best, highest = i, score
			}
		}
		if best < 0 {
			slices.Sort(chosen)
			return chosen
		}
		chosen = append(chosen, best)
		budget -= sentences[best].Tokens
	}
}

func TestExtractAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 40 {
		n := 1 + rng.IntN(60)
		sentences, idf := randomText(rng, n, 60)
		sentences[0].Tokens, sentences[0].Lead = 20, true
		budget := 40 + rng.IntN(300)
		got, want := Extract(sentences, idf, budget, Options{}), simpleExtract(sentences, idf, budget, Options{})
		must.Equal(t, got, want, "%d sentences, budget %d", n, budget)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte{3, 1, 2, 40, 1, 1, 0, 9, 2, 7}, 20, 0.7)
	f.Fuzz(func(t *testing.T, raw []byte, budget int, lambda float64) {
		var sentences []Sentence
		idf := []float32{1, 0.5, 0, -1, 2, 3}
		for len(raw) > 2 && len(sentences) < 300 {
			s := Sentence{Tokens: int(raw[0]), Lead: raw[1]&1 == 1}
			for term := range uint32(8) {
				if raw[2]>>term&1 == 1 {
					s.Terms = append(s.Terms, TermCount{term, uint32(raw[1] % 4)})
				}
			}
			sentences, raw = append(sentences, s), raw[3:]
		}
		o := Options{Lambda: lambda}
		if o.Validate() != nil {
			return
		}
		got := Extract(sentences, idf, budget, o)
		if (len(got) == 0) != (len(sentences) == 0 || budget <= 0) {
			t.Fatalf("got %d of %d sentences with budget %d", got, len(sentences), budget)
		}
		tokens := 0
		for k, i := range got {
			if i < 0 || i >= len(sentences) || k > 0 && i <= got[k-1] {
				t.Fatalf("got %d, want ascending indices below %d", got, len(sentences))
			}
			tokens += sentences[i].Tokens
		}
		if len(got) > 1 && tokens > budget {
			t.Fatalf("got %d tokens, want at most %d", tokens, budget)
		}
	})
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		o  Options
		ok bool
	}{
		{Options{}, true},
		{Options{Group: 1}, false},
		{Options{Group: -3}, false},
		{Options{MaxTokens: -1}, false},
		{Options{Lambda: 2}, false},
		{Options{LeadBonus: 3}, false},
	} {
		if err := c.o.Validate(); (err == nil) != c.ok {
			t.Errorf("%+v: got %v, want ok = %v", c.o, err, c.ok)
		}
	}
	for _, c := range []struct{ tokens, want int }{{0, 0}, {1, 1}, {3, 1}, {40, 10}, {4000, 1000}, {100000, 1000}} {
		must.Equal(t, (Options{}).Budget(c.tokens), c.want, "Budget(%d)", c.tokens)
	}
}

// A sentence that reads badly is chosen only where there is no other, and the gist is the first choice.
func TestPoorSentences(t *testing.T) {
	sentences, idf := fixture("lamp oil tower keeper sea", "lamp oil tower keeper wind", "rock fog bell boat rope")
	sentences[0].Poor, sentences[1].Poor = true, true
	tree := Build([]Leaf{{0, 1}, {1, 2}, {2, 3}}, sentences, idf, Options{})
	if got := tree[0].Sentences; !slices.Equal(got, []int{2}) || tree[0].Gist != 0 {
		t.Errorf("chosen %d, gist %d", got, tree[0].Gist)
	}
	sentences[2].Poor = true
	tree = Build([]Leaf{{0, 1}, {1, 2}, {2, 3}}, sentences, idf, Options{})
	if got := tree[0].Sentences; got[tree[0].Gist] == 2 {
		t.Errorf("chosen %d, gist %d: the sentence apart from the others", got, tree[0].Gist)
	}
}
