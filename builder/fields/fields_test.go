package fields

import (
	"math"
	"testing"

	"mycel/internal/must"
)

func TestLengthFactors(t *testing.T) {
	// 33 words are as 32, so that adding a word changes nothing; 34 are more.
	a, b := DefaultFields.LengthFactors([]uint32{32, 0, 33}), DefaultFields.LengthFactors([]uint32{32, 0, 34})
	if a[0] != 1 || a[1] != 0 || a[2] != 1 || b[0] != 1 || !(b[2] < 1) {
		t.Errorf("factors %v, %v", a, b)
	}
	if long := DefaultFields.LengthFactors([]uint32{1000, 1000}); math.Abs(float64(long[0])-1) > 0.06 {
		t.Errorf("a field of the mean length has factor %v", long[0])
	}
	if got := DefaultFields.LengthFactors([]uint32{0}); got[0] != 0 {
		t.Errorf("empty fields have factor %v", got[0])
	}
}

func TestHeadingIDF(t *testing.T) {
	for _, c := range []struct {
		df       uint32
		passages int
		want     int
	}{{1, 1, 1}, {1, 2, 3}, {1, 1024, 21}, {1023, 1024, 2}, {1024, 1024, 1}, {0, 1024, 22}, {2000, 1024, 1}} {
		must.Equal(t, HeadingIDF(c.df, c.passages), c.want, "df %d of %d", c.df, c.passages)
	}
}
