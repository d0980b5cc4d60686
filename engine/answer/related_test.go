package answer

import "testing"

// Neighbours are told as JSON, and a reason where there is none.
func TestRelatedJSON(t *testing.T) {
	for reason, want := range map[string]string{"": `{"of":"a","neighbours":[]}`, "no \"links\"": `{"of":"a","reason":"no \"links\"","neighbours":[]}`} {
		if got := string((&Related{Of: "a", Reason: reason}).AppendJSON(nil)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
