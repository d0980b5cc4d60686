package reader

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrPanic is wrapped by the error of a question, or of a file, that made the engine panic: the program goes on, as a
// page does, where the client starts another engine. It is a bug of Mycel, and worth a report.
var ErrPanic = errors.New("the engine stopped")

// PanicError says what made the engine panic, and where.
type PanicError struct {
	Value any    // the argument of panic
	Stack []byte // as debug.Stack gives it
}

func (e *PanicError) Error() string { return fmt.Sprintf("%v: %v", ErrPanic, e.Value) }

func (e *PanicError) Unwrap() error { return ErrPanic }

// guard calls the engine. A panic becomes a *PanicError.
func guard(call func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &PanicError{Value: value, Stack: debug.Stack()}
		}
	}()
	return call()
}
