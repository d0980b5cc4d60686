package bridge

import (
	"testing"

	"mycel/internal/must"
)

// How many passages a link may lead to is tuned: with more, questions take longer and find the same.
func TestReaches(t *testing.T) {
	for _, test := range []struct {
		df        int
		own, want bool
	}{{32, false, true}, {33, false, false}, {33, true, true}, {maxReverse, true, true}, {maxReverse + 1, true, false}} {
		must.Equal(t, Reaches(test.df, test.own), test.want, "%d passages, of the page itself %v", test.df, test.own)
	}
}
