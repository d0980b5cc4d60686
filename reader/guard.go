package reader

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// ErrPanic is wrapped by the error of a question or a file that made the engine panic. The program continues, as a
// page does, where the client starts another engine. It is a bug of Mycel: please report it.
var ErrPanic = errors.New("the engine stopped")

// PanicError has the value and the place of an engine's panic.
type PanicError struct {
	Value any    // the argument of panic
	Stack []byte // in the form of debug.Stack
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
