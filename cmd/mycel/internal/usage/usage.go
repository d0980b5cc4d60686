// Package usage has the errors of the command line with exit codes of their own, and
// suggestions for mistyped words.
package usage

import (
	"errors"
	"fmt"
)

// Error is a mistake in the command line or in a configuration.
type Error struct{ error }

// Unwrap returns the cause.
func (e Error) Unwrap() error { return e.error }

// Wrap marks an error as a mistake of usage.
func Wrap(err error) error { return Error{err} }

// Errorf is fmt.Errorf for mistakes of usage.
func Errorf(format string, args ...any) error { return Wrap(fmt.Errorf(format, args...)) }

// ErrMissed is in the chain of errors about limits that were not kept.
var ErrMissed = errors.New("a limit was missed")

// Missedf returns an error about a limit.
func Missedf(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMissed}, args...)...)
}
