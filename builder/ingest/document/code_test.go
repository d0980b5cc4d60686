package document

import (
	"testing"

	"mycel/internal/must"
)

// The words of an element of code are one part; those of the next element are another.
func TestCodeRanges(t *testing.T) {
	var o Outline
	code := func(s string) {
		o.StartCode()
		o.Words(s)
		o.EndCode()
	}
	o.Words("Of ")
	code("a  ? b : c")
	o.Words(" ")
	code("d e")
	o.Words(" there is ")
	code("f")
	code("g")
	want := []string{"a ? b : c", "d e", "fg"}
	var got []string
	for _, c := range o.CodeRanges() {
		got = append(got, string(o.Text[c.Start:c.End]))
	}
	must.Equal(t, got, want, "code of %q", o.Text)
}
