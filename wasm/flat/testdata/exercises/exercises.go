// Package exercises has functions that lean on all that compilers do with control flow, calls, types and constants. Each
// returns a text that is the same on every platform: so a program that was rewritten is held against the original.
package exercises

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// All are the exercises by name.
var All = map[string]func() string{
	"switches":    switches,
	"jumps":       jumps,
	"loops":       loops,
	"defers":      defers,
	"closures":    closures,
	"iterators":   iterators,
	"recursion":   recursion,
	"frames":      frames,
	"maps":        maps,
	"generics":    generics,
	"methods":     methods,
	"assertions":  assertions,
	"equality":    equality,
	"conversions": conversions,
	"arithmetic":  arithmetic,
	"texts":       texts,
	"slices":      sliceWork,
	"constants":   constants,
	"masks":       masks,
	"errors":      errorWork,
}

// report collects what an exercise found.
type report struct{ strings.Builder }

func (r *report) add(values ...any) {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			r.WriteString(v)
		case int:
			r.WriteString(strconv.Itoa(v))
		case uint64:
			r.WriteString(strconv.FormatUint(v, 10))
		case int64:
			r.WriteString(strconv.FormatInt(v, 10))
		case float64:
			r.WriteString(strconv.FormatUint(math.Float64bits(v), 16))
		case bool:
			r.WriteString(strconv.FormatBool(v))
		case error:
			r.WriteString(v.Error())
		default:
			r.WriteString("?")
		}
		r.WriteByte(' ')
	}
}

//go:noinline
func dense(n int) string {
	switch n {
	case 0:
		return "none"
	case 1, 2:
		return "few"
	case 3:
		fallthrough
	case 4:
		return "some"
	case 5, 6, 7, 8, 9, 10, 11, 12:
		return "many"
	}
	return "else"
}

//go:noinline
func sparse(n uint64) int {
	switch {
	case n < 10 && n%2 == 0:
		return 1
	case n == 1<<40, n == 1<<63:
		return 2
	case n > 1<<50:
		if n%3 == 0 {
			return 3
		} else if n%5 == 0 {
			break
		}
		return 4
	default:
		return 5
	}
	return 6
}

//go:noinline
func named(s string) int {
	switch s {
	case "", "a", "b":
		return 1
	case "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta":
		return len(s)
	case "alphabet":
		return 80
	}
	return -1
}

func switches() string {
	var r report
	for n := -1; n < 15; n++ {
		r.add(dense(n))
	}
	for _, n := range []uint64{0, 1, 2, 9, 10, 1 << 40, 1 << 63, 3 << 51, 5 << 51, 7 << 51} {
		r.add(sparse(n))
	}
	for _, s := range strings.Split(",a,b,c,alpha,beta,gamm,gamma,delta,epsilon,zeta,eta,theta,alphabet,thetb", ",") {
		r.add(named(s))
	}
	return r.String()
}

// jumps goes through a machine of states by goto.
func jumps() string {
	var r report
	n, steps := 27, 0
again:
	if n == 1 {
		goto done
	}
	steps++
	if n%2 == 0 {
		n /= 2
		goto again
	}
	n = 3*n + 1
	if steps > 200 {
		goto failed
	}
	goto again
failed:
	r.add("failed")
done:
	r.add(steps)
outer:
	for i := range 20 {
	inner:
		for j := range 20 {
			switch {
			case (i*j)%7 == 6:
				continue outer
			case j > i+3:
				break inner
			case i == 17:
				break outer
			case (i+j)%5 == 4:
				continue
			}
			for k := j; ; k++ {
				if k*k > i+200 {
					continue inner
				}
				if k%11 == 10 {
					break
				}
				steps += k
			}
			steps++
		}
		r.add(i, steps)
	}
	return r.String()
}

