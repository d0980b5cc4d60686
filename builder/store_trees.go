package builder

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"mycel/builder/cache"
	"mycel/builder/summary"
	"mycel/builder/varint"
	"mycel/engine/model"
)

// treeStore keeps the summary trees of pages in the cache. A tree depends on its page, on
// which of the page's words are forms of one term, on the order of these terms, in which
// weights are added up, and on their weights, which are coarse (summary.Weights) so that an
// edit elsewhere leaves most trees alone. It is not safe for concurrent use; see parallel.Each.
type treeStore struct {
	store   *store
	options string
	vocab   *vocabulary
	weights []float32 // of terms

	seen []uint32 // by form: the page, counted from 1, that has it
	page uint32
	// Room for keyOf:
	forms, terms []model.TermID
	rank         []uint32 // by term, among those of the page
	key          []byte
}

// trees returns what keeps trees grown with the options, nil without a cache.
func (s *store) trees(v *vocabulary, weights []float32, o summary.Options) *treeStore {
	if s == nil {
		return nil
	}
	return &treeStore{store: s, options: fmt.Sprintf("%v", o), vocab: v, weights: weights, seen: make([]uint32, len(v.term)), rank: make([]uint32, len(weights))}
}

// build returns what the last build had of a stretch, or what grow does.
func (t *treeStore) build(s *stretch, grow func() []summary.Node) []summary.Node {
	if t == nil || len(s.pages) != 1 {
		return grow()
	}
	key := t.keyOf(s.pages[0])
	if value, ok := t.store.cache.Get(key); ok {
		if tree, err := readTree(value); err == nil && s.grows(tree) {
			return tree
		}
	}
	tree := grow()
	t.store.cache.Put(key, recordTree(tree))
	return tree
}

// keyOf returns the name of a page's tree. Its words are the same as long as the page is,
// so it is enough to go through them once for their terms.
func (t *treeStore) keyOf(p *page) cache.Key {
	t.page++
	t.forms = t.forms[:0]
	for _, w := range p.words {
		if t.seen[w] != t.page {
			t.seen[w] = t.page
			t.forms = append(t.forms, t.vocab.term[w])
		}
	}
	t.terms = append(t.terms[:0], t.forms...)
	slices.Sort(t.terms)
	t.terms = slices.Compact(t.terms)
	b := t.key[:0]
	for i, term := range t.terms {
		t.rank[term] = uint32(i)
	}
	for _, term := range t.forms {
		b = binary.LittleEndian.AppendUint32(b, t.rank[term])
	}
	for _, term := range t.terms {
		weight := t.weights[term]
		if t.vocab.stop[term] {
			weight = 0 // it is left out
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(weight))
	}
	t.key = b
	page := t.store.keyOf(p)
	return cache.KeyOfBytes("tree", b, t.options, string(page[:]))
}

func recordTree(tree []summary.Node) []byte {
	var w varint.Writer
	w.Int(len(tree))
	for _, n := range tree {
		for _, n := range []int{n.Level, n.ChildFirst, n.ChildEnd, n.LeafFirst, n.LeafEnd, len(n.Sentences)} {
			w.Int(n)
		}
		for _, s := range n.Sentences {
			w.Int(s)
		}
	}
	return w.Bytes
}

func readTree(record string) ([]summary.Node, error) {
	r := varint.NewReader(record)
	tree := make([]summary.Node, r.Count())
	for i := range tree {
		n := &tree[i]
		for _, n := range []*int{&n.Level, &n.ChildFirst, &n.ChildEnd, &n.LeafFirst, &n.LeafEnd} {
			*n = r.Int()
		}
		n.Sentences = make([]int, r.Count())
		for k := range n.Sentences {
			n.Sentences[k] = r.Int()
		}
	}
	return tree, r.Close()
}

// grows tells whether nodes can be a tree that summary.Build has grown over the stretch:
// nobody looks again whether a child or a sentence is there.
func (s *stretch) grows(tree []summary.Node) bool {
	chunks, sentences := s.chunks[len(s.pages)], s.sentences[len(s.pages)]
	var below []summary.Node
	for level, at := 1, 0; at < len(tree); level++ {
		first, next, size := at, 0, chunks
		if level > 1 {
			size = len(below)
		}
		for ; at < len(tree) && tree[at].Level == level; at++ {
			n := &tree[at]
			if n.ChildFirst != next || n.ChildEnd <= next || n.ChildEnd > size {
				return false
			}
			next = n.ChildEnd
			leafFirst, leafEnd := n.ChildFirst, n.ChildEnd
			if level > 1 {
				leafFirst, leafEnd = below[n.ChildFirst].LeafFirst, below[n.ChildEnd-1].LeafEnd
			}
			if n.LeafFirst != leafFirst || n.LeafEnd != leafEnd || !ascending(n.Sentences, sentences) {
				return false
			}
		}
		if next != size {
			return false
		}
		below = tree[first:at]
	}
	return len(tree) > 0
}

// ascending tells whether numbers ascend and are below a limit.
func ascending(numbers []int, limit int) bool {
	least := 0
	for _, n := range numbers {
		if n < least || n >= limit {
			return false
		}
		least = n + 1
	}
	return true
}
