package engine

import (
	"mycel/engine/msgpack"
	"mycel/engine/strategy"
)

// ParseRequest reads a search request as hosts of the wasm engine send it: a
// msgpack map of "query", "mode", "vector" (little-endian float32) and parameters of
// strategies. Unknown keys and wrong types are refused with an error that wraps
// ErrOption.
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
		case "vector":
			o.Vector, err = floats(r.Bin())
		default:
			if e := setParameter(&o, key, &r); e != nil && r.Err() == nil {
				return "", Options{}, e
			}
		}
		if r.Err() != nil {
			return "", Options{}, optionError(key, r.Err().Error())
		}
		if err != nil {
			return "", Options{}, err
		}
	}
	switch {
	case r.Err() != nil:
		return "", Options{}, optionError("request", r.Err().Error())
	case r.Offset() != len(b):
		return "", Options{}, optionError("request", "bytes after the map")
	case !found:
		return "", Options{}, optionError("query", "missing")
	}
	return query, o, nil
}

// setParameter reads the value of a strategy's parameter.
func setParameter(o *Options, name string, r *msgpack.Reader) error {
	p := strategy.FindParameter(name)
	if p == nil {
		return optionError(name, "there is no such option")
	}
	ok := false
	switch r.Peek() {
	case msgpack.Uint, msgpack.Int:
		ok = p.SetNumber(&o.Options, float64(r.Int()))
	case msgpack.Float:
		ok = p.SetNumber(&o.Options, r.Float())
	case msgpack.Str:
		ok = p.SetWord(&o.Options, r.Str())
	case msgpack.Bool:
		ok = p.SetSwitch(&o.Options, r.Bool())
	}
	if !ok {
		return wrongValue(p)
	}
	return nil
}
