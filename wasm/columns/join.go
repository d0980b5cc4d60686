package columns

import (
	"encoding/binary"
	"errors"

	"mycel/wasm/internal/op"
)

var errDamaged = errors.New("damaged columns")

// Join is the inverse of Split. A file without columns is a module already.
func Join(file []byte) ([]byte, error) {
	if len(file) < len(magic) || string(file[:len(magic)]) != magic {
		return file, nil
	}
	var m []byte
	for b := file[len(magic):]; len(b) > 0; {
		if len(b) < 5 {
			return nil, errDamaged
		}
		kind, n := b[0], binary.LittleEndian.Uint32(b[1:])
		if b = b[5:]; n == 0 || uint64(n) > uint64(len(b)) {
			return nil, errDamaged
		}
		switch kind {
		case plain:
			m = append(m, b[:n]...)
		case code:
			var err error
			if m, err = joinCode(m, b[:n]); err != nil {
				return nil, err
			}
		default:
			return nil, errDamaged
		}
		b = b[n:]
	}
	return m, nil
}

// joiner puts functions together.
type joiner struct {
	columns [numColumns]reader
	code    []byte
}

// joinCode appends the functions of a frame to m.
func joinCode(m, frame []byte) ([]byte, error) {
	if len(frame) < headBytes {
		return nil, errDamaged
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint32(frame[4*i:])) }
	size, functions := number(0), number(1)
	var j joiner
	at := headBytes
	for i := range j.columns {
		n := number(2 + i)
		if n > len(frame)-at {
			return nil, errDamaged
		}
		j.columns[i].b = frame[at : at+n]
		at += n
	}
	var ok bool
	if j.columns[opcodes].b, ok = unpack(j.columns[opcodes].b, size); !ok {
		return nil, errDamaged
	}
	before := len(m)
	for range functions {
		j.code = j.code[:0]
		if !j.function() {
			return nil, errDamaged
		}
		m = append(binary.AppendUvarint(m, uint64(len(j.code))), j.code...)
	}
	for i := range j.columns {
		if j.columns[i].at < len(j.columns[i].b) {
			return nil, errDamaged
		}
	}
	if at != len(frame) || len(m)-before != size {
		return nil, errDamaged
	}
	return m, nil
}

// function reports whether the columns have a function.
func (j *joiner) function() bool {
	groups := j.columns[rest].uint()
	j.putUint(groups)
	for ; groups > 0 && !j.bad(); groups-- {
		j.copy(rest)
		j.put(j.columns[rest].byte())
	}
	for depth := 1; depth > 0 && !j.bad(); {
		depth += j.instruction()
	}
	return !j.bad()
}

func (j *joiner) bad() (bad bool) {
	for i := range j.columns {
		bad = bad || j.columns[i].bad
	}
	return bad
}

func (j *joiner) put(b ...byte)    { j.code = append(j.code, b...) }
func (j *joiner) putUint(v uint64) { j.code = binary.AppendUvarint(j.code, v) }

// copy copies a number.
func (j *joiner) copy(column int) { j.put(j.columns[column].raw()...) }

// instruction returns by how much the depth of blocks grows.
func (j *joiner) instruction() (deeper int) {
	opcode := j.columns[opcodes].byte()
	switch {
	case opcode >= shortLocal && opcode < firstPair:
		j.local(int(opcode - shortLocal))
		return 0
	case opcode > op.Last && opcode != op.Prefix, opcode == op.BrTable:
		j.columns[opcodes].bad = true
	}
	j.put(opcode)
	switch opcode {
	case op.Block, op.Block + 1, op.If:
		j.put(j.columns[opcodes].byte())
		return 1
	case op.End:
		return -1
	case op.Call:
		j.callee()
	case op.MemorySize, op.MemoryGrow:
		j.put(0)
	case op.F32Const, op.F64Const:
		for range 4 << (opcode - op.F32Const) {
			j.put(j.columns[rest].byte())
		}
	case op.Prefix:
		opcode := j.columns[opcodes].byte()
		j.put(opcode)
		if opcode == op.MemoryCopy || opcode == op.MemoryFill {
			j.put(make([]byte, op.MemoryFill+1-int(opcode))...)
		}
	default:
		for _, column := range copied(opcode) {
			j.copy(column)
		}
		if opcode >= op.I32Load && opcode < op.MemorySize {
			j.memory(opcode)
		}
	}
	return 0
}

// local writes an instruction for one of the first locals, the n-th of these.
func (j *joiner) local(n int) {
	for kind, count := range shortLocals {
		if n < count {
			j.put(op.LocalGet+byte(kind), byte(n))
			return
		}
		n -= count
	}
}

func (j *joiner) callee() {
	high, low := j.columns[callees].byte(), j.columns[callees].byte()
	j.putUint(uint64(high)<<8 | uint64(low))
}

func (j *joiner) memory(opcode byte) {
	j.put(alignments[opcode-op.I32Load])
	j.putUint(unpackOffset(j.columns[offsets(opcode)].uint()))
}
