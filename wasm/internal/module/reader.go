package module

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// refusal is the panic of code that finds something unknown in a module.
type refusal string

// Refuse ends the work on a module. Try returns the reason.
func Refuse(format string, arguments ...any) { panic(refusal(fmt.Sprintf(format, arguments...))) }

// Try returns a refusal as an error.
func Try(do func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%s", string(what))
		}
	}()
	do()
	return nil
}

// Reader reads bytes from At on, and refuses to read beyond their end.
type Reader struct {
	B  []byte
	At int
}

func (r *Reader) Byte() byte { return r.Take(1)[0] }

func (r *Reader) Take(n uint64) []byte {
	if n > uint64(len(r.B)-r.At) {
		Refuse("cut off")
	}
	r.At += int(n)
	return r.B[r.At-int(n) : r.At]
}

// Expect reads bytes, and refuses the module if they are not want.
func (r *Reader) Expect(what string, want ...byte) {
	if !bytes.Equal(r.Take(uint64(len(want))), want) {
		Refuse("%s of an unknown kind", what)
	}
}

// Raw returns the bytes of a number.
func (r *Reader) Raw() []byte {
	first := r.At
	for r.Byte() >= 0x80 {
	}
	return r.B[first:r.At]
}

func (r *Reader) Unsigned() uint64 {
	v, n := binary.Uvarint(r.Raw())
	if n <= 0 {
		Refuse("a number of more than 64 bits")
	}
	return v
}

func (r *Reader) Int() int {
	v := r.Unsigned()
	if v > 1<<32 {
		Refuse("a number of more than 32 bits")
	}
	return int(v)
}

func (r *Reader) Signed() (v int64) {
	raw := r.Raw()
	if len(raw) > 10 {
		Refuse("a number of more than 64 bits")
	}
	for i, b := range raw {
		v |= int64(b&0x7f) << (7 * i)
	}
	if unused := 64 - 7*len(raw); unused > 0 { // the highest bit that was read is the sign
		v = v << unused >> unused
	}
	return v
}

// AppendSigned writes a number as Reader.Signed reads it.
func AppendSigned(b []byte, value int64) []byte {
	for {
		low := byte(value & 0x7f)
		value >>= 7
		if value == 0 && low&0x40 == 0 || value == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}
