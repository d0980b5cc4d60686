package strategy

const MaxCentroid = maxCentroid

// Centroid returns how many passages made the vector of the last term.
func (n *nearness) Centroid() int { return len(n.best) }
