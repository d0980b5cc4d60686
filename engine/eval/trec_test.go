package eval

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"
)

func TestAppendTREC(t *testing.T) {
	got, err := AppendTREC([]byte("before\n"), "q1", []Scored{{"d7", 12.5}, {"d2", 0.1}, {"ü", -3}}, "bm25")
	if err != nil {
		t.Fatal(err)
	}
	want := "before\nq1 Q0 d7 1 12.5 bm25\nq1 Q0 d2 2 0.1 bm25\nq1 Q0 ü 3 -3 bm25\n"
	if string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// trec_eval orders by score: whatever the scores are, theirs must be the order.
func TestAppendTRECOrder(t *testing.T) {
	nan := float32(math.NaN())
	list := []Scored{{"a", 1}, {"b", 1}, {"c", 5}, {"d", 1}, {"e", 0.5}, {"f", 0}, {"g", 0}, {"h", nan}, {"i", 2}}
	out, err := AppendTREC(nil, "q", list, "x")
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(1)
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		fields := strings.Fields(line)
		score, err := strconv.ParseFloat(fields[4], 32)
		if err != nil || fields[2] != list[i].Document || fields[3] != strconv.Itoa(i+1) || !(score < last) {
			t.Errorf("line %d: got %q after score %v", i+1, line, last)
		}
		last = score
	}
}

func TestAppendTRECFields(t *testing.T) {
	for _, test := range []struct{ query, document, tag, want string }{
		{"q 1", "d", "x", `query: got "q 1"`},
		{"q", "d\t1", "x", `document: got "d\t1"`},
		{"q", "", "x", `document: got ""`},
		{"q", "d", "", `tag: got ""`},
		{"q", "d\u00a0e", "x", "document: got"},
	} {
		_, err := AppendTREC(nil, test.query, []Scored{{test.document, 1}}, test.tag)
		var field *FieldError
		if !errors.Is(err, ErrField) || !errors.As(err, &field) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q %q %q: got error %v, want one that contains %q", test.query, test.document, test.tag, err, test.want)
		}
	}
}
