package method

const MaxCentroid = maxCentroid

// Centroid returns how many passages made the vector of the last term.
func (d *Dense) Centroid() int { return len(d.best) }
