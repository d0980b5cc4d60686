package measures

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// near allows for the rounding of hand-computed values.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// The expected values are computed by hand from the formulae:
// 1/log2(2) = 1, 1/log2(3) = 0.630930, 1/log2(4) = 0.5, 1/log2(5) = 0.430677.
func TestMeasures(t *testing.T) {
	two := Judgements{"a": 1, "b": 1}
	graded := Judgements{"a": 3, "b": 2, "c": 1, "bad": 0, "spam": -2}
	for _, test := range []struct {
		name                       string
		judgements                 Judgements
		ranking                    Ranking
		k                          int
		recall, all, hit, rr, nDCG float64
	}{
		{"both first", two, Ranking{"a", "b", "x"}, 2, 1, 1, 1, 1, 1},
		{"order of equals", two, Ranking{"b", "a", "x"}, 2, 1, 1, 1, 1, 1},
		{"one cut off", two, Ranking{"a", "x", "b"}, 2, 0.5, 0, 1, 1, 1 / 1.630930},
		{"one at 3", two, Ranking{"a", "x", "b"}, 5, 1, 1, 1, 1, 1.5 / 1.630930},
		{"second and fourth", two, Ranking{"x", "a", "y", "b"}, 4, 1, 1, 1, 0.5, (0.630930 + 0.430677) / 1.630930},
		{"none in the top", two, Ranking{"x", "y", "a"}, 2, 0, 0, 0, 0, 0},
		{"nothing found", two, nil, 5, 0, 0, 0, 0, 0},
		{"no place", two, Ranking{"a", "b"}, 0, 0, 0, 0, 0, 0},
		{"negative k", two, Ranking{"a", "b"}, -3, 0, 0, 0, 0, 0},
		{"more relevant than places", two, Ranking{"b", "a"}, 1, 0.5, 0, 1, 1, 1},
		{"no judgements", nil, Ranking{"a"}, 1, 0, 0, 0, 0, 0},
		{"none relevant", Judgements{"a": 0, "b": -1}, Ranking{"a", "b"}, 2, 0, 0, 0, 0, 0},
		{"graded, best order", graded, Ranking{"a", "b", "c"}, 3, 1, 1, 1, 1, 1},
		// DCG 1 + 2·0.630930 + 3·0.5 = 3.761860; ideal 3 + 2·0.630930 + 0.5 = 4.761860.
		{"graded, worst order", graded, Ranking{"c", "b", "a"}, 3, 1, 1, 1, 1, 3.761860 / 4.761860},
		{"graded, irrelevant before", graded, Ranking{"bad", "spam", "a"}, 3, 1.0 / 3, 0, 1, 1.0 / 3, 1.5 / 4.761860},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, m := range []struct {
				name    string
				measure Measure
				want    float64
			}{
				{"Recall", Recall, test.recall}, {"All", All, test.all}, {"Hit", Hit, test.hit},
				{"ReciprocalRank", ReciprocalRank, test.rr}, {"NDCG", NDCG, test.nDCG},
			} {
				if got := m.measure(test.judgements, test.ranking, test.k); !near(got, m.want) {
					t.Errorf("%s@%d: got %f, want %f", m.name, test.k, got, m.want)
				}
			}
		})
	}
}

func TestValues(t *testing.T) {
	judgements := []Judgements{{"a": 1}, {"a": 1, "b": 1}, {"c": 1}, {"d": 1}}
	run := []Ranking{{"a"}, {"b", "x"}, {}} // the last query was not answered
	got := Values(Recall, judgements, run, 5)
	if want := []float64{1, 0.5, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := Mean(got), 0.375; got != want {
		t.Errorf("mean: got %v, want %v: empty results count as 0", got, want)
	}
	if got := Mean(nil); got != 0 {
		t.Errorf("mean of nothing: got %v, want 0", got)
	}
	if got := Values(Recall, judgements[:1], run, 5); len(got) != 1 {
		t.Errorf("got %d values, want one a query", len(got))
	}
}

// generated makes judgements and a ranking of random size over the same documents.
func generated(rng *rand.Rand) (Judgements, Ranking) {
	j := Judgements{}
	var r Ranking
	for _, i := range rng.Perm(30) {
		id := fmt.Sprint(i)
		if rng.IntN(4) == 0 {
			j[id] = rng.IntN(5) - 1
		}
		if rng.IntN(2) == 0 {
			r = append(r, id)
		}
	}
	return j, r
}

// What holds for any judgements and any ranking.
func TestProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		j, r := generated(rng)
		for k := range 32 {
			recall, all, hit := Recall(j, r, k), All(j, r, k), Hit(j, r, k)
			rr, nDCG := ReciprocalRank(j, r, k), NDCG(j, r, k)
			for _, v := range []float64{recall, all, hit, rr, nDCG} {
				if v < 0 || v > 1+1e-12 {
					t.Fatalf("%v %v @%d: got %v, want 0 to 1", j, r, k, v)
				}
			}
			if !(all <= recall && recall <= hit && rr <= hit && nDCG <= hit+1e-12) {
				t.Fatalf("%v %v @%d: all %v, recall %v, hit %v, rr %v, nDCG %v", j, r, k, all, recall, hit, rr, nDCG)
			}
			for _, m := range []Measure{Recall, All, Hit, ReciprocalRank} {
				if m(j, r, k) > m(j, r, k+1) {
					t.Fatalf("%v %v: a deeper cut than %d lowers a measure", j, r, k)
				}
			}
		}
		testSwap(t, j, r)
	}
}

// testSwap puts a better document before a worse neighbour: no measure may fall,
// and nDCG must rise.
func testSwap(t *testing.T, j Judgements, r Ranking) {
	for i := range len(r) - 1 {
		if max(0, j[r[i]]) >= max(0, j[r[i+1]]) {
			continue
		}
		better := slices.Clone(r)
		better[i], better[i+1] = r[i+1], r[i]
		for k := 1; k <= len(r); k++ {
			for _, m := range []Measure{Recall, All, Hit, ReciprocalRank, NDCG} {
				if m(j, better, k) < m(j, r, k)-1e-12 {
					t.Fatalf("%v: %v is better than %v at %d, and measured worse", j, better, r, k)
				}
			}
		}
		if NDCG(j, better, len(r)) <= NDCG(j, r, len(r)) {
			t.Fatalf("%v: nDCG of %v is not above that of %v", j, better, r)
		}
	}
}
