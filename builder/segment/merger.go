package segment

import (
	"slices"
	"sync"
)

// A merger counts the tokens that byte pair encoding (Sennrich et al. 2016)
// makes of a piece of text: beginning with single bytes, the neighbours whose
// union has the lowest rank in the vocabulary, the leftmost of equals, become one
// token until no union is in the vocabulary.
type merger struct {
	*ranks
	work sync.Pool // of *merge
}

func newMerger(r *ranks) *merger {
	m := &merger{ranks: r}
	m.work.New = func() any { return new(merge) }
	return m
}

// count returns the number of tokens of piece. O(n log n) for n bytes; four of
// five pieces of English are one token, found by one look-up.
func (m *merger) count(piece string) int {
	tokens, _ := m.cut(piece, len(piece))
	return tokens
}

// cut returns the number of tokens of piece, limit if it has more, and where the last of
// them ends. O(n log n), as count.
func (m *merger) cut(piece string, limit int) (tokens, end int) {
	if len(piece) <= 1 || limit <= 0 {
		n := min(len(piece), max(limit, 0))
		return n, n
	}
	if len(piece) <= m.longest {
		if _, ok := m.find(piece); ok {
			return 1, len(piece)
		}
	}
	w := m.work.Get().(*merge)
	defer m.work.Put(w)
	if tokens = w.run(m, piece); tokens <= limit {
		return tokens, len(piece)
	}
	for range limit {
		end = int(w.next[end])
	}
	return limit, end
}

// merge is the state of one count: the tokens of the piece as a linked list.
// Every array has an entry for each byte, of which those at starts of tokens are
// in use.
type merge struct {
	next  []int32  // start of the token behind, len(piece) behind the last
	prev  []int32  // start of the token before, -1 before the first
	rank  []int32  // of the union with the token behind, -1 if there is none
	queue []uint64 // heap of unions: rank, then start; stale if rank has changed
}

func (w *merge) run(m *merger, piece string) (tokens int) {
	n := len(piece)
	w.next = slices.Grow(w.next[:0], n)[:n]
	w.prev = slices.Grow(w.prev[:0], n)[:n]
	w.rank = slices.Grow(w.rank[:0], n)[:n]
	w.queue = w.queue[:0]
	for i := range n {
		w.next[i], w.prev[i] = int32(i+1), int32(i-1)
	}
	for i := range n {
		w.rate(m, piece, int32(i))
	}
	tokens = n
	for len(w.queue) > 0 {
		top := w.pop()
		i := int32(top & 0xffffffff)
		if w.rank[i] != int32(top>>32) {
			continue
		}
		joined := w.next[i]
		w.next[i] = w.next[joined]
		w.rank[joined] = -1
		tokens--
		if after := w.next[i]; int(after) < n {
			w.prev[after] = i
		}
		w.rate(m, piece, i)
		if before := w.prev[i]; before >= 0 {
			w.rate(m, piece, before)
		}
	}
	return tokens
}

// rate looks up the union of the token at i with the one behind it.
func (w *merge) rate(m *merger, piece string, i int32) {
	w.rank[i] = -1
	joined := w.next[i]
	if int(joined) == len(piece) {
		return
	}
	end := w.next[joined]
	if int(end-i) > m.longest {
		return
	}
	if rank, ok := m.find(piece[i:end]); ok {
		w.rank[i] = int32(rank)
		w.push(uint64(rank)<<32 | uint64(i))
	}
}

func (w *merge) push(x uint64) {
	w.queue = append(w.queue, x)
	q := w.queue
	for i := len(q) - 1; i > 0; {
		parent := (i - 1) / 2
		if q[parent] <= q[i] {
			break
		}
		q[parent], q[i] = q[i], q[parent]
		i = parent
	}
}

func (w *merge) pop() uint64 {
	q := w.queue
	top := q[0]
	last := len(q) - 1
	q[0] = q[last]
	q = q[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(q) {
			break
		}
		if child+1 < len(q) && q[child+1] < q[child] {
			child++
		}
		if q[i] <= q[child] {
			break
		}
		q[i], q[child] = q[child], q[i]
		i = child
	}
	w.queue = q
	return top
}
