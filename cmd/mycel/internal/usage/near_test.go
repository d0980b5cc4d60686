package usage

import (
	"testing"

	"mycel/internal/must"
)

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"json", "json", 0}, {"jsno", "json", 2},
	} {
		must.Equal(t, Distance(test.a, test.b), test.want, "Distance(%q, %q)", test.a, test.b)
	}
}
