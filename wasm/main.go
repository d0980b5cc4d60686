//go:build js && wasm

// Command wasm is the engine in the browser: a handful of exported functions over
// linear memory, with no JavaScript bindings of its own.
//
// The host calls mycel_alloc for a buffer, fills it, and calls one verb, which
// consumes it. The answer of the last verb is JSON at mycel_result_ptr. No
// export blocks, and each recovers: after status 2 the instance is to be
// discarded, and another made from the same module.
package main

import (
	"errors"
	"unsafe"

	"mycel/engine"
	"mycel/engine/bundle"
	"mycel/engine/parts"
)

// Statuses of the verbs.
const (
	statusOK      = 0
	statusRefused = 1
	statusPanic   = 2
)

// version is set by the linker, from version.txt.
var version = "development"

var (
	pending []byte // filled by the host, consumed by the next verb
	answer  []byte
	open    *engine.Engine
)

func main() { select {} }

//go:wasmexport mycel_alloc
func alloc(n uint32) uint32 {
	// Sections of an index are read in place and need eight-byte alignment, which
	// a slice of words has.
	words := make([]uint64, n/8+1)
	pending = unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(words)*8)[:n]
	return uint32(uintptr(unsafe.Pointer(&words[0])))
}

//go:wasmexport mycel_result_ptr
func resultPtr() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(answer)))) }

//go:wasmexport mycel_result_len
func resultLen() uint32 { return uint32(len(answer)) }

//go:wasmexport mycel_open
func openIndex() (status uint32) {
	defer guard(&status)
	open = nil
	e, err := openEngine(take())
	if err != nil {
		return refuse(err)
	}
	e.SetClock(nanotime)
	open = e
	answer = e.AppendInfoJSON(answer[:0], version)
	return statusOK
}

//go:wasmexport mycel_add_part
func addPart(part uint32) (status uint32) {
	defer guard(&status)
	b := take()
	if open == nil {
		return refuse(errNotOpen)
	}
	if err := open.AddPart(parts.ID(part), b); err != nil {
		return refuse(err)
	}
	answer = append(answer[:0], "{}"...)
	return statusOK
}

//go:wasmexport mycel_search
func search() (status uint32) {
	return ask(func(request []byte) (result, error) {
		query, options, err := open.ParseRequest(request)
		if err != nil {
			return nil, err
		}
		return open.Search(query, options)
	})
}

// result is the answer to a question.
type result interface{ AppendJSON(dst []byte) []byte }

// ask answers a request from the open index.
func ask(question func(request []byte) (result, error)) (status uint32) {
	defer guard(&status)
	request := take()
	if open == nil {
		return refuse(errNotOpen)
	}
	found, err := question(request)
	if err != nil {
		return refuse(err)
	}
	answer = found.AppendJSON(answer[:0])
	return statusOK
}

// mycel_crash panics, so that hosts can test how they recover.
//
//go:wasmexport mycel_crash
func crash() (status uint32) {
	defer guard(&status)
	panic("crash was asked for")
}

var errNotOpen = errors.New("no index is open")

// take consumes the pending buffer.
func take() []byte {
	b := pending
	pending = nil
	return b
}

// refuse answers with an error that leaves the engine as it was.
func refuse(err error) uint32 {
	answer = engine.AppendErrorJSON(answer[:0], code(err), err.Error())
	return statusRefused
}

// code names an error for hosts.
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

// guard turns a panic into a status.
func guard(status *uint32) {
	if r := recover(); r != nil {
		message := "panic"
		switch r := r.(type) {
		case string:
			message = r
		case error:
			message = r.Error()
		}
		answer = engine.AppendErrorJSON(nil, "panic", message)
		*status = statusPanic
	}
}
