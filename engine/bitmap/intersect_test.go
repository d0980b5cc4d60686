package bitmap

import (
	"fmt"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"mycel/internal/must"
)

// TestIntersections meets all pairs of sets in both encodings, which brings every kind of
// container together with every other.
func TestIntersections(t *testing.T) {
	type encoded struct {
		name string
		set  Set
		want *roaring.Bitmap
	}
	var all []encoded
	for _, set := range sets() {
		for i, b := range encodings(t, set.values) {
			all = append(all, encoded{fmt.Sprint(set.name, " ", i), parse(t, b), decode(t, b)})
		}
	}
	pairsOfKinds := map[[2]kind]bool{}
	for _, a := range all {
		for _, b := range all {
			want := roaring.And(a.want, b.want).ToArray()
			agreeOnIntersection(t, a.set, b.set, want)
			for i := range int(a.set.n) {
				if j, ok := b.set.find(a.set.key(i)); ok {
					pairsOfKinds[[2]kind{a.set.kind(i), b.set.kind(j)}] = true
				}
			}
		}
	}
	must.Be(t, len(pairsOfKinds) == 9, "%d pairs of kinds met, want 9", len(pairsOfKinds))
}