func loops() string {
	var r report
	sum := 0
	for i := range 10 {
		for j := i; j < 100; j += i + 1 {
			if j%3 == 0 || j%5 == 0 && i > 2 {
				sum += j
			} else if !(j%7 == 0 && i%2 == 1) {
				sum ^= j << uint(i)
			}
		}
		for sum > 1<<20 {
			sum /= 3
		}
		r.add(sum)
	}
	for i, c := range "aé世\xff𝄞" {
		r.add(i, int(c))
	}
	array := [5]int{5, 4, 3, 2, 1}
	for i, v := range array { // of a copy
		array[4-i] += v
	}
	r.add(array[0], array[1], array[2], array[3], array[4])
	x := 0
	for {
		if x++; x < 5 {
			continue
		}
		if x > 50 {
			break
		}
		x *= 2
	}
	r.add(x)
	return r.String()
}

//go:noinline
func deferring(r *report, n int) (result int) {
	defer func() { result *= 2 }()
	for i := range n {
		defer func(j int) {
			r.add(i, j)
			result += i
		}(i * i)
	}
	if n > 2 {
		defer r.add("large")
	}
	if n == 4 {
		return 100
	}
	func() {
		defer func() { result++ }()
		defer deferring2(&result)()
	}()
	return result + 7
}

func deferring2(result *int) func() {
	*result += 1000
	return func() { *result -= 300 }
}

func defers() string {
	var r report
	for n := range 6 {
		r.add(deferring(&r, n))
	}
	return r.String()
}

func closures() string {
	var r report
	var all []func(int) int
	total := 0
	for i := range 6 {
		step := i
		all = append(all, func(n int) int {
			step += n
			total += step * i
			return step
		})
	}
	for round := range 3 {
		for _, f := range all {
			r.add(f(round))
		}
	}
	compose := func(f, g func(int) int) func(int) int { return func(n int) int { return g(f(n)) } }
	f := func(n int) int { return n }
	for i := range 10 {
		f = compose(f, func(n int) int { return n*3 + i })
	}
	r.add(f(1), total)
	counter := counter{n: 5}
	bound, free := counter.next, (*counterOf).next
	r.add(bound(2), bound(3), free(&counter, 4), counter.n)
	return r.String()
}

type counterOf struct{ n int }

type counter = counterOf

func (c *counterOf) next(by int) int { c.n += by; return c.n }

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

//go:noinline
func searched(n int) (int, bool) {
	for i := range upTo(100) {
		for j := range upTo(i) {
			if i*j == n {
				return i, true
			}
			if i*j > n {
				break
			}
		}
	}
	return 0, false
}

func iterators() string {
	var r report
	for _, n := range []int{6, 35, 97, 9999} {
		i, ok := searched(n)
		r.add(i, ok)
	}
	for v := range slices.Values(slices.Sorted(slices.Values([]int{3, 1, 2}))) {
		r.add(v)
	}
	return r.String()
}

//go:noinline
func ackermann(m, n int) int {
	if m == 0 {
		return n + 1
	}
	if n == 0 {
		return ackermann(m-1, 1)
	}
	return ackermann(m-1, ackermann(m, n-1))
}

type tree struct {
	left, right *tree
	value       int
}

func grown(depth, value int) *tree {
	if depth == 0 {
		return nil
	}
	return &tree{grown(depth-1, 2*value), grown(depth-1, 2*value+1), value}
}

type walker interface{ walk(visit func(int)) }

func (t *tree) walk(visit func(int)) {
	for _, w := range []walker{t.left, t.right} {
		if w.(*tree) != nil {
			w.walk(visit)
		}
	}
	visit(t.value)
}

func even(n int) bool { return n == 0 || odd(n-1) }

func odd(n int) bool { return n != 0 && even(n-1) }

func recursion() string {
	var r report
	r.add(ackermann(2, 9), even(1000), odd(777))
	sum := 0
	grown(10, 1).walk(func(n int) { sum = sum*31%1000003 + n })
	r.add(sum)
	return r.String()
}

// Endless never returns.
func Endless() string { return strconv.Itoa(endless(0)) }

//go:noinline
func endless(n int) int {
	var room [32]int
	room[n%32] = n
	return endless(n+1) + room[n%32]
}

type large struct {
	numbers [40]int
	text    string
	inner   struct{ a, b float64 }
}

//go:noinline
func many(a int8, b uint16, c float32, d string, e large, f []int, g func() int, h any, i bool) (int, string, large, float64, bool) {
	e.numbers[b%40] += int(a)
	e.inner.a += float64(c)
	if i {
		e.text += d
	}
	return len(f) + g(), d + d, e, e.inner.a - e.inner.b, h != nil
}

