package bitmap

import (
	"math/rand/v2"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
)

// benchSets are what an index holds: the chunks of rare, common and very common entities.
func benchSets(b *testing.B) (list []struct {
	name  string
	bytes []byte
}) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, size := range []struct {
		name string
		n    int
	}{{"5", 5}, {"500", 500}, {"20k", 20_000}} {
		r := roaring.New()
		for r.GetCardinality() < uint64(size.n) {
			r.Add(uint32(rng.IntN(70_000)))
		}
		r.RunOptimize()
		list = append(list, struct {
			name  string
			bytes []byte
		}{size.name, encode(b, r)})
	}
	return list
}

func BenchmarkParse(b *testing.B) {
	for _, set := range benchSets(b) {
		b.Run(set.name, func(b *testing.B) {
			b.SetBytes(int64(len(set.bytes)))
			for b.Loop() {
				if _, _, err := Parse(set.bytes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkContains(b *testing.B) {
	for _, set := range benchSets(b) {
		b.Run(set.name, func(b *testing.B) {
			x := uint32(0)
			for b.Loop() {
				View(set.bytes).Contains(x % 70_000)
				x += 7919
			}
		})
	}
}

func BenchmarkRank(b *testing.B) {
	for _, set := range benchSets(b) {
		b.Run(set.name, func(b *testing.B) {
			x := uint32(0)
			for b.Loop() {
				View(set.bytes).Rank(x % 70_000)
				x += 7919
			}
		})
	}
}

func BenchmarkAppend(b *testing.B) {
	for _, set := range benchSets(b) {
		b.Run(set.name, func(b *testing.B) {
			var dst []uint32
			for b.Loop() {
				dst = View(set.bytes).Append(dst[:0])
			}
			b.ReportMetric(float64(len(dst)), "values")
		})
	}
}

func BenchmarkIntersection(b *testing.B) {
	sets := benchSets(b)
	for i, x := range sets {
		for _, y := range sets[i:] {
			b.Run(x.name+"∩"+y.name, func(b *testing.B) {
				var common []uint32
				for b.Loop() {
					common = AppendIntersection(common[:0], View(x.bytes), View(y.bytes))
				}
				b.ReportMetric(float64(len(common)), "common")
			})
		}
	}
}

// BenchmarkIntersectionRoaring is the library's, over bitmaps that it has decoded before.
func BenchmarkIntersectionRoaring(b *testing.B) {
	sets := benchSets(b)
	for i, x := range sets {
		for _, y := range sets[i:] {
			b.Run(x.name+"∩"+y.name, func(b *testing.B) {
				r, s := roaring.New(), roaring.New()
				for target, bytes := range map[*roaring.Bitmap][]byte{r: x.bytes, s: y.bytes} {
					if err := target.UnmarshalBinary(bytes); err != nil {
						b.Fatal(err)
					}
				}
				for b.Loop() {
					roaring.And(r, s)
				}
			})
		}
	}
}
