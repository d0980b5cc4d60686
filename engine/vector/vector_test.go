package vector

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"mycel/engine/wire"
	"mycel/internal/must"
)

// load makes a table of sign vectors.
func load(t testing.TB, dims int, words []uint64) *Table {
	t.Helper()
	table, err := Decode(Encode(dims), len(words)*WordBits/dims)
	if err == nil {
		err = table.Load(EncodeSigns(words))
	}
	must.OK(t, err)
	return table
}

// random makes n sign vectors and the words they were made of.
func random(t testing.TB, rng *rand.Rand, dims, n int) (*Table, []uint64) {
	t.Helper()
	words := make([]uint64, n*dims/WordBits)
	for i := range words {
		words[i] = rng.Uint64()
	}
	return load(t, dims, words), words
}

func sign(words []uint64, dims int, passage uint32, d int) float64 {
	word := words[int(passage)*dims/WordBits+d/WordBits]
	return float64(word>>(d%WordBits)&1)*2 - 1
}

func query(rng *rand.Rand, dims int) []float32 {
	q := make([]float32, dims)
	for i := range q {
		q[i] = float32(rng.NormFloat64())
	}
	return q
}

// Scores by table look-up are the dot products written out.
func TestScoreAgainstDotProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, dims := range []int{64, 128, 256, 1024} {
		const n = 50
		table, words := random(t, rng, dims, n)
		must.Hold(t, table.Dims() == dims && table.Len() == n, "got %d vectors of %d dimensions, want %d of %d", table.Len(), table.Dims(), n, dims)
		s := table.NewScorer()
		for range 3 { // the second query finds the tables of the first
			q := query(rng, dims)
			s.SetQuery(q)
			all := make([]float32, n)
			s.All(all)
			for p := range uint32(n) {
				want := 0.0
				for d, v := range q {
					want += float64(v) * sign(words, dims, p, d)
				}
				got := float64(all[p])
				must.Hold(t, math.Abs(got-want) <= 1e-3, "%d dimensions, passage %d: got %v, want %v", dims, p, got, want)
			}
			ids := []uint32{7, 0, n - 1, 7}
			some := make([]float32, len(ids))
			s.Scores(some, ids)
			for i, id := range ids {
				must.Be(t, some[i] == all[id], "passage %d: got %v among candidates, %v among all", id, some[i], all[id])
			}
		}
	}
}

// Hand-computed: of two dimensions that count, signs +− give 3 − 4.
func TestScoreByHand(t *testing.T) {
	table := load(t, 64, []uint64{1, 1 | 1<<63, 0})
	q := make([]float32, 64)
	q[0], q[63] = 3, 4
	s := table.NewScorer()
	s.SetQuery(q)
	got := make([]float32, 3)
	s.All(got)
	must.Equal(t, got, []float32{-1, 7, -7})
}

func TestAddTo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	table, words := random(t, rng, 128, 5)
	sum := make([]float32, 128)
	table.AddTo(sum, 1, 2)
	table.AddTo(sum, 4, 0.5)
	for d, got := range sum {
		must.Equal(t, got, float32(2*sign(words, 128, 1, d)+0.5*sign(words, 128, 4, d)), "dimension %d", d)
	}
}

func TestDecodeErrors(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty": nil, "no dimensions": Encode(0), "too many dimensions": Encode(2048), "half a word": Encode(96), "bytes after the last": append(Encode(64), 0),
	} {
		must.Is(t, must.Err(Decode(b, 1)), wire.ErrCorrupt, "%s", name)
	}
	table := must.Get(Decode(Encode(64), 2))(t)
	for name, n := range map[string]int{"a vector missing": 8, "a vector too many": 24, "truncated": 15} {
		must.Is(t, table.Load(make([]byte, n)), wire.ErrCorrupt, "%s", name)
	}
}

// Whatever Decode accepts can be scored and encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	f.Add(Encode(64), EncodeSigns([]uint64{1, 2, 3}), 3)
	f.Add(Encode(96), []byte{1}, 1)
	f.Fuzz(func(t *testing.T, b, signs []byte, passages int) {
		if passages < 0 || passages > 1<<20 {
			return
		}
		table, err := Decode(b, passages)
		if err == nil {
			err = table.Load(signs)
		}
		if err != nil {
			must.Hold(t, errors.Is(err, wire.ErrCorrupt), "%v", err)
			return
		}
		must.Hold(t, table.Len() == passages, "got %d vectors, want %d", table.Len(), passages)
		s := table.NewScorer()
		q := make([]float32, table.Dims())
		for i := range q {
			q[i] = 1
		}
		s.SetQuery(q)
		all := make([]float32, passages)
		s.All(all)
		for p, score := range all {
			n := float32(table.Dims())
			must.Hold(t, score >= -n && score <= n, "passage %d: score %v of %v ones", p, score, n)
		}
	})
}

// A term of idf 0 counts ½^1.5, and each length is the root of the sum of squares; the zero vector has no direction.
func TestWeightAndLength(t *testing.T) {
	for idf, want := range map[float32]float64{0: 0.35355339, 0.5: 1, 3.5: 8, 8.5: 27} {
		got := Weight(idf)
		must.Be(t, math.Abs(float64(got)-want) <= 1e-6, "idf %v: got %v, want %v", idf, got, want)
	}
	x := []float32{3, 0, 4}
	if n := Length(x); n != 5 || !Normalise(x) || math.Abs(float64(x[0])-0.6) > 1e-6 || x[1] != 0 || math.Abs(float64(x[2])-0.8) > 1e-6 {
		t.Errorf("length %v, normalised %v", n, x)
	}
	zero := []float32{0, 0}
	must.Be(t, !Normalise(zero) && zero[0] == 0 && !Normalise(nil), "the zero vector becomes %v", zero)
}
