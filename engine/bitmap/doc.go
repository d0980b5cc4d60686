// Package bitmap reads sets of uint32 in the portable format of Roaring bitmaps
// (https://github.com/RoaringBitmap/RoaringFormatSpec) in place: a Set is a view over the serialised bytes; nothing is
// decoded or allocated. Any Roaring library may write the sets. A library that can also change sets would add 250 KB
// of compressed download when linked into WebAssembly.
//
// The format, all numbers little-endian:
//
//	cookie     u32      12346, or 12347 in the low half and containers−1 in the high half
//	count      u32      number of containers; only with cookie 12346
//	run flags  ⌈n/8⌉ B  bit i: container i holds runs; only with cookie 12347
//	keys       n × (u16 key, u16 cardinality−1), keys ascending
//	offsets    n × u32  where each container begins; absent with cookie 12347 and n < 4
//	containers, each with the low 16 bits of the values whose high 16 bits are its key:
//	  array    u16 per value, ascending; up to 4096 values
//	  bitmap   8192 B, bit v for value v; more than 4096 values
//	  runs     u16 number of runs, then (u16 first value, u16 length−1) each, ascending
package bitmap
