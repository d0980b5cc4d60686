package columns

import (
	"encoding/binary"
	"errors"
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
	number  int
	resume  uint64
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
	before := len(m)
	for range functions {
		j.code, j.resume = j.code[:0], 0
		if !j.function() {
			return nil, errDamaged
		}
		m = append(binary.AppendUvarint(m, uint64(len(j.code))), j.code...)
		j.number++
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

func (j *joiner) putSigned(v int64) {
	for ; v >= 0x40 || v < -0x40; v >>= 7 {
		j.put(byte(v) | 0x80)
	}
	j.put(byte(v) & 0x7f)
}

// copy copies a number.
func (j *joiner) copy(column int) { j.put(j.columns[column].raw()...) }

// instruction returns by how much the depth of blocks grows.
func (j *joiner) instruction() (deeper int) {
	op := j.columns[opcodes].byte()
	switch {
	case op >= shortLocal && op < endLocals:
		j.local(int(op - shortLocal))
		return 0
	case op >= resumingCall && op <= returnPoint:
		j.call(op)
		return 0
	case op > opLast && op != opPrefix:
		j.columns[opcodes].bad = true
	}
	j.put(op)
	switch op {
	case opBlock, opBlock + 1, opIf:
		j.put(j.columns[opcodes].byte())
		return 1
	case opEnd:
		return -1
	case opBrTable:
		j.table()
	case opCall:
		j.callee()
	case opMemorySize, opMemoryGrow:
		j.put(0)
	case opF32Const, opF64Const:
		for range 4 << (op - opF32Const) {
			j.put(j.columns[rest].byte())
		}
	case opPrefix:
		op := j.columns[opcodes].byte()
		j.put(op)
		if op == opMemoryCopy || op == opMemoryFill {
			j.put(make([]byte, opMemoryFill+1-int(op))...)
		}
	default:
		for _, column := range copied(op) {
			j.copy(column)
		}
		if op >= opLoad && op < opMemorySize {
			j.memory(op)
		}
	}
	return 0
}

// local writes an instruction for one of the first locals, the n-th of these.
func (j *joiner) local(n int) {
	for kind, count := range shortLocals {
		if n < count {
			j.put(opLocalGet+byte(kind), byte(n))
			return
		}
		n -= count
	}
}

// call writes the sequence of a call.
func (j *joiner) call(op byte) {
	j.put(callBegin...)
	j.resume += uint64(j.columns[resumes].byte())
	j.putSigned((firstFunction+int64(j.number))<<16 + int64(j.resume))
	j.put(callMiddle...)
	if op == returnPoint {
		return
	}
	j.put(opCall)
	j.callee()
	if op == resumingCall {
		j.put(callEnd...)
		j.copy(branches)
	}
}

func (j *joiner) callee() {
	high, low := j.columns[callees].byte(), j.columns[callees].byte()
	j.putSigned(int64(high)<<8 | int64(low))
}

func (j *joiner) table() {
	c := &j.columns[tables]
	n, last := c.uint(), int64(0)
	j.putUint(n)
	for ; n+1 > 0 && !c.bad; n-- {
		distance, read := binary.Varint(c.raw())
		c.bad = c.bad || read <= 0
		last += distance
		j.putUint(uint64(last))
	}
}

func (j *joiner) memory(op byte) {
	j.put(alignments[op-opLoad])
	j.putUint(unpackOffset(j.columns[offsets(op)].uint()))
}
