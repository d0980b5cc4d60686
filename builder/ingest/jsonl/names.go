package jsonl

import (
	"bytes"
	"encoding/json"
)

// repeatedName returns the first name that the JSON object src has twice. distinct is how
// many different names it has. src is valid JSON. O(len(src)).
func repeatedName(src []byte, distinct int) (name string, ok bool) {
	if countNames(src) == distinct {
		return "", false
	}
	seen := map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(src))
	for d.More() || len(seen) == 0 {
		token, err := d.Token()
		name, isName := token.(string)
		switch {
		case err != nil:
			return "", false
		case !isName:
			continue // the bracket in front
		case seen[name]:
			return name, true
		}
		seen[name] = true
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return "", false
		}
	}
	return "", false
}

// countNames counts the names of the JSON object src, not those of objects in it.
func countNames(src []byte) int {
	names, depth := 0, 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ':':
			if depth == 1 {
				names++
			}
		case '"':
			for i++; i < len(src) && src[i] != '"'; i++ {
				if src[i] == '\\' {
					i++
				}
			}
		}
	}
	return names
}
