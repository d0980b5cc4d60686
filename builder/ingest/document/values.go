package document

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"time"
)

// Scalars returns the values in m that can be written as text, under clean names.
func Scalars(m map[string]any) map[string]string {
	fields := map[string]string{}
	for _, key := range SortedKeys(m) { // names that differ only in white space become equal
		text, ok := ScalarText(m[key])
		if text = OneLine(text); ok && text != "" && OneLine(key) != "" {
			fields[OneLine(key)] = text
		}
	}
	return fields
}

// Lists returns the scalars of each list in m.
func Lists(m map[string]any) map[string][]string {
	fields := map[string][]string{}
	for _, key := range SortedKeys(m) {
		items, ok := m[key].([]any)
		if !ok || OneLine(key) == "" {
			continue
		}
		for _, item := range items {
			if text, ok := ScalarText(item); ok && OneLine(text) != "" {
				fields[OneLine(key)] = append(fields[OneLine(key)], OneLine(text))
			}
		}
	}
	return fields
}

// ScalarText returns the text of a decoded scalar of TOML or JSON.
func ScalarText(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return "", false
		}
		return strconv.FormatFloat(v, 'g', -1, 64), true
	case json.Number:
		return v.String(), true
	case time.Time:
		return v.Format(time.RFC3339Nano), true
	case fmt.Stringer: // toml.LocalDate, LocalTime or LocalDateTime
		return v.String(), true
	}
	return "", false
}

// OrNil returns fields, or nil if they are empty.
func OrNil(fields map[string]string) map[string]string {
	if len(fields) == 0 {
		return nil
	}
	return fields
}
