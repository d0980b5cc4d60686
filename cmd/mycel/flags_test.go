package main

import (
	"testing"

	"mycel/cmd/mycel/internal/usage"
	"mycel/internal/must"
)

// A flag shows its value, and no default without a value. It refuses values beyond its limits.
func TestValuesOfFlags(t *testing.T) {
	var n int
	var f float32
	for _, flag := range []interface{ String() string }{usage.Value[int]{}, number(&n, 1, 9), usage.Value[float32]{}, usage.Share(&f)} {
		must.Equal(t, flag.String(), "", "%T shows", flag)
	}
	for text, want := range map[string]string{"2": "2", "9": "9", "1": "", "10": "", "x": "", "": ""} {
		n = 0
		if err := number(&n, 2, 9).Set(text); (err == nil) != (want != "") || number(&n, 2, 9).String() != want {
			t.Errorf("number %q: %d, %v", text, n, err)
		}
	}
	for text, want := range map[string]string{"1": "1", "0.25": "0.25", "0": "", "1.1": "error", "-0.1": "error", "NaN": "error"} {
		f = 0
		if err := usage.Share(&f).Set(text); (err == nil) != (want != "error") || err == nil && usage.Share(&f).String() != want {
			t.Errorf("share %q: %v, %v", text, f, err)
		}
	}
	var word string
	c := choice(&word, "left", "right")
	if c.String() != "left" || c.Set("up") == nil || c.Set("right") != nil || c.String() != "right" || c.Type() != "left|right" {
		t.Errorf("choice %q of type %q", c.String(), c.Type())
	}
}
