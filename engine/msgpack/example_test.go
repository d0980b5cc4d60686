package msgpack_test

import (
	"fmt"

	"mycel/engine/msgpack"
)

func ExampleReader() {
	// {"query": "shared state", "k": 5, "note": ["not", "wanted"]}
	data := []byte("\x83\xa5query\xacshared state\xa1k\x05\xa4note\x92\xa3not\xa6wanted")
	var query string
	var k uint64
	r := msgpack.NewReader(data)
	for n := r.MapLen(); n > 0; n-- {
		switch r.Str() {
		case "query":
			query = r.Str()
		case "k":
			k = r.Uint()
		default:
			r.Skip()
		}
	}
	fmt.Println(query, k, r.Finish())

	r = msgpack.NewReader(data[:10])
	r.Skip()
	fmt.Println(r.Err())
	// Output:
	// shared state 5 <nil>
	// msgpack: truncated at byte 1: got str of at least 11 bytes, 9 left
}
