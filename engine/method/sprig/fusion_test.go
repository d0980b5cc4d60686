package sprig

import (
	"fmt"
	"math"
	"testing"

	"mycel/engine/rank"
	"mycel/internal/must"
)

// ranking is a list of ids, best first.
func ranking(ids ...uint32) []rank.Item {
	var list []rank.Item
	for i, id := range ids {
		list = append(list, rank.Item{ID: id, Score: float32(100 - i)})
	}
	return list
}

func ids(list []rank.Item) string {
	var out []uint32
	for _, it := range list {
		out = append(out, it.ID)
	}
	return fmt.Sprint(out)
}

func TestRRF(t *testing.T) {
	fused := rrf(ranking(1, 2, 3), ranking(3, 4))
	if got := ids(fused); got != "[3 1 2 4]" { // 2 and 4 are both second somewhere
		t.Errorf("order %s", got)
	}
	want := 1.0/63 + 1.0/61
	must.Be(t, math.Abs(float64(fused[0].Score)-want) <= 1e-7, "score %g, want %g", fused[0].Score, want)
	if got := rrf(nil, nil); len(got) != 0 {
		t.Errorf("nothing fused is %v", got)
	}
	var long []uint32
	for i := range uint32(2 * fusionDepth) {
		long = append(long, i)
	}
	if got := rrf(ranking(long...)); len(got) != fusionDepth {
		t.Errorf("%d of a list are fused, want %d", len(got), fusionDepth)
	}
}
