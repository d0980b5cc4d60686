package usage

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
)

// Value is the value of a flag. The zero value of T stands for a flag that is not set, and is shown as "".
type Value[T comparable] struct {
	At    *T
	Kind  string // for the help
	Parse func(text string) (T, error)
}

func (v Value[T]) String() string {
	if v.At == nil || *v.At == *new(T) {
		return ""
	}
	return fmt.Sprint(*v.At)
}

// Set sets the value from text. After an error it keeps the old value.
func (v Value[T]) Set(text string) (err error) {
	x, err := v.Parse(text)
	if err == nil {
		*v.At = x
	}
	return err
}

// Type returns the name of the value in the help.
func (v Value[T]) Type() string { return v.Kind }

// Share returns the value of a flag that accepts a number from 0 to 1.
func Share[F float32 | float64](at *F) Value[F] {
	return Value[F]{at, "share", func(text string) (F, error) {
		v, err := strconv.ParseFloat(text, reflect.TypeFor[F]().Bits())
		if err != nil || !(v >= 0 && v <= 1) {
			return 0, errors.New("want a number from 0 to 1")
		}
		return F(v), nil
	}}
}
