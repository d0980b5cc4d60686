package text

import (
	"testing"

	"mycel/internal/must"
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
		must.Equal(t, got, c.want, "%q", c.s)
	}
}
