// Package cluster divides points into groups of near ones.
package cluster

import (
	"math"
	"math/rand/v2"
	"slices"

	"mycel/builder/parallel"
)

// Iterations is the most iterations of KMeans; it ends earlier if no point changes its group.
const Iterations = 25

// blockRows is the number of points in a unit of work. Sums are made block by block, so that they do not depend on
// the number of cores.
const blockRows = 256

// KMeans divides points, rows of dims numbers, into at most k groups by Lloyd's algorithm. It starts from centres
// that the seed draws far from each other (Arthur & Vassilvitskii 2007, "k-means++"). It returns the group of each
// point, below k; groups may be empty where points coincide. Distances are Euclidean; ties go to the first group. At
// most O(Iterations · n · k · dims): while the group of a point is unchanged, only changed groups are compared with
// it.
func KMeans(points []float32, dims, k int, seed uint64) []uint32 {
	n := len(points) / dims
	k = min(k, n)
	c := &clustering{
		points: points, dims: dims, n: n, k: k, norms: make([]float32, n),
		centres: make([]float32, 0, k*dims), half: make([]float32, 0, k),
		group: make([]uint32, n), score: make([]float32, n), changed: slices.Repeat([]bool{true}, k),
	}
	if k < 2 {
		return c.group
	}
	for i := range c.norms {
		p := c.point(i)
		c.norms[i] = dot(p, p)
	}
	c.seed(rand.NewPCG(seed, 0))
	for range Iterations {
		c.update()
		if !c.assign() {
			break
		}
	}
	return c.group
}

type clustering struct {
	points  []float32
	dims    int
	n, k    int
	norms   []float32 // by point: squared lengths
	centres []float32
	half    []float32 // by centre: half of its squared length
	group   []uint32  // by point
	score   []float32 // by point: point·centre − half, greatest for the nearest centre
	changed []bool    // by centre: whether it moved after the points were last compared with it
}

func (c *clustering) point(i int) []float32  { return c.points[i*c.dims:][:c.dims] }
func (c *clustering) centre(i int) []float32 { return c.centres[i*c.dims:][:c.dims] }

// add makes a point a centre.
func (c *clustering) add(point int) {
	c.centres = append(c.centres, c.point(point)...)
	c.half = append(c.half, c.norms[point]/2)
}

// seed chooses points as centres, each with a probability that grows with the square of its distance from the nearest
// earlier centre. It also assigns the points.
func (c *clustering) seed(rng *rand.PCG) {
	c.add(int(rng.Uint64() % uint64(c.n)))
	c.compare(0)
	for len(c.half) < c.k {
		total := 0.0
		for i := range c.n {
			total += c.distance(i)
		}
		// 53 bits of the generator are a number below 1.
		left := float64(rng.Uint64()>>11) / (1 << 53) * total
		chosen := c.n - 1
		for i := range c.n {
			if left -= c.distance(i); left < 0 {
				chosen = i
				break
			}
		}
		c.add(chosen)
		c.compare(len(c.half) - 1)
	}
}

// distance returns the square of a point's distance from its centre.
func (c *clustering) distance(point int) float64 {
	return math.Max(0, float64(c.norms[point])-float64(2*float64(c.score[point])))
}

// compare assigns points to a new centre if it is nearer than theirs.
func (c *clustering) compare(centre int) {
	parallel.Do((c.n+blockRows-1)/blockRows, func(b int) {
		for i := b * blockRows; i < min((b+1)*blockRows, c.n); i++ {
			if s := dot(c.point(i), c.centre(centre)) - c.half[centre]; centre == 0 || s > c.score[i] {
				c.group[i], c.score[i] = uint32(centre), s
			}
		}
	})
}

// update moves the centres to the means of their points. Empty groups keep theirs.
func (c *clustering) update() {
	members := make([][]int, c.k)
	for i, g := range c.group {
		members[g] = append(members[g], i)
	}
	parallel.Do(c.k, func(g int) {
		if len(members[g]) == 0 {
			c.changed[g] = false
			return
		}
		mean := make([]float32, c.dims)
		for _, i := range members[g] {
			for d, v := range c.point(i) {
				mean[d] += v
			}
		}
		for d := range mean {
			mean[d] /= float32(len(members[g]))
		}
		c.changed[g] = !slices.Equal(mean, c.centre(g))
		copy(c.centre(g), mean)
		c.half[g] = dot(mean, mean) / 2
	})
}

// assign assigns every point to the nearest centre. It reports whether a point changed its group.
func (c *clustering) assign() bool {
	var changed []int
	for g, is := range c.changed {
		if is {
			changed = append(changed, g)
		}
	}
	blocks := (c.n + blockRows - 1) / blockRows
	moved := make([]bool, blocks)
	parallel.Do(blocks, func(b int) {
		for i := b * blockRows; i < min((b+1)*blockRows, c.n); i++ {
			if c.nearest(i, changed) {
				moved[b] = true
			}
		}
	})
	return slices.Contains(moved, true)
}

// nearest finds the nearest centre of a point. If the point's own centre has not changed, only changed centres can be
// nearer now.
func (c *clustering) nearest(i int, changed []int) (moved bool) {
	p, was := c.point(i), c.group[i]
	best, most := was, c.score[i]
	if c.changed[was] {
		most = dot(p, c.centre(int(was))) - c.half[was]
		for g := range c.k {
			if s := dot(p, c.centre(g)) - c.half[g]; s > most || s == most && uint32(g) < best {
				best, most = uint32(g), s
			}
		}
	} else {
		for _, g := range changed {
			if s := dot(p, c.centre(g)) - c.half[g]; s > most || s == most && uint32(g) < best {
				best, most = uint32(g), s
			}
		}
	}
	c.group[i], c.score[i] = best, most
	return best != was
}

// dot returns the dot product. It adds in four sums, so that several multiplications run at once.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s0 += float32(a[0] * b[0])
		s1 += float32(a[1] * b[1])
		s2 += float32(a[2] * b[2])
		s3 += float32(a[3] * b[3])
	}
	for i := range a {
		s0 += float32(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}
