package answer

import (
	"testing"

	"mycel/internal/must"
)

// Neighbours are told as JSON, and a reason where there is none.
func TestRelatedJSON(t *testing.T) {
	for reason, want := range map[string]string{"": `{"of":"a","neighbours":[]}`, "no \"links\"": `{"of":"a","reason":"no \"links\"","neighbours":[]}`} {
		must.Equal(t, string((&Related{Of: "a", Reason: reason}).AppendJSON(nil)), want)
	}
}

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
