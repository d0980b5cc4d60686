package vector

import "math"

// rotation is a pseudo-random orthogonal matrix that is never written out: three
// times random signs, then a Hadamard transform, as in Andoni, Indyk, Laarhoven,
// Razenshteyn & Schmidt 2015, "Practical and Optimal LSH for Angular Distance". It
// needs only additions, in a fixed order, so a seed of eight bytes gives the same
// bits on every machine. A matrix from a normal distribution would need logarithms,
// or have to be downloaded.
type rotation struct {
	size  int      // a power of two
	flips []uint64 // a bit for each dimension, round after round: 1 turns its sign
}

const rotationRounds = 3

// newRotation makes the rotation from one number of dimensions to another. It works
// on the next power of two of the larger number. Shorter vectors are filled up with
// zeros, and the first dimensions of the result are kept: all of it, or a random
// projection.
//
//go:noinline
func newRotation(seed uint64, from, to int) *rotation {
	r := &rotation{size: WordBits}
	for r.size < max(from, to) {
		r.size *= 2
	}
	r.flips = make([]uint64, rotationRounds*r.size/WordBits)
	for i := range r.flips {
		r.flips[i] = splitMix(&seed)
	}
	return r
}

// turn rotates x, of r.size elements. Lengths are kept, but for rounding.
// O(size·log size).
func (r *rotation) turn(x []float32) {
	words := r.size / WordBits
	for round := range rotationRounds {
		flips := r.flips[round*words:][:words]
		for i := range x {
			if flips[i/WordBits]>>(i%WordBits)&1 != 0 {
				x[i] = -x[i]
			}
		}
		hadamard(x)
	}
	// A transform multiplies lengths by √size.
	scale := 1 / (float32(r.size) * float32(math.Sqrt(float64(r.size))))
	for i := range x {
		x[i] *= scale
	}
}

// hadamard applies the Walsh-Hadamard transform without its factor 1/√len(x), which
// is a power of two.
func hadamard(x []float32) {
	for half := 1; half < len(x); half *= 2 {
		for first := 0; first < len(x); first += 2 * half {
			for i := first; i < first+half; i++ {
				a, b := x[i], x[i+half]
				x[i], x[i+half] = a+b, a-b
			}
		}
	}
}

// splitMix returns the next number of the generator SplitMix64 (Steele, Lea & Flood
// 2014, "Fast splittable pseudorandom number generators").
func splitMix(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
