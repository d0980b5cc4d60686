package embed

import (
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"mycel/builder/terms"
	"mycel/internal/must"
)

// topics makes a corpus of passages that are documents, each about one of n
// topics: its words are drawn from the topic's own 40 and from 10 that all share.
// Passage p is about topic p%n.
func topics(n, passages int) Corpus {
	const own, shared, length = 40, 10, 10
	rng := rand.New(rand.NewPCG(1, 2))
	numTerms := n*own + shared
	c := Corpus{Postings: make([][]terms.Posting, numTerms), IDF: make([]float32, numTerms), Passages: passages}
	for p := range passages {
		var doc []uint32
		count := make([]uint32, numTerms)
		for range length {
			t := p%n*own + rng.IntN(own)
			if rng.IntN(4) == 0 {
				t = n*own + rng.IntN(shared)
			}
			doc = append(doc, uint32(t))
			count[t]++
		}
		c.Documents = append(c.Documents, doc)
		for t, tf := range count {
			if tf > 0 {
				c.Postings[t] = append(c.Postings[t], terms.Posting{Passage: uint32(p), TF: tf})
			}
		}
	}
	for t, list := range c.Postings {
		c.IDF[t] = 5 / float32(len(list)+1)
	}
	return c
}

func train(t testing.TB, c Corpus) *Signs {
	t.Helper()
	s, _ := must.Get2(Train(context.Background(), c))(t)
	return s
}

// agreement is the number of dimensions in which two passages have the same sign.
func (s *Signs) agreement(a, b int) int {
	n := s.Dims / 64
	same := s.Dims
	for i := range n {
		same -= bits.OnesCount64(s.Words[a*n+i] ^ s.Words[b*n+i])
	}
	return same
}

// Passages are nearer to those of their own topic than to others, even where they
// share no word of it.
func TestTopics(t *testing.T) {
	const n, passages = 60, 3000
	c := topics(n, passages)
	s := train(t, c)
	must.Hold(t, s.Dims == 256 && len(s.Words) == 4*passages, "got %d dimensions, %d words", s.Dims, len(s.Words))
	var own, other, owns, others float64
	for p := range 600 {
		for q := range p {
			if (p-q)%n != 0 {
				other += float64(s.agreement(p, q))
				others++
			} else if !shares(c.Documents[p], c.Documents[q], n*40) {
				own += float64(s.agreement(p, q))
				owns++
			}
		}
	}
	must.Hold(t, owns >= 100, "only %v pairs of a topic share no word: the corpus tests nothing", owns)
	// Signs of unrelated passages agree by chance in half of the dimensions.
	if got := other / others; got < 126 || got > 130 {
		t.Errorf("passages of different topics agree in %.1f dimensions, want 128", got)
	}
	if got := own / owns; got < 134 {
		t.Errorf("passages of a topic agree in %.1f dimensions, want 134 or more", got)
	}
}

func shares(a, b []uint32, below uint32) bool {
	return slices.ContainsFunc(a, func(t uint32) bool { return t < below && slices.Contains(b, t) })
}

// Every dimension divides the passages in halves.
func TestMedians(t *testing.T) {
	c := topics(6, 101)
	s := train(t, c)
	for d := range s.Dims {
		ones := 0
		for p := range c.Passages {
			ones += int(s.Words[p*s.Dims/64+d/64] >> (d % 64) & 1)
		}
		must.Be(t, ones <= 50 && ones >= 40, "dimension %d is positive in %d of 101 passages", d, ones)
	}
}

// The number of processors changes no bit.
func TestDeterminism(t *testing.T) {
	c := topics(8, 200)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	want := train(t, c)
	for _, n := range []int{2, 7} {
		runtime.GOMAXPROCS(n)
		must.Be(t, slices.Equal(train(t, c).Words, want.Words), "%d processors give other vectors than one", n)
	}
}

// Small corpora have fewer dimensions, very small ones none.
func TestSmallCorpora(t *testing.T) {
	for terms, want := range map[int]int{0: 0, 16: 0, 79: 0, 80: 64, 511: 64, 512: 128, 1023: 192, 1024: 256, 99999: 256} {
		must.Equal(t, dimensions(terms), want, "%d terms", terms)
	}
	if s := train(t, Corpus{}); s != nil {
		t.Errorf("empty corpus: got %d dimensions", s.Dims)
	}
	if s := train(t, topics(8, minPassages-1)); s != nil {
		t.Errorf("%d passages: got %d dimensions", minPassages-1, s.Dims)
	}
	if s := train(t, topics(2, 60)); s == nil || s.Dims != 64 {
		t.Errorf("90 terms: got %+v, want 64 dimensions", s)
	}
	// Passages that are all the same make a matrix of rank one.
	same := Corpus{Passages: 30, Postings: make([][]terms.Posting, 100), IDF: make([]float32, 100)}
	for p := range same.Passages {
		doc := make([]uint32, 100)
		for i := range doc {
			doc[i] = uint32(i)
			same.Postings[i] = append(same.Postings[i], terms.Posting{Passage: uint32(p), TF: 1})
		}
		same.Documents = append(same.Documents, doc)
	}
	if s := train(t, same); s == nil || s.agreement(0, 29) != 64 {
		t.Errorf("equal passages have different vectors: %+v", s)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err := Train(ctx, topics(8, 200))
	must.Be(t, errors.Is(err, context.Canceled), "error %v", err)
}

// A text with the terms of a passage has the passage's vector, in whatever order they
// stand.
func TestSpace(t *testing.T) {
	c := topics(8, 200)
	signs, space := must.Get2(Train(context.Background(), c))(t)
	texts := make([][]uint32, len(c.Documents))
	for i, doc := range c.Documents {
		texts[i] = slices.Clone(doc)
		slices.Reverse(texts[i])
	}
	more := space.Signs(texts)
	must.Be(t, more.Dims == signs.Dims && slices.Equal(more.Words, signs.Words), "the same terms have other vectors")
	none := space.Signs(nil)
	must.Be(t, none.Dims == signs.Dims && len(none.Words) == 0, "no texts have %d words of %d dimensions", len(none.Words), none.Dims)
}