func frames() string {
	var r report
	var e large
	for i := range e.numbers {
		e.numbers[i] = i * i
	}
	for i := range 5 {
		n, s, back, f, ok := many(int8(-i), uint16(70*i), float32(i)/3, strconv.Itoa(i), e, e.numbers[i:], func() int { return i }, any(nil), i%2 == 0)
		r.add(n, s, f, ok, back.text, back.numbers[7], back.numbers[30])
		e = back
	}
	return r.String()
}

func maps() string {
	var r report
	words := make(map[string]int)
	for i := range 3000 {
		words["w"+strconv.Itoa(i*i%503)] += i % 7
	}
	for i := range 100 {
		delete(words, "w"+strconv.Itoa(i))
	}
	sum := 0
	for k, v := range words {
		sum += len(k) * v
	}
	r.add(len(words), sum)
	type key struct {
		a int16
		b string
		c [2]float64
	}
	keys := map[key][]int{}
	for i := range 200 {
		k := key{int16(i % 9), strconv.Itoa(i % 4), [2]float64{float64(i % 3), 0.5}}
		keys[k] = append(keys[k], i)
	}
	longest := 0
	for _, v := range keys {
		longest = max(longest, len(v))
	}
	r.add(len(keys), longest)
	numbers := map[float64]bool{math.NaN(): true, math.Copysign(0, -1): true}
	numbers[math.NaN()], numbers[0] = true, false
	r.add(len(numbers), numbers[0])
	small := map[uint32]uint64{1: 2}
	clear(small)
	small[7]++
	_, found := small[1]
	r.add(len(small), found)
	pointers := map[*counterOf]int{}
	c := &counterOf{}
	pointers[c]++
	r.add(pointers[c], pointers[nil])
	var none map[string]int
	r.add(none["x"], len(none))
	return r.String()
}

type number interface {
	~int8 | ~int32 | ~int | ~uint16 | ~float32 | ~float64
}

type celsius float32

func reduce[T any, A any](list []T, start A, f func(A, T) A) A {
	for _, v := range list {
		start = f(start, v)
	}
	return start
}

func sum[T number](list ...T) T { return reduce(list, 0, func(a, b T) T { return a + b }) }

type stack[T comparable] struct{ items []T }

func (s *stack[T]) push(v T) *stack[T] { s.items = append(s.items, v); return s }

func (s *stack[T]) index(v T) int {
	for i, x := range s.items {
		if x == v {
			return i
		}
	}
	return -1
}

func generics() string {
	var r report
	r.add(int(sum[int8](100, 27, 1)), int(sum[uint16](65535, 3)), float64(sum[celsius](1.5, 2.25)), sum(1.25, -7), sum(3, 4))
	r.add((&stack[string]{}).push("a").push("b").index("b"), (&stack[[2]int]{}).push([2]int{1, 2}).index([2]int{1, 2}), (&stack[any]{}).push(1).push("1").index("1"), (&stack[walker]{}).push(nil).index(nil))
	r.add(reduce([]string{"x", "yy"}, 0, func(n int, s string) int { return n*10 + len(s) }))
	list := []struct {
		name string
		n    int
	}{{"c", 1}, {"a", 2}, {"b", 1}}
	slices.SortFunc(list, func(a, b struct {
		name string
		n    int
	}) int {
		return (a.n-b.n)*100 + strings.Compare(a.name, b.name)
	})
	for _, e := range list {
		r.add(e.name)
	}
	return r.String()
}

type shape interface {
	Area() float64
	scaled(by float64) shape
}

type (
	square struct{ side float64 }
	circle struct{ radius float64 }
	group  []shape
	label  struct {
		shape
		*counterOf
		name string
	}
)

func (s square) Area() float64            { return s.side * s.side }
func (s square) scaled(by float64) shape  { return square{s.side * by} }
func (c *circle) Area() float64           { return float64(c.radius*c.radius) * 3 }
func (c *circle) scaled(by float64) shape { return &circle{c.radius * by} }
func (g group) Area() (total float64) {
	for _, s := range g {
		total += s.Area()
	}
	return total
}
func (g group) scaled(by float64) shape {
	out := make(group, 0, len(g))
	for _, s := range g {
		out = append(out, s.scaled(by))
	}
	return out
}

