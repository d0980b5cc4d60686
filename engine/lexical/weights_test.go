package lexical

import (
	"testing"

	"mycel/internal/must"
)

func TestKept(t *testing.T) {
	const passages, reach = 1_000_000, 4096
	for _, c := range []struct{ df, want int }{
		{0, 0},
		{1, 1},
		{4096, 4096},
		{4097, 4095},
		{64_000, 2048}, // half the idf of a term in 4,096
		{250_000, 1032},
		{1_000_000, 512},
	} {
		must.Equal(t, Kept(c.df, passages, reach), c.want, "the list of a term in %d passages has", c.df)
	}
	must.Equal(t, Kept(5, 5, 5), 5, "a list that is not cut")
	for df := reach; df < passages; df++ {
		if here, next := Kept(df, passages, reach), Kept(df+1, passages, reach); here > reach || next > here {
			t.Fatalf("lists of %d and %d postings have %d and %d beside their terms", df, df+1, here, next)
		}
	}
}

// Levels of passages rise with the occurrences and fall with the length, in steps of coarse, and no posting is without weight.
func TestPassageLevels(t *testing.T) {
	for _, ratio := range []float32{1e-6, 0.1, 1, 10, 1e6} {
		last := byte(coarse)
		for tf := uint32(1); tf < 1<<31; tf *= 2 {
			level := PassageLevel(tf, ratio)
			if level < last || level%coarse != 0 || PassageLevel(tf, 2*ratio) > level {
				t.Fatalf("%d occurrences in a passage of %v mean lengths have level %d, behind %d", tf, ratio, level, last)
			}
			last = level
		}
		must.Equal(t, last, maxLevel/coarse*coarse, "the highest level of a passage of %v mean lengths", ratio)
	}
}
