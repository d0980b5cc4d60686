package engine

import "mycel/engine/msgpack"

// ParseEvidenceRequest reads a request for evidence: a search request that may also
// have "tokenBudget" and "minScore". See ParseRequest.
func (e *Engine) ParseEvidenceRequest(b []byte) (query string, o EvidenceOptions, err error) {
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

// parseMap reads a msgpack map with set, which reads the value of a key or refuses
// it. One key is required.
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

// number reads a count. Zero is refused: it would silently mean the default.
func number(r *msgpack.Reader, key string) (int, error) {
	v := r.Uint()
	if r.Err() == nil && (v == 0 || v > 1<<31-1) {
		return 0, optionError(key, "out of range")
	}
	return int(v), nil
}
