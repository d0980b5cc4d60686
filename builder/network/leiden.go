package network

import (
	"math/rand/v2"
	"slices"

	"mycel/engine/rank"
)

// Leiden divides the nodes into communities by modularity with resolution 1 (Traag, Waltman & van Eck 2019, "From
// Louvain to Leiden: guaranteeing well-connected communities"). Nodes move to the community that gains most. Every
// community is then refined into parts that are well connected within, and the parts become the nodes of a smaller
// graph, until nothing changes. Such rounds are repeated while modularity grows, at most maxRounds times.
//
// The paper merges a node into a random community, with probabilities e to the gain over θ. Here it takes the greatest
// gain, the limit for small θ. So all decisions compare whole numbers, and are the same on every machine. The seed
// shuffles the order of the nodes.
//
// It returns the community of each node, numbered in the order of their first nodes, and the number of communities.
// Every community is connected; nodes without edges are alone. The sum of all weights must be below 2³⁰. About O(m) a
// pass, with a dozen passes on the graphs of texts.
func (g *Graph) Leiden(seed uint64) (community []uint32, n int) {
	rng := rand.NewPCG(seed, 0)
	bottom := newLevel(g)
	community = rank.Numbers(g.NumNodes())
	quality := bottom.quality(community)
	for range maxRounds {
		next, _ := g.componentsWithin(bottom.round(community, rng))
		better := bottom.quality(next)
		if better <= quality {
			break
		}
		community, quality = next, better
	}
	return g.componentsWithin(community)
}

// maxRounds bounds the rounds: the third rarely gains anything.
const maxRounds = 5

// level is a graph whose nodes stand for sets of nodes of the level below. Weights
// are counted from both ends, so that those within a set are even.
type level struct {
	off      []int
	to       []uint32
	weight   []int64
	within   []int64 // by node: weights inside it
	strength []int64 // by node: all weights at it
	total    int64   // Σ strength
}

func newLevel(g *Graph) *level {
	n := g.NumNodes()
	l := &level{off: make([]int, n+1), to: g.to, weight: make([]int64, len(g.weight)), within: make([]int64, n), strength: make([]int64, n)}
	for u := range n {
		l.off[u+1] = int(g.off[u+1])
		for i := l.off[u]; i < l.off[u+1]; i++ {
			l.weight[i] = int64(g.weight[i])
			l.strength[u] += l.weight[i]
		}
		l.total += l.strength[u]
	}
	return l
}

func (l *level) len() int { return len(l.within) }

func (l *level) row(u uint32) ([]uint32, []int64) {
	i, j := l.off[u], l.off[u+1]
	return l.to[i:j], l.weight[i:j]
}

// sums returns, for every community, the weight within it and the weight at it.
func (l *level) sums(community []uint32) (within, strength []int64) {
	within, strength = make([]int64, l.len()), make([]int64, l.len())
	for u, c := range community {
		within[c] += l.within[u]
		strength[c] += l.strength[u]
		to, weight := l.row(uint32(u))
		for i, v := range to {
			if community[v] == c {
				within[c] += weight[i]
			}
		}
	}
	return within, strength
}

// quality is modularity times total², minus the rounding error of the sum of squares. It decides whether another round
// follows.
func (l *level) quality(community []uint32) float64 {
	within, strength := l.sums(community)
	q := 0.0
	for c := range within {
		q += float64(float64(l.total)*float64(within[c])) - float64(float64(strength[c])*float64(strength[c]))
	}
	return q
}

// round improves a partition of the bottom level: Leiden's main loop.
func (l *level) round(community []uint32, rng *rand.PCG) []uint32 {
	bottom := rank.Numbers(l.len()) // by bottom node: its node of the present level
	community = slices.Clone(community)
	for {
		l.move(community, rng)
		refined, n := l.refine(community, rng)
		if n == l.len() {
			break
		}
		above := make([]uint32, n)
		for u, r := range refined {
			above[r] = community[u]
		}
		for b, u := range bottom {
			bottom[b] = refined[u]
		}
		l, community = l.aggregate(refined, n), renumber(above)
	}
	out := make([]uint32, len(bottom))
	for b, u := range bottom {
		out[b] = community[u]
	}
	return out
}

// renumber numbers communities from 0, in the order in which they appear.
func renumber(community []uint32) []uint32 {
	number := map[uint32]uint32{}
	out := make([]uint32, len(community))
	for u, c := range community {
		k, ok := number[c]
		if !ok {
			k = uint32(len(number))
			number[c] = k
		}
		out[u] = k
	}
	return out
}

// neighbourhood sums the weights from a node by community. It is scratch space.
type neighbourhood struct {
	weight  []int64 // by community
	touched []uint32
}

// read sums the edges of u to nodes for which keep is true; a nil keep means all nodes.
func (h *neighbourhood) read(l *level, u uint32, community []uint32, keep func(v uint32) bool) {
	for _, c := range h.touched {
		h.weight[c] = 0
	}
	h.touched = h.touched[:0]
	to, weight := l.row(u)
	for i, v := range to {
		if keep != nil && !keep(v) {
			continue
		}
		if h.weight[community[v]] == 0 {
			h.touched = append(h.touched, community[v])
		}
		h.weight[community[v]] += weight[i]
	}
}

