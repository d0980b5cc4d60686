package document

import (
	"maps"
	"math"
	"slices"
	"testing"
)

// Scalars and lists of decoded values are taken as text. Values without a text or a name are left out.
func TestValues(t *testing.T) {
	m := map[string]any{
		"text": " one\n line ", "true": true, "number": int64(7), "share": 0.5, "infinite": math.Inf(1), "none": math.NaN(), "null": nil, "empty": " \n",
		" \n": "nameless", "list": []any{" a ", int64(1), "", nil, []any{"b"}}, "nothing": []any{""}, "": []any{"nameless"}, "table": map[string]any{"a": "b"},
	}
	if got, want := Scalars(m), map[string]string{"text": "one line", "true": "true", "number": "7", "share": "0.5"}; !maps.Equal(got, want) {
		t.Errorf("scalars %q", got)
	}
	if got, want := Lists(m), map[string][]string{"list": {"a", "1"}}; !maps.EqualFunc(got, want, slices.Equal) {
		t.Errorf("lists %q", got)
	}
	if OrNil(map[string]string{}) != nil || OrNil(map[string]string{"a": "b"}) == nil {
		t.Error("no fields are not nil")
	}
}
