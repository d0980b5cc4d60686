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
