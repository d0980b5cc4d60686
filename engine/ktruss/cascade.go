package ktruss

// cascade takes a node away, and with it every edge that is in too few triangles
// without it. Of the k-trusses that are left it keeps the best, if that is more
// relevant than what there was; else nothing changes. So two cliques that share a node
// come apart, which no removal of a single node does. It is no part of the paper.
//
// O(edges of the component · degree).
func (p *peeler) cascade(u uint32) bool {
	if p.k == 2 {
		return false // connectivity alone is in the way, and a part of a tree is a guess
	}
	part := p.g.Keep(func(e int) bool {
		ends := p.g.Edge(e)
		return p.in[ends.U] && p.in[ends.V] && ends.U != u && ends.V != u
	})
	trussness := Trussness(part)
	rest := newPeeler(part.Keep(func(e int) bool { return int(trussness[e]) >= p.k }), p.relevance, p.k, p.o)
	rest.support = rest.g.Support()
	best := Community{Sum: p.sum, Nodes: make([]uint32, p.size)}
	found := false
	for _, nodes := range rest.components() {
		c := Community{Nodes: nodes}
		for _, v := range nodes {
			c.Sum += int64(p.relevance[v])
		}
		if c.Sum*int64(len(best.Nodes)) > best.Sum*int64(len(nodes)) || found && better(&c, &best) {
			best, found = c, true
		}
	}
	if found {
		p.become(&best, rest)
	}
	return found
}

// become makes a part of the component the component. Edges that the part lacks may
// lie between its nodes, so it comes with its own graph.
func (p *peeler) become(c *Community, rest *peeler) {
	for _, u := range p.order {
		p.in[u] = false
	}
	p.g, p.left, p.support = rest.g, rest.left, rest.support
	p.size, p.sum = len(c.Nodes), c.Sum
	p.heap = p.heap[:0]
	for _, u := range c.Nodes {
		p.in[u], p.lists[u], p.lost[u] = true, nil, 0
		p.waits[u]++
		p.push(p.place[u])
	}
}
