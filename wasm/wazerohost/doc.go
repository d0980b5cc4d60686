// Package wazerohost runs Mycel's WebAssembly engine without a browser, on wazero, so that
// tests and benchmarks written in Go exercise the very file that browsers download.
//
// The engine is a Go program built with GOOS=js that links neither syscall/js nor anything
// that needs it (fmt, os, time). Of the JavaScript host that Go expects, it needs only
// eight functions of the import module "gojs", written here; wazero itself has had none since
// version 1.7. The other direction is the engine's exports: bytes go in through mycel_alloc
// and a verb, JSON comes out through mycel_result_ptr and mycel_result_len.
//
// A [Program] is the compiled file, an [Instance] one engine in its own linear memory.
// Compiling takes about half a second per 2 MB, or a tenth of that with Options.CacheDir;
// a further instance of a compiled program takes milliseconds, most of it the guest runtime's
// own start. That is how a browser recovers from a panic, and how tests get a fresh engine each.
//
//	p, err := wazerohost.Compile(ctx, wasm, wazerohost.Options{})
//	defer p.Close()
//	in, err := p.NewInstance()
//	defer in.Close()
//	_, err = in.Open(index)
//	answer, err := in.Search(request)
//
// This host is kinder than a browser in one respect: wazero runs recursions two hundred
// thousand frames deep where V8 stops at some twelve thousand. And it is as blind as a
// browser in another: an export that blocks returns at once with a meaningless status and
// leaves the guest's stack damaged, which shows in a later call. Exports must be pure compute.
package wazerohost
