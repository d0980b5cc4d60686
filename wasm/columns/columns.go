// Package columns makes a Go program for the browser smaller for the download. gzip finds little in machine code,
// where instructions, numbers of locals, offsets and constants follow each other. So a module has its code in
// columns: the instructions in one, the operands of each kind in another. A reader joins them while the data
// behind them arrives, and gets the bytes of the module (js/src/files/columns.js).
//
//	magic
//	bytes before the code, bytes of the code, number of functions, length of each column (uint32 each)
//	the bytes before the code; the columns; the bytes behind the code
//
// The lowest byte of a number comes first. The code begins with the first function. All functions share the same
// columns: divided columns compress worse.
package columns

import (
	"encoding/binary"
	"slices"

	"mycel/wasm/internal/module"
)

const magic = "\x00col"

// Split puts the code of a module into columns. It returns an error for code that Go does not write.
func Split(m []byte) (file []byte, err error) {
	err = module.Try(func() {
		all := module.Sections(m)
		i := slices.IndexFunc(all, func(s module.Section) bool { return s.ID == module.Code })
		if i < 0 {
			module.Refuse("there is no code")
		}
		r := module.Reader{B: m, At: all[i].At}
		functions := r.Int()
		before := r.At
		var c coder
		for range functions {
			c.code = module.Reader{B: r.Take(r.Unsigned())}
			if len(c.code.B) >= mostFunction {
				module.Refuse("a function of %d bytes", len(c.code.B))
			}
			c.function()
			if c.code.At != len(c.code.B) {
				module.Refuse("bytes behind the end of a function")
			}
		}
		if r.At != all[i].At+len(all[i].Content) {
			module.Refuse("bytes behind the last function")
		}
		c.columns[opcodes] = pack(c.columns[opcodes])
		file = []byte(magic)
		for _, n := range []int{before, r.At - before, functions} {
			file = binary.LittleEndian.AppendUint32(file, uint32(n))
		}
		content := m[:before:before]
		for _, column := range c.columns {
			file = binary.LittleEndian.AppendUint32(file, uint32(len(column)))
			content = append(content, column...)
		}
		file = slices.Concat(file, content, m[r.At:])
	})
	return file, err
}
