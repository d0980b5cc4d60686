package document

import (
	"maps"
	"math"
	"slices"
	"testing"

	"mycel/internal/must"
)

// Scalars and lists of decoded values are taken as text. Values without a text or a name are left out.
func TestValues(t *testing.T) {
	m := map[string]any{
		"text": " one\n line ", "true": true, "number": int64(7), "share": 0.5, "infinite": math.Inf(1), "none": math.NaN(), "null": nil, "empty": " \n",
		" \n": "nameless", "list": []any{" a ", int64(1), "", nil, []any{"b"}}, "nothing": []any{""}, "": []any{"nameless"}, "table": map[string]any{"a": "b"},
	}
	must.Equal(t, Scalars(m), map[string]string{"text": "one line", "true": "true", "number": "7", "share": "0.5"}, "scalars")
	if got, want := Lists(m), map[string][]string{"list": {"a", "1"}}; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("lists %q", got)
	}
	must.Be(t, OrNil(map[string]string{}) == nil && OrNil(map[string]string{"a": "b"}) != nil, "no fields are not nil")
}
