package answer

import (
	"testing"

	"mycel/internal/must"
)

// A stretch of a sentence is cut out of it, and all of the sentence stands where it has no such stretch.
func TestStretch(t *testing.T) {
	const sentence = "The keeper sleeps."
	for _, c := range []struct {
		sentence string
		from, to int
		want     string
	}{
		{sentence, 0, 0, sentence}, {sentence, 4, 10, "keeper"}, {sentence, 0, 18, sentence}, {sentence, 11, 18, "sleeps."},
		{sentence, 4, 19, sentence}, {sentence, 10, 4, sentence}, {sentence, 4, 4, ""}, {"", 4, 10, ""},
	} {
		must.Equal(t, stretch(c.sentence, c.from, c.to), c.want, "[%d, %d) of %q", c.from, c.to, c.sentence)
	}
}
