package engine

import (
	"mycel/engine/msgpack"
	"mycel/engine/strategy"
)

// ParseRequest reads a search request as hosts of the wasm engine send it: a
// msgpack map of "query", "mode", "vector" (little-endian float32), "excerpts"
// (bits), "language" and parameters of strategies. Unknown keys and wrong types are refused
// with an error that wraps ErrOption.
func ParseRequest(b []byte) (query string, o Options, err error) {
	err = parseMap(b, "query", func(r *msgpack.Reader, key string) error {
		if key == "query" {
			query = r.Str()
			return nil
		}
		return o.read(r, key)
	})
	if err != nil {
		return "", Options{}, err
	}
	return query, o, nil
}

// read reads the value of an option.
func (o *Options) read(r *msgpack.Reader, key string) (err error) {
	switch key {
	case "mode":
		o.Mode = r.Str()
	case "excerpts":
		o.Excerpts = r.Bin()
	case "vector":
		o.Vector, err = floats(r.Bin())
	case "language":
		o.Read.Language = r.Str()
	case "filters":
		o.Filter, err = readCondition(r)
	case "sort":
		o.Sort = ParseSort(r.Str())
	default:
		err = setParameter(o, key, r)
	}
	return err
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
