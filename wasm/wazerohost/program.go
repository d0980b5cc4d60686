package wazerohost

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
)

// Options are the settings of a Program. The zero value is what most tests and benchmarks want.
// Now must be safe for concurrent use where instances run concurrently.
type Options struct {
	// CacheDir keeps compiled code between processes, about 5 MB for a 2 MB file.
	// Default: none, every Compile compiles.
	CacheDir string

	// MemoryPages limits an instance's linear memory, in pages of 64 KiB, 1..65536.
	// The host reserves this much address space per instance, and only touched pages cost memory.
	// Default: 8192, which is 512 MiB.
	MemoryPages uint32

	// Now is the guest's clock. It is read often and must not go backwards. Tests that want a
	// day to pass give a clock that they move themselves: the host never sleeps.
	// Default: time.Now.
	Now func() time.Time

	// Poison fills the memory behind each buffer that the engine makes for the host. An engine without a
	// collector has given it back, and must not have kept an address in it.
	Poison bool
}

func (o *Options) setDefaults() error {
	if o.MemoryPages > 65536 {
		return fmt.Errorf("wazerohost: got MemoryPages %d, want 65536 (4 GiB) at most", o.MemoryPages)
	}
	if o.MemoryPages == 0 {
		o.MemoryPages = 8192
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return nil
}

// Program is a compiled engine. Its methods may be called from several goroutines.
type Program struct {
	runtime  wazero.Runtime
	cache    wazero.CompilationCache // nil without Options.CacheDir
	compiled wazero.CompiledModule
	options  Options
}

// Compile compiles the bytes of a .wasm file (not gzipped) and checks that it is an engine:
// that it imports nothing but the eight functions this package has, and exports every verb.
func Compile(ctx context.Context, wasm []byte, o Options) (*Program, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	p := &Program{options: o}
	config, err := p.runtimeConfig()
	if err != nil {
		return nil, err
	}
	p.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := p.compile(ctx, wasm); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// runtimeConfig asks for wazero's compiler; NewRuntimeConfig falls back to the interpreter,
// 17 to 105 times slower, only where there is none. WithCloseOnContextDone is left off since it
// makes hot loops 6 to 10 times slower.
func (p *Program) runtimeConfig() (wazero.RuntimeConfig, error) {
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(p.options.MemoryPages)
	if p.options.CacheDir == "" {
		return config, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(p.options.CacheDir)
	if err != nil {
		return nil, fmt.Errorf("wazerohost: compilation cache: %w", err)
	}
	p.cache = cache
	return config.WithCompilationCache(cache), nil
}

func (p *Program) compile(ctx context.Context, wasm []byte) error {
	if err := instantiateGojs(ctx, p.runtime); err != nil {
		return fmt.Errorf("wazerohost: import module %s: %w", gojsModule, err)
	}
	compiled, err := p.runtime.CompileModule(ctx, wasm)
	if err != nil {
		return fmt.Errorf("wazerohost: compile: %w", err)
	}
	p.compiled = compiled
	return errors.Join(checkImports(compiled), checkExports(compiled))
}

// checkImports names every import this host lacks. They come in by accident, with a package
// that pulls in syscall/js, so the message says where to look.
func checkImports(compiled wazero.CompiledModule) error {
	var unknown []string
	for _, f := range compiled.ImportedFunctions() {
		module, name, _ := f.Import()
		if _, ok := gojsFunctions[name]; !ok || module != gojsModule {
			unknown = append(unknown, module+"."+name)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("wazerohost: got imports %s, want only the Go runtime's: does the engine link fmt, os, time or syscall/js?",
			strings.Join(unknown, ", "))
	}
	return nil
}

func checkExports(compiled wazero.CompiledModule) error {
	var missing []string
	functions := compiled.ExportedFunctions()
	for _, name := range exports {
		if functions[name] == nil {
			missing = append(missing, name)
		}
	}
	if compiled.ExportedMemories()[exportMemory] == nil {
		missing = append(missing, exportMemory)
	}
	if len(missing) > 0 {
		return fmt.Errorf("wazerohost: not an engine: no export %s", strings.Join(missing, ", "))
	}
	return nil
}

// NewInstance starts a fresh engine: new linear memory, the Go runtime run until main has
// parked. It compiles nothing. Instances share no state, so one may be used while another
// runs in a different goroutine.
func (p *Program) NewInstance() (*Instance, error) {
	return newInstance(p, false)
}

// Start is Compile and NewInstance in one, for a caller that needs a single engine. Closing
// the instance closes the program.
func Start(ctx context.Context, wasm []byte, o Options) (*Instance, error) {
	p, err := Compile(ctx, wasm, o)
	if err != nil {
		return nil, err
	}
	in, err := newInstance(p, true)
	if err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return in, nil
}

// Close frees the compiled code and closes every instance.
func (p *Program) Close() error {
	ctx := context.Background()
	err := p.runtime.Close(ctx)
	if p.cache != nil {
		err = errors.Join(err, p.cache.Close(ctx))
	}
	return err
}
