// A program that leans on everything that the runtime keeps tables of functions for:
// collection with pointers in deep stacks, stacks that move, panics, recover, deferred
// calls, goroutines. What it prints depends on all of it being right.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"sort"
	"strings"
)

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
	return &node{left: left, right: right, name: fmt.Sprint(path, room[depth])}
}

func (n *node) sum() int {
	if n == nil {
		return 0
	}
	return len(n.name) + n.left.sum() + n.right.sum()
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
			got = fmt.Sprint("panic: ", r)
		}
	}()
	f()
	return "fine"
}

func nested() {
	defer func() {
		panic(fmt.Sprint("again after ", recover()))
	}()
	panic("first")
}

// indirect calls recover one call too deep, where it has no effect.
func indirect() {
	defer func() { func() { recover() }() }()
	panic("kept")
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

func main() {
	results := make(chan string)
	for i := range 8 {
		go func() {
			t := tree(9, string(rune('a'+i)))
			runtime.GC()
			results <- fmt.Sprintln("tree", i, t.sum())
		}()
	}
	var all []string
	for range 8 {
		all = append(all, <-results)
	}
	sort.Strings(all)
	fmt.Print(all)
	fmt.Println("deep", deep(20000))

	var none *value
	var list []int
	var m map[string]int
	for _, f := range []func(){
		func() { call(none) },
		func() { list[len(all)]++ },
		func() { m["a"]++ },
		func() { panic(errors.New("an error")) },
		func() { _ = any(m).(fmt.Stringer) },
		func() { none.n++ },
		nested,
		indirect,
		func() { runtime.Goexit() },
	} {
		done := make(chan string)
		go func() {
			defer close(done)
			done <- attempt(f)
		}()
		fmt.Println(<-done)
	}
	fmt.Println("goroutines", runtime.NumGoroutine() <= 2)
}
