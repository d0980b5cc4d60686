//go:build js && wasm

// A program with the engine's call contract. Each search names an exercise.
package main

import (
	"unsafe"

	"mycel/wasm/flat/testdata/exercises"
)

var pending, result []byte

//go:wasmexport mycel_alloc
func alloc(n uint32) uint32 {
	pending = make([]byte, n, n+1)
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(pending))))
}

//go:wasmexport mycel_result_ptr
func resultPtr() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(result)))) }

//go:wasmexport mycel_result_len
func resultLen() uint32 { return uint32(len(result)) }

//go:wasmexport mycel_open
func open() uint32 { return 0 }

//go:wasmexport mycel_add_part
func addPart(uint32) uint32 { return 0 }

//go:wasmexport mycel_search
func search() uint32 {
	result = []byte(exercises.All[string(pending)]())
	return 0
}

//go:wasmexport mycel_crash
func crash() uint32 {
	result = []byte(exercises.Endless())
	return 0
}

func main() { select {} }
