package lexical

import "testing"

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
		if got := Kept(c.df, passages, reach); got != c.want {
			t.Errorf("the list of a term in %d passages has %d postings, want %d", c.df, got, c.want)
		}
	}
	if got := Kept(5, 5, 5); got != 5 {
		t.Errorf("a list that is not cut has %d postings, want 5", got)
	}
	for df := reach; df < passages; df++ {
		if here, next := Kept(df, passages, reach), Kept(df+1, passages, reach); here > reach || next > here {
			t.Fatalf("lists of %d and %d postings have %d and %d beside their terms", df, df+1, here, next)
		}
	}
}
