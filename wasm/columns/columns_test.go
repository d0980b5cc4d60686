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
)

var update = flag.Bool("update", false, "write the files of testdata, which the tests of the client read too")

// moduleOf returns a module with functions of such instructions, each behind declarations of locals.
func moduleOf(bodies ...[]byte) []byte {
	section := binary.AppendUvarint(nil, uint64(len(bodies)))
	for _, body := range bodies {
		body = slices.Concat([]byte{2, 3, 0x7f, 1, 0x7e}, body, []byte{opEnd})
		section = append(binary.AppendUvarint(section, uint64(len(body))), body...)
	}
	return module.Join([]module.Section{
		{ID: 1, Content: []byte("types")},
		{ID: module.Code, Content: section},
		{ID: module.Data, Content: make([]byte, plainBytes+1)},
	})
}

// address returns the bytes of the return address of a function's resume point.
func address(function, point int) []byte {
	var j joiner
	j.putSigned(int64(firstFunction+function)<<16 | int64(point))
	return j.code
}

// every has each kind of instruction that Go writes, and those of calls in each form.
func every() []byte {
	calls := slices.Concat(
		callBegin, address(1, 3), callMiddle, []byte{opCall, 0x84, 0x02}, callEnd, []byte{9},
		callBegin, address(1, 4), callMiddle, []byte{opCall, 5}, // not followed by a branch
		callBegin, address(1, 6), callMiddle, []byte{opCallIndirect, 1, 0}, // nor by a call
		callBegin, address(1, 5), callMiddle, // points do not ascend
		callBegin, address(0, 9), callMiddle, // of another function
		callBegin, address(1, 700), callMiddle, // too far
		callBegin, address(1, 8), []byte{0x37, 3, 8}, // stored elsewhere
	)
	var others []byte
	for op := opLocalGet; op <= opLocalTee; op++ {
		for _, n := range []byte{0, 1, 2, 7, 8, 15, 16, 100} {
			others = append(others, byte(op), n)
		}
		others = append(others, byte(op), 0x80, 0x01)
	}
	for op := opLoad; op < opMemorySize; op++ {
		for _, offset := range []uint64{0, 1, 7, 8, 127, 128, 1000, 1 << 20, 1<<30 - 1} {
			others = binary.AppendUvarint(append(others, byte(op), alignments[op-opLoad]), offset)
		}
	}
	for op := 0x45; op <= opLast; op++ {
		others = append(others, byte(op))
	}
	others = append(others,
		0x00, 0x01, // unreachable, nop
		opBlock, 0x40, opBlock+1, 0x7f, opIf, 0x40, 0x05, opBr, 1, opEnd, opBrIf, 0x80, 0x01, opEnd, opEnd,
		opBrTable, 4, 0, 3, 1, 0x80, 0x02, 0,
		opBrTable, 0, 7,
		opGlobalGet, 0, opGlobalSet, 3, 0x0f, 0x1a, 0x1b,
		opMemorySize, 0, opMemoryGrow, 0,
		opI32Const, 0x7f, opI32Const, 0x80, 0x80, 0x80, 0x80, 0x78,
		opI64Const, 0x2a, opI64Const, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0,
		opF32Const, 1, 2, 3, 0xfc, opF64Const, 1, 2, 3, 4, 0xff, 6, 7, 8,
		opPrefix, 0, opPrefix, 7, opPrefix, opMemoryCopy, 0, 0, opPrefix, opMemoryFill, 0,
	)
	return moduleOf(nil, calls, others, bytes.Repeat([]byte{0x01}, 300))
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

// The sequences of calls are shorter in columns. A test of every instruction would not see that they were missed.
func TestCalls(t *testing.T) {
	one := slices.Concat(callBegin, address(0, 3), callMiddle, []byte{opCall, 5}, callEnd, []byte{9})
	s := splitter{reader: reader{b: one}}
	if !s.call() || s.bad || s.at != len(one) {
		t.Fatalf("the call is read up to byte %d of %d", s.at, len(one))
	}
	if got := s.columns; !slices.EqualFunc(got[:], [][]byte{opcodes: {resumingCall}, branches: {9}, callees: {0, 5}, resumes: {3}, rest: nil}, bytes.Equal) {
		t.Errorf("got %v", got)
	}
}

func TestUnknownCode(t *testing.T) {
	for name, body := range map[string][]byte{
		"reference type":   {0xd0, 0x70},
		"vector":           {0xfd, 0x0c},
		"threads":          {0xfe, 0x00},
		"table":            {opPrefix, 12, 0, 0},
		"other alignment":  {opLoad, 0, 8},
		"other memory":     {opMemorySize, 1},
		"long number":      {opLocalGet, 0x81, 0x00},
		"large offset":     {opLoad, 2, 0x80, 0x80, 0x80, 0x80, 0x08},
		"cut off":          {opI32Const, 0x80},
		"callee too large": {opCall, 0x80, 0x80, 0x80, 0x01},
		"target too large": {opBrTable, 0, 0x80, 0x80, 0x80, 0x80, 0x04},
		"long function":    make([]byte, mostFunction),
	} {
		if _, err := Split(moduleOf(body)); !errors.Is(err, ErrCode) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	groups := append([]byte{0x80, 0x01}, bytes.Repeat([]byte{1, 0x7f}, mostGroups)...)
	body := append(groups, opEnd)
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
	if refused < flips/5 {
		t.Errorf("%d of %d damaged files were refused", refused, flips)
	}
	for n := len(magic); n < len(file); n += 97 {
		if joined, err := Join(file[:n]); err == nil && !bytes.HasPrefix(m, joined) {
			t.Errorf("the first %d bytes join to other bytes", n)
		}
	}
}
