package jsonerror

import (
	"encoding/json"
	"testing"

	"mycel/internal/must"
)

// An error of a type names the key and both types; another error is as it was.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		`[]`:             "got a JSON array, want an object",
		`{"a":{"b":1}}`:  "A.B: got a JSON number, want a string",
		`{"a":{"c":{}}}`: "A.C: got a JSON object, want an array",
		`{"a":{"d":[]}}`: "A.D: got a JSON array, want true or false",
		`{"a":{"e":""}}`: "A.E: got a JSON string, want a number",
		`{"a":{"f":""}}`: "A.F: got a JSON string, want an object",
		`{`:              "unexpected end of JSON input",
	} {
		var to struct {
			A struct {
				B string
				C []int
				D bool
				E int
				F map[string]int
			}
		}
		if got := Plain(json.Unmarshal([]byte(text), &to)); got == nil || got.Error() != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
	must.Be(t, Plain(nil) == nil, "no error became one")
}
