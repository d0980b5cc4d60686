package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Bytes of a data segment that is placed at a constant address of memory 0: its kind,
// the instruction i32.const, and the end of the expression.
const (
	activeSegment = 0x00
	i32Const      = 0x41
	endExpression = 0x0b
)

// memory is the initial content of the linear memory from address 0 on, as the data
// section has it, up to the last byte that is not left to be zero.
func memory(data []byte) ([]byte, error) {
	r := bytes.NewReader(data)
	count, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	var image []byte
	for range count {
		if err := expect(r, activeSegment); err != nil {
			return nil, err
		}
		if err := expect(r, i32Const); err != nil {
			return nil, err
		}
		address, err := readSigned(r)
		if err != nil {
			return nil, err
		}
		if err := expect(r, endExpression); err != nil {
			return nil, err
		}
		size, err := binary.ReadUvarint(r)
		if err != nil {
			return nil, err
		}
		if address < 0 || size > uint64(r.Len()) {
			return nil, errors.New("a data segment is out of range or cut off")
		}
		end := int(address) + int(size)
		if end > len(image) {
			image = append(image, make([]byte, end-len(image))...)
		}
		if _, err := io.ReadFull(r, image[address:end]); err != nil {
			return nil, err
		}
	}
	return image, nil
}

func expect(r *bytes.Reader, want byte) error {
	got, err := r.ReadByte()
	if err == nil && got != want {
		err = fmt.Errorf("byte %#x in the head of a data segment, want %#x", got, want)
	}
	return err
}

// readSigned reads a signed LEB128 number, the form of the operand of i32.const.
func readSigned(r *bytes.Reader) (int64, error) {
	var value int64
	for shift := 0; shift < 35; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		value |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				value -= 1 << (shift + 7)
			}
			return value, nil
		}
	}
	return 0, errors.New("a number of more than 32 bits")
}

func appendSigned(b []byte, value int64) []byte {
	for {
		low := byte(value & 0x7f)
		value >>= 7
		if value == 0 && low&0x40 == 0 || value == -1 && low&0x40 != 0 {
			return append(b, low)
		}
		b = append(b, low|0x80)
	}
}

// gap is the shortest run of zeros that ends a segment. The linker of Go ends them at
// far shorter runs, and the heads of 36,000 segments compress badly: zeros do not.
const gap = 512

// dataOf writes memory as a data section. Zeros between segments are left out.
func dataOf(image []byte) []byte {
	var (
		body  []byte
		count uint64
	)
	for at := 0; ; {
		for at < len(image) && image[at] == 0 {
			at++
		}
		if at == len(image) {
			break
		}
		end, zeros := at, 0
		for i := at; i < len(image) && zeros < gap; i++ {
			if image[i] == 0 {
				zeros++
			} else {
				end, zeros = i+1, 0
			}
		}
		body = append(body, activeSegment, i32Const)
		body = appendSigned(body, int64(at))
		body = append(body, endExpression)
		body = binary.AppendUvarint(body, uint64(end-at))
		body = append(body, image[at:end]...)
		count++
		at = end
	}
	return append(binary.AppendUvarint(nil, count), body...)
}