func (l label) String() string { return l.name }

func methods() string {
	var r report
	all := group{square{2}, &circle{3}, group{square{1}, &square{5}}, label{square{4}, &counterOf{1}, "l"}}
	r.add(all.Area(), all.scaled(0.5).Area())
	for _, s := range all {
		area := s.Area
		r.add(area(), shape.Area(s))
	}
	l := label{&circle{1}, &counterOf{40}, "name"}
	r.add(l.next(2), l.n, l.Area(), l.scaled(2).Area())
	return r.String()
}

// namer and rester are never assigned statically, so that all depends on tables of methods.
type (
	namer  interface{ String() string }
	nexter interface {
		next(int) int
		Area() float64
	}
	stranger interface{ strange() }
)

//go:noinline
func kind(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case nexter:
		return "nexter" + strconv.Itoa(v.next(1))
	case namer:
		return "namer" + v.String()
	case shape:
		return "shape" + strconv.Itoa(int(v.Area()))
	case error:
		return "error" + v.Error()
	case []int, map[string]int, func():
		return "other"
	case int, uint8:
		return "number"
	case *int:
		return "pointer" + strconv.Itoa(*v)
	case struct{ a, b int }:
		return "struct" + strconv.Itoa(v.a+v.b)
	}
	return "unknown"
}

type onlyNamed string

func (n onlyNamed) String() string { return "<" + string(n) + ">" }

type pointerNamed struct{ n *onlyNamed }

func (p *pointerNamed) String() string { return "*" + p.n.String() }

func (*pointerNamed) strange() {}

func assertions() string {
	var r report
	n, name := 9, onlyNamed("n")
	values := []any{nil, label{square{4}, &counterOf{1}, "l"}, onlyNamed("x"), &pointerNamed{&name}, pointerNamed{&name}, square{3}, &circle{2}, group{},
		errors.New("e"), []int{}, map[string]int{}, func() {}, 7, uint8(7), uint16(7), &n, struct{ a, b int }{3, 4}, struct{ a, c int }{3, 4}}
	for _, v := range values {
		r.add(kind(v))
		_, strange := v.(stranger)
		_, named := v.(interface {
			namer
			stranger
		})
		s, ok := v.(string)
		r.add(strange, named, s, ok)
	}
	var w walker = grown(2, 3)
	again, ok := w.(interface{ walk(func(int)) })
	again.walk(func(n int) { r.add(n) })
	_, isShape := w.(shape)
	r.add(ok, isShape)
	return r.String()
}

func equality() string {
	var r report
	type pair struct {
		a any
		b string
		c [3]uint16
	}
	list := []pair{{1, "x", [3]uint16{1}}, {1, "x", [3]uint16{1}}, {1.0, "x", [3]uint16{1}}, {1, "y", [3]uint16{1}}, {1, "x", [3]uint16{2}}, {square{1}, "", [3]uint16{}}, {square{1}, "", [3]uint16{}}}
	for i := range list {
		for j := range i {
			r.add(list[i] == list[j])
		}
	}
	var nothing *circle
	var s shape = nothing
	r.add(s == nil, any(s) == any(nothing), shape(square{2}) == shape(square{2}), math.NaN() == math.NaN(), any(math.NaN()) == any(math.NaN()))
	r.add([2]string{"a", "b"} == [2]string{"a", strings.Repeat("b", 1)}, struct{ a, _ int }{1, 2} == struct{ a, _ int }{1, 3})
	return r.String()
}

//go:noinline
func widths(f float64, n int64) []any {
	return []any{int(f), int64(int8(n)), int64(int16(n)), int64(int32(n)), uint64(uint8(n)), uint64(uint16(n)), uint64(uint32(n)), uint64(n),
		float64(float32(f)), float64(n), float64(uint64(n)), float64(float32(n)), int64(math.Float32bits(float32(f)))}
}

