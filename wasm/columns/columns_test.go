package columns

import (
	"bytes"
	"encoding/binary"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

var update = flag.Bool("update", false, "write the files of testdata, which the tests of the client read too")

// moduleOf returns a module with functions of such instructions, each behind declarations of locals.
func moduleOf(bodies ...[]byte) []byte {
	section := binary.AppendUvarint(nil, uint64(len(bodies)))
	for _, body := range bodies {
		body = slices.Concat([]byte{2, 3, 0x7f, 1, 0x7e}, body, []byte{op.End})
		section = append(binary.AppendUvarint(section, uint64(len(body))), body...)
	}
	return module.Join([]module.Section{
		{ID: 1, Content: []byte("types")},
		{ID: module.Code, Content: section},
		{ID: module.Data, Content: make([]byte, plainBytes+1)},
	})
}

// every has each kind of instruction that is written.
func every() []byte {
	var others []byte
	for o := op.LocalGet; o <= op.LocalTee; o++ {
		for _, n := range []byte{0, 1, 2, 7, 8, 15, 16, 100} {
			others = append(others, byte(o), n)
		}
		others = append(others, byte(o), 0x80, 0x01)
	}
	for o := op.I32Load; o < op.MemorySize; o++ {
		for _, offset := range []uint64{0, 1, 7, 8, 127, 128, 1000, 1 << 20, 1<<30 - 1} {
			others = binary.AppendUvarint(append(others, byte(o), alignments[o-op.I32Load]), offset)
		}
	}
	for o := 0x45; o <= op.Last; o++ {
		others = append(others, byte(o))
	}
	others = append(others,
		0x00, 0x01, // unreachable, nop
		op.Block, 0x40, op.Loop, 0x7f, op.If, 0x40, 0x05, op.Br, 1, op.End, op.BrIf, 0x80, 0x01, op.End, op.End,
		op.Call, 5, op.Call, 0x84, 0x02, op.CallIndirect, 1, 0,
		op.GlobalGet, 0, op.GlobalSet, 3, 0x0f, 0x1a, 0x1b,
		op.MemorySize, 0, op.MemoryGrow, 0,
		op.I32Const, 0x7f, op.I32Const, 0x80, 0x80, 0x80, 0x80, 0x78,
		op.I64Const, 0x2a, op.I64Const, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0,
		op.F32Const, 1, 2, 3, 0xfc, op.F64Const, 1, 2, 3, 4, 0xff, 6, 7, 8,
		op.Prefix, 0, op.Prefix, 7, op.Prefix, op.MemoryCopy, 0, 0, op.Prefix, op.MemoryFill, 0,
	)
	return moduleOf(nil, others, bytes.Repeat([]byte{0x01}, 300))
}

func TestColumns(t *testing.T) {
	m := every()
	file, err := Split(m)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"testdata/every.wasm": m, "testdata/every.columns": file} {
		if *update {
			if err := os.WriteFile(name, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(name); err != nil || !bytes.Equal(content, want) {
			t.Errorf("%s is not what is written now (%v): run the test with -update", name, err)
		}
	}
	if got, err := Join(m); err != nil || !bytes.Equal(got, m) {
		t.Errorf("a module without columns becomes another one: %v", err)
	}
}

func TestUnknownCode(t *testing.T) {
	for name, body := range map[string][]byte{
		"reference type":    {0xd0, 0x70},
		"vector":            {0xfd, 0x0c},
		"threads":           {0xfe, 0x00},
		"growth of a table": {op.Prefix, 12, 0, 0},
		"other alignment":   {op.I32Load, 0, 8},
		"other memory":      {op.MemorySize, 1},
		"long number":       {op.LocalGet, 0x81, 0x00},
		"large offset":      {op.I32Load, 2, 0x80, 0x80, 0x80, 0x80, 0x08},
		"cut off":           {op.I32Const, 0x80},
		"callee too large":  {op.Call, 0x80, 0x80, 0x80, 0x01},
		"table":             {0x0e, 0, 0},
		"long function":     make([]byte, mostFunction),
	} {
		if _, err := Split(moduleOf(body)); !errors.Is(err, ErrCode) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	groups := append([]byte{0x80, 0x01}, bytes.Repeat([]byte{1, 0x7f}, mostGroups)...)
	body := append(groups, op.End)
	many := append(binary.AppendUvarint([]byte{1}, uint64(len(body))), body...)
	if _, err := Split(module.Join([]module.Section{{ID: module.Code, Content: many}})); !errors.Is(err, ErrCode) {
		t.Errorf("many groups of locals: got %v", err)
	}
	if _, err := Split(module.Join(nil)); !errors.Is(err, ErrCode) {
		t.Errorf("no code: got %v", err)
	}
	if _, err := Split([]byte("no module")); err == nil || errors.Is(err, ErrCode) {
		t.Errorf("no module: got %v", err)
	}
}

// A damaged file is refused, or joins to about as many bytes; nothing panics.
func TestDamaged(t *testing.T) {
	m := every()
	file, err := Split(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Join(append(bytes.Clone(file), 0, 0, 0, 0, 0)); err == nil {
		t.Error("a frame without content is joined")
	}
	const flips = 4000
	refused := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range flips {
		damaged := bytes.Clone(file)
		damaged[r.IntN(2000)] ^= 1 << r.IntN(8)
		joined, err := Join(damaged)
		if err != nil {
			refused++
		} else if len(joined) > 2*len(m) {
			t.Errorf("%d bytes are joined, %d of the module", len(joined), len(m))
		}
	}
	if refused < flips/8 {
		t.Errorf("%d of %d damaged files were refused", refused, flips)
	}
	for n := len(magic); n < len(file); n += 97 {
		if joined, err := Join(file[:n]); err == nil && !bytes.HasPrefix(m, joined) {
			t.Errorf("the first %d bytes join to other bytes", n)
		}
	}
}

// frame returns a frame of a file of columns.
func frame(kind byte, content []byte) []byte {
	return append(binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(content))), content...)
}

// codeOf returns the frame of the functions of a file.
func codeOf(t *testing.T, file []byte) []byte {
	t.Helper()
	for b := file[len(magic):]; len(b) > 5; {
		n := binary.LittleEndian.Uint32(b[1:])
		if b[0] == code {
			return b[5:][:n]
		}
		b = b[5:][n:]
	}
	t.Fatal("no functions")
	return nil
}

// Each number of a frame is held against the frame's length, and each pair of opcodes against the longest.
func TestDamagedFrames(t *testing.T) {
	file, err := Split(every())
	if err != nil {
		t.Fatal(err)
	}
	whole := codeOf(t, file)
	if _, err := Join(append([]byte(magic), frame(code, whole)...)); err != nil {
		t.Fatal(err)
	}
	put := func(at int, n uint32) func([]byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint32(b[4*at:], n); return b }
	}
	pairs := headBytes // where the opcodes begin
	for i := range opcodes {
		pairs += int(binary.LittleEndian.Uint32(whole[4*(2+i):]))
	}
	for name, change := range map[string]func([]byte) []byte{
		"no head":                  func(b []byte) []byte { return b[:headBytes-1] },
		"fewer bytes of functions": put(0, 1),
		"more bytes of functions":  put(0, 1<<31),
		"fewer functions":          put(1, 2),
		"more functions":           put(1, 4),
		"a column behind the end":  put(2+int(numColumns)-1, 1<<31),
		"no pairs":                 func(b []byte) []byte { return put(2+opcodes, 2*numPairs-1)(b)[:pairs+2*numPairs-1] },
		"a pair of itself":         func(b []byte) []byte { b[pairs], b[pairs+1] = firstPair, 0; return b },
		"a pair of a later one":    func(b []byte) []byte { b[pairs], b[pairs+1] = firstPair+1, 0; return b },
		"bytes behind the columns": func(b []byte) []byte { return append(b, 0) },
		"a pair longer than is known": func(b []byte) []byte {
			for n := 1; n < 8; n++ {
				b[pairs+2*n], b[pairs+2*n+1] = byte(firstPair+n-1), byte(firstPair+n-1)
			}
			return b
		},
	} {
		changed := change(bytes.Clone(whole))
		if _, err := Join(append([]byte(magic), frame(code, changed)...)); !errors.Is(err, errDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for name, b := range map[string][]byte{
		"an unknown kind": frame(9, []byte{1}), "half a head": {plain, 1, 0}, "more than there is": frame(plain, []byte{1, 2})[:6],
	} {
		if _, err := Join(append([]byte(magic), b...)); !errors.Is(err, errDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	column := append(bytes.Repeat([]byte{1, 1}, numPairs), 1, 1, 1)
	for most, want := range map[int]bool{2: false, 3: true} {
		if _, ok := unpack(column, most); ok != want {
			t.Errorf("three opcodes of at most %d: %v", most, ok)
		}
	}
	sections, err := module.Sections(moduleOf(nil))
	if err != nil {
		t.Fatal(err)
	}
	for i := range sections {
		if sections[i].ID == module.Code {
			sections[i].Content = append(bytes.Clone(sections[i].Content), 0)
		}
	}
	if _, err := Split(module.Join(sections)); !errors.Is(err, ErrCode) {
		t.Errorf("a byte behind the last function: got %v", err)
	}
}
