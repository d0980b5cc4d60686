package wazerohost

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// gojsModule is the import module of a program built with GOOS=js (Go 1.21 and later).
const gojsModule = "gojs"

// gojsFunctions are the imports of a Go runtime that no package adds to. Each gets the guest's
// stack pointer as its one parameter: arguments lie from sp+8 on in memory as the Go compiler
// lays them out, every argument aligned to its size, the results after them at the next
// multiple of 8. The signatures are those of the declarations in Go's package runtime.
var gojsFunctions = map[string]func(g *guest, f frame){
	"runtime.wasmExit":             wasmExit,
	"runtime.wasmWrite":            wasmWrite,
	"runtime.resetMemoryDataView":  resetMemoryDataView,
	"runtime.nanotime1":            nanotime1,
	"runtime.walltime":             walltime,
	"runtime.scheduleTimeoutEvent": scheduleTimeoutEvent,
	"runtime.clearTimeoutEvent":    clearTimeoutEvent,
	"runtime.getRandomData":        getRandomData,
}

// guest is what the imports of one instance act on. It travels in the context of each call,
// which lets all instances of a program share one import module and one wazero runtime.
type guest struct {
	clock  func() time.Time
	start  time.Time
	output output
	exited bool
	code   int32
}

type guestKey struct{}

func instantiateGojs(ctx context.Context, r wazero.Runtime) error {
	builder := r.NewHostModuleBuilder(gojsModule)
	for name, function := range gojsFunctions {
		builder.NewFunctionBuilder().
			WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, stack []uint64) {
				g := ctx.Value(guestKey{}).(*guest)
				function(g, frame{memory: m.Memory(), args: api.DecodeU32(stack[0]) + 8})
			}), []api.ValueType{api.ValueTypeI32}, nil).
			Export(name)
	}
	_, err := builder.Instantiate(ctx)
	return err
}

// func wasmExit(code int32)
//
// The runtime unwinds by itself after this call, and the export that ran returns to the host
// as if nothing had happened. Hence the mark, which is looked at after every call.
func wasmExit(g *guest, f frame) {
	g.exited, g.code = true, int32(f.uint32(0))
}

// func wasmWrite(fd uintptr, p unsafe.Pointer, n int32)
func wasmWrite(g *guest, f frame) {
	g.output.write(f.bytes(f.uint64(8), uint64(f.uint32(16))))
}

// func resetMemoryDataView()
//
// Memory has grown. Nothing here holds on to a view of it.
func resetMemoryDataView(*guest, frame) {}

// func nanotime1() int64
func nanotime1(g *guest, f frame) {
	// It starts at one second, since the Go runtime takes a clock that reads zero for a broken one.
	f.putUint64(0, uint64(time.Second+g.clock().Sub(g.start)))
}

// func walltime() (sec int64, nsec int32)
func walltime(g *guest, f frame) {
	now := g.clock()
	f.putUint64(0, uint64(now.Unix()))
	f.putUint32(8, uint32(now.Nanosecond()))
}

// func scheduleTimeoutEvent(ms int64) int32
//
// No timeout comes: a program without syscall/js has no handler of events, and would die of it.
func scheduleTimeoutEvent(_ *guest, f frame) { f.putUint32(8, 1) }

// func clearTimeoutEvent(id int32)
func clearTimeoutEvent(*guest, frame) {}

// func getRandomData(r []byte)
func getRandomData(_ *guest, f frame) { rand.Read(f.bytes(f.uint64(0), f.uint64(8))) }

// frame is where the arguments of an import lie. Its methods take offsets from the first
// argument. An address outside the memory panics, which wazero turns into a trap of the guest.
type frame struct {
	memory api.Memory
	args   uint32
}

func (f frame) uint32(offset uint32) uint32 {
	v, ok := f.memory.ReadUint32Le(f.args + offset)
	f.check(ok, uint64(f.args+offset), 4)
	return v
}

func (f frame) uint64(offset uint32) uint64 {
	v, ok := f.memory.ReadUint64Le(f.args + offset)
	f.check(ok, uint64(f.args+offset), 8)
	return v
}

func (f frame) putUint32(offset, v uint32) {
	f.check(f.memory.WriteUint32Le(f.args+offset, v), uint64(f.args+offset), 4)
}

func (f frame) putUint64(offset uint32, v uint64) {
	f.check(f.memory.WriteUint64Le(f.args+offset, v), uint64(f.args+offset), 8)
}

// bytes is a view of n bytes at address p, good until the guest runs again.
func (f frame) bytes(p, n uint64) []byte {
	size := uint64(f.memory.Size())
	f.check(n <= size && p <= size-n, p, n)
	b, ok := f.memory.Read(uint32(p), uint32(n))
	f.check(ok, p, n)
	return b
}

func (f frame) check(ok bool, p, n uint64) {
	if !ok {
		panic(fmt.Errorf("got %d bytes at address %d, want them within the memory of %d bytes", n, p, f.memory.Size()))
	}
}
