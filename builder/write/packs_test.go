package write

import (
	"slices"
	"testing"

	"mycel/internal/must"
)

func TestSlotSize(t *testing.T) {
	for _, test := range []struct {
		sizes []int
		want  int
	}{
		{[]int{0}, 64},
		{[]int{60, 60}, 64},
		{[]int{60, 61}, 128}, // a further request for half of the parts costs more than 64 bytes
		{append(slices.Repeat([]int{60}, 999), 60_000), 64}, // for a part in a thousand it does not
		{append(slices.Repeat([]int{60}, 9), 1000), 1024},
	} {
		must.Equal(t, SlotSize(test.sizes), test.want, "%d parts, the longest %d", len(test.sizes), slices.Max(test.sizes))
	}
}

func TestSlotParts(t *testing.T) {
	for slot, want := range map[int]int{64: 1024, 2048: 256, 4096: 128, 1 << 20: 1} {
		must.Equal(t, SlotParts(slot), want, "slots of %d bytes", slot)
	}
}
