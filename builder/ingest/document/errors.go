package document

import (
	"errors"
	"fmt"
)

// SkipError is the reason to leave out a readable file.
type SkipError string

func (e SkipError) Error() string { return string(e) }

// Redirect is the target of a page that redirects, which is a reason to leave the page out.
type Redirect string

func (r Redirect) Error() string { return r.Unwrap().Error() }

func (r Redirect) Unwrap() error { return SkipError("redirects to another page (meta refresh)") }

// LineError is an error in a line of a file, counted from 1.
type LineError struct {
	Line int
	Err  error
}

func (e LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e LineError) Unwrap() error { return e.Err }

// PartError is an error in a part of a page. The page is read without that part.
type PartError struct{ Err error }

func (e PartError) Error() string { return e.Err.Error() }
func (e PartError) Unwrap() error { return e.Err }

// WarningOf returns the warning about a file that is left out because of err.
func WarningOf(path string, err error) Warning {
	var skip SkipError
	var at LineError
	var part PartError
	switch {
	case errors.As(err, &part):
		w := WarningOf(path, part.Err)
		w.Skipped = false
		return w
	case errors.As(err, &skip):
		return Warning{Path: path, Message: skip.Error(), Skipped: true}
	case errors.As(err, &at):
		return Warning{Path: path, Line: at.Line, Message: at.Err.Error(), Skipped: true, Faulty: true}
	}
	return Warning{Path: path, Message: err.Error(), Skipped: true, Faulty: true}
}
