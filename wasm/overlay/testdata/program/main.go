//go:build js && wasm

// A program that leans on all that the engine's runtime has kept: collections with
// pointers in deep stacks, stacks that move, panics, recover, deferred calls, maps,
// strings, goroutines that wait for each other. It keeps to the engine's call contract;
// each search request names an exercise.
package main

import (
	"errors"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"unsafe"
)

var (
	pending []byte
	result  []byte
)

//go:wasmexport mycel_alloc
func alloc(n uint32) uint32 {
	pending = make([]byte, n+1)
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(pending))))
}

//go:wasmexport mycel_result_ptr
func resultPtr() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(result)))) }

//go:wasmexport mycel_result_len
func resultLen() uint32 { return uint32(len(result)) }

//go:wasmexport mycel_open
func open() uint32 { result = []byte("{}"); return 0 }

//go:wasmexport mycel_add_part
func addPart(uint32) uint32 { result = []byte("{}"); return 0 }

//go:wasmexport mycel_search
func search() (status uint32) {
	defer func() {
		if r := recover(); r != nil {
			result = []byte(`{"code":"panic","message":` + strconv.Quote(text(r)) + `}`)
			status = 2
		}
	}()
	name := strings.TrimSuffix(string(pending), "\x00")
	result = []byte(strconv.Quote(exercises[name]()))
	return 0
}

//go:wasmexport mycel_crash
func crash() uint32 { panic("crash") }

func text(r any) string {
	switch r := r.(type) {
	case string:
		return r
	case error:
		return r.Error()
	}
	return "other"
}

var exercises map[string]func() string

type node struct {
	left, right *node
	name        string
}

// tree builds a tree whose nodes are, until it is whole, held by the stack alone.
func tree(depth int, path string) *node {
	var room [64]byte // makes stacks grow soon
	room[depth] = byte(depth)
	if depth == 0 {
		return &node{name: strings.Repeat(path[len(path)-1:], 3)}
	}
	left := tree(depth-1, path+"l")
	right := tree(depth-1, path+"r")
	return &node{left: left, right: right, name: path + strconv.Itoa(int(room[depth]))}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return len(n.name) + n.left.sum() + n.right.sum()
}

func deep(n int) int {
	if n == 0 {
		runtime.GC()
		return 0
	}
	p := new(int)
	*p = n
	defer func() { *p = 0 }()
	return deep(n-1) + *p
}

type value struct{ n int }

func (v value) Method() int { return v.n }

type methods interface{ Method() int }

//go:noinline
func call(m methods) int { return m.Method() }

// attempt returns what a function panicked with.
func attempt(f func()) (got string) {
	defer func() {
		if r := recover(); r != nil {
			got = "panic: " + text(r)
		}
	}()
	f()
	return "fine"
}

func nested() {
	defer func() { panic("again after " + text(recover())) }()
	panic("first")
}

// indirect calls recover one call too deep, where it has no effect.
func indirect() {
	defer func() { func() { recover() }() }()
	panic("kept")
}

// lists allocates objects of all sizes, keeps some, and adds up their values after many
// collections.
func lists() string {
	var kept [][]*int
	total := 0
	for round := range 60 {
		for size := 1; size < 1<<15; size = size*3/2 + 1 {
			list := make([]*int, size)
			for i := range list {
				if i%7 == 0 {
					n := round + i
					list[i] = &n
				}
			}
			if (round+size)%5 == 0 {
				kept = append(kept, list)
			}
		}
		if len(kept) > 100 {
			kept = append(kept[:10], kept[60:]...)
		}
	}
	for _, list := range kept {
		for i := 0; i < len(list); i += 7 {
			total += *list[i]
		}
	}
	return strconv.Itoa(total)
}

func words() string {
	counts := make(map[string]int)
	for i := range 200000 {
		counts["w"+strconv.Itoa(i*i%5003)] += i % 3
	}
	for i := range 1000 {
		delete(counts, "w"+strconv.Itoa(i))
	}
	var keys []string
	for k := range counts {
		keys = append(keys, k+"="+strconv.Itoa(counts[k]))
	}
	sort.Strings(keys)
	sum := uint32(0)
	for _, k := range keys {
		for i := range len(k) {
			sum = sum*31 + uint32(k[i])
		}
	}
	return strconv.Itoa(len(keys)) + " " + strconv.FormatUint(uint64(sum), 10)
}

func goroutines() string {
	results := make(chan string)
	for i := range 8 {
		go func() {
			t := tree(9, string(rune('a'+i)))
			runtime.GC()
			results <- "tree " + strconv.Itoa(i) + " " + strconv.Itoa(t.sum())
		}()
	}
	var all []string
	for range 8 {
		all = append(all, <-results)
	}
	sort.Strings(all)
	numbers, done := make(chan int, 3), make(chan int)
	for range 4 {
		go func() {
			sum := 0
			for n := range numbers {
				sum += n
				if n%100 == 0 {
					runtime.Gosched()
				}
			}
			done <- sum
		}()
	}
	for i := range 10000 {
		numbers <- i
	}
	close(numbers)
	sum := 0
	for range 4 {
		sum += <-done
	}
	return strings.Join(all, ", ") + "; " + strconv.Itoa(sum)
}

func panics() string {
	var none *value
	var list []int
	var m map[string]int
	var all []string
	for _, f := range []func(){
		func() { list[len(all)]++ },
		func() { m["a"]++ },
		func() { panic(errors.New("an error")) },
		func() { _ = any(m).(methods) },
		func() { none.n++ },
		func() { _ = 1 / len(list) },
		func() { _ = make([]int, -len(all)) },
		nested,
		indirect,
		func() { runtime.Goexit() },
	} {
		done := make(chan string)
		go func() {
			defer close(done)
			done <- attempt(f)
		}()
		all = append(all, <-done)
	}
	return strings.Join(all, "\n")
}

func main() {
	exercises = map[string]func() string{
		"deep":       func() string { return strconv.Itoa(deep(20000)) },
		"lists":      lists,
		"words":      words,
		"goroutines": goroutines,
		"panics":     panics,
		"wrapper":    func() string { return attempt(func() { call((*value)(nil)) }) },
		"garbage": func() string {
			for range 300 {
				b := make([]byte, 1<<20)
				b[len(b)-1] = 1
				runtime.KeepAlive(b)
			}
			return "collected"
		},
		"dies": func() string { go panic("mistake"); runtime.Gosched(); return "" },
	}
	select {}
}
