package wazerohost

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// The exports of an engine: run and mem are every Go program's, the rest its own.
const (
	exportRun    = "run"
	exportMemory = "mem"

	exportAlloc     = "mycel_alloc"
	exportOpen      = "mycel_open"
	exportAddPart   = "mycel_add_part"
	exportSearch    = "mycel_search"
	exportCrash     = "mycel_crash"
	exportResultPtr = "mycel_result_ptr"
	exportResultLen = "mycel_result_len"
)

var exports = []string{exportRun, exportAlloc, exportOpen, exportAddPart, exportSearch,
	exportCrash, exportResultPtr, exportResultLen}

// The statuses a verb returns.
const (
	statusOK      = 0
	statusRefused = 1
)

// Instance is one running engine. It is for one goroutine at a time, as a worker is in a browser.
type Instance struct {
	ctx       context.Context // carries guest to the imports
	module    api.Module
	functions map[string]api.Function
	guest     *guest
	program   *Program // closed with the instance; nil if it has other users
	poisons   bool     // see Options.Poison
	dead      *Dead
}

func newInstance(p *Program, owned bool) (*Instance, error) {
	in := &Instance{
		guest:     &guest{clock: p.options.Now, start: p.options.Now()},
		functions: map[string]api.Function{},
	}
	in.ctx = context.WithValue(context.Background(), guestKey{}, in.guest)
	in.poisons = p.options.Poison
	if err := in.instantiate(p); err != nil {
		return nil, fmt.Errorf("wazerohost: instantiate: %w", err)
	}
	if err := in.run(); err != nil {
		return nil, errors.Join(fmt.Errorf("wazerohost: start: %w", err), in.Close())
	}
	if owned {
		in.program = p
	}
	return in, nil
}

func (in *Instance) instantiate(p *Program) error {
	memory, err := newLinearMemory(p.options.MemoryPages)
	if err != nil {
		return err
	}
	allocator := experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return memory })
	// Without a name any number of instances may live in one runtime; without start functions
	// nothing runs before the arguments are in place.
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	module, err := p.runtime.InstantiateModule(experimental.WithMemoryAllocator(in.ctx, allocator), p.compiled, config)
	if err != nil {
		memory.Free()
		return err
	}
	in.module = module
	for _, name := range exports {
		in.functions[name] = module.ExportedFunction(name)
	}
	return nil
}

// run starts the Go program with the one argument "mycel", and returns when main has
// parked.
func (in *Instance) run() error {
	// The linker leaves bytes 4096 to 12287 free for the host: argv, which is the argument's
	// address, a null, and a null for the empty environment, and its text.
	const argv, text = 4096, 4096 + 3*8
	memory, block := in.module.Memory(), []byte(nil)
	for _, at := range []int{text, 0, 0} {
		block = binary.LittleEndian.AppendUint64(block, uint64(at))
	}
	block = append(block, "mycel\x00"...)
	if !memory.Write(argv, block) {
		return in.die(&Dead{Export: exportRun, Cause: ErrProtocol, Detail: fmt.Sprintf("got a memory of %d bytes, want 12288 and more", memory.Size())})
	}
	_, err := in.call(exportRun, 1, argv)
	return err
}

// Open gives the engine the uncompressed bytes of an index and returns its description in JSON.
func (in *Instance) Open(index []byte) ([]byte, error) {
	return in.verb(index, exportOpen)
}

// AddPart gives the engine the uncompressed bytes of a part by its number.
func (in *Instance) AddPart(part uint32, data []byte) ([]byte, error) {
	return in.verb(data, exportAddPart, uint64(part))
}

// Search runs a request, a MessagePack map, and returns the answer in JSON. The answer is
// the caller's to keep.
func (in *Instance) Search(request []byte) ([]byte, error) {
	return in.verb(request, exportSearch)
}

// Ask calls another verb, such as "retrieve", with a request, a MessagePack map.
func (in *Instance) Ask(verb string, request []byte) ([]byte, error) {
	export := "mycel_" + verb
	if in.functions[export] == nil {
		if in.functions[export] = in.module.ExportedFunction(export); in.functions[export] == nil {
			return nil, fmt.Errorf("wazerohost: the engine has no verb %s", verb)
		}
	}
	return in.verb(request, export)
}

