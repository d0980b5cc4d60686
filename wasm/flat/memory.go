package main

import (
	"encoding/binary"

	"mycel/wasm/internal/module"
	"mycel/wasm/internal/op"
)

// readMemory returns the initial content of the linear memory, from address 0 to the last byte that is initialised. Go
// places segments at constant addresses.
func readMemory(r module.Reader) (image []byte) {
	for n := r.Int(); n > 0; n-- {
		r.Expect("a segment of data", 0, op.I32Const)
		address := r.Signed()
		r.Expect("a segment of data", op.End)
		content := r.Take(r.Unsigned())
		if address < 0 || address > 1<<30 {
			module.Refuse("a segment of data out of range")
		}
		if end := int(address) + len(content); end > len(image) {
			image = append(image, make([]byte, end-len(image))...)
		}
		copy(image[address:], content)
	}
	return image
}

// gap is the shortest run of zeros that ends a segment. Go's linker ends segments at far shorter runs, and the heads of
// 36,000 segments compress badly; zeros compress well.
const gap = 512

// dataOf writes memory as a data section. It leaves out the zeros between segments.
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
		body = append(module.AppendSigned(append(body, 0, op.I32Const), int64(at)), op.End)
		body = binary.AppendUvarint(body, uint64(end-at))
		body = append(body, image[at:end]...)
		count++
		at = end
	}
	return append(binary.AppendUvarint(nil, count), body...)
}
