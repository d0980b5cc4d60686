package bitmap_test

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/engine/bitmap"
)

// The chunks that name an entity are a set; how often each does is an array beside it.
func ExampleSet_Rank() {
	b, err := roaring.BitmapOf(4, 17, 90_000).ToBytes()
	if err != nil {
		panic(err)
	}
	counts := []int{2, 1, 5}

	chunks, _, _ := bitmap.Parse(b)
	if chunk := uint32(17); chunks.Contains(chunk) {
		fmt.Println(counts[chunks.Rank(chunk)])
	}
	// Output: 1
}

func ExampleAppendIntersection() {
	view := func(values ...uint32) bitmap.Set {
		b, err := roaring.BitmapOf(values...).ToBytes()
		if err != nil {
			panic(err)
		}
		return bitmap.View(b)
	}
	fmt.Println(bitmap.AppendIntersection(nil, view(1, 5, 70_000), view(5, 6, 70_000)))
	// Output: [5 70000]
}