// Crash makes the engine panic and returns the *Dead that the instance is from then on.
func (in *Instance) Crash() error {
	answer, err := in.verb(nil, exportCrash)
	if err == nil {
		return in.die(&Dead{Export: exportCrash, Cause: ErrProtocol, Detail: fmt.Sprintf("got an answer, %q, want a panic", answer)})
	}
	return err
}

// MemoryBytes is the size of the linear memory. It grows in steps of 64 KiB and never shrinks.
// 0 once the instance is closed.
func (in *Instance) MemoryBytes() uint32 {
	if in.module.IsClosed() {
		return 0
	}
	return in.module.Memory().Size()
}

// Close frees the instance's memory. Later calls return a *Dead with ErrClosed, or the one
// that the instance already died of.
func (in *Instance) Close() error {
	if in.program != nil {
		return in.program.Close()
	}
	return in.module.Close(in.ctx)
}

// verb hands data to the engine and calls the export that consumes it. The error is a
// *Refused or a *Dead, or says that data is too large for a linear memory.
func (in *Instance) verb(data []byte, export string, args ...uint64) ([]byte, error) {
	if err := in.give(data); err != nil {
		return nil, err
	}
	status, err := in.call(export, args...)
	if err != nil {
		return nil, err
	}
	answer, err := in.result()
	if err != nil || status == statusOK {
		return answer, err
	}
	return nil, in.failure(export, status, answer)
}

// give copies data into a pending buffer of the guest.
func (in *Instance) give(data []byte) error {
	if uint64(len(data)) > math.MaxUint32 {
		return fmt.Errorf("wazerohost: got %d bytes of input, want less than 4 GiB", len(data))
	}
	ptr, err := in.call(exportAlloc, uint64(len(data)))
	if err != nil {
		return err
	}
	memory := in.module.Memory()
	if free, ok := memory.Read(ptr, memory.Size()-ptr); ok && in.poisons {
		for i := range free {
			free[i] = poison
		}
	}
	if !memory.Write(ptr, data) {
		return in.outside(exportAlloc, ptr, uint32(len(data)))
	}
	return nil
}

// poison is what Options.Poison fills free memory with.
const poison = 0xa5

// result copies the last verb's answer out of the guest.
func (in *Instance) result() ([]byte, error) {
	ptr, err := in.call(exportResultPtr)
	if err != nil {
		return nil, err
	}
	n, err := in.call(exportResultLen)
	if err != nil {
		return nil, err
	}
	view, ok := in.module.Memory().Read(ptr, n)
	if !ok {
		return nil, in.outside(exportResultPtr, ptr, n)
	}
	return append([]byte(nil), view...), nil
}

// failure turns a status other than 0 into the error it stands for.
func (in *Instance) failure(export string, status uint32, answer []byte) error {
	if status != statusRefused {
		return in.die(&Dead{Export: export, Cause: ErrProtocol, Detail: fmt.Sprintf("got status %d, want 0 or 1", int32(status))})
	}
	var refused Refused
	if err := json.Unmarshal(answer, &refused); err != nil || refused.Code == "" {
		return in.die(&Dead{Export: export, Cause: ErrProtocol, Detail: fmt.Sprintf("got %.200q with status %d, want code and message", answer, status)})
	}
	return &refused
}

// call calls an export and returns its result, 0 if it has none. The error is a *Dead.
func (in *Instance) call(export string, args ...uint64) (uint32, error) {
	if in.dead != nil {
		return 0, in.dead
	}
	if in.module.IsClosed() {
		return 0, in.die(&Dead{Export: export, Cause: ErrClosed})
	}
	results, err := in.functions[export].Call(in.ctx, args...)
	if err != nil {
		return 0, in.die(&Dead{Export: export, Cause: ErrTrapped, Detail: err.Error()})
	}
	if in.guest.exited {
		return 0, in.die(&Dead{Export: export, Cause: ErrExited, Detail: fmt.Sprintf("code %d", in.guest.code), ExitCode: in.guest.code})
	}
	if len(results) == 0 {
		return 0, nil
	}
	return api.DecodeU32(results[0]), nil
}

func (in *Instance) outside(export string, ptr, n uint32) error {
	return in.die(&Dead{Export: export, Cause: ErrProtocol,
		Detail: fmt.Sprintf("got %d bytes at address %d, want them within the memory of %d bytes", n, ptr, in.module.Memory().Size())})
}

// die marks the instance dead of d.
func (in *Instance) die(d *Dead) error {
	d.Output = in.guest.output.String()
	in.dead = d
	return d
}
