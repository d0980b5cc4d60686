package write

import (
	"slices"
	"testing"
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
		if got := SlotSize(test.sizes); got != test.want {
			t.Errorf("%d parts, the longest %d: got %d, want %d", len(test.sizes), slices.Max(test.sizes), got, test.want)
		}
	}
}

func TestSlotParts(t *testing.T) {
	for slot, want := range map[int]int{64: 1024, 2048: 256, 4096: 128, 1 << 20: 1} {
		if got := SlotParts(slot); got != want {
			t.Errorf("slots of %d bytes: got %d, want %d", slot, got, want)
		}
	}
}