func conversions() string {
	var r report
	for _, f := range []float64{0, 0.1, -2.5, 3.999999999, 1 << 31, -(1 << 40), 16777217, math.SmallestNonzeroFloat64} {
		for _, n := range []int64{0, -1, 127, 128, 300, -70000, 1 << 33, math.MaxInt64, math.MinInt64} {
			r.add(widths(f, n)...)
		}
	}
	text := "aé世\xff𝄞"
	r.add(len([]rune(text)), string([]rune(text)), string([]byte(text)[1:3]), string(rune(0x4e16)), string(rune(-1)), utf8.RuneCountInString(text))
	return r.String()
}

//go:noinline
func integers(a, b int64, s uint) []any {
	q, m := a/b, a%b
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return []any{q, m, a << s, a >> s, int64(uint64(a) >> s), a &^ b, int64(int32(a) / int32(b|1)), int64(int8(a) >> s), uint64(uint32(a) % uint32(b|1)),
		hi, lo, bits.OnesCount64(uint64(a)), bits.LeadingZeros64(uint64(a)), bits.TrailingZeros32(uint32(b)), int64(bits.RotateLeft32(uint32(a), int(s))), uint64(bits.Reverse16(uint16(a)))}
}

//go:noinline
func floats(a, b float64) []any {
	return []any{a + b, a * b, a / b, -a, math.Sqrt(a), math.Floor(a), math.Ceil(b), math.Trunc(a), math.Abs(b), math.Copysign(a, b), a < b, a >= b, a != b,
		float64(float32(a) * float32(b)), math.Float64frombits(math.Float64bits(a) ^ 1), min(a, b), max(a, b), math.RoundToEven(a), float64(float32(a) - float32(b))}
}

func arithmetic() string {
	var r report
	for _, a := range []int64{0, 1, -1, 12345678901, math.MinInt64, math.MaxInt64} {
		for _, b := range []int64{1, -1, 7, -1000, math.MinInt64} {
			for _, s := range []uint{0, 1, 31, 63, 64, 200} {
				r.add(integers(a, b, s)...)
			}
		}
	}
	for _, a := range []float64{0, math.Copysign(0, -1), 1.5, -2.5, 1e300, math.Inf(1)} {
		for _, b := range []float64{1, -3, 0.1, math.Inf(-1)} {
			for _, v := range floats(a, b) {
				if f, ok := v.(float64); ok && f != f {
					v = "NaN" // whose bits differ
				}
				r.add(v)
			}
		}
	}
	c := complex(3, -4)
	c = c*c/complex(1, 2) + complex(0, 1)
	r.add(real(c), imag(c), c == complex(real(c), imag(c)))
	return r.String()
}

func texts() string {
	var r report
	text := strings.Repeat("the quick brown fox — ", 9) + "ends"
	for _, part := range []string{"fox", "e", "x —", "ends", "none", "the quick brown fox — the quick brown fox", ""} {
		r.add(strings.Index(text, part), strings.LastIndex(text, part), strings.Count(text, part), strings.Contains(text, part), strings.HasSuffix(text, part))
	}
	fields := strings.Fields(strings.ToUpper(text))
	r.add(len(fields), strings.Join(fields[:5], "-"), strings.Compare(text[:30], text[21:]), text[5:9] == "uick", text < "thf")
	b := []byte(text)
	copy(b[3:], b)
	r.add(string(b[:40]), strings.Map(func(c rune) rune { return c + 1 }, "añb"), strings.TrimFunc("  x ", func(c rune) bool { return c == ' ' }), strings.EqualFold("Straße", "STRAßE"))
	n, err := strconv.Atoi("12x")
	f, _ := strconv.ParseFloat("1.5e-7", 64)
	r.add(n, err != nil, f, strconv.Quote("a\n\x00é"), strconv.FormatInt(-255, 16))
	return r.String()
}

