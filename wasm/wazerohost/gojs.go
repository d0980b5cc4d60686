package wazerohost

import (
	"context"
	"crypto/rand"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// guest is the state of one instance for its imports. It travels in the context of each call, so that all instances of
// a program share one runtime.
type guest struct {
	start  time.Time
	output []byte
	exited bool
}

type guestKey struct{}

// imports has the imports of a Go program built with GOOS=js whose packages add no others. Arguments lie in memory in
// the layout of the Go compiler, each aligned to its size; results follow at the next multiple of 8. The signatures are
// those of package runtime.
var imports = map[string]func(g *guest, memory api.Memory, arguments uint32){
	// func wasmExit(code int32)
	"runtime.wasmExit": func(g *guest, _ api.Memory, _ uint32) { g.exited = true },
	// func wasmWrite(fd uintptr, p unsafe.Pointer, n int32)
	"runtime.wasmWrite": func(g *guest, memory api.Memory, arguments uint32) {
		n, _ := memory.ReadUint32Le(arguments + 16)
		g.output = append(g.output, bytesAt(memory, arguments+8, uint64(n))...)
	},
	// func resetMemoryDataView()
	"runtime.resetMemoryDataView": func(*guest, api.Memory, uint32) {},
	// func nanotime1() int64. It starts at one second: the runtime takes a clock that reads zero for a broken one.
	"runtime.nanotime1": func(g *guest, memory api.Memory, arguments uint32) {
		memory.WriteUint64Le(arguments, uint64(time.Second+time.Since(g.start)))
	},
	// func walltime() (sec int64, nsec int32)
	"runtime.walltime": func(_ *guest, memory api.Memory, arguments uint32) {
		now := time.Now()
		memory.WriteUint64Le(arguments, uint64(now.Unix()))
		memory.WriteUint32Le(arguments+8, uint32(now.Nanosecond()))
	},
	// func scheduleTimeoutEvent(ms int64) int32. No timeout comes: a program without syscall/js would die of it.
	"runtime.scheduleTimeoutEvent": func(_ *guest, memory api.Memory, arguments uint32) { memory.WriteUint32Le(arguments+8, 1) },
	// func clearTimeoutEvent(id int32)
	"runtime.clearTimeoutEvent": func(*guest, api.Memory, uint32) {},
	// func getRandomData(r []byte)
	"runtime.getRandomData": func(_ *guest, memory api.Memory, arguments uint32) {
		n, _ := memory.ReadUint64Le(arguments + 8)
		rand.Read(bytesAt(memory, arguments, n))
	},
}

// bytesAt returns n bytes of memory. The argument is their address.
func bytesAt(memory api.Memory, argument uint32, n uint64) []byte {
	p, _ := memory.ReadUint64Le(argument)
	b, _ := memory.Read(uint32(p), uint32(n))
	return b
}

// provide offers the imports to programs.
func provide(ctx context.Context, r wazero.Runtime) error {
	module := r.NewHostModuleBuilder("gojs")
	for name, function := range imports {
		module.NewFunctionBuilder().WithFunc(func(ctx context.Context, m api.Module, sp uint32) {
			function(ctx.Value(guestKey{}).(*guest), m.Memory(), sp+8)
		}).Export(name)
	}
	_, err := module.Instantiate(ctx)
	return err
}
