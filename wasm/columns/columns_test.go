package columns

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"slices"
	"testing"

	"mycel/internal/must"
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
		{ID: module.Data, Content: make([]byte, 1<<14)},
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
	file := must.Get(Split(m))(t)
	for name, content := range map[string][]byte{"testdata/every.wasm": m, "testdata/every.columns": file} {
		if *update {
			must.OK(t, os.WriteFile(name, content, 0o644))
		}
		if want, err := os.ReadFile(name); err != nil || !bytes.Equal(content, want) {
			t.Errorf("%s is not what is written now (%v): run the test with -update", name, err)
		}
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
		"exceptions":        {0x06, 0x40, op.End},
		"large offset":      {op.I32Load, 2, 0x80, 0x80, 0x80, 0x80, 0x08},
		"cut off":           {op.I32Const, 0x80},
		"table":             {0x0e, 0, 0},
		"long function":     make([]byte, mostFunction),
	} {
		if _, err := Split(moduleOf(body)); err == nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
	groups := append([]byte{0x80, 0x01}, bytes.Repeat([]byte{1, 0x7f}, mostGroups)...)
	body := append(groups, op.End)
	many := append(binary.AppendUvarint([]byte{1}, uint64(len(body))), body...)
	if _, err := Split(module.Join([]module.Section{{ID: module.Code, Content: many}})); err == nil {
		t.Errorf("many groups of locals: got %v", err)
	}
	if _, err := Split(module.Join(nil)); err == nil {
		t.Errorf("no code: got %v", err)
	}
	if _, err := Split([]byte("no module")); err == nil {
		t.Errorf("no module: got %v", err)
	}
}

func TestBytesBehindFunctions(t *testing.T) {
	sections := module.Sections(moduleOf(nil))
	for i := range sections {
		if sections[i].ID == module.Code {
			sections[i].Content = append(bytes.Clone(sections[i].Content), 0)
		}
	}
	if _, err := Split(module.Join(sections)); err == nil {
		t.Error("a byte behind the last function is taken")
	}
}
