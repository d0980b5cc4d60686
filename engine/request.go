package engine

import (
	"mycel/engine/method"
	"mycel/engine/msgpack"
	"mycel/engine/param"
	"mycel/engine/query"
)

// ParseRequest reads a search request as hosts of the wasm engine send it: a msgpack map of "query", "mode", "vector"
// (little-endian float32), "excerpts" (bits), "nestedExcerpts", "explain", "language", "shared" (Result.Shared) and
// parameters of strategies. Unknown keys and wrong types are refused with an error that wraps ErrOption.
func ParseRequest(b []byte) (q string, o Options, err error) {
	err = parseMap(b, "query", func(r *msgpack.Reader, key string) error {
		switch key {
		case "query":
			q = r.Str()
		case "explain":
			o.Explain = r.Bool()
		case "shared":
			shared, ok := query.ParseShared(r.Str())
			if !ok {
				return optionError(key, "want what the root of the set has returned")
			}
			o.Read.Shared = shared
		case "nestedExcerpts":
			o.NestedExcerpts = r.Bool()
		default:
			return o.read(r, key)
		}
		return nil
	})
	if err != nil {
		return "", Options{}, err
	}
	return q, o, nil
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
		err = o.readParameter(r, key)
	}
	return err
}

// readParameter reads the value of a parameter.
func (o *Options) readParameter(r *msgpack.Reader, name string) error {
	p := method.FindParameter(name)
	if p == nil {
		return optionError(name, "there is no such option")
	}
	s := p.To(-1)
	switch kind := r.Peek(); {
	case kind == msgpack.Bool && p.Kind == param.Switch:
		s.Value = 0
		if r.Bool() {
			s = p.On()
		}
	case kind == msgpack.Str && p.Kind == param.Choice:
		s = p.Word(r.Str())
	case p.Kind > param.Number:
	case kind == msgpack.Uint, kind == msgpack.Int:
		s.Value = float64(r.Int())
	case kind == msgpack.Float:
		s.Value = r.Float()
	}
	if !s.Valid() {
		return wrongValue(p)
	}
	o.Set(s)
	return nil
}

// ParseEvidenceRequest reads a request for evidence: a search request that may also
// have "tokenBudget" and "minScore". See ParseRequest.
func ParseEvidenceRequest(b []byte) (query string, o EvidenceOptions, err error) {
	err = parseMap(b, "query", func(r *msgpack.Reader, key string) (err error) {
		switch key {
		case "query":
			query = r.Str()
		case "tokenBudget":
			o.TokenBudget, err = number(r, key)
		case "minScore":
			o.MinScore = float32(r.Float())
		default:
			err = o.Options.read(r, key)
		}
		return err
	})
	return query, o, err
}

// parseMap reads a msgpack map. It calls set for each key; set reads the value or refuses the key. The required key
// must be there.
func parseMap(b []byte, required string, set func(r *msgpack.Reader, key string) error) error {
	r := msgpack.NewReader(b)
	found := false
	for i, n := 0, r.MapLen(); i < n && r.Err() == nil; i++ {
		key := r.Str()
		if r.Err() != nil {
			break
		}
		if err := set(&r, key); err != nil && r.Err() == nil {
			return err
		}
		if r.Err() != nil {
			return optionError(key, r.Err().Error())
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

// number reads a count. Zero is refused: it would mean the default without a word.
func number(r *msgpack.Reader, key string) (int, error) {
	v := r.Uint()
	if r.Err() == nil && (v == 0 || v > 1<<31-1) {
		return 0, optionError(key, "out of range")
	}
	return int(v), nil
}
