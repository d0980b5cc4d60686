// Package msgpack reads MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md)
// from a byte slice without copying and without allocating.
//
// It only reads: bundles and requests are written by others with any encoder. It exists
// because a general decoder brings reflection and fmt along, about 300 KB of compressed
// download once linked into WebAssembly, where the engine needs a cursor and nothing more.
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
// What several methods share is kept out of line: a request has a dozen values, and
// inlined code is downloaded by every reader.
package msgpack