// gain is the gain in modularity, times total²/2, of a node of the given strength that joins a
// community in which it is not.
func (l *level) gain(weight, strength, ofCommunity int64) int64 {
	return l.total*weight - strength*ofCommunity
}

// move moves nodes to the communities that gain most, until no move gains. All nodes start in a
// queue; a node that moves puts its neighbours in other communities back into the queue.
func (l *level) move(community []uint32, rng *rand.PCG) {
	n := l.len()
	strength, size := make([]int64, n), make([]int, n)
	for u, c := range community {
		strength[c] += l.strength[u]
		size[c]++
	}
	var empty []uint32
	for c := n - 1; c >= 0; c-- {
		if size[c] == 0 {
			empty = append(empty, uint32(c))
		}
	}
	queue := order(n, rng)
	waits := slices.Repeat([]bool{true}, n)
	h := &neighbourhood{weight: make([]int64, n)}
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		waits[u] = false
		from := community[u]
		h.read(l, u, community, nil)
		strength[from] -= l.strength[u]
		size[from]--
		best, most := from, l.gain(h.weight[from], l.strength[u], strength[from])
		for _, c := range h.touched {
			if g := l.gain(h.weight[c], l.strength[u], strength[c]); g > most || g == most && best != from && c < best {
				best, most = c, g
			}
		}
		if most < 0 { // alone is better
			best = empty[len(empty)-1]
		}
		if size[best] == 0 && best != from {
			empty = empty[:len(empty)-1]
		}
		if size[from] == 0 && best != from {
			empty = append(empty, from)
		}
		strength[best] += l.strength[u]
		size[best]++
		community[u] = best
		if best == from {
			continue
		}
		to, _ := l.row(u)
		for _, v := range to {
			if !waits[v] && community[v] != best {
				waits[v] = true
				queue = append(queue, v)
			}
		}
	}
}

// refine divides every community into parts. A part grows by merging nodes that are well connected to the rest of the
// community with parts that are. It returns the part of each node and the number of parts.
func (l *level) refine(community []uint32, rng *rand.PCG) (part []uint32, parts int) {
	n := l.len()
	_, whole := l.sums(community) // by community
	part = rank.Numbers(n)
	strength := slices.Clone(l.strength) // by part
	cut := make([]int64, n)              // by part: weights to the rest of its community
	alone := slices.Repeat([]bool{true}, n)
	for u := range n {
		to, weight := l.row(uint32(u))
		for i, v := range to {
			if community[v] == community[u] {
				cut[u] += weight[i]
			}
		}
	}
	connected := func(p uint32, c int64) bool { return l.total*cut[p] >= strength[p]*(c-strength[p]) }
	h := &neighbourhood{weight: make([]int64, n)}
	for _, u := range order(n, rng) {
		c := community[u]
		if !alone[u] || !connected(u, whole[c]) {
			continue
		}
		h.read(l, u, part, func(v uint32) bool { return community[v] == c })
		best, most := u, int64(0)
		for _, p := range h.touched {
			if p == u || !connected(p, whole[c]) {
				continue
			}
			if g := l.gain(h.weight[p], l.strength[u], strength[p]); g > most || g == most && (best == u || p < best) {
				best, most = p, g
			}
		}
		if best == u {
			continue
		}
		cut[best] += cut[u] - 2*h.weight[best]
		strength[best] += l.strength[u]
		strength[u], cut[u] = 0, 0
		part[u] = best
		alone[best], alone[u] = false, false
	}
	part = renumber(part)
	for _, p := range part {
		parts = max(parts, int(p)+1)
	}
	return part, parts
}

// aggregate makes a level whose nodes are the n parts.
func (l *level) aggregate(part []uint32, n int) *level {
	first := make([]int, n+1)
	for _, p := range part {
		first[p+1]++
	}
	for p := range n {
		first[p+1] += first[p]
	}
	members, next := make([]uint32, len(part)), slices.Clone(first)
	for u, p := range part {
		members[next[p]] = uint32(u)
		next[p]++
	}
	out := &level{off: make([]int, 1, n+1), within: make([]int64, n), strength: make([]int64, n), total: l.total}
	sum := make([]int64, n)
	var touched []uint32
	for p := range n {
		for _, u := range members[first[p]:first[p+1]] {
			out.within[p] += l.within[u]
			out.strength[p] += l.strength[u]
			to, weight := l.row(u)
			for i, v := range to {
				q := part[v]
				if int(q) == p {
					out.within[p] += weight[i]
					continue
				}
				if sum[q] == 0 {
					touched = append(touched, q)
				}
				sum[q] += weight[i]
			}
		}
		slices.Sort(touched)
		for _, q := range touched {
			out.to, out.weight = append(out.to, q), append(out.weight, sum[q])
			sum[q] = 0
		}
		touched = touched[:0]
		out.off = append(out.off, len(out.to))
	}
	return out
}