func sliceWork() string {
	var r report
	var list []int
	for i := range 200 {
		list = append(list, i*7919%211)
	}
	sort.Ints(list[:100])
	sort.Sort(sort.Reverse(sort.IntSlice(list[100:])))
	list = slices.Insert(list, 50, -1, -2)
	list = slices.Delete(list, 10, 20)
	list = append(list[:5:5], list[3:]...)
	i, found := slices.BinarySearch(list[:9], 6)
	r.add(len(list), cap(list) >= len(list), list[0], list[44], list[45], list[len(list)-1], i, found, slices.Max(list), slices.Index(list, -2))
	grid := make([][]byte, 4)
	for i := range grid {
		grid[i] = make([]byte, i, 8)
		grid[i] = append(grid[i], "xyz"[:i]...)
	}
	array := (*[2]byte)(grid[2])
	array[1] = 'q'
	r.add(string(grid[2]), string(grid[3]), len(grid[0]))
	return r.String()
}

var table = [...]struct {
	name  string
	value float64
	bits  uint64
	small [3]int8
	next  *string
}{
	{"one", 1.1, 1 << 60, [3]int8{1, -2, 3}, &first}, {"two", -2.2, 1<<64 - 1, [3]int8{4, 5, -6}, nil}, {"three", 3e30, 0x0102030405060708, [3]int8{-128, 127}, &first},
}

var first = "first"

func constants() string {
	var r report
	for i := range table {
		e := &table[i]
		r.add(e.name, e.value, e.bits, int(e.small[0]), int(e.small[1]), int(e.small[2]), e.next == &first)
	}
	for _, v := range [...]uint16{1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047} {
		r.add(int(v))
	}
	for _, v := range [...]float32{0.1, 0.2, 0.3, 1e-9, 1e9} {
		r.add(float64(v))
	}
	for _, v := range [...]int32{-1, 1 << 30, 65536, 20000, 30000, 40000} {
		r.add(int(v))
	}
	for _, v := range [...]string{"Set", "Len", "\x01\x03Set", "\x00\x04read", "int", "*int", "string", "[]string", "main"} {
		r.add(v)
	}
	words := [...]uint64{0x3ca0, 0x4000, 0x10000, 0x1c068, 0x1000_0000, 0x1000_0000 + 5<<16}
	for i := range words {
		r.add(words[(i*5+1)%len(words)])
	}
	return r.String()
}

// masks reads strings and tables of a few bytes that end in zeros, as those are that say which words of a type are
// pointers: linkers merge equal ones. From five elements on a compiler reads a table from memory.
func masks() string {
	var r report
	sum := 0
	add := func(table []byte) {
		for i, b := range table {
			sum = sum*257%1000003 + int(b)*(i+1)
		}
		r.add(sum)
	}
	for _, s := range []string{"\x01", "\x02", "\x03", "\x04", "\x05", "\x06", "\x07", "\x08", "\t", "\n", "\v", "\r", "\x0f", "\x11", "\x15", "U"} {
		add([]byte(s))
	}
	for i := range 2 {
		a, b, c := [8]byte{1, 0, 0, 0, 0, 0, 0, 0}, [5]byte{2, 0, 0, 0, 0}, [5]byte{3, 0, 0, 0, 0}
		d, e, f := [8]byte{5, 0, 0, 0, 0, 0, 0, 0}, [5]byte{7, 0, 0, 0, 0}, [5]byte{9, 0, 0, 0, 0}
		g, h, j := [6]byte{15, 0, 0, 0, 0, 0}, [5]byte{0x11, 0, 0, 0, 0}, [5]byte{0x15, 0, 0, 0, 0}
		k, l, m := [6]byte{0x55, 0, 0, 0, 0, 0}, [5]byte{0xff, 0, 0, 0, 0}, [5]byte{0x55, 0x55, 1, 0, 0}
		for _, table := range [][]byte{a[i:], b[i:], c[i:], d[i:], e[i:], f[i:], g[i:], h[i:], j[i:], k[i:], l[i:], m[i:]} {
			add(table)
		}
	}
	return r.String()
}

var errBase = errors.New("base")

type wrapped struct {
	what string
	err  error
}

func (w *wrapped) Error() string { return w.what + ": " + w.err.Error() }
func (w *wrapped) Unwrap() error { return w.err }

func errorWork() string {
	var r report
	err := error(&wrapped{"outer", &wrapped{"inner", errBase}})
	r.add(err, errors.Is(err, errBase), errors.Is(err, errors.New("base")), errors.Unwrap(err))
	joined := errors.Join(err, errBase)
	r.add(joined, errors.Is(joined, errBase))
	return r.String()
}
