//go:build js && wasm

// Command wasm is the engine in the browser: a handful of exported functions over
// linear memory, with no JavaScript bindings of its own.
//
// The host calls mycel_alloc for a buffer, fills it, and calls one verb, which consumes
// it. The answer of the last verb is JSON at mycel_result_ptr, until the next mycel_alloc.
// No export blocks. A panic traps: then the host discards the instance, and makes another
// from the same module.
//
// The engine that ships has no garbage collector (wasm/overlay): mycel_alloc frees all
// memory except that of the index and its parts. So nothing that a question allocates may
// be reachable afterwards, and each question has a fork of the engine.
package main

import (
	"errors"
	"unsafe"

	"mycel/engine"
	"mycel/engine/answer"
	"mycel/engine/bundle"
	"mycel/engine/parts"
)

// Statuses of the verbs.
const (
	statusOK      = 0
	statusRefused = 1
)

// version is set by the linker, from version.txt.
var version = "development"

var (
	pending []byte // filled by the host, consumed by the next verb
	output  []byte
	open    *engine.Engine
)

func main() { select {} }

//go:wasmexport mycel_alloc
func alloc(n uint32) uint32 {
	pending, output = nil, nil
	releaseMemory()
	// Sections of an index are read in place and need eight-byte alignment, which
	// a slice of words has.
	words := make([]uint64, n/8+1)
	pending = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[:n]
	return uint32(uintptr(unsafe.Pointer(&words[0])))
}

//go:wasmexport mycel_result_ptr
func resultPtr() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(output)))) }

//go:wasmexport mycel_result_len
func resultLen() uint32 { return uint32(len(output)) }

//go:wasmexport mycel_open
func openIndex() uint32 {
	open = nil
	e, err := openEngine(take())
	if err != nil {
		return refuse(err)
	}
	e.SetClock(nanotime)
	open = e
	keepMemory()
	output = e.AppendInfoJSON(nil, version)
	return statusOK
}

//go:wasmexport mycel_add_part
func addPart(part uint32) uint32 {
	b := take()
	if open == nil {
		return refuse(errNotOpen)
	}
	err := open.AddPart(parts.ID(part), b)
	keepMemory() // also of a damaged part: tables may have some of its rows
	if err != nil {
		return refuse(err)
	}
	output = []byte("{}")
	return statusOK
}

//go:wasmexport mycel_search
func search() uint32 {
	return ask(func(e *engine.Engine, request []byte) (result, error) {
		query, options, err := engine.ParseRequest(request)
		if err != nil {
			return nil, err
		}
		return e.Search(query, options)
	})
}

// result is the answer to a question.
type result interface{ AppendJSON(dst []byte) []byte }

// ask answers a request from the open index.
func ask(question func(e *engine.Engine, request []byte) (result, error)) uint32 {
	request := take()
	if open == nil {
		return refuse(errNotOpen)
	}
	found, err := question(open.Fork(), request)
	if err != nil {
		return refuse(err)
	}
	output = found.AppendJSON(nil)
	return statusOK
}

// mycel_crash panics, so that hosts can test how they recover.
//
//go:wasmexport mycel_crash
func crash() uint32 { panic("crash was asked for") }

var errNotOpen = errors.New("no index is open")

// take consumes the pending buffer.
func take() []byte {
	b := pending
	pending = nil
	return b
}

// refuse returns an error as the answer. The engine stays as it was.
func refuse(err error) uint32 {
	output = answer.AppendErrorJSON(nil, code(err), err.Error())
	return statusRefused
}

// code returns the name of an error for hosts.
func code(err error) string {
	switch {
	case errors.Is(err, errNotOpen):
		return "state"
	case errors.Is(err, engine.ErrOption):
		return "request"
	case errors.Is(err, bundle.ErrVersion):
		return "version"
	case errors.Is(err, bundle.ErrChecksum):
		return "checksum"
	case errors.Is(err, bundle.ErrPart):
		return "part"
	}
	return "format"
}
