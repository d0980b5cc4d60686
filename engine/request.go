package engine

import "mycel/engine/msgpack"

// ParseRequest reads a search request as hosts of the wasm engine send it: a
// msgpack map of "query" and options. Unknown keys and wrong types are refused
// with an error that wraps ErrOption.
func ParseRequest(b []byte) (query string, o Options, err error) {
	r := msgpack.NewReader(b)
	found := false
	for i, n := 0, r.MapLen(); i < n && r.Err() == nil; i++ {
		key := r.Str()
		switch key {
		case "query":
			query, found = r.Str(), true
		case "mode":
			o.Mode = r.Str()
		case "k":
			o.K = number(&r, key, &err)
		case "hops":
			o.Hops = number(&r, key, &err)
		case "minWeight":
			o.MinWeight = number(&r, key, &err)
		case "hubCap":
			o.HubCap = number(&r, key, &err)
		default:
			if r.Err() == nil {
				return "", Options{}, optionError(key, "there is no such option")
			}
		}
		if r.Err() != nil {
			return "", Options{}, optionError(key, r.Err().Error())
		}
	}
	switch {
	case err != nil:
		return "", Options{}, err
	case r.Err() != nil:
		return "", Options{}, optionError("request", r.Err().Error())
	case r.Offset() != len(b):
		return "", Options{}, optionError("request", "bytes after the map")
	case !found:
		return "", Options{}, optionError("query", "missing")
	}
	return query, o, nil
}

// number reads an explicit option value. Zero is refused: it would silently mean
// the default.
func number(r *msgpack.Reader, key string, err *error) int {
	v := r.Uint()
	if r.Err() == nil && *err == nil && (v == 0 || v > 1<<31-1) {
		*err = optionError(key, "out of range")
	}
	return int(v)
}
