package engine

import "mycel/engine/msgpack"

// ParseEvidenceRequest reads a request for evidence as hosts of the wasm engine send
// it: a msgpack map of "query" and options. Unknown keys and wrong types are refused
// with an error that wraps ErrOption.
func ParseEvidenceRequest(b []byte) (query string, o EvidenceOptions, err error) {
	err = parseMap(b, "query", func(r *msgpack.Reader, key string) (known bool, err error) {
		switch key {
		case "query":
			query = r.Str()
		case "mode":
			o.Mode = r.Str()
		case "k":
			o.K = number(r, key, &err)
		case "tokenBudget":
			o.TokenBudget = number(r, key, &err)
		case "minScore":
			o.MinScore = float32(r.Float())
		default:
			return false, nil
		}
		return true, err
	})
	return query, o, err
}

// parseMap reads a msgpack map with set, which reads the value of a key, and which
// must be called for the required one.
func parseMap(b []byte, required string, set func(r *msgpack.Reader, key string) (known bool, err error)) error {
	r := msgpack.NewReader(b)
	found := false
	for i, n := 0, r.MapLen(); i < n && r.Err() == nil; i++ {
		key := r.Str()
		if r.Err() != nil {
			break
		}
		known, err := set(&r, key)
		switch {
		case !known:
			return optionError(key, "there is no such option")
		case r.Err() != nil:
			return optionError(key, r.Err().Error())
		case err != nil:
			return err
		}
		found = found || key == required
	}
	switch {
	case r.Err() != nil:
		return optionError("request", r.Err().Error())
	case r.Offset() != len(b):
		return optionError("request", "bytes after the map")
	case !found:
		return optionError(required, "missing")
	}
	return nil
}
