// Package wazerohost runs the engines of browsers on wazero, the same files that ship, for tests and measurements.
//
//	p, err := wazerohost.Compile(ctx, wasm)
//	in, err := p.NewInstance()
//	_, err = in.Open(index)
//	answer, err := in.Search(request)
//
// wazero runs recursions two hundred thousand frames deep, V8 some twelve thousand.
package wazerohost

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Program is a compiled engine. Several goroutines may make instances of it.
type Program struct {
	// Poison makes instances overwrite the memory behind each buffer that the engine makes for the host. An engine
	// without a collector has freed it, and must not have kept an address in it.
	Poison bool

	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// Compile compiles a module, which takes about half a second for 2 MB.
func Compile(ctx context.Context, wasm []byte) (*Program, error) {
	p := &Program{runtime: wazero.NewRuntime(ctx)}
	err := provide(ctx, p.runtime)
	if err == nil {
		p.compiled, err = p.runtime.CompileModule(ctx, wasm)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("wazerohost: %w", err), p.Close())
	}
	return p, nil
}

// Close frees the program, and closes its instances.
func (p *Program) Close() error { return p.runtime.Close(context.Background()) }

// NewInstance starts an engine with a memory of its own.
func (p *Program) NewInstance() (*Instance, error) {
	in := &Instance{guest: &guest{start: time.Now()}, poison: p.Poison}
	in.ctx = context.WithValue(context.Background(), guestKey{}, in.guest)
	// Without a name any number of instances may live in one runtime; without start functions nothing runs before
	// the arguments are in place.
	module, err := p.runtime.InstantiateModule(in.ctx, p.compiled, wazero.NewModuleConfig().WithName("").WithStartFunctions())
	if err != nil {
		return nil, fmt.Errorf("wazerohost: %w", err)
	}
	in.module = module
	// The linker of Go leaves bytes 4096 to 12287 free for argv, an empty environment, and the text of the one argument.
	const argv, text = 4096, 4096 + 3*8
	module.Memory().Write(argv, append(binary.LittleEndian.AppendUint64(nil, text), make([]byte, 2*8)...))
	module.Memory().Write(text, []byte("mycel\x00"))
	if _, err := in.call("run", 1, argv); err != nil {
		return nil, errors.Join(err, in.Close())
	}
	return in, nil
}

// Instance is a running engine, for one goroutine at a time. Its errors are a *Refused or a *Dead.
type Instance struct {
	ctx    context.Context // has guest, for the imports
	module api.Module
	guest  *guest
	poison bool
	dead   *Dead
}

// Refused is an engine's answer to input that it does not accept. The instance can still be used.
type Refused struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (r *Refused) Error() string { return "engine refused: " + r.Code + ": " + r.Message }

// Dead is the end of an instance. Each later call returns the same error.
type Dead struct {
	Export string // export that was running
	Cause  string // the trap, or how the engine broke its contract
	Output string // what the engine has printed
}

func (d *Dead) Error() string {
	return fmt.Sprintf("engine is dead: %s: %s\nits output:\n%s", d.Export, d.Cause, d.Output)
}

// Open gives the engine an uncompressed index, and returns its description in JSON.
func (in *Instance) Open(index []byte) ([]byte, error) { return in.verb("mycel_open", index) }

// AddPart gives the engine an uncompressed part.
func (in *Instance) AddPart(part uint32, data []byte) ([]byte, error) {
	return in.verb("mycel_add_part", data, uint64(part))
}

// Search answers a request, a MessagePack map, in JSON.
func (in *Instance) Search(request []byte) ([]byte, error) { return in.verb("mycel_search", request) }

// Ask calls another verb, such as "retrieve", with a request, a MessagePack map.
func (in *Instance) Ask(verb string, request []byte) ([]byte, error) {
	return in.verb("mycel_"+verb, request)
}

// Crash makes the engine panic, and returns the *Dead of the instance.
func (in *Instance) Crash() error {
	if _, err := in.verb("mycel_crash", nil); err != nil {
		return err
	}
	return in.die("mycel_crash", "no panic")
}

// MemoryBytes is the size of the memory, which never shrinks.
func (in *Instance) MemoryBytes() uint32 { return in.module.Memory().Size() }

// Close frees the memory.
func (in *Instance) Close() error { return in.module.Close(in.ctx) }

// statusRefused is the status of a verb whose answer is a *Refused; 0 is the status of all other answers.
const statusRefused = 1

// verb passes data to the engine, calls the export that consumes it, and copies its answer.
func (in *Instance) verb(export string, data []byte, arguments ...uint64) ([]byte, error) {
	at, err := in.call("mycel_alloc", uint64(len(data)))
	if err != nil {
		return nil, err
	}
	memory := in.module.Memory()
	if free, ok := memory.Read(at, memory.Size()-at); ok && in.poison {
		for i := range free {
			free[i] = 0xa5
		}
	}
	if !memory.Write(at, data) {
		return nil, in.die("mycel_alloc", "a buffer outside the memory")
	}
	status, err := in.call(export, arguments...)
	if err != nil {
		return nil, err
	}
	at, err = in.call("mycel_result_ptr")
	if err != nil {
		return nil, err
	}
	n, err := in.call("mycel_result_len")
	if err != nil {
		return nil, err
	}
	answer, ok := memory.Read(at, n)
	var refused Refused
	switch {
	case !ok:
		return nil, in.die(export, "an answer outside the memory")
	case status == 0:
		return append([]byte(nil), answer...), nil
	case status != statusRefused || json.Unmarshal(answer, &refused) != nil:
		return nil, in.die(export, fmt.Sprintf("status %d, %.200q", int32(status), answer))
	}
	return nil, &refused
}

// call calls an export and returns its result, 0 if it has none.
func (in *Instance) call(export string, arguments ...uint64) (uint32, error) {
	if in.dead != nil {
		return 0, in.dead
	}
	f := in.module.ExportedFunction(export)
	if f == nil {
		return 0, in.die(export, "there is no such export")
	}
	results, err := f.Call(in.ctx, arguments...)
	switch {
	case err != nil:
		return 0, in.die(export, err.Error())
	case in.guest.exited: // Go's whole runtime returns as if nothing had happened
		return 0, in.die(export, "the program has ended")
	case len(results) == 0:
		return 0, nil
	}
	return api.DecodeU32(results[0]), nil
}

func (in *Instance) die(export, cause string) error {
	in.dead = &Dead{export, cause, string(in.guest.output)}
	return in.dead
}
