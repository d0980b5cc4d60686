//go:build js && wasm

// Command tinyengine keeps to the engine's call contract and does nothing useful: each
// search request names something that a host must cope with. It stands in for the engine so
// that the host's tests need no bundle, and can break the contract, which the engine does not.
package main

import (
	"runtime"
	"strconv"
	"strings"
	"unsafe"
)

var (
	pending []byte
	result  []byte
	opened  bool
	kept    [][]byte // allocations that must survive the call
)

//go:wasmexport mycel_alloc
func alloc(n uint32) uint32 {
	pending = make([]byte, n)
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(pending))))
}

//go:wasmexport mycel_open
func open() uint32 {
	if string(pending) == "damaged" {
		return refuse("format", "got a damaged index")
	}
	opened = true
	return answer(`{"bytes":` + strconv.Itoa(len(pending)) + `,"sum":` + sum(pending) + `}`)
}

//go:wasmexport mycel_add_part
func addText(block uint32) uint32 {
	return answer(`{"block":` + strconv.FormatUint(uint64(block), 10) + `,"sum":` + sum(pending) + `}`)
}

//go:wasmexport mycel_search
func search() uint32 {
	if !opened {
		return refuse("state", "got search before open")
	}
	command, argument, _ := strings.Cut(string(pending), " ")
	return commands[command](argument)
}

//go:wasmexport mycel_crash
func crash() uint32 { panic("crash on request") }

//go:wasmexport mycel_result_ptr
func resultPtr() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(result)))) }

//go:wasmexport mycel_result_len
func resultLen() uint32 {
	if string(pending) == "liar" {
		return 1 << 31
	}
	return uint32(len(result))
}

// commands are what a search request may ask for, each with the rest of the request. It is
// filled in by main since the functions refer to one another.
var commands map[string]func(argument string) uint32

func answer(s string) uint32 {
	result = []byte(s)
	return 0
}

func refuse(code, message string) uint32 {
	answer(`{"code":"` + code + `","message":"` + message + `"}`)
	return 1
}

func sum(b []byte) string {
	n := 0
	for _, c := range b {
		n += int(c)
	}
	return strconv.Itoa(n)
}

// keep allocates so many MB, writes to every page of them and holds on to them.
func keep(megabytes string) uint32 {
	n, _ := strconv.Atoi(megabytes)
	for range n {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		kept = append(kept, b)
	}
	return answer(`{"kept":` + strconv.Itoa(len(kept)) + `}`)
}

// goroutines adds up 1 … n in a chain of n goroutines: it blocks, but on nothing outside.
func goroutines(argument string) uint32 {
	n, _ := strconv.Atoi(argument)
	from := make(chan int, 1)
	from <- 0
	for i := range n {
		to := make(chan int)
		go func(from <-chan int) { to <- <-from + i + 1 }(from)
		from = to
	}
	return answer(strconv.Itoa(<-from))
}

// deep recurses n frames down, which makes the runtime move the goroutine's stack.
func deep(n int) int {
	var frame [64]byte
	frame[n%64] = 1
	if n == 0 {
		return 0
	}
	return deep(n-1) + int(frame[n%64])
}

// trap reads far outside the linear memory.
func trap(string) uint32 {
	return uint32(*(*byte)(unsafe.Add(unsafe.Pointer(&opened), 0xf0000000)))
}

// The clock of package time, without the package, which would add imports.
//
//go:linkname now time.now
func now() (sec int64, nsec int32, mono int64)

func main() {
	commands = map[string]func(string) uint32{
		"echo":       answer,
		"keep":       keep,
		"goroutines": goroutines,
		"deep":       func(n string) uint32 { d, _ := strconv.Atoi(n); return answer(strconv.Itoa(deep(d))) },
		"walltime": func(string) uint32 {
			sec, nsec, _ := now()
			return answer(strconv.FormatInt(sec, 10) + "." + strconv.Itoa(int(nsec)))
		},
		"print":  func(s string) uint32 { print(s, "\n"); return answer("{}") },
		"panic":  func(s string) uint32 { panic(s) },
		"fatal":  func(s string) uint32 { go panic(s); runtime.Gosched(); return 0 },
		"trap":   trap,
		"status": func(string) uint32 { return 99 },
		"mumble": func(string) uint32 { answer("not JSON"); return 1 },
		"liar":   func(string) uint32 { return 0 },
	}
	select {}
}
