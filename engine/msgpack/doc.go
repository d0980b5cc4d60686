// Package msgpack reads MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md)
// from a byte slice without copying and without allocating.
//
// It only reads: others write bundles and requests, with any encoder. A general decoder
// would bring reflection and fmt along, about 300 KB of compressed download once linked into
// WebAssembly; the engine needs only a cursor.
//
//	r := msgpack.NewReader(data)
//	for n := r.MapLen(); n > 0; n-- {
//		switch r.Str() {
//		case "query":
//			query = r.Str()
//		default:
//			r.Skip()
//		}
//	}
//	if err := r.Err(); err != nil { … }
//
// Code that several methods share is kept out of line: a request has only a dozen values,
// and every reader downloads inlined code.
package msgpack
