package text

import (
	"slices"
	"testing"
)

func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		s    string
		want []string
	}{
		{"a === b", []string{"==="}},
		{"The `?` operator", []string{"?"}},
		{"Logical AND (&&)", []string{"&&"}},
		{"Ternary (`? :`)", []string{"?", ":"}},
		{"() => {}", []string{"()", "=>", "{}"}},
		{"the \"...\", too", []string{"..."}},
		{"a?.b, x::y and #[derive]", nil},
		{"was? – ¿", nil},
		{"~~~~~~~~~", nil},
		{"'", []string{"'"}},
		{"", nil},
	} {
		var got []string
		for _, at := range Symbols(c.s) {
			got = append(got, c.s[at[0]:at[1]])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.s, got, c.want)
		}
	}
}
