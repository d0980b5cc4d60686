package atlas

import "math"

const (
	spacing    = 100.0 // between pages
	edge       = 60.0  // from the outermost page to the circle around its community
	gap        = 90.0  // between circles
	rounds     = 400   // of the simulation
	mostPasses = 2000  // passes at the end that move circles apart; usually few are needed
	wide       = 1.5   // width of the whole map over its height

	// A turn by the golden angle, 2π(1 − 1/φ).
	cosGolden = -0.7373688780783197
	sinGolden = 0.6754902942615238
)

// whole rounds a place to a whole number.
func whole(x float64) int { return int(math.Floor(x + 0.5)) }

// place lays out the groups in a group, and moves all of them to their places on the map.
func (w *world) place(root *group) {
	w.x, w.y = make([]float64, len(w.title)), make([]float64, len(w.title))
	for _, g := range root.children {
		w.arrange(g)
	}
	settle(root, wide)
	left, right, top, bottom := bounds(root.children)
	if bottom-top > right-left { // screens are wider than high
		for _, g := range root.children {
			g.x, g.y = g.y, g.x
		}
		left, right, top, bottom = top, bottom, left, right
	}
	root.x, root.y = (left+right)/2, (top+bottom)/2
	root.width, root.height = float64((right-left)/2)+gap, float64((bottom-top)/2)+gap
	w.shift(root, 0, 0)
}

func bounds(list []*group) (left, right, top, bottom float64) {
	left, right, top, bottom = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, g := range list {
		left, right = min(left, g.x-g.r), max(right, g.x+g.r)
		top, bottom = min(top, g.y-g.r), max(bottom, g.y+g.r)
	}
	return left, right, top, bottom
}

// arrange lays out a group around the point 0, 0.
func (w *world) arrange(g *group) {
	if len(g.children) == 0 {
		w.sunflower(g)
		return
	}
	for _, child := range g.children {
		w.arrange(child)
	}
	settle(g, 1)
	// The circle's centre is the middle of its children.
	g.r = 0
	for _, c := range g.children {
		g.r = max(g.r, distance(c.x, c.y)+c.r)
	}
	g.r += gap
}

// sunflower lays pages out in a spiral, the first in the middle (Vogel 1979), with the same room for each.
func (w *world) sunflower(g *group) {
	x, y := 1.0, 0.0
	for i, p := range g.pages {
		r := spacing * math.Sqrt(float64(i))
		w.x[p], w.y[p] = float64(r*x), float64(r*y)
		x, y = float64(x*cosGolden)-float64(y*sinGolden), float64(x*sinGolden)+float64(y*cosGolden)
	}
	g.r = float64(spacing*math.Sqrt(float64(len(g.pages)))) + edge
}

func distance(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// settle finds places for the circles of a group's children: linked ones side by side, all near the middle, without
// overlaps.
func settle(g *group, wide float64) {
	list := g.children
	total := 0.0
	for _, c := range list {
		total += c.r
	}
	x, y := 1.0, 0.0
	for i, c := range list {
		r := float64(total * math.Sqrt(float64(i)/float64(len(list))))
		c.x, c.y = float64(r*x), float64(r*y)
		x, y = float64(x*cosGolden)-float64(y*sinGolden), float64(x*sinGolden)+float64(y*cosGolden)
	}
	for round := range rounds {
		// Steps get smaller.
		pace := float64(0.12 * float64(rounds-round) / rounds)
		attract(list, pace, wide)
		for range 4 {
			separate(list)
		}
	}
	for range mostPasses {
		if !separate(list) {
			break
		}
	}
	cx, cy, weight := 0.0, 0.0, 0.0
	for _, c := range list {
		area := float64(c.r * c.r)
		cx, cy, weight = cx+float64(c.x*area), cy+float64(c.y*area), weight+area
	}
	for _, c := range list {
		c.x, c.y = c.x-cx/weight, c.y-cy/weight
	}
}

// attract moves each circle towards the circles that it is linked to, by their share of its links, and towards the
// middle.
func attract(list []*group, pace, wide float64) {
	for i, c := range list {
		sum := int64(0)
		for _, n := range c.links {
			sum += n
		}
		dx, dy := float64(-c.x/(2*wide)), -c.y/2
		for k, other := range list {
			if k == i || sum == 0 || c.links[k] == 0 {
				continue
			}
			share := float64(c.links[k]) / float64(sum)
			dx += float64(share * (other.x - c.x))
			dy += float64(share * (other.y - c.y))
		}
		c.x, c.y = c.x+float64(pace*dx), c.y+float64(pace*dy)
	}
}

// separate moves overlapping circles apart; the larger circle moves less. It reports whether an overlap was more
// than a hundredth of the gap.
func separate(list []*group) (moved bool) {
	for i, a := range list {
		for _, b := range list[i+1:] {
			dx, dy := b.x-a.x, b.y-a.y
			d, want := distance(dx, dy), a.r+b.r+gap
			if d >= want-gap/100 {
				continue
			}
			if d < 1 {
				dx, dy, d = 1, 0, 1
			}
			moved = true
			push := (want - d) / d
			share := float64(b.r*b.r) / (float64(a.r*a.r) + float64(b.r*b.r))
			a.x, a.y = a.x-float64(push*dx*share), a.y-float64(push*dy*share)
			b.x, b.y = b.x+float64(push*dx*(1-share)), b.y+float64(push*dy*(1-share))
		}
	}
	return moved
}

// shift moves children and pages of a group by the place of the group.
func (w *world) shift(g *group, x, y float64) {
	for _, c := range g.children {
		c.x, c.y = c.x+x, c.y+y
		w.shift(c, c.x, c.y)
	}
	if len(g.children) == 0 {
		for _, p := range g.pages {
			w.x[p], w.y[p] = w.x[p]+x, w.y[p]+y
		}
	}
}
