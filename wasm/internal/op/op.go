// Package op names the instructions of WebAssembly that programs of Go have (specification, "Instructions", 5.4).
package op

const (
	Unreachable  = 0x00
	Nop          = 0x01
	Block        = 0x02
	Loop         = 0x03
	If           = 0x04
	Else         = 0x05
	End          = 0x0b
	Br           = 0x0c
	BrIf         = 0x0d
	BrTable      = 0x0e
	Return       = 0x0f
	Call         = 0x10
	CallIndirect = 0x11
	Drop         = 0x1a
	Select       = 0x1b
	LocalGet     = 0x20
	LocalSet     = 0x21
	LocalTee     = 0x22
	GlobalGet    = 0x23
	GlobalSet    = 0x24
	I32Load      = 0x28 // the first of the loads
	I64Load      = 0x29
	I32Store     = 0x36 // the first of the stores
	I64Store     = 0x37
	MemorySize   = 0x3f
	MemoryGrow   = 0x40
	I32Const     = 0x41
	I64Const     = 0x42
	F32Const     = 0x43
	F64Const     = 0x44
	I32Eqz       = 0x45 // the first of the comparisons
	I32LtU       = 0x49
	I32LeU       = 0x4d
	I64Eqz       = 0x50
	F64Ge        = 0x66 // the last of the comparisons
	I32Add       = 0x6a
	I32Sub       = 0x6b
	I64Add       = 0x7c
	I64ShrU      = 0x88
	I32WrapI64   = 0xa7
	I64ExtendU32 = 0xad
	Last         = 0xc4 // of the opcodes of one byte
	Prefix       = 0xfc
	MemoryCopy   = 10 // behind the prefix
	MemoryFill   = 11
	LastPrefixed = MemoryFill
)
