package eval

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Scored is a document of a ranking with its score.
type Scored struct {
	Document string
	Score    float32
}

// ErrField is wrapped by errors about ids that a TREC run cannot hold.
var ErrField = errors.New("not a field of a TREC run")

// AppendTREC appends the ranking of one query in the run format of trec_eval, a
// line a document:
//
//	query Q0 document rank score tag
//
// rank counts from 1. trec_eval orders by score, not by rank, and breaks ties its
// own way. So that it sees the ranking as it was, scores strictly fall: one that
// does not is written as the float32 next below the one before it.
//
// Fields are separated by white space; the error wraps ErrField if an id or the tag
// is empty or holds any.
func AppendTREC(dst []byte, query string, ranking []Scored, tag string) ([]byte, error) {
	if err := errors.Join(checkField("query", query), checkField("tag", tag)); err != nil {
		return dst, err
	}
	previous := float32(math.Inf(1))
	for i, s := range ranking {
		if err := checkField("document", s.Document); err != nil {
			return dst, err
		}
		score := s.Score
		if !(score < previous) {
			score = math.Nextafter32(previous, float32(math.Inf(-1)))
		}
		previous = score
		dst = append(dst, query...)
		dst = append(dst, " Q0 "...)
		dst = append(dst, s.Document...)
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(i+1), 10)
		dst = append(dst, ' ')
		dst = strconv.AppendFloat(dst, float64(score), 'g', -1, 32)
		dst = append(dst, ' ')
		dst = append(dst, tag...)
		dst = append(dst, '\n')
	}
	return dst, nil
}

func checkField(name, value string) error {
	if value == "" || strings.ContainsFunc(value, unicode.IsSpace) {
		return &FieldError{Name: name, Value: value}
	}
	return nil
}

// FieldError says which field of a run is empty or holds white space.
type FieldError struct{ Name, Value string }

func (e *FieldError) Error() string {
	return e.Name + ": got " + strconv.Quote(e.Value) + ", want a word without white space"
}

func (e *FieldError) Unwrap() error { return ErrField }
